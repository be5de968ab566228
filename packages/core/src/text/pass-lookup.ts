import type { OptionSpecs } from "../options/option-spec.ts";
import type { PassDeclaration } from "../pass-declaration.ts";
import type { Registered } from "../registered.ts";

/** Pass without code: its declaration, and its options if they are known. */
export interface DeclaredElement {
  /** Marks a pass that is known only by its declaration. */
  readonly kind: "declared";
  /** Declaration of the pass. */
  readonly declaration: PassDeclaration;
  /** Options that the pass declares, by name. */
  readonly options?: OptionSpecs;
}

/**
 * Finds passes and named pipelines by name. `PassRegistry` implements this interface. If an implementation returns
 * passes without code, the implementation can be used only to check texts.
 */
export interface PassLookup<Op extends object> {
  /** Returns the pass or named pipeline with the name `name`, or `undefined`. */
  find(name: string): Registered<Op> | DeclaredElement | undefined;
  /** Returns the known name that is most similar to `wrong`, or `undefined` if none is similar. */
  suggest(wrong: string): string | undefined;
}
