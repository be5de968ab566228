import {
  describeThrown,
  diagnosticOf,
  errorDiagnostic,
  readPipelinesWith,
  refusedOptions,
  takeOptionData,
  takeOptions,
} from "@passwright/core";
import type {
  Diagnostic,
  OptionProblem,
  OptionValues,
  PassDefinition,
  PassLookup,
  ReadPipeline,
} from "@passwright/core";
import { specsOf } from "../catalogue.ts";
import type { CataloguedPass } from "../catalogue.ts";
import type { StepOptions } from "../steps/step.ts";

/** Options of a pass, or a problem. `refusal` is the diagnostic if `checkOptions` refused the options. */
export type TakenOptions =
  | { readonly ok: true; readonly options: OptionValues }
  | { readonly ok: false; readonly problem: OptionProblem; readonly refusal?: Diagnostic };

/**
 * Converts options from data to the typed values that passes receive. Applies the same checks as the parser of textual
 * pipelines: calls `checkOptions` of the pass. If an option is a pipeline, refuses names of passes that `lookup` does
 * not find.
 */
export class OptionReader<Op extends object> {
  readonly #read: ReadPipeline;
  readonly #lookup: PassLookup<Op>;

  constructor(lookup: PassLookup<Op>) {
    this.#lookup = lookup;
    this.#read = readPipelinesWith(lookup);
  }

  take(definition: PassDefinition<Op>, options: StepOptions): TakenOptions {
    const taken = takeOptions(definition.options, options, this.#read);
    if (!taken.ok || definition.checkOptions === undefined) return taken;
    const refusal = this.#refusalOf(definition, taken.options);
    if (refusal === undefined) return taken;
    return { ok: false, problem: { option: "", message: refusal.message, isUnknown: false }, refusal };
  }

  #refusalOf(definition: PassDefinition<Op>, options: OptionValues): Diagnostic | undefined {
    try {
      return refusedOptions(definition, options, this.#lookup);
    } catch (thrown) {
      const message = `\`checkOptions\` threw an exception: ${describeThrown(thrown)}`;
      const help = "report the problem to the author of the pass";
      return diagnosticOf(thrown) ?? errorDiagnostic("PWC0213", message, help);
    }
  }

  /** Returns the problem with options. Without declared options, accepts all that a textual pipeline can represent. */
  problemWith(
    known: CataloguedPass<Op> | undefined,
    options: StepOptions,
  ): Extract<TakenOptions, { readonly ok: false }> | undefined {
    const definition = known?.definition;
    const taken =
      definition === undefined ? takeOptionData(specsOf(known), options, this.#read) : this.take(definition, options);
    return taken.ok ? undefined : taken;
  }
}
