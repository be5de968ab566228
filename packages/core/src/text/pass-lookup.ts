import type { OptionSpecs } from "../options/option-spec.ts";
import type { PassDeclaration } from "../pass-declaration.ts";
import type { Registered } from "../registry.ts";

/** A pass without code: what it declares, and its options where they are known. */
export interface DeclaredElement {
  readonly kind: "declared";
  readonly declaration: PassDeclaration;
  readonly options?: OptionSpecs;
}

/** Finds what the names in pipelines stand for. A `PassRegistry` is one; one with declared passes serves to check texts. */
export interface PassLookup<Op extends object> {
  find(name: string): Registered<Op> | DeclaredElement | undefined;
  /** The known name that is most like a wrong one. */
  suggest(wrong: string): string | undefined;
}
