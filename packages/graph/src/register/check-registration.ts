import {
  hasControlCharacters,
  isTable,
  mustBe,
  mustBeFunction,
  mustBeListOf,
  mustBeOneOf,
  mustBeText,
  mustHaveOnly,
  shown,
} from "@passwright/core";
import type { Diagnostic, Requirement } from "@passwright/core";
import { checkBuilderSettings, isAnchor, mustBeWhen } from "@passwright/builder";
import type { Origin } from "@passwright/builder";
import * as errors from "../errors.ts";
import { pipelinesOf } from "./choice.ts";
import type { ChoiceSettings } from "./choice.ts";
import { PREDEFINED } from "./pipeline.ts";
import type { JumpSettings, JumpTarget, PipelineEdges } from "./pipeline.ts";

export function checkName(name: unknown, origin: Origin): Diagnostic | undefined {
  const isText = typeof name === "string" && name !== "" && !hasControlCharacters(name);
  return isText && !name.includes("/") && !PREDEFINED.includes(name) ? undefined : errors.badName(name, origin);
}

/** Normalizes jump targets to settings. */
export function jumpsOf(targets: readonly JumpTarget[]): readonly JumpSettings[] {
  return targets.map((target) => (typeof target === "string" ? { to: target } : target));
}

const count = mustBe("a positive integer", (value) => Number.isSafeInteger(value) && (value as number) >= 1);

const EXAMPLE = 'new PipelineGraph(ir, { anchor: "builtin.module" })';
const anchor = mustBe("the name of an operation", isAnchor);

/** Checks the settings of a graph. @throws UsageError PWB0305 */
export function checkOptions(options: unknown): void {
  checkBuilderSettings("new PipelineGraph", options, EXAMPLE, { anchor, maxVisits: count });
}

const names = mustBeListOf(mustBeText);
const jump = mustHaveOnly(
  {
    to: mustBeText,
    max: count,
    onLimit: mustBeOneOf("error", "warn", "continue"),
    onNoProgress: mustBeOneOf("error", "converged"),
  },
  "to",
);
const jumps = mustBeListOf((value, path) => (typeof value === "string" ? mustBeText : jump)(value, path));
const EDGES = mustHaveOnly({ predecessors: names, successors: names, jumpTargets: jumps, anchor });
const EDGES_FORM = 'write for example `{ predecessors: ["frontend"], jumpTargets: [{ to: "frontend", max: 8 }] }`';

const branch = mustHaveOnly({ pipeline: mustBeText, when: mustBeWhen, test: mustBeFunction }, "pipeline");
const CHOICE = mustHaveOnly({ branches: mustBeListOf(branch), else: mustBeText }, "branches");
const CHOICE_FORM =
  'write for example `{ branches: [{ when: { target: "gpu" }, pipeline: "to-gpu" }], else: "to-cpu" }`';

/** Returns the first problem with the settings of a registration. */
function problemOf(settings: unknown, required: Requirement): string | undefined {
  return isTable(settings) ? required(settings, "")[0] : `the settings must be a plain object, not ${shown(settings)}`;
}

/**
 * Checks the settings of a pipeline, except its references to names, because the names can be registered later. Also
 * checks types, because callers can use JavaScript.
 */
export function checkEdges(name: string, edges: PipelineEdges, origin: Origin): Diagnostic | undefined {
  const problem = problemOf(edges, EDGES);
  if (problem !== undefined) return errors.badSettings(name, problem, origin, EDGES_FORM);
  for (const list of ["predecessors", "successors"] as const)
    if (edges[list]?.includes(name) === true) return errors.dependsOnItself(name, list, origin);
  const targets = jumpsOf(edges.jumpTargets ?? []).map(({ to }) => to);
  const seen = new Set<string>();
  const twice = targets.find((to) => seen.size === seen.add(to).size);
  if (twice === undefined) return undefined;
  const what = `the jump to \`${twice}\` is declared twice`;
  return errors.badSettings(name, what, origin, "remove one of the two declarations");
}

/** Checks the settings of a choice, and that its pipelines are not in another choice. */
export function checkChoice(
  name: string,
  settings: ChoiceSettings<never>,
  choiceOf: (pipeline: string) => string | undefined,
  origin: Origin,
): Diagnostic | undefined {
  const report = (problem: string, help: string): Diagnostic => errors.badChoice(name, problem, origin, help);
  const wrong = problemOf(settings, CHOICE);
  if (wrong !== undefined) return report(wrong, CHOICE_FORM);
  const { branches } = settings;
  if (branches.length === 0) return report("the choice has no branches", CHOICE_FORM);
  const open = branches.findIndex((branch) => branch.when === undefined && branch.test === undefined);
  if (open >= 0) {
    const problem = `branch \`${branches[open]?.pipeline}\` has no condition, so later branches are never used`;
    return report(problem, "add `when` or `test` to the branch, or use the branch as `else`");
  }
  for (const pipeline of pipelinesOf(settings)) {
    const other = choiceOf(pipeline);
    if (other === undefined) continue;
    const problem = `pipeline \`${pipeline}\` is already a branch of choice \`${other}\``;
    return report(problem, "use the pipeline in only one choice, or put the second choice in a subgraph");
  }
  return undefined;
}
