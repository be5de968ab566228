import type { AssemblyParser, RegionArgument } from "../assembly/assembly-parser.ts";
import type { AssemblyPrinter } from "../assembly/assembly-printer.ts";
import type { AssemblyDirective } from "../assembly/directive.ts";
import type { Type } from "../attributes/attribute.ts";
import { numbersOf } from "../attributes/parts.ts";
import {
  entriesOf,
  indexTypes,
  parseBracketedOperands,
  parseColonType,
  parseList,
  printAll,
  typesOf,
  staticEntries,
} from "./index-list.ts";

/* Directives of scf, which correspond to C++ functions in MLIR: `mlir/lib/Dialect/SCF/IR/SCF.cpp`. */

/** Returns the entry block arguments of the first region. */
export function entryArguments(printer: AssemblyPrinter): readonly number[] {
  const [first] = printer.regions();
  return first === undefined ? [] : printer.regionArguments(first);
}

/** Parses `(%a = %x, %b = %y)`. */
export function parseAssignments(parser: AssemblyParser, group: string): RegionArgument[] {
  const found: RegionArgument[] = [];
  if (!parser.parseOptionalPunctuation("(")) parser.fail("expected '('");
  if (parser.parseOptionalPunctuation(")")) return found;
  do {
    found.push(parser.parseArgument());
    parser.parsePunctuation("=");
    parser.parseOperand(group);
  } while (parser.parseOptionalPunctuation(","));
  if (!parser.parseOptionalPunctuation(")")) parser.failExpected("expected ',' or ')'");
  return found;
}

/** Prints `(%a = %x, %b = %y)`. */
function printAssignments(printer: AssemblyPrinter, names: readonly number[], values: readonly number[]): void {
  names.forEach((name, i) => printAll(printer, i === 0 ? "(" : ", ", [name], " = ", [values[i]!]));
  printer.write(names.length === 0 ? "()" : ")");
}

/** Prints `keyword(%a = %x) -> (types)`. Prints nothing if the list of values is empty. */
export function printCarried(
  printer: AssemblyPrinter,
  keyword: string,
  names: readonly number[],
  values: readonly number[],
): void {
  if (values.length === 0) return;
  printer.write(` ${keyword}`);
  printAssignments(printer, names, values);
  printAll(printer, " -> (", typesOf(printer, values), ")");
}

/** Prints ` -> types`, with parentheses unless there is exactly one type. */
function printArrowTypes(printer: AssemblyPrinter, types: readonly Type[]): void {
  const isBare = types.length === 1 && types[0]!.kind !== "function";
  printAll(printer, " -> ", isBare ? "" : "(", types, isBare ? "" : ")");
}

export function setTypes(found: readonly RegionArgument[], types: readonly Type[]): void {
  found.forEach((argument, i) => (argument.type = types[i]));
}

const BOUNDS = ["lowerBound", "upperBound", "step"];

function indexType(parser: AssemblyParser): Type {
  return parser.context.internType({ kind: "index" });
}

/**
 * Directive for the header of `scf.for`: `%i = %lb to %ub step %s (iter_args(%a = %x) -> (types))? (: type)?`
 */
export const forHeader: AssemblyDirective = {
  parse(parser) {
    const induction = parser.parseArgument();
    parser.parsePunctuation("=");
    parser.parseOperand("lowerBound");
    parser.parseKeyword("to");
    parser.parseOperand("upperBound");
    parser.parseKeyword("step");
    parser.parseOperand("step");
    const hasIterArgs = parser.parseOptionalKeyword("iter_args");
    const iterArgs = hasIterArgs ? parseAssignments(parser, "initArgs") : [];
    if (hasIterArgs && iterArgs.length > 0 && parser.peek() !== 45) parser.parsePunctuation("->");
    const types = hasIterArgs ? parser.parseOptionalArrowTypes() : [];
    if (iterArgs.length !== types.length) {
      parser.fail("mismatch in number of loop-carried values and defined values", parser.nameLocation);
    }
    const type = parser.parseOptionalPunctuation(":") ? parser.parseType() : indexType(parser);
    for (const group of BOUNDS) parser.setOperandTypes(group, [type]);
    parser.setOperandTypes("initArgs", types);
    parser.setResultTypes("results", types);
    induction.type = type;
    setTypes(iterArgs, types);
    parser.setRegionArguments([induction, ...iterArgs]);
  },
  print(printer) {
    const [induction, ...iterArgs] = entryArguments(printer);
    const [lower, upper, step] = BOUNDS.map((group) => printer.operands(group));
    printAll(printer, [induction!], " = ", lower!, " to ", upper!, " step ", step!);
    printCarried(printer, "iter_args", iterArgs, printer.operands("initArgs"));
    printer.write(" ");
    const type = printer.typeOf(induction!);
    if (type.kind !== "index") printAll(printer, " : ", [type], " ");
  },
};

