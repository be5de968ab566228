import type { AssemblyParser } from "./assembly-parser.ts";
import type { AssemblyPrinter } from "./assembly-printer.ts";

/**
 * A part of a format that is two functions (`custom<Name>` in ODS). It never reads or writes a region: it stands between
 * regions, so that nesting needs no recursion.
 */
export interface AssemblyDirective {
  parse(parser: AssemblyParser): void;
  print(printer: AssemblyPrinter): void;
  /** Attributes that it writes, so that `attr-dict` does not. */
  readonly binds?: readonly string[];
  /** For optional groups: whether there is something to print. */
  isPresent?(printer: AssemblyPrinter): boolean;
  /** For optional groups: whether one is next. */
  starts?(parser: AssemblyParser): boolean;
  /** What it writes follows from attributes, types and the names of operands alone, so that it need not be asked twice. */
  readonly isFixed?: true;
  /** It writes its own space, or none. */
  readonly spaceBefore?: false;
}
