import type { Attribute } from "../attributes/attribute.ts";
import type { AssemblyParser } from "./assembly-parser.ts";
import type { AttributeConstraint } from "../dialects/attribute-constraints.ts";
import type { AssemblyPrinter } from "./assembly-printer.ts";

/** How an attribute stands in a format, if not as an attribute with its type: `eq`, `<nsw>`, a bare string. */
export interface AttributeFormat {
  parse(parser: AssemblyParser): Attribute;
  print(printer: AssemblyPrinter, attribute: Attribute): void;
  /** The attributes that have this form. */
  readonly constraint?: AttributeConstraint;
  /** Whether one is next, for optional ones without a literal before them. */
  starts?(parser: AssemblyParser): boolean;
}
