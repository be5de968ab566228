import type { Type } from "../attributes/attribute.ts";
import type { AssemblyDirective, AttributeFormat } from "./directive.ts";

/** Instruction of a compiled format. After a region, execution continues at the stored index of an instruction. */
export type Instruction = { readonly spaceBefore: boolean } & (
  | { readonly kind: "literal"; readonly text: string; readonly isWord: boolean }
  /** Line break or space. Affects only the printer. */
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
      /** Accepted kinds of types. `undefined` if all kinds are accepted. */
      readonly kinds: readonly Type["kind"][] | undefined;
    }
  | { readonly kind: "operand-types" | "result-types" }
  | { readonly kind: "functional-type"; readonly group: number }
  | { readonly kind: "attr-dict"; readonly withKeyword: boolean }
  /** `later` is the number of successors with a larger index that the text contains before this successor. */
  | { readonly kind: "successor"; readonly index: number; readonly later: number }
  | { readonly kind: "successors" }
  | { readonly kind: "region"; readonly index: number; readonly repeats: boolean; readonly style: RegionStyle }
  /** Empty region, in place of a region in an optional group that the text omits. */
  | { readonly kind: "empty-region"; readonly index: number }
  | { readonly kind: "directive"; readonly directive: AssemblyDirective }
  /** Start of an optional group. If the text of `anchor` is absent, execution jumps to `otherwise`. */
  | { readonly kind: "optional"; readonly first: number; readonly anchor: Instruction; readonly otherwise: number }
  /** Start of a repeated group, whose last instruction jumps back to this instruction. */
  | { readonly kind: "repeat"; readonly first: number; readonly region: number; readonly otherwise: number }
  | { readonly kind: "jump"; readonly target: number }
);

/** Form of a region in the text of an operation, including the parts that the text can omit. */
export interface RegionStyle {
  /** Whether the region omits the arguments of its entry block, because the operation's text contains them. */
  readonly hidesArguments: boolean;
  /** Condition under which the text omits an implied terminator. */
  readonly terminator: "written" | "elided-if-empty" | "elided-without-results";
}

/** Compiled format of the text after the name of an operation. */
export interface Program {
  readonly instructions: readonly Instruction[];
  /** Attributes that the format writes, so that `attr-dict` omits them. */
  readonly bound: ReadonlySet<string>;
}
