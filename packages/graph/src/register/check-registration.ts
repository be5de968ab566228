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

/** Describes unknown keys of settings. Returns `undefined` if all keys are known. */
function problemOfKeys(settings: unknown, what: string, known: readonly string[]): string | undefined {
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) return `${what} are not an object`;
  const unknown = Object.keys(settings).find((key) => !known.includes(key));
  return unknown === undefined ? undefined : `${what} have an unknown key \`${unknown}\``;
}

const keysHelp = (known: readonly string[]): string => `use ${known.map((key) => `\`${key}\``).join(", ")} only`;

/**
 * Checks the settings of a pipeline, except its references, which may be registered later. Also checks types, because
 * callers may write JavaScript.
 */
export function checkEdges(name: string, edges: PipelineEdges, origin: Origin): Diagnostic | undefined {
  const wrongKeys = problemOfKeys(edges, "its edges", EDGES);
  if (wrongKeys !== undefined) return errors.badSettings(name, wrongKeys, origin, keysHelp(EDGES));
  for (const list of ["predecessors", "successors"] as const) {
    const names: unknown = edges[list] ?? [];
    if (!Array.isArray(names) || !names.every(isText)) {
      return errors.badSettings(name, `\`${list}\` is not a list of names`, origin, `write ${list}: ["frontend"]`);
    }
    if (names.includes(name)) return errors.dependsOnItself(name, list, origin);
  }
  if (edges.anchor !== undefined && !isText(edges.anchor))
    return errors.badSettings(name, "`anchor` is not the name of an operation", origin, 'write anchor: "func"');
  const targets: unknown = edges.jumpTargets ?? [];
  if (!Array.isArray(targets)) return badJumps(name, origin);
  if (targets.length === 0) return undefined;
  const seen = new Set<string>();
  for (const jump of jumpsOf(targets as JumpTarget[])) {
    const problem = checkJump(name, jump, origin);
    if (problem !== undefined) return problem;
    if (seen.has(jump.to)) {
      return errors.badSettings(name, `it declares the jump to \`${jump.to}\` twice`, origin, "keep one of the two");
    }
    seen.add(jump.to);
  }
  return undefined;
}

function badJumps(name: string, origin: Origin): Diagnostic {
  return errors.badSettings(name, "`jumpTargets` is not a list of names", origin, 'write jumpTargets: ["frontend"]');
}

function checkJump(name: string, jump: JumpSettings, origin: Origin): Diagnostic | undefined {
  if (typeof jump !== "object" || jump === null || !isText(jump.to)) {
    return errors.badSettings(
      name,
      "one of its jump targets has no name",
      origin,
      'write "frontend" or { to: "frontend", max: 8 }',
    );
  }
  const wrongKeys = problemOfKeys(jump, `the settings of the jump to \`${jump.to}\``, JUMP);
  if (wrongKeys !== undefined) return errors.badSettings(name, wrongKeys, origin, keysHelp(JUMP));
  if (jump.max !== undefined && !isCount(jump.max)) {
    const problem = `the bound of the jump to \`${jump.to}\` is ${String(jump.max)}`;
    return errors.badSettings(name, problem, origin, "give `max` a whole number from 1 on");
  }
  if (!isOneOf(jump.onLimit, ["error", "warn", "continue"])) {
    const problem = `\`onLimit\` of the jump to \`${jump.to}\` is \`${String(jump.onLimit)}\``;
    return errors.badSettings(name, problem, origin, "say error, warn or continue");
  }
  if (!isOneOf(jump.onNoProgress, ["error", "converged"])) {
    const problem = `\`onNoProgress\` of the jump to \`${jump.to}\` is \`${String(jump.onNoProgress)}\``;
    return errors.badSettings(name, problem, origin, "say error or converged");
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
  const wrongKeys = problemOfKeys(settings, "its settings", CHOICE);
  if (wrongKeys !== undefined) return errors.badChoice(name, wrongKeys, origin, keysHelp(CHOICE));
  const { branches, else: otherwise } = settings;
  if (!Array.isArray(branches) || branches.length === 0) {
    return errors.badChoice(
      name,
      "it has no branches",
      origin,
      'give it some: [{ when: { target: "gpu" }, pipeline: "to-gpu" }]',
    );
  }
  for (const branch of branches as readonly unknown[]) {
    const problem = problemOfKeys(branch, "the settings of a branch", BRANCH);
    if (problem !== undefined) return errors.badChoice(name, problem, origin, keysHelp(BRANCH));
  }
  const names: readonly unknown[] = [
    ...branches.map((branch: { pipeline?: unknown }) => branch.pipeline),
    otherwise ?? "x",
  ];
  if (!names.every(isText)) {
    return errors.badChoice(name, "a branch names no pipeline", origin, "give each branch the name of a `pipeline`");
  }
  const open = branches.findIndex((branch) => branch.when === undefined && branch.test === undefined);
  if (open >= 0) {
    const problem = `branch \`${branches[open]?.pipeline}\` has no condition, so nothing after it is ever taken`;
    return errors.badChoice(name, problem, origin, "give it `when` or `test`, or make it the `else`");
  }
  for (const pipeline of pipelinesOf(settings)) {
    const other = choiceOf(pipeline);
    if (other === undefined) continue;
    const problem = `\`${pipeline}\` is a branch of choice \`${other}\` already`;
    return errors.badChoice(name, problem, origin, "let one choice decide of a pipeline; a subgraph can hold another");
  }
  return undefined;
}
