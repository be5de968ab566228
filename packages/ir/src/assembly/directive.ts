import type { AssemblyParser } from "./assembly-parser.ts";
import type { AssemblyPrinter } from "./assembly-printer.ts";

/**
 * A part of a format that two functions read and write (`custom<Name>` in ODS). It does not contain regions, so that
 * nesting needs no recursion.
 */
export interface AssemblyDirective {
  parse(parser: AssemblyParser): void;
  print(printer: AssemblyPrinter): void;
  /** Attributes that it writes, which `attr-dict` leaves out. */
  readonly binds?: readonly string[];
  /** Decides whether an optional group is printed. */
  isPresent?(printer: AssemblyPrinter): boolean;
  /** Decides whether an optional group is parsed. */
  starts?(parser: AssemblyParser): boolean;
  /** Whether its text depends only on attributes, types and operand names, and can be cached. */
  readonly isFixed?: true;
  /** `false`: it writes its own space, or none. */
  readonly spaceBefore?: false;
}
