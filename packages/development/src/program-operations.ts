import { Scope } from "./program-writer.ts";
import type { Operation, ProgramWriter } from "./program-writer.ts";
import {
  floatTypes,
  floatVector,
  integerVector,
  memrefTypes,
  pickFloatType,
  pickIntegerType,
  pickType,
  useValue,
} from "./program-types.ts";

type Write = (writer: ProgramWriter, scope: Scope) => void;

/** Functions that write operations without regions, each with its weight. */
const straight: readonly (readonly [number, Write])[] = [
  [10, overflowArithmetic],
  [10, integerArithmetic],
  [5, roundingDivision],
  [4, floatArithmetic],
  [5, floatExtremum],
  [3, comparison],
  [2, select],
  [2, cast],
  [2, extended],
  [4, load],
  [3, store],
  [1, dimension],
  [1, global],
  [2, call],
  [1, assertion],
  [1, constant],
];

/** Writes an operation without regions, or repeats an earlier operation. */
export function writeStraight(writer: ProgramWriter, scope: Scope): void {
  const { random } = writer;
  const repeatable = scope.visible((s) => s.repeatable);
  if (repeatable.length > 0 && random.chance(0.22)) {
    writer.repeat(scope, random.pick(random.chance(0.6) ? repeatable.slice(-8) : repeatable));
    return;
  }
  if (writer.options.unregistered && random.chance(0.12)) {
    writeUnregistered(writer, scope);
    return;
  }
  random.pickWeighted(straight)(writer, scope);
}

function overflowArithmetic(writer: ProgramWriter, scope: Scope): void {
  const flags = writer.random.chance(0.8) ? "none" : writer.random.pick(["nsw", "nuw", "nsw, nuw"]);
  const name = writer.random.pick(["arith.addi", "arith.subi", "arith.muli", "arith.shli"]);
  binary(writer, scope, name, pickIntegerType(writer), `overflowFlags = #arith.overflow<${flags}>`);
}

function integerArithmetic(writer: ProgramWriter, scope: Scope): void {
  const plain = ["andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui", "remsi", "remui"] as const;
  if (writer.random.chance(0.7)) {
    binary(writer, scope, `arith.${writer.random.pick(plain)}`, pickIntegerType(writer));
    return;
  }
  const exact = writer.random.pick(["divsi", "divui", "shrsi", "shrui"]);
  binary(writer, scope, `arith.${exact}`, pickIntegerType(writer), writer.random.chance(0.3) ? "isExact" : undefined);
}

function roundingDivision(writer: ProgramWriter, scope: Scope): void {
  const name = writer.random.pick(["arith.ceildivsi", "arith.ceildivui", "arith.floordivsi"]);
  binary(writer, scope, name, pickIntegerType(writer));
}

function floatArithmetic(writer: ProgramWriter, scope: Scope): void {
  const name = writer.random.pick(["addf", "subf", "mulf", "divf"]);
  binary(writer, scope, `arith.${name}`, pickFloatType(writer), fastmath(writer));
}

function floatExtremum(writer: ProgramWriter, scope: Scope): void {
  const name = writer.random.pick(["maximumf", "minimumf", "maxnumf", "minnumf"]);
  binary(writer, scope, `arith.${name}`, pickFloatType(writer), fastmath(writer));
}

function binary(writer: ProgramWriter, scope: Scope, name: string, type: string, properties?: string): void {
  const operands = [useValue(writer, scope, type), useValue(writer, scope, type)];
  const tag = writer.random.chance(0.06) ? { attributes: `tag = ${writer.random.below(2)} : i64, "a note" = "x"` } : {};
  writer.write(scope, { name, operands, results: [type], ...(properties === undefined ? {} : { properties }), ...tag });
}

function fastmath({ random }: ProgramWriter): string {
  const flags = random.chance(0.8) ? "none" : random.pick(["fast", "nnan", "nnan,ninf", "contract"]);
  return `fastmath = #arith.fastmath<${flags}>`;
}

function comparison(writer: ProgramWriter, scope: Scope): void {
  const { random } = writer;
  const isInteger = random.chance(0.7);
  const type = isInteger ? random.pick(["i32", "i64", "index"]) : random.pick(floatTypes);
  const operands = [useValue(writer, scope, type), useValue(writer, scope, type)];
  const properties = isInteger
    ? `predicate = ${random.below(10)} : i64`
    : `${fastmath(writer)}, predicate = ${random.below(16)} : i64`;
  writer.write(scope, { name: isInteger ? "arith.cmpi" : "arith.cmpf", operands, results: ["i1"], properties });
}

function select(writer: ProgramWriter, scope: Scope): void {
  const type = pickType(writer);
  const operands = [useValue(writer, scope, "i1"), useValue(writer, scope, type), useValue(writer, scope, type)];
  writer.write(scope, { name: "arith.select", operands, results: [type] });
}

