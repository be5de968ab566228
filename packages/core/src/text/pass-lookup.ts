import type { OptionSpecs } from "../options/option-spec.ts";
import type { PassDeclaration } from "../pass-declaration.ts";
import type { Registered } from "../registry.ts";

/** A pass without code: its declaration, and its options if they are known. */
export interface DeclaredElement {
  readonly kind: "declared";
  readonly declaration: PassDeclaration;
  readonly options?: OptionSpecs;
}

/** Finds passes by their names in pipelines. `PassRegistry` implements it; one with declared passes can check texts. */
export interface PassLookup<Op extends object> {
  find(name: string): Registered<Op> | DeclaredElement | undefined;
  /** The known name that is most like a wrong one. */
  suggest(wrong: string): string | undefined;
}
