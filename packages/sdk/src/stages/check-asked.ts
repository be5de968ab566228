import type { Contribution, ResolveInput } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import * as codeErrors from "./code-errors.ts";
import type { Contributor } from "./input.ts";

/**
 * What plugins asked for and no plan can hold. Plans are data that is printed and read again; builders are typed, and plugins
 * may be JavaScript.
 */
export function checkAsked(
  { contributions, rules, edits = [] }: Pick<ResolveInput, "contributions" | "rules" | "edits">,
  ran: readonly Contributor[],
): readonly Diagnostic[] {
  return ran.flatMap((found) => {
    const ofThis = <T extends { readonly party: string }>(one: T): boolean => one.party === found.name;
    const complaint = [
      ...contributions.filter(ofThis).map(problemOf),
      ...[...rules, ...edits].filter(ofThis).map((one) => notData(one, "a rule or an edit")),
    ].find((one) => one !== undefined);
    return complaint === undefined ? [] : [codeErrors.askedForRubbish(found, complaint)];
  });
}

function problemOf(contribution: Contribution): string | undefined {
  return notData(contribution, `what is said of pass \`${contribution.pass.name}\``);
}

/** Chosen, not measured: deeper than any options. */
const DEPTH_LIMIT = 64;

function notData(value: unknown, what: string, depth = 0): string | undefined {
  if (depth > DEPTH_LIMIT) return `${what} is nested too deeply`;
  if (value === null || ["string", "boolean", "undefined"].includes(typeof value)) return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `${what} holds ${value}`;
  if (typeof value !== "object") return `${what} holds a ${typeof value}`;
  for (const inner of Object.values(value)) {
    const problem = notData(inner, what, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