function cast(writer: ProgramWriter, scope: Scope): void {
  const noOverflow = "overflowFlags = #arith.overflow<none>";
  const [name, from, to, properties] = writer.random.pick<readonly [string, string, string, string?]>([
    ["arith.extsi", "i32", "i64"],
    ["arith.extsi", "i1", "i32"],
    ["arith.trunci", "i64", "i8", noOverflow],
    ["arith.index_cast", "i64", "index"],
    ["arith.index_cast", "index", "i32"],
    ["arith.index_castui", "i32", "index"],
    ["arith.sitofp", "i32", "f32"],
    ["arith.fptosi", "f64", "i64"],
    ["arith.extf", "f32", "f64"],
    ["arith.bitcast", "i32", "f32"],
    ["arith.negf", "f64", "f64", "fastmath = #arith.fastmath<none>"],
  ]);
  const operands = [useValue(writer, scope, from)];
  writer.write(scope, { name, operands, results: [to], ...(properties === undefined ? {} : { properties }) });
}

function extended(writer: ProgramWriter, scope: Scope): void {
  const name = writer.random.pick(["arith.addui_extended", "arith.mulsi_extended", "arith.mului_extended"]);
  const operands = [useValue(writer, scope, "i32"), useValue(writer, scope, "i32")];
  writer.write(scope, { name, operands, results: ["i32", name === "arith.addui_extended" ? "i1" : "i32"] });
}

function load(writer: ProgramWriter, scope: Scope): void {
  const [type, element, rank] = pickMemref(writer);
  const operands = [useValue(writer, scope, type), ...indices(writer, scope, rank)];
  writer.write(scope, { name: "memref.load", operands, results: [element] });
}

function store(writer: ProgramWriter, scope: Scope): void {
  const [type, element, rank] = pickMemref(writer);
  const operands = [useValue(writer, scope, element), useValue(writer, scope, type), ...indices(writer, scope, rank)];
  writer.write(scope, { name: "memref.store", operands, results: [] });
}

function pickMemref(writer: ProgramWriter): readonly [type: string, element: string, rank: number] {
  return writer.random.chance(0.6) ? [memrefTypes[0], "i32", 1] : [memrefTypes[1], "f32", 2];
}

function indices(writer: ProgramWriter, scope: Scope, count: number) {
  return Array.from({ length: count }, () => useValue(writer, scope, "index"));
}

function dimension(writer: ProgramWriter, scope: Scope): void {
  const operands = [useValue(writer, scope, memrefTypes[1]), useValue(writer, scope, "index")];
  writer.write(scope, { name: "memref.dim", operands, results: ["index"] });
}

function global(writer: ProgramWriter, scope: Scope): void {
  if (scope.globals.length === 0) return;
  const { name, type } = writer.random.pick(scope.globals);
  writer.write(scope, { name: "memref.get_global", operands: [], results: [type], properties: `name = @${name}` });
}

function call(writer: ProgramWriter, scope: Scope): void {
  if (scope.callables.length === 0) return;
  const { name, inputs, results } = writer.random.pick(scope.callables);
  const operands = inputs.map((type) => useValue(writer, scope, type));
  const operation: Operation = { name: "func.call", operands, results, properties: `callee = @${name}` };
  writer.write(scope, operation);
}

function assertion(writer: ProgramWriter, scope: Scope): void {
  const operands = [useValue(writer, scope, "i1")];
  writer.write(scope, { name: "cf.assert", operands, results: [], properties: 'msg = "must \\"hold\\""' });
}

function constant(writer: ProgramWriter, scope: Scope): void {
  if (writer.random.chance(0.5)) unusedConstant(writer, scope);
  else useValue(writer, scope, pickType(writer));
}

function unusedConstant(writer: ProgramWriter, scope: Scope): void {
  const type = writer.options.vectors ? writer.random.pick([integerVector, floatVector]) : "i32";
  const value = type === integerVector ? "dense<7> : " : type === floatVector ? "dense<1.000000e+00> : " : "7 : ";
  writer.write(scope, { name: "arith.constant", operands: [], results: [type], properties: `value = ${value}${type}` });
}

/**
 * Writes an unregistered operation. An unregistered operation can have any effect, and its region does not have to end
 * in a terminator. Because the operation can also be a symbol table, operations in its region must not refer to symbols
 * outside of the region.
 */
function writeUnregistered(writer: ProgramWriter, scope: Scope): void {
  const { random } = writer;
  const operands = Array.from({ length: random.below(3) }, () => useValue(writer, scope, pickType(writer)));
  const results = Array.from({ length: random.below(3) }, () => pickType(writer));
  const name = random.pick(["alpha.one", "beta.two"]);
  const attributes = random.pick([
    "kind = #beta.kind<a, 1>",
    "type = !alpha.handle<i32>, unit",
    'list = [1 : i32, "two", {three = 3 : i8}]',
  ]);
  const regions = random.chance(0.3) ? [() => integerArithmetic(writer, new Scope(scope))] : undefined;
  writer.write(scope, { name, operands, results, attributes, ...(regions === undefined ? {} : { regions }) });
}
