import type { AssemblyParser, RegionArgument } from "../assembly/assembly-parser.ts";
import { printEntries } from "../assembly/assembly-printer.ts";
import type { AssemblyPrinter } from "../assembly/assembly-printer.ts";
import type { AssemblyDirective } from "../assembly/directive.ts";
import type { Attribute, Type } from "../attributes/attribute.ts";
import { arrayElements, entriesOf, findEntry, typeValue } from "../attributes/parts.ts";
import { parseList } from "./index-list.ts";

/** Returns the inputs or the results of a function type. Returns an empty list for other types. */
export function partsOfFunction(type: Type | undefined, part: "inputs" | "results"): readonly Type[] {
  return type?.data.kind === "function" ? type.data[part] : [];
}

/** Types of the arguments or results of a function, with their attributes by index. */
interface TypedValues {
  readonly types: Type[];
  readonly attributes: (Attribute | undefined)[];
}

/**
 * Directive for a function signature: `visibility? @name '(' arguments ')' ('->' results)? ('attributes' {…})?`
 * (`mlir/lib/Interfaces/FunctionImplementation.cpp`).
 */
export const functionSignature: AssemblyDirective = {
  parse(parser) {
    const { context } = parser;
    if (parser.peek() !== 64) parseVisibility(parser);
    const name = parser.parseSymbolName();
    const inputs: TypedValues = { types: [], attributes: [] };
    const results: TypedValues = { types: [], attributes: [] };
    const entry = parseArguments(parser, inputs);
    parseResults(parser, results);
    const type = context.functionType(inputs.types, results.types);
    parser.setAttribute("function_type", context.internAttribute({ kind: "type", type }));
    parser.setAttribute("sym_name", name);
    parser.parseOptionalAttributes({ withKeyword: true, inferred: INFERRED });
    setDictionaries(parser, "arg_attrs", inputs);
    setDictionaries(parser, "res_attrs", results);
    parser.setRegionArguments(entry);
    if (parser.peek() !== 123) parser.addEmptyRegion();
  },
  print(printer) {
    const { properties } = printer;
    const visibility = findEntry(properties, "sym_visibility")?.data;
    if (visibility?.kind === "string") printer.write(`${visibility.value} `);
    const name = findEntry(properties, "sym_name");
    if (name !== undefined) printer.symbolName(name);
    printSignature(printer, properties);
    // Usually, the signature contains all attributes.
    const hasMore = entriesOf(properties).some(({ name }) => !WRITTEN.includes(name));
    if (hasMore || printer.discardableAttrs !== undefined) printer.attributes({ withKeyword: true, hidden: WRITTEN });
  },
};

/**
 * Attributes whose values follow from the text of the signature. The attribute dictionary must not contain these
 * attributes.
 */
const INFERRED: readonly string[] = ["sym_visibility", "function_type", "sym_name"];

/** Attributes that are printed as part of the signature, not in the attribute dictionary. */
const WRITTEN: readonly string[] = ["sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"];

function parseVisibility(parser: AssemblyParser): void {
  for (const value of ["public", "private", "nested"]) {
    if (!parser.parseOptionalKeyword(value)) continue;
    parser.setAttribute("sym_visibility", parser.context.internAttribute({ kind: "string", value }));
    return;
  }
}

/** Directive for a function body, which must have at least one block: `{}` is refused. */
export const functionBody: AssemblyDirective = {
  spaceBefore: false,
  parse(parser) {
    if (parser.lastRegionIsEmpty()) parser.fail("expected non-empty function body", parser.lastRegionLocation());
  },
  print: () => {},
};

/** Parses the arguments of a function: `'(' ((%name ':')? type attributes? (',' …)*)? ')'` */
function parseArguments(parser: AssemblyParser, { types, attributes }: TypedValues): readonly RegionArgument[] {
  const entry: RegionArgument[] = [];
  const withAttributes = (found: Attribute | undefined): void => {
    if (found !== undefined) attributes[types.length] = found;
  };
  parseList(parser, "(", "", () => {
    const isNamed = parser.peek() === 37;
    if (types.length > 0 && isNamed !== entry.length > 0) {
      parser.fail(isNamed ? "expected type instead of SSA identifier" : "expected SSA identifier");
    }
    if (!isNamed) return parseType(parser, { types, attributes });
    const argument = parser.parseTypedArgument({ withAttributes });
    entry.push(argument);
    types.push(argument.type!);
  });
  return entry;
}

/** Parses a type with optional attributes. */
function parseType(parser: AssemblyParser, { types, attributes }: TypedValues): void {
  types.push(parser.parseType());
  const found = parser.parseOptionalDictionary();
  if (found !== undefined) attributes[types.length - 1] = found;
}

/** Parses the results of a function: `('->' (type | '(' (type attributes? (',' …)*)? ')'))?` */
function parseResults(parser: AssemblyParser, results: TypedValues): void {
  if (!parser.parseOptionalPunctuation("->")) return;
  if (parser.peek() === 40) parseList(parser, "(", "", () => parseType(parser, results));
  else results.types.push(parser.parseType());
}

/** Sets an attribute to an array of dictionaries, unless all dictionaries are empty. */
function setDictionaries(parser: AssemblyParser, name: string, { types, attributes }: TypedValues): void {
  if (attributes.length === 0) return;
  const empty = parser.context.internAttribute({ kind: "dictionary", entries: [] });
  if (attributes.every((attribute) => attribute === undefined || attribute === empty)) return;
  const elements = types.map((_, i) => attributes[i] ?? empty);
  parser.setAttribute(name, parser.context.internAttribute({ kind: "array", elements }));
}

function printSignature(printer: AssemblyPrinter, properties: Attribute | undefined): void {
  const data = typeValue(findEntry(properties, "function_type"))?.data;
  if (data?.kind !== "function") return;
  const [body] = printer.regions();
  const entry = body === undefined ? [] : printer.regionArguments(body);
  const argumentAttributes = arrayElements(findEntry(properties, "arg_attrs"));
  printer.write("(");
  for (let i = 0; i < data.inputs.length; i++) {
    if (i !== 0) printer.write(", ");
    const value = entry[i];
    if (value !== undefined) {
      printer.value(value);
      printer.write(": ");
    }
    printer.type(data.inputs[i]!);
    printDictionary(printer, argumentAttributes[i]);
    if (value !== undefined) printer.argumentLocation(value);
  }
  printer.write(")");
  if (data.results.length > 0) printResults(printer, data.results, arrayElements(findEntry(properties, "res_attrs")));
}

/** Prints results. A single result has no parentheses, unless it has attributes or a function type. */
function printResults(printer: AssemblyPrinter, results: readonly Type[], attributes: readonly Attribute[]): void {
  printer.write(" -> ");
  const isBare = results.length === 1 && results[0]!.kind !== "function" && entriesOf(attributes[0]).length === 0;
  if (!isBare) printer.write("(");
  results.forEach((result, i) => {
    if (i !== 0) printer.write(", ");
    printer.type(result);
    printDictionary(printer, attributes[i]);
  });
  if (!isBare) printer.write(")");
}

function printDictionary(printer: AssemblyPrinter, attribute: Attribute | undefined): void {
  const entries = entriesOf(attribute);
  if (entries.length > 0) printEntries(printer, " {", entries);
}
