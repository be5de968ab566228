import type { Attribute } from "../attributes/attribute.ts";
import type { AssemblyParser } from "./assembly-parser.ts";
import type { AttributeConstraint } from "../dialects/attribute-constraints.ts";
import type { AssemblyPrinter } from "./assembly-printer.ts";

/**
 * Short form of an attribute in an assembly format, without the type of the attribute: a word such as `eq`, flags such
 * as `<nsw>`, or a bare string.
 */
export interface AttributeFormat {
  /** Parses the short form of the attribute. Reports a problem with `parser.fail`. */
  parse(parser: AssemblyParser): Attribute;
  /** Prints the short form of the attribute. `parse` must return the same attribute for the printed text. */
  print(printer: AssemblyPrinter, attribute: Attribute): void;
  /** Constraint on attributes of this form. */
  readonly constraint?: AttributeConstraint;
  /**
   * Returns whether the next token starts an attribute in this form. Required for optional attributes without a
   * preceding literal.
   */
  starts?(parser: AssemblyParser): boolean;
}
