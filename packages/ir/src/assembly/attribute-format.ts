import { type Attribute } from "../attributes/attribute.ts";
import { type AssemblyParser } from "./assembly-parser.ts";
import { type AssemblyPrinter } from "./assembly-printer.ts";

/** How an attribute stands in a format, if not as an attribute with its type: `eq`, `<nsw>`, a bare string. */
export interface AttributeFormat {
  parse(parser: AssemblyParser): Attribute;
  print(printer: AssemblyPrinter, attribute: Attribute): void;
  /** Whether an attribute is of this form at all: others are refused where properties are read. */
  holds?(attribute: Attribute): boolean;
  /** Whether one is next, for optional ones without a literal before them. */
  starts?(parser: AssemblyParser): boolean;
}
