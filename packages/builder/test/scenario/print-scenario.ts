import type { Place, Selector } from "@passwright/builder";
import type { Scenario, ScenarioAct, ScenarioPass, ScenarioStep } from "./scenario.ts";

const placeWords = (place: Place): string =>
  Object.entries(place)
    .map(([side, target]) => (target === true ? side : `${side} ${target}`))
    .join("");

const selectorWords = (selector: Selector): string => ("pass" in selector ? selector.pass : `type:${selector.type}`);

const withoutText = ({ without }: { readonly without?: readonly string[] }): string =>
  without === undefined ? "" : ` without ${without.join()}`;

function passWords(pass: Omit<ScenarioPass, "kind">): string {
  const types = pass.types === undefined ? "" : ` : ${pass.types.join(",")}`;
  const anchor = pass.anchor === undefined ? "" : ` on ${pass.anchor}`;
  const marks = `${pass.isPoor === true ? " poor" : ""}${pass.isRemovable === true ? " removable" : ""}`;
  return `${pass.name}${types}${anchor}${marks}`;
}

function stepLines(step: ScenarioStep, indent: string): string[] {
  if (step.kind === "point") return [`${indent}. ${step.name}`];
  if (step.kind === "nest" || step.kind === "bundle") {
    const head = step.kind === "nest" ? `> ${step.anchor}` : `bundle ${step.name} ${step.bundle}${withoutText(step)}`;
    return [indent + head, ...step.steps.flatMap((inner) => stepLines(inner, `${indent}  `))];
  }
  if (step.place === undefined) return [indent + passWords(step)];
  return [`${indent}+ ${passWords(step)} ${placeWords(step.place)}`];
}

function actWords(act: ScenarioAct): string {
  if (act.kind === "remove") return `remove ${act.target}`;
  if (act.kind === "replace") return `replace ${act.target} ${passWords({ ...act, name: act.pass })}`;
  if (act.kind === "rule") {
    const { strength, subject, relation, target, reason } = act;
    return `${strength} ${selectorWords(subject)} ${relation} ${selectorWords(target)} "${reason}"`;
  }
  const { types, anchor, place, which, onMissing, reason } = act;
  const pass =
    act.kind === "insert" ? act.pass : `bundle ${act.name} ${act.bundle} ${act.passes.join()}${withoutText(act)}`;
  const words = passWords({ name: pass, ...(types && { types }), ...(anchor === undefined ? {} : { anchor }) });
  const whichWords = which === undefined ? "" : ` which ${which}`;
  const missing =
    typeof onMissing === "object" ? ` missing use ${[onMissing.use].flat().map(placeWords).join(" or ")}` : "";
  const skip = onMissing === "skip" ? " missing skip" : "";
  return `${words} ${placeWords(place)}${whichWords}${missing}${skip}${reason === undefined ? "" : ` "${reason}"`}`;
}

/**
 * Formats a scenario so that `parseScenario` can parse it. A failure on a random case shows this text, which can be
 * pasted into a test.
 */
export function printScenario(scenario: Scenario): string {
  const lines = scenario.declared.map((pass) => `declare ${passWords(pass)}`);
  for (const override of scenario.overrides)
    lines.push("ban" in override ? `ban ${override.ban}` : `pin ${override.pin}`);
  lines.push(`framework ${scenario.framework} on ${scenario.anchor}`);
  for (const step of scenario.steps) lines.push(...stepLines(step, "  "));
  for (const { kind, name, isData, acts } of scenario.contributors) {
    lines.push(`${kind === "config" ? "config" : isData ? "data" : "plugin"} ${name}`);
    for (const act of acts) lines.push(`  ${actWords(act)}`);
  }
  return lines.join("\n");
}
