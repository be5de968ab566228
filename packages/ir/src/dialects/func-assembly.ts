import { printEntries } from "../assembly/directive.ts";
import type { AssemblyDirective, AssemblyParser, AssemblyPrinter, RegionArgument } from "../assembly/directive.ts";
import type { Attribute, Type } from "../attributes/attribute.ts";
import { arrayElements, entriesOf, typeValue } from "../attributes/parts.ts";
import { parseList } from "./index-list.ts";

/** Returns the inputs or the results of a function type. Returns an empty list for other types. */
export function partsOfFunction(type: Type | undefined, part: "inputs" | "results"): readonly Type[] {
  return type?.data.kind === "function" ? type.data[part] : [];
}

/** Types of the arguments or results of a function, and their attributes. Most lists of attributes stay empty. */
class Part {
  readonly types: Type[] = [];
  readonly attributes: (Attribute | undefined)[] = [];

  add(type: Type, attributes: Attribute | undefined): void {
    if (attributes !== undefined) this.attributes[this.types.length] = attributes;
    this.types.push(type);
  }
}

/** Signature (`parseFunctionOp`): `visibility? @name '(' arguments ')' ('->' results)? ('attributes' {…})?` */
export const functionSignature: AssemblyDirective = {
  binds: ["sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"],
  parse(parser) {
    const { context } = parser;
    if (parser.peek() !== 64) parseVisibility(parser);
    const name = parser.parseSymbolName();
    const { entry, inputs } = parseInputs(parser);
    const results = parseResults(parser);
    const type = context.functionType(inputs.types, results.types);
    parser.setAttribute("function_type", context.internAttribute({ kind: "type", type }));
    parser.setAttribute("sym_name", name);
    parser.parseOptionalAttributes({ withKeyword: true, inferred: INFERRED });
    setDictionaries(parser, "arg_attrs", inputs);
    setDictionaries(parser, "res_attrs", results);
    parser.setRegionArguments(entry);
  },
  print(printer) {
    const visibility = printer.getAttr("sym_visibility")?.data;
    if (visibility?.kind === "string") printer.write(`${visibility.value} `);
    const name = printer.getAttr("sym_name");
    if (name !== undefined) printer.symbolName(name);
    printSignature(printer);
    printer.attributes({ withKeyword: true });
  },
};

/** Attributes that follow from the signature. The attribute dictionary must not contain these attributes. */
const INFERRED: readonly string[] = ["sym_visibility", "function_type", "sym_name"];

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

function parseInputs(parser: AssemblyParser): { readonly entry: readonly RegionArgument[]; readonly inputs: Part } {
  const entry: RegionArgument[] = [];
  const inputs = new Part();
  parseList(parser, "(", "", () => {
    const isNamed = parser.peek() === 37;
    if (inputs.types.length > 0 && isNamed !== entry.length > 0) {
      parser.fail(isNamed ? "expected type instead of SSA identifier" : "expected SSA identifier");
    }
    if (isNamed) {
      let attributes: Attribute | undefined;
      const argument = parser.parseTypedArgument({ withAttributes: (found) => (attributes = found) });
      entry.push(argument);
      inputs.add(argument.type!, attributes);
    } else inputs.add(parser.parseType(), parser.parseOptionalDictionary());
  });
  return { entry, inputs };
}

/** Parses the results of a function: `('->' (type | '(' (type attributes? (',' …)*)? ')'))?` */
function parseResults(parser: AssemblyParser): Part {
  const results = new Part();
  if (!parser.parseOptionalPunctuation("->")) return results;
  if (parser.peek() === 40)
    parseList(parser, "(", "", () => results.add(parser.parseType(), parser.parseOptionalDictionary()));
  else results.add(parser.parseType(), undefined);
  return results;
}

/** Sets an attribute to an array with one dictionary for each type, unless all dictionaries are empty. */
function setDictionaries(parser: AssemblyParser, name: string, { types, attributes }: Part): void {
  if (attributes.length === 0) return;
  const empty = parser.context.internAttribute({ kind: "dictionary", entries: [] });
  const elements = types.map((_, i) => attributes[i] ?? empty);
  if (elements.every((attribute) => attribute === empty)) return;
  parser.setAttribute(name, parser.context.internAttribute({ kind: "array", elements }));
}

function printSignature(printer: AssemblyPrinter): void {
  const data = typeValue(printer.getAttr("function_type"))?.data;
  if (data?.kind !== "function") return;
  const [body] = printer.regions();
  const entry = body === undefined ? [] : printer.regionArguments(body);
  const argumentAttributes = arrayElements(printer.getAttr("arg_attrs"));
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
  if (data.results.length > 0) printResults(printer, data.results);
}

/** Prints results. A single result has no parentheses, unless it has attributes or a function type. */
function printResults(printer: AssemblyPrinter, results: readonly Type[]): void {
  const attributes = arrayElements(printer.getAttr("res_attrs"));
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
