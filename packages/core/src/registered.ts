import type { OptionSpecs, OptionValues } from "./options/option-spec.ts";
import type { OpPassManager, PassDefinition } from "./pass.ts";
import type { PassDeclaration } from "./pass-declaration.ts";

/** Package that registers passes, pipelines or analyses. */
export interface Owner {
  /** Name of the package. */
  readonly name: string;
  /** Version of the package. */
  readonly version?: string;
  /** Kind of the package in diagnostics. Default: a plugin. */
  readonly pluginKind?: "framework";
}

/** Formats an owner for diagnostics: `name version`. */
export function ownerText(owner: Owner): string {
  return owner.version === undefined ? owner.name : `${owner.name} ${owner.version}`;
}

/** Pipeline whose name other pipelines can contain. Corresponds to `PassPipelineRegistration` in MLIR. */
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

/** Pass without code: its declaration, and its options if they are known. */
export interface DeclaredElement {
  /** Marks a pass that is known only by its declaration. */
  readonly kind: "declared";
  /** Declaration of the pass. */
  readonly declaration: PassDeclaration;
  /** Options that the pass declares, by name. */
  readonly options?: OptionSpecs;
}

/** Finds passes and named pipelines by name, like `PassRegistry`. Passes without code can only be checked. */
export interface PassLookup<Op extends object> {
  /** Returns the pass or named pipeline with the name `name`, or `undefined`. */
  find(name: string): Registered<Op> | DeclaredElement | undefined;
  /** Returns the known name that is most similar to `wrong`, or `undefined` if none is similar. */
  suggest(wrong: string): string | undefined;
}
