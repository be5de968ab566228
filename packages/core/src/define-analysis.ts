import type { Analysis, AnalysisDefinition, NoPromise } from "./analysis.ts";
import { checkNames, readArgument } from "./check-definition.ts";
import { CODE } from "./code.ts";
import { each, mustBeSynchronous } from "./declaration-requirements.ts";
import { errorDiagnostic, UsageError } from "./diagnostic.ts";
import { openScope } from "./run/analysis-scope.ts";
import { mustBeString, mustBeText, mustHaveOnly } from "./requirement.ts";

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
  const known = {
    name: mustBeText,
    ...each("displayName summary", mustBeString),
    ...each("compute isInvalidated", mustBeSynchronous),
  };
  const given = (definition as typeof definition | null) ?? {};
  const [problem] = mustHaveOnly(known, "name", "compute")(given, "");
  if (problem !== undefined)
    throw new UsageError(errorDiagnostic("PWC0105", `\`defineAnalysis\`: ${problem}`, "correct the definition"));
  const displayName = definition.displayName ?? definition.name.slice(definition.name.indexOf("/") + 1);
  checkNames("analysis", definition);
  return Object.freeze({ ...definition, displayName, [CODE]: openScope });
}
