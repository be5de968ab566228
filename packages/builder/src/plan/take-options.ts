import {
  describeThrown,
  diagnosticOf,
  errorDiagnostic,
  readPipelinesWith,
  refusedOptions,
  takeOptionData,
  takeOptions,
} from "@passwright/core";
import type { Diagnostic, OptionProblem, OptionValues, PassDefinition, PassLookup } from "@passwright/core";
import { specsOf } from "../catalogue.ts";
import type { CataloguedPass } from "../catalogue.ts";
import type { StepOptions } from "../steps/step.ts";

/** Options of a pass, or a problem. `refusal` is the diagnostic if `checkOptions` refused the options. */
export type TakenOptions =
  | { readonly ok: true; readonly options: OptionValues }
  | { readonly ok: false; readonly problem: OptionProblem; readonly refusal?: Diagnostic };

/**
 * Converts options from data to the typed values that a pass receives. Applies the same checks as the parser of textual
 * pipelines: calls `checkOptions` of the pass. If an option is a pipeline, refuses names of passes that `lookup` does
 * not find.
 */
export function optionsFor<Op extends object>(
  definition: PassDefinition<Op>,
  options: StepOptions,
  lookup: PassLookup<Op>,
): TakenOptions {
  const taken = takeOptions(definition.options, options, readPipelinesWith(lookup));
  if (!taken.ok || definition.checkOptions === undefined) return taken;
  const refusal = refusalOf(definition, taken.options, lookup);
  if (refusal === undefined) return taken;
  return { ok: false, problem: { option: "", message: refusal.message, isUnknown: false }, refusal };
}

function refusalOf<Op extends object>(
  definition: PassDefinition<Op>,
  options: OptionValues,
  lookup: PassLookup<Op>,
): Diagnostic | undefined {
  try {
    return refusedOptions(definition, options, lookup);
  } catch (thrown) {
    const message = `\`checkOptions\` threw an exception: ${describeThrown(thrown)}`;
    const help = "report the problem to the author of the pass";
    return diagnosticOf(thrown) ?? errorDiagnostic("PWC0213", message, help);
  }
}

/** Returns the problem with options. Without declared options, accepts all that a textual pipeline can represent. */
export function problemWith<Op extends object>(
  known: CataloguedPass<Op> | undefined,
  options: StepOptions,
  lookup: PassLookup<Op>,
): Extract<TakenOptions, { readonly ok: false }> | undefined {
  const definition = known?.definition;
  const taken =
    definition === undefined
      ? takeOptionData(specsOf(known), options, readPipelinesWith(lookup))
      : optionsFor(definition, options, lookup);
  return taken.ok ? undefined : taken;
}
