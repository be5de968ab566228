import type { AssemblyParser } from "./assembly-parser.ts";
import type { AssemblyPrinter } from "./assembly-printer.ts";
import type { Attribute } from "../attributes/attribute.ts";
import type { AttributeConstraint } from "../dialects/attribute-constraints.ts";

/**
 * Part of a format with its own parse and print functions (`custom<Name>` in ODS). Directives cannot parse regions,
 * because the parser handles nested regions without recursion.
 */
export interface AssemblyDirective {
  /** Parses the text of the directive. Reports a problem with `parser.fail`. */
  parse(parser: AssemblyParser): void;
  /** Prints text that `parse` can parse again. */
  print(printer: AssemblyPrinter): void;
  /** Attributes that the directive writes, so that `attr-dict` omits them. */
  readonly binds?: readonly string[];
  /** Returns whether the printer prints the optional group whose anchor is this directive. */
  isPresent?(printer: AssemblyPrinter): boolean;
  /** Returns whether the optional group that starts with this directive is next in the text. */
  starts?(parser: AssemblyParser): boolean;
  /** Whether the text can be cached, because it depends only on attributes, types and operand names. */
  readonly isFixed?: true;
  /** `false` if the printer must not write a space before the directive. */
  readonly spaceBefore?: false;
}

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
