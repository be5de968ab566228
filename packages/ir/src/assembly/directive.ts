import type { AssemblyParser } from "./assembly-parser.ts";
import type { AssemblyPrinter } from "./assembly-printer.ts";

/**
 * Part of a format that two functions parse and print (`custom<Name>` in ODS). It cannot contain regions, so that
 * nesting needs no recursion.
 */
export interface AssemblyDirective {
  /** Parses the text of the directive. Reports a problem with `parser.fail`. */
  parse(parser: AssemblyParser): void;
  /** Prints text that `parse` can parse again. */
  print(printer: AssemblyPrinter): void;
  /** Attributes that the directive writes, so that `attr-dict` omits them. */
  readonly binds?: readonly string[];
  /** Returns whether the optional group is printed. */
  isPresent?(printer: AssemblyPrinter): boolean;
  /** Returns whether the optional group is next in the text. */
  starts?(parser: AssemblyParser): boolean;
  /** Set if the text depends only on attributes, types and operand names, so that it can be cached. */
  readonly isFixed?: true;
  /** `false` if the directive itself writes a leading space, or if no space is needed. */
  readonly spaceBefore?: false;
}
