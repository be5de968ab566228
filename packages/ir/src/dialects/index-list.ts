import type { AssemblyDirective, AssemblyParser, AssemblyPrinter } from "../assembly/directive.ts";
import { DYNAMIC_INDEX } from "../attributes/attribute.ts";
import type { Attribute, Type } from "../attributes/attribute.ts";
import { numbersOf } from "../attributes/parts.ts";

/** Text of a list entry whose value is an operand. */
export const DYNAMIC_ENTRY: string = String(DYNAMIC_INDEX);

const BRACKETS = { "(": ")", "[": "]" } as const;
type Opening = keyof typeof BRACKETS;

/** Parses a list in brackets. `where` is appended to the error message for a missing bracket. */
export function parseList<T>(parser: AssemblyParser, opening: Opening, where: string, parse: () => T): T[] {
  const list: T[] = [];
  parser.parsePunctuation(opening, where);
  if (parser.parseOptionalPunctuation(BRACKETS[opening])) return list;
  do list.push(parse());
  while (parser.parseOptionalPunctuation(","));
  parser.parsePunctuation(BRACKETS[opening], where);
  return list;
}

/** Parses `':' type`. The error for a wrong type kind is at the colon (`OpAsmParser::parseColonType`). */
export function parseColonType<K extends "memref" | "function">(
  parser: AssemblyParser,
  kind: K,
): Type & { readonly data: { readonly kind: K } } {
  const at = parser.getLocation();
  parser.parsePunctuation(":");
  const type = parser.parseType();
  if (type.kind !== kind)
    parser.fail(`invalid kind of type specified: expected builtin.${kind}, but found '${type.toString()}'`, at);
  return type as never;
}

/** Parses operands in brackets. Returns the number of operands. */
export function parseBracketedOperands(parser: AssemblyParser, group: string, opening: Opening): number {
  return parseList(parser, opening, " in operand list", () => parser.parseOperand(group)).length;
}

/** Parses a list of operands and integers, such as `[%a, 4, %b]` (`parseDynamicIndexList`). */
export function parseIndexList(parser: AssemblyParser, group: string, opening: Opening): readonly string[] {
  const parse = (): string => (parser.parseOptionalOperand(group) ? DYNAMIC_ENTRY : String(parser.parseInteger()));
  return parser.alsoFailing(
    () => parseList(parser, opening, " in dynamic index list", parse),
    "expected SSA value or integer",
    parser.nameLocation,
  );
}

export function printIndexList(
  printer: AssemblyPrinter,
  group: string,
  entries: readonly string[],
  opening: Opening,
): void {
  const operands = printer.operands(group);
  let next = 0;
  printer.write(opening);
  entries.forEach((entry, i) => {
    if (i > 0) printer.write(", ");
    if (entry === DYNAMIC_ENTRY) printer.value(operands[next++]!);
    else printer.write(entry);
  });
  printer.write(BRACKETS[opening]);
}

/** Returns the attribute `array<iN: …>`. */
export function denseArray({ context }: AssemblyParser, values: readonly string[], width = 64): Attribute {
  const elementType = context.internType({ kind: "integer", width, signedness: "signless" });
  return context.internAttribute({ kind: "dense-array", elementType, values });
}

export function entriesOf(printer: AssemblyPrinter, name: string): readonly string[] {
  return numbersOf(printer.getAttr(name)).map(String);
}

export function typesOf(printer: AssemblyPrinter, values: readonly number[]): readonly Type[] {
  return values.map((value) => printer.typeOf(value));
}

export function printAll(
  printer: AssemblyPrinter,
  ...parts: readonly (string | readonly number[] | readonly Type[])[]
): void {
  const areTypes = (part: readonly (number | Type)[]): part is readonly Type[] => typeof part[0] === "object";
  for (const part of parts) {
    if (typeof part === "string") printer.write(part);
    else if (areTypes(part)) printer.types(part);
    else printer.values(part as readonly number[]);
  }
}

/** Prints `(%a, %b : types)`. Prints nothing if the list of values is empty. */
export function printTypedOperands(printer: AssemblyPrinter, values: readonly number[]): void {
  if (values.length > 0) printAll(printer, "(", values, " : ", typesOf(printer, values), ")");
}

/** Returns an `index` type for each operand parsed so far. */
export function indexTypes(parser: AssemblyParser, group: string): readonly Type[] {
  const index = parser.context.internType({ kind: "index" });
  return Array.from({ length: parser.operandCount(group) }, () => index);
}

/** Returns the directive `custom<DynamicIndexList>($group, $attribute)`. */
export function dynamicIndexList(group: string, attribute: string): AssemblyDirective {
  return {
    binds: [attribute],
    parse(parser) {
      parser.setAttribute(attribute, denseArray(parser, parseIndexList(parser, group, "[")));
      parser.setOperandTypes(group, indexTypes(parser, group));
    },
    print: (printer) => printIndexList(printer, group, entriesOf(printer, attribute), "["),
  };
}
