import { hasControlCharacters, isTable, mustBe, shown } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { checkSettings, isAnchor, mustBeWhen } from "@passwright/builder";
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

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1;
const isOneOf = (value: unknown, words: readonly string[]): boolean =>
  value === undefined || words.includes(value as string);

const EXAMPLE = 'new PipelineGraph(ir, { anchor: "builtin.module" })';
const OWN_OPTIONS = {
  anchor: mustBe("the name of an operation", isAnchor),
  maxVisits: mustBe("a positive integer", isCount),
};

/** Checks the settings of a graph. @throws UsageError PWB0305 */
export function checkOptions(options: unknown): void {
  checkSettings("new PipelineGraph", options, EXAMPLE, OWN_OPTIONS);
}

/** Keys that an object can have, and an example of the object. */
interface KnownKeys {
  readonly keys: readonly string[];
  readonly example: string;
}

const EDGES: KnownKeys = {
  keys: ["predecessors", "successors", "jumpTargets", "anchor"],
  example: '{ predecessors: ["frontend"] }',
};
const JUMP: KnownKeys = { keys: ["to", "max", "onLimit", "onNoProgress"], example: '{ to: "frontend", max: 8 }' };
const BRANCH: KnownKeys = {
  keys: ["pipeline", "when", "test"],
  example: '{ when: { target: "gpu" }, pipeline: "to-gpu" }',
};
const CHOICE: KnownKeys = { keys: ["branches", "else"], example: `{ branches: [${BRANCH.example}] }` };

/** Makes the error of a registration. */
type Report = (problem: string, help: string) => Diagnostic;

/** Reports a value that is not an object, or that has unknown keys. */
function checkKeys(value: unknown, what: string, { keys, example }: KnownKeys, report: Report): Diagnostic | undefined {
  if (!isTable(value)) return report(`${what} must be an object`, `write an object, for example \`${example}\``);
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown === undefined) return undefined;
  return report(`unknown key \`${unknown}\` in ${what}`, `use only ${keys.map((key) => `\`${key}\``).join(", ")}`);
}

/**
 * Checks the settings of a pipeline, except its references to names, because the names can be registered later. Also
 * checks types, because callers can use JavaScript.
 */
export function checkEdges(name: string, edges: PipelineEdges, origin: Origin): Diagnostic | undefined {
  const report: Report = (problem, help) => errors.badSettings(name, problem, origin, help);
  const wrongKeys = checkKeys(edges, "the settings", EDGES, report);
  if (wrongKeys !== undefined) return wrongKeys;
  for (const list of ["predecessors", "successors"] as const) {
    const names: unknown = edges[list] === undefined ? [] : edges[list];
    if (!Array.isArray(names) || !names.every(isText))
      return report(`\`${list}\` must be a list of names`, `write \`${list}: ["frontend"]\``);
    if (names.includes(name)) return errors.dependsOnItself(name, list, origin);
  }
  if (edges.anchor !== undefined && !isText(edges.anchor))
    return report("`anchor` must be the name of an operation", 'write `anchor: "func"`');
  const { jumpTargets: targets = [] }: { readonly jumpTargets?: unknown } = edges;
  if (!Array.isArray(targets))
    return report("`jumpTargets` must be a list of names", 'write `jumpTargets: ["frontend"]`');
  const seen = new Set<string>();
  for (const jump of jumpsOf(targets as JumpTarget[])) {
    const problem = checkJump(jump, report);
    if (problem !== undefined) return problem;
    if (seen.has(jump.to))
      return report(`the jump to \`${jump.to}\` is declared twice`, "remove one of the two declarations");
    seen.add(jump.to);
  }
  return undefined;
}

function checkJump(jump: JumpSettings, report: Report): Diagnostic | undefined {
  if (!isTable(jump) || !isText(jump.to)) {
    const help = `write each target as a name or an object, for example "frontend" or ${JUMP.example}`;
    return report("a jump target has no name", help);
  }
  const what = `the jump to \`${jump.to}\``;
  const wrongKeys = checkKeys(jump, `the settings of ${what}`, JUMP, report);
  if (wrongKeys !== undefined) return wrongKeys;
  if (jump.max !== undefined && !isCount(jump.max)) {
    const problem = `\`max\` of ${what} must be a positive integer, not ${shown(jump.max)}`;
    return report(problem, "set `max` to a positive integer");
  }
  if (!isOneOf(jump.onLimit, ["error", "warn", "continue"])) {
    const problem = `\`onLimit\` of ${what} cannot be ${shown(jump.onLimit)}`;
    return report(problem, "set `onLimit` to `error`, `warn` or `continue`");
  }
  if (!isOneOf(jump.onNoProgress, ["error", "converged"])) {
    const problem = `\`onNoProgress\` of ${what} cannot be ${shown(jump.onNoProgress)}`;
    return report(problem, "set `onNoProgress` to `error` or `converged`");
  }
  return undefined;
}

/** Checks the settings of a choice, and that its pipelines are not in another choice. */
export function checkChoice(
  name: string,
  settings: ChoiceSettings<never>,
  choiceOf: (pipeline: string) => string | undefined,
  origin: Origin,
): Diagnostic | undefined {
  const report: Report = (problem, help) => errors.badChoice(name, problem, origin, help);
  const wrongKeys = checkKeys(settings, "the settings", CHOICE, report);
  if (wrongKeys !== undefined) return wrongKeys;
  const { branches, else: otherwise } = settings;
  if (!Array.isArray(branches) || branches.length === 0)
    return report("the choice has no branches", `add branches: \`[${BRANCH.example}]\``);
  for (const branch of branches) {
    const problem = checkBranch(branch, report);
    if (problem !== undefined) return problem;
  }
  const names: readonly unknown[] = [
    ...branches.map((branch: { pipeline?: unknown }) => branch.pipeline),
    otherwise === undefined ? "x" : otherwise,
  ];
  if (!names.every(isText))
    return report("a branch has no `pipeline`", "set `pipeline` of each branch to the name of a pipeline");
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

function checkBranch(
  branch: { readonly when?: unknown; readonly test?: unknown },
  report: Report,
): Diagnostic | undefined {
  const wrongKeys = checkKeys(branch, "the settings of a branch", BRANCH, report);
  if (wrongKeys !== undefined) return wrongKeys;
  const [wrongWhen] = branch.when === undefined ? [] : mustBeWhen(branch.when, "when");
  const help = 'write `when: { target: "gpu" }` in the branch, or set `test` to a function that tests the IR';
  if (wrongWhen !== undefined) return report(wrongWhen, help);
  if (branch.test === undefined || typeof branch.test === "function") return undefined;
  return report("`test` of a branch must be a function", "write `test: (op) => …`");
}
