import { hasControlCharacters } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
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

const EDGES = ["predecessors", "successors", "jumpTargets", "anchor"];
const JUMP = ["to", "max", "onLimit", "onNoProgress"];
const CHOICE = ["branches", "else"];
const BRANCH = ["pipeline", "when", "test"];
const WHEN = ["target", "level", "option"];

/** Describes unknown keys of settings. Returns `undefined` if all keys are known. */
function problemOfKeys(settings: unknown, what: string, known: readonly string[]): string | undefined {
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) return `${what} must be an object`;
  const unknown = Object.keys(settings).find((key) => !known.includes(key));
  return unknown === undefined ? undefined : `unknown key \`${unknown}\` in ${what}`;
}

const keysHelp = (known: readonly string[]): string => `use only ${known.map((key) => `\`${key}\``).join(", ")}`;

/**
 * Checks the settings of a pipeline, except its references to names, because the names can be registered later. Also
 * checks types, because callers can use JavaScript.
 */
export function checkEdges(name: string, edges: PipelineEdges, origin: Origin): Diagnostic | undefined {
  const wrongKeys = problemOfKeys(edges, "the settings", EDGES);
  if (wrongKeys !== undefined) return errors.badSettings(name, wrongKeys, origin, keysHelp(EDGES));
  for (const list of ["predecessors", "successors"] as const) {
    const names: unknown = edges[list] ?? [];
    if (!Array.isArray(names) || !names.every(isText)) {
      return errors.badSettings(name, `\`${list}\` must be a list of names`, origin, `write \`${list}: ["frontend"]\``);
    }
    if (names.includes(name)) return errors.dependsOnItself(name, list, origin);
  }
  if (edges.anchor !== undefined && !isText(edges.anchor))
    return errors.badSettings(name, "`anchor` must be the name of an operation", origin, 'write `anchor: "func"`');
  const targets: unknown = edges.jumpTargets ?? [];
  if (!Array.isArray(targets)) return badJumps(name, origin);
  if (targets.length === 0) return undefined;
  const seen = new Set<string>();
  for (const jump of jumpsOf(targets as JumpTarget[])) {
    const problem = checkJump(name, jump, origin);
    if (problem !== undefined) return problem;
    if (seen.has(jump.to)) {
      return errors.badSettings(
        name,
        `the jump to \`${jump.to}\` is declared twice`,
        origin,
        "remove one of the two declarations",
      );
    }
    seen.add(jump.to);
  }
  return undefined;
}

function badJumps(name: string, origin: Origin): Diagnostic {
  return errors.badSettings(name, "`jumpTargets` must be a list of names", origin, 'write `jumpTargets: ["frontend"]`');
}

function checkJump(name: string, jump: JumpSettings, origin: Origin): Diagnostic | undefined {
  if (typeof jump !== "object" || jump === null || !isText(jump.to)) {
    return errors.badSettings(
      name,
      "a jump target has no name",
      origin,
      'write each target as a name or an object, for example "frontend" or { to: "frontend", max: 8 }',
    );
  }
  const wrongKeys = problemOfKeys(jump, `the settings of the jump to \`${jump.to}\``, JUMP);
  if (wrongKeys !== undefined) return errors.badSettings(name, wrongKeys, origin, keysHelp(JUMP));
  if (jump.max !== undefined && !isCount(jump.max)) {
    const problem = `\`max\` of the jump to \`${jump.to}\` must be a positive integer, not ${String(jump.max)}`;
    return errors.badSettings(name, problem, origin, "set `max` to a positive integer");
  }
  if (!isOneOf(jump.onLimit, ["error", "warn", "continue"])) {
    const problem = `\`onLimit\` of the jump to \`${jump.to}\` cannot be \`${String(jump.onLimit)}\``;
    return errors.badSettings(name, problem, origin, "set `onLimit` to `error`, `warn` or `continue`");
  }
  if (!isOneOf(jump.onNoProgress, ["error", "converged"])) {
    const problem = `\`onNoProgress\` of the jump to \`${jump.to}\` cannot be \`${String(jump.onNoProgress)}\``;
    return errors.badSettings(name, problem, origin, "set `onNoProgress` to `error` or `converged`");
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
  const wrongKeys = problemOfKeys(settings, "the settings", CHOICE);
  if (wrongKeys !== undefined) return errors.badChoice(name, wrongKeys, origin, keysHelp(CHOICE));
  const { branches, else: otherwise } = settings;
  if (!Array.isArray(branches) || branches.length === 0) {
    return errors.badChoice(
      name,
      "the choice has no branches",
      origin,
      'add branches: `[{ when: { target: "gpu" }, pipeline: "to-gpu" }]`',
    );
  }
  for (const branch of branches as readonly { readonly when?: unknown; readonly test?: unknown }[]) {
    const problem = problemOfKeys(branch, "the settings of a branch", BRANCH);
    if (problem !== undefined) return errors.badChoice(name, problem, origin, keysHelp(BRANCH));
    const wrongWhen = branch.when === undefined ? undefined : problemOfKeys(branch.when, "`when` of a branch", WHEN);
    if (wrongWhen !== undefined) {
      const help = `${keysHelp(WHEN)} in \`when\`, or set \`test\` to a function that tests the IR`;
      return errors.badChoice(name, wrongWhen, origin, help);
    }
    if (branch.test !== undefined && typeof branch.test !== "function") {
      return errors.badChoice(name, "`test` of a branch must be a function", origin, "write `test: (op) => …`");
    }
  }
  const names: readonly unknown[] = [
    ...branches.map((branch: { pipeline?: unknown }) => branch.pipeline),
    otherwise ?? "x",
  ];
  if (!names.every(isText)) {
    return errors.badChoice(
      name,
      "a branch has no `pipeline`",
      origin,
      "set `pipeline` of each branch to the name of a pipeline",
    );
  }
  const open = branches.findIndex((branch) => branch.when === undefined && branch.test === undefined);
  if (open >= 0) {
    const problem = `branch \`${branches[open]?.pipeline}\` has no condition, so later branches are never used`;
    return errors.badChoice(name, problem, origin, "add `when` or `test` to the branch, or use the branch as `else`");
  }
  for (const pipeline of pipelinesOf(settings)) {
    const other = choiceOf(pipeline);
    if (other === undefined) continue;
    const problem = `pipeline \`${pipeline}\` is already a branch of choice \`${other}\``;
    return errors.badChoice(
      name,
      problem,
      origin,
      "use the pipeline in only one choice, or put the second choice in a subgraph",
    );
  }
  return undefined;
}
