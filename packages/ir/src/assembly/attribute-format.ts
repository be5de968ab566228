import type { Attribute } from "../attributes/attribute.ts";
import type { AssemblyParser } from "./assembly-parser.ts";
import type { AttributeConstraint } from "../dialects/attribute-constraints.ts";
import type { AssemblyPrinter } from "./assembly-printer.ts";

/**
 * Form of an attribute in an assembly format, for attributes that are not written with their type: `eq`, `<nsw>`, a
 * bare string.
 */
export interface AttributeFormat {
  /** Parses the short form of the attribute. Reports a problem with `parser.fail`. */
  parse(parser: AssemblyParser): Attribute;
  /** Prints the short form of the attribute, so that `parse` returns the same attribute. */
  print(printer: AssemblyPrinter, attribute: Attribute): void;
  /** Constraint on attributes of this form. */
  readonly constraint?: AttributeConstraint;
  /** Returns whether an attribute in this form is next. Needed for optional attributes without a preceding literal. */
  starts?(parser: AssemblyParser): boolean;
}
