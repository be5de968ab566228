import type { Analysis, AnalysisDefinition } from "./analysis.ts";
import { problemOfFunction, readArgument, refuseControlCharacters } from "./check-definition.ts";
import { CODE } from "./code.ts";
import { errorDiagnostic, UsageError } from "./diagnostic.ts";
import { openScope } from "./run/analysis-scope.ts";
import { suggest } from "./suggest.ts";
import type { NoPromise } from "./no-promise.ts";

/** Key and type of each member of a definition, and whether the member is required. */
const MEMBERS = [
  ["name", "string", true],
  ["compute", "function", true],
  ["displayName", "string", false],
  ["summary", "string", false],
  ["isInvalidated", "function", false],
] as const;

/**
 * Defines an analysis: a pure function of one operation and its contents, as in MLIR.
 *
 * @throws {@link UsageError} PWC0105 for a member that is missing or misspelled or has the wrong type, PWC0106 for a name with a control character.
 */
export function defineAnalysis<Op extends object, A extends NoPromise>(
  definition: AnalysisDefinition<Op, A>,
): Analysis<Op, A> {
  return readArgument("defineAnalysis", () => makeAnalysis(definition));
}

function makeAnalysis<Op extends object, A>(definition: AnalysisDefinition<Op, A>): Analysis<Op, A> {
  const refuse = (message: string, help: string): never => {
    throw new UsageError(errorDiagnostic("PWC0105", `\`defineAnalysis\`: ${message}`, help));
  };
  for (const [key, type, isNeeded] of MEMBERS) {
    const value: unknown = (definition as AnalysisDefinition<Op, A> | null | undefined)?.[key];
    if (typeof value === type || (value === undefined && !isNeeded)) continue;
    refuse(`\`${key}\` must be a ${type}`, `set \`${key}\` to a ${type}`);
  }
  for (const key of ["compute", "isInvalidated"] as const) {
    const unusable = problemOfFunction(definition[key], false);
    if (unusable !== undefined) refuse(`\`${key}\` ${unusable.problem}`, unusable.help);
  }
  const keys = MEMBERS.map(([key]) => key as string);
  for (const key of Object.keys(definition)) {
    const similar = keys.includes(key) ? undefined : suggest(key, keys);
    if (similar !== undefined) refuse(`unknown key \`${key}\``, `did you mean \`${similar}\`?`);
  }
  const displayName = definition.displayName ?? definition.name.slice(definition.name.indexOf("/") + 1);
  refuseControlCharacters("analysis", [
    ["name", definition.name],
    ["display name", displayName],
  ]);
  return Object.freeze({ ...definition, displayName, [CODE]: openScope });
}
