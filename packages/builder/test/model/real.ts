import type { Diagnostic } from "@passwright/core";
import type { Scenario } from "../scenario/scenario.ts";
import { runScenario } from "../scenario/run-scenario.ts";
import type { ScenarioRun } from "../scenario/run-scenario.ts";
import { outlinePlan } from "../scenario/show.ts";
import type { Verdict } from "./model.ts";

/** Subject of a diagnostic, in the terms of the model. */
function subjectOf({ code, severity, plugin, message, notes = [] }: Diagnostic): string {
  const words = notes.map(({ message }) => message).join("\n");
  const rule = /^reason for the rule: "(.*)"$/m.exec(words)?.[1];
  const pass = /^requested: `([^`]*)`/m.exec(words)?.[1];
  const nowhere = /^`([^`]*)` of `([^`]*)` is not in the plan/.exec(message);
  if (nowhere !== null) return `${code} ${nowhere[2]}::${nowhere[1]}`;
  const subject = rule ?? (pass === undefined ? undefined : `${plugin}::${pass}`);
  return `${severity === "remark" ? "remark " : ""}${code}${subject === undefined ? "" : ` ${subject}`}`;
}

/** Result of the builder for a scenario, in the terms of the model. */
export function decideReally(
  scenario: Scenario,
  run: ScenarioRun = runScenario(scenario),
): Pick<Verdict, "answers" | "plan" | "diagnostics"> {
  const { plan, diagnostics: all } = run.resolve();
  // A name that no contributor provides has no effect here. `rules.test.ts` covers such rules.
  const diagnostics = all.filter(({ code }) => code !== "PWB0204");
  const answers = run.answers.map(({ contributor, act, insertion }) => {
    const [result, codes] = insertion.ok
      ? [insertion.step, insertion.warnings.map(({ code }) => code)]
      : ["no", [insertion.diagnostic.code]];
    const what = act.kind === "insert" ? act.pass : act.kind === "bundle" ? act.name : `${act.kind} ${act.target}`;
    return [`${contributor} ${what}:`, result, ...codes].join(" ");
  });
  return {
    answers,
    plan: plan === undefined ? undefined : outlinePlan(plan),
    diagnostics: diagnostics.map(subjectOf).sort(),
  };
}
