import type { AssemblyDirective, AssemblyParser, AssemblyPrinter, RegionArgument } from "../assembly/directive.ts";
import type { Type } from "../attributes/attribute.ts";
import { integerValue } from "../attributes/parts.ts";
import { getOrMake } from "../maps.ts";
import {
  DYNAMIC_ENTRY,
  entriesOf,
  indexTypes,
  parseBracketedOperands,
  parseColonType,
  parseIndexList,
  parseList,
  printAll,
  printIndexList,
  typesOf,
  denseArray,
} from "./index-list.ts";

/* Directives of scf, which correspond to C++ functions in MLIR: `mlir/lib/Dialect/SCF/IR/SCF.cpp`. */

function entryArguments(printer: AssemblyPrinter): readonly number[] {
  const [first] = printer.regions();
  return first === undefined ? [] : printer.regionArguments(first);
}

/** Parses `(%a = %x, %b = %y)`. */
function parseAssignments(parser: AssemblyParser, group: string): RegionArgument[] {
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
function printCarried(
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

function setTypes(found: readonly RegionArgument[], types: readonly Type[]): void {
  found.forEach((argument, i) => (argument.type = types[i]));
}

export const BOUNDS: readonly string[] = ["lowerBound", "upperBound", "step"];

/** Words before the bounds of a loop: `= lower to upper step step`. */
const WORDS = ["=", "to", "step"];

/** Parses `= lower to upper step step`. `parse` parses the bound with this index. */
function parseBounds<T>(parser: AssemblyParser, parse: (place: number) => T): T[] {
  return WORDS.map((word, i) => {
    if (i === 0) parser.parsePunctuation(word);
    else parser.parseKeyword(word);
    return parse(i);
  });
}

/** Prints ` = lower to upper step step`. `print` prints the bound with this index. */
function printBounds(printer: AssemblyPrinter, print: (place: number) => void): void {
  WORDS.forEach((word, i) => {
    printer.write(` ${word} `);
    print(i);
  });
}

function indexType(parser: AssemblyParser): Type {
  return parser.context.internType({ kind: "index" });
}

/** Header of `scf.for`: `%i = %lb to %ub step %s (iter_args(%a = %x) -> (types))? (: type)?` */
export const forHeader: AssemblyDirective = {
  parse(parser) {
    const induction = parser.parseArgument();
    parseBounds(parser, (i) => parser.parseOperand(BOUNDS[i]!));
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
    printer.value(induction!);
    printBounds(printer, (i) => printer.values(printer.operands(BOUNDS[i]!)));
    printCarried(printer, "iter_args", iterArgs, printer.operands("initArgs"));
    printer.write(" ");
    const type = printer.typeOf(induction!);
    if (type.kind !== "index") printAll(printer, " : ", [type], " ");
  },
};

/** Result types of operations that yield values from their regions, such as `scf.if`: `(-> (types))?` */
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

/** Result types of `memref.alloca_scope`: {@link yieldedResults} with a space before the text. */
export const spacedResults: AssemblyDirective = { parse: yieldedResults.parse, print: yieldedResults.print };

/** Result types: `(-> type)?`, with parentheses unless there is exactly one type. */
export const arrowTypes: AssemblyDirective = {
  ...yieldedResults,
  print(printer) {
    const types = typesOf(printer, printer.results());
    if (types.length > 0) printArrowTypes(printer, types);
  },
};

/** Header of `scf.while`: `(%a = %x)? : (types) -> types` */
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
function parseInductions(parser: AssemblyParser): readonly RegionArgument[] {
  const type = indexType(parser);
  return parseList(parser, "(", " in argument list", () => Object.assign(parser.parseArgument(), { type }));
}

/** Header of `scf.parallel`: `(%i) = (%lb) to (%ub) step (%s) (init (%x))? (-> types)?` */
export const parallelHeader: AssemblyDirective = {
  parse(parser) {
    const inductions = parseInductions(parser);
    parseBounds(parser, (i) => {
      const at = parser.getLocation();
      const count = parseBracketedOperands(parser, BOUNDS[i]!, "(");
      if (count !== inductions.length) parser.fail(`expected ${inductions.length} operands`, at);
      parser.setOperandTypes(BOUNDS[i]!, indexTypes(parser, BOUNDS[i]!));
    });
    if (parser.parseOptionalKeyword("init")) parseBracketedOperands(parser, "initVals", "(");
    const types = parser.parseOptionalArrowTypes();
    parser.setResultTypes("results", types);
    parser.setOperandTypes("initVals", types);
    parser.setRegionArguments(inductions);
  },
  print(printer) {
    printAll(printer, "(", entryArguments(printer), ")");
    printBounds(printer, (i) => printAll(printer, "(", printer.operands(BOUNDS[i]!), ")"));
    const inits = printer.operands("initVals");
    if (inits.length > 0) printAll(printer, " init (", inits, ")");
    arrowTypes.print(printer);
  },
};

/** Attributes with the static bounds of `scf.forall`, and operand groups with its dynamic bounds. */
export const STATIC: readonly string[] = ["staticLowerBound", "staticUpperBound", "staticStep"];
export const DYNAMIC: readonly string[] = ["dynamicLowerBound", "dynamicUpperBound", "dynamicStep"];

/** Header of `scf.forall`: `(%i) in (%n)` or `(%i) = (0) to (%n) step (1)`, then `shared_outs(%o = %t) -> (types)`. */
export const forallHeader: AssemblyDirective = {
  binds: STATIC,
  parse(parser) {
    const inductions = parseInductions(parser);
    const parse = (i: number): readonly string[] => parseIndexList(parser, DYNAMIC[i]!, "(");
    const constants = (value: string): readonly string[] => inductions.map(() => value);
    const bounds = parser.parseOptionalKeyword("in")
      ? [constants("0"), parse(1), constants("1")]
      : parseBounds(parser, parse);
    const at = parser.getLocation();
    const hasOutputs = parser.parseOptionalKeyword("shared_outs");
    const outputs = hasOutputs ? parseAssignments(parser, "outputs") : [];
    const types = hasOutputs ? parser.parseOptionalArrowTypes() : [];
    if (outputs.length !== types.length) {
      const counts = `got ${outputs.length} operands and ${types.length} types`;
      parser.fail(`number of operands and types do not match: ${counts}`, at);
    }
    for (const group of DYNAMIC) parser.setOperandTypes(group, indexTypes(parser, group));
    parser.setOperandTypes("outputs", types);
    parser.setResultTypes("results", types);
    STATIC.forEach((name, i) => parser.setAttribute(name, denseArray(parser, bounds[i]!)));
    setTypes(outputs, types);
    parser.setRegionArguments([...inductions, ...outputs]);
  },
  print(printer) {
    const inputs = entryArguments(printer);
    const bounds = STATIC.map((name) => entriesOf(printer, name));
    const rank = bounds[1]!.length;
    printAll(printer, "(", inputs.slice(0, rank), ")");
    const print = (i: number): void => printIndexList(printer, DYNAMIC[i]!, bounds[i]!, "(");
    // Like MLIR, does not print bounds that are operands if they are constants with the default values.
    const areAll = (i: number, value: bigint): boolean => {
      const operands = [...printer.operands(DYNAMIC[i]!)];
      const known = (entry: string): bigint | undefined =>
        entry === DYNAMIC_ENTRY ? integerValue(printer.constantOf(operands.shift()!)) : BigInt(entry);
      return bounds[i]!.every((entry) => known(entry) === value);
    };
    if (areAll(0, 0n) && areAll(2, 1n)) {
      printer.write(" in ");
      print(1);
    } else printBounds(printer, print);
    printCarried(printer, "shared_outs", inputs.slice(rank), printer.operands("outputs"));
  },
};

/**
 * Case values that a parser has read, for each `scf.index_switch` that it parses. Until the last case is read, the
 * attribute `cases` is a unit attribute, because creating an attribute for each case takes quadratic time.
 */
const CASES = new WeakMap<AssemblyParser, string[][]>();

/** Case value before a region of `scf.index_switch`. */
export const caseValue: AssemblyDirective = {
  binds: ["cases"],
  parse(parser) {
    const value = String(parser.parseInteger());
    const open = getOrMake(CASES, parser, () => []);
    const known = parser.getAttribute("cases");
    if (known === undefined) {
      parser.setAttribute("cases", parser.context.internAttribute({ kind: "unit" }));
      open.push([value]);
    } else if (known.data.kind === "unit") open.at(-1)?.push(value);
  },
  print(printer) {
    const data = printer.getAttr("cases")?.data;
    if (data?.kind === "dense-array") printer.write(String(data.values[Math.max(printer.nextRegion, 1) - 1] ?? ""));
  },
};

/** Directive that sets the list of cases after the last case. Cases in the dictionary of attributes have precedence. */
export const caseList: AssemblyDirective = {
  spaceBefore: false,
  binds: ["cases"],
  parse(parser) {
    const known = parser.getAttribute("cases");
    if (known === undefined) parser.setAttribute("cases", denseArray(parser, []));
    else if (known.data.kind === "unit")
      parser.replaceAttribute("cases", denseArray(parser, CASES.get(parser)?.pop() ?? []));
  },
  print: () => {},
};
