import type { AttributeFormat } from "./attribute-format.ts";
import type { AssemblyDirective } from "./directive.ts";

/** What a format is compiled to: a list that parser and printer go through with a counter, so that a region can interrupt. */
export type Instruction = { readonly spaceBefore: boolean } & (
  | { readonly kind: "literal"; readonly text: string; readonly isWord: boolean }
  /** For the printer alone. */
  | { readonly kind: "newline" | "space" }
  | { readonly kind: "operand"; readonly group: number; readonly many: "optional" | "variadic" | undefined }
  | { readonly kind: "operands" }
  | {
      readonly kind: "attribute";
      readonly name: string;
      readonly isOptional: boolean;
      readonly format: AttributeFormat | undefined;
    }
  | { readonly kind: "unit-attribute"; readonly name: string }
  | {
      readonly kind: "type";
      readonly of: "operand" | "result";
      readonly group: number;
      readonly many: "optional" | "variadic" | undefined;
    }
  | { readonly kind: "operand-types" | "result-types" }
  | { readonly kind: "functional-type"; readonly group: number }
  | { readonly kind: "attr-dict"; readonly withKeyword: boolean }
  | { readonly kind: "successor"; readonly index: number }
  | { readonly kind: "successors" }
  | { readonly kind: "region"; readonly index: number; readonly repeats: boolean; readonly style: RegionStyle }
  | { readonly kind: "directive"; readonly name: string; readonly directive: AssemblyDirective }
  /** If the group is there, go on; else go to `otherwise`. */
  | { readonly kind: "optional"; readonly first: number; readonly anchor: Anchor; readonly otherwise: number }
  /** As `optional`, and again and again; the last instruction of the group is a jump back. */
  | { readonly kind: "repeat"; readonly first: number; readonly region: number; readonly otherwise: number }
  | { readonly kind: "jump"; readonly target: number }
);

/** How a region is written and what its text may leave out. */
export interface RegionStyle {
  /** The text of the operation names the arguments of the entry block already. */
  readonly hidesArguments: boolean;
  /** When the terminator that is implied anyway is not written. */
  readonly terminator: "written" | "elided-if-empty" | "elided-without-results";
}

/** What decides whether an optional group is printed. */
export type Anchor =
  | { readonly kind: "operand"; readonly group: number }
  | { readonly kind: "result"; readonly group: number }
  | { readonly kind: "attribute"; readonly name: string }
  | { readonly kind: "region"; readonly index: number }
  | { readonly kind: "successors" }
  | { readonly kind: "directive"; readonly directive: AssemblyDirective };

/** The text of an operation behind its name, compiled. */
export interface Program {
  readonly instructions: readonly Instruction[];
  /** Attributes that the format writes itself, so that `attr-dict` does not. */
  readonly bound: ReadonlySet<string>;
}