/**
 * Directive for the result types of `scf.if` and of similar operations, whose results are the yielded values of a
 * region: `(-> (types))?`
 */
export const yieldedResults: AssemblyDirective = {
  spaceBefore: false,
  parse(parser) {
    parser.setResultTypes("results", parser.parseOptionalArrowTypes());
  },
  print(printer) {
    const types = typesOf(printer, printer.results());
    if (types.length > 0) printAll(printer, " -> (", types, ")");
  },
};

/** Directive for the result types of `memref.alloca_scope`: {@link yieldedResults} with a space before the text. */
export const spacedResults: AssemblyDirective = { parse: yieldedResults.parse, print: yieldedResults.print };

/** Directive that adds an empty region if the text omits the region, such as the region of an absent `else`. */
export const absentRegion: AssemblyDirective = {
  spaceBefore: false,
  parse: (parser) => parser.addEmptyRegion(),
  print: () => {},
};

/** Directive for result types: `(-> type)?`, with parentheses unless there is exactly one type. */
export const arrowTypes: AssemblyDirective = {
  ...yieldedResults,
  print(printer) {
    const types = typesOf(printer, printer.results());
    if (types.length > 0) printArrowTypes(printer, types);
  },
};

/** Directive for the header of `scf.while`: `(%a = %x)? : (types) -> types` */
export const whileHeader: AssemblyDirective = {
  spaceBefore: false,
  parse(parser) {
    const found = parser.peek() === 40 ? parseAssignments(parser, "inits") : [];
    const at = parser.getLocation();
    const { inputs, results } = parseColonType(parser, "function").data;
    parser.setResultTypes("results", results);
    if (inputs.length !== parser.operandCount("inits")) {
      const counts = `expected ${parser.operandCount("inits")} got ${inputs.length}`;
      parser.fail(`expected as many input types as operands (${counts})`, at);
    }
    parser.setOperandTypes("inits", inputs);
    setTypes(found, inputs);
    parser.setRegionArguments(found);
  },
  print(printer) {
    const inits = printer.operands("inits");
    printer.write(" ");
    if (inits.length > 0) {
      printAssignments(printer, entryArguments(printer), inits);
      printer.write(" ");
    }
    printAll(printer, ": (", typesOf(printer, inits), ")");
    printArrowTypes(printer, typesOf(printer, printer.results()));
  },
};

/** Parses the induction variables of a loop, whose type is `index`: `'(' (%i (',' …)*)? ')'` */
export function parseInductions(parser: AssemblyParser): readonly RegionArgument[] {
  const type = indexType(parser);
  return parseList(parser, "(", " in argument list", () => Object.assign(parser.parseArgument(), { type }));
}

/** Directive for the header of `scf.parallel`: `(%i) = (%lb) to (%ub) step (%s) (init (%x))? (-> types)?` */
export const parallelHeader: AssemblyDirective = {
  parse(parser) {
    const inductions = parseInductions(parser);
    const bounds = (group: string): void => {
      const at = parser.getLocation();
      const count = parseBracketedOperands(parser, group, "(");
      if (count !== inductions.length) parser.fail(`expected ${inductions.length} operands`, at);
      parser.setOperandTypes(group, indexTypes(parser, group));
    };
    parser.parsePunctuation("=");
    bounds("lowerBound");
    parser.parseKeyword("to");
    bounds("upperBound");
    parser.parseKeyword("step");
    bounds("step");
    if (parser.parseOptionalKeyword("init")) parseBracketedOperands(parser, "initVals", "(");
    const types = parser.parseOptionalArrowTypes();
    parser.setResultTypes("results", types);
    parser.setOperandTypes("initVals", types);
    parser.setRegionArguments(inductions);
  },
  print(printer) {
    const [lower, upper, step] = BOUNDS.map((group) => printer.operands(group));
    printAll(printer, "(", entryArguments(printer), ") = (", lower!, ") to (", upper!, ") step (", step!, ")");
    const inits = printer.operands("initVals");
    if (inits.length > 0) printAll(printer, " init (", inits, ")");
    arrowTypes.print(printer);
  },
};

/** Directive for the case value before a region of `scf.index_switch`. */
export const caseValue: AssemblyDirective = {
  binds: ["cases"],
  parse(parser) {
    const value = parser.parseInteger();
    const known = numbersOf(parser.getAttribute("cases"));
    parser.replaceAttribute("cases", staticEntries(parser, [...known, value].map(String)));
  },
  print(printer) {
    printer.write(entriesOf(printer, "cases")[Math.max(printer.nextRegion, 1) - 1] ?? "");
  },
};

/** Directive that sets an empty list of cases if the text has no cases. */
export const noCases: AssemblyDirective = {
  spaceBefore: false,
  binds: ["cases"],
  parse(parser) {
    if (parser.getAttribute("cases") === undefined) parser.setAttribute("cases", staticEntries(parser, []));
  },
  print: () => {},
};
