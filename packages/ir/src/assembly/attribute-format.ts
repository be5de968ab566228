import type { Attribute } from "../attributes/attribute.ts";
import type { AssemblyParser } from "./assembly-parser.ts";
import type { AttributeConstraint } from "../dialects/attribute-constraints.ts";
import type { AssemblyPrinter } from "./assembly-printer.ts";

/**
 * The text of an attribute in a format, where that is not the attribute with its type: `eq`, `<nsw>`, a bare string.
 */
export interface AttributeFormat {
  parse(parser: AssemblyParser): Attribute;
  print(printer: AssemblyPrinter, attribute: Attribute): void;
  /** Constraint on attributes of this form. */
  readonly constraint?: AttributeConstraint;
  /** Whether such an attribute is next, for optional ones without a literal before them. */
  starts?(parser: AssemblyParser): boolean;
}
