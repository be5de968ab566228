import { type Place, type Selector } from "@passwright/builder";
import { type Scenario, type ScenarioParty, type ScenarioStep } from "./scenario.ts";

const placeWords = (place: Place): string =>
  Object.entries(place)
    .map(([side, target]) => (target === true ? side : `${side} ${target}`))
    .join("");

const selectorWords = (selector: Selector): string => ("pass" in selector ? selector.pass : `type:${selector.type}`);

function passWords(pass: { name: string; types?: readonly string[]; anchor?: string; isPoor?: boolean }): string {
  const types = pass.types === undefined ? "" : ` : ${pass.types.join(",")}`;
  const anchor = pass.anchor === undefined ? "" : ` on ${pass.anchor}`;
  return `${pass.name}${types}${anchor}${pass.isPoor === true ? " poor" : ""}`;
}

function stepLines(step: ScenarioStep, indent: string): string[] {
  if (step.kind === "point") return [`${indent}. ${step.name}`];
  if (step.kind === "nest") {
    return [`${indent}> ${step.anchor}`, ...step.steps.flatMap((inner) => stepLines(inner, `${indent}  `))];
  }
  if (step.place === undefined) return [indent + passWords(step)];
  return [`${indent}+ ${passWords(step)} ${placeWords(step.place)}`];
}

function actWords(act: ScenarioParty["acts"][number]): string {
  if (act.kind === "rule") {
    const { strength, subject, relation, target, reason } = act;
    return `${strength} ${selectorWords(subject)} ${relation} ${selectorWords(target)} "${reason}"`;
  }
  const { pass, types, anchor, place, which, onMissing, reason } = act;
  const words = passWords({ name: pass, ...(types && { types }), ...(anchor === undefined ? {} : { anchor }) });
  const whichWords = which === undefined ? "" : ` which ${which}`;
  const missing = typeof onMissing === "object" ? ` missing use ${placeWords(onMissing.use)}` : "";
  const skip = onMissing === "skip" ? " missing skip" : "";
  return `${words} ${placeWords(place)}${whichWords}${missing}${skip}${reason === undefined ? "" : ` "${reason}"`}`;
}

/** A scenario as `parseScenario` reads it: what a failure on a random case shows, ready to be pasted into a test. */
export function printScenario(scenario: Scenario): string {
  const lines = [`framework ${scenario.framework} on ${scenario.anchor}`];
  for (const step of scenario.steps) lines.push(...stepLines(step, "  "));
  for (const { kind, name, isData, acts } of scenario.parties) {
    lines.push(`${kind === "config" ? "config" : isData ? "data" : "plugin"} ${name}`);
    for (const act of acts) lines.push(`  ${actWords(act)}`);
  }
  return lines.join("\n");
}
