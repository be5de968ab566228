import type { Analysis, AnalysisDefinition } from "./analysis.ts";
import { CODE } from "./code.ts";
import { refuseControlCharacters } from "./refuse-control-characters.ts";
import { openScope } from "./run/analysis-scope.ts";

/**
 * Defines an analysis: a pure function of one operation and its contents, as in MLIR.
 *
 * @throws {@link UsageError} PWC0106 for a name with a control character.
 */
export function defineAnalysis<Op extends object, A>(definition: AnalysisDefinition<Op, A>): Analysis<Op, A> {
  const displayName = definition.displayName ?? definition.name.slice(definition.name.indexOf("/") + 1);
  refuseControlCharacters("analysis", [
    ["name", definition.name],
    ["display name", displayName],
  ]);
  return Object.freeze({ ...definition, displayName, [CODE]: openScope });
}
