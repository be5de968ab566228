import type { OptionSpecs, OptionValues } from "./options/option-spec.ts";
import type { Owner } from "./owner.ts";
import type { OpPassManager, PassDefinition } from "./pass.ts";

/**
 * Pipeline with a name. Other pipelines can contain this name as an element. Corresponds to `PassPipelineRegistration`
 * in MLIR.
 */
export interface NamedPipeline<Op extends object = object> {
  /** Name in pipelines. */
  readonly name: string;
  /** One-line description for lists and help. */
  readonly summary: string;
  /** Options of the pipeline, by name. */
  readonly options?: OptionSpecs;
  /** Appends the passes of the pipeline to `manager`. */
  build(manager: OpPassManager<Op>, options: OptionValues["values"]): void;
}

/** Registered pass or named pipeline, with the package that registered it. */
export type Registered<Op extends object> = { readonly owner: Owner } & (
  | { readonly kind: "pass"; readonly definition: PassDefinition<Op> }
  | { readonly kind: "pipeline"; readonly pipeline: NamedPipeline<Op> }
);
