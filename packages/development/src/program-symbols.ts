import { terminate, writeBody } from "./program-regions.ts";
import { memrefTypes, pickType, useValue } from "./program-types.ts";
import { Scope, typeList } from "./program-writer.ts";
import type { Callable, ProgramWriter, Value } from "./program-writer.ts";

interface Function extends Callable {
  readonly isPrivate: boolean;
  readonly isDeclaration: boolean;
  /** Whether symbol-dce must erase the function, because only unused functions call it. */
  readonly isUnused: boolean;
}

/** Writes the top module: globals, functions, and sometimes a nested module with functions. */
export function writeModule(writer: ProgramWriter): void {
  writer.write(new Scope(undefined), {
    name: "builtin.module",
    operands: [],
    results: [],
    regions: [() => writeModuleBody(writer, "")],
  });
}

function writeModuleBody(writer: ProgramWriter, prefix: string): void {
  const { random, options } = writer;
  const scope = new Scope(undefined);
  const globals = writeGlobals(writer, scope, prefix);
  const functions = Array.from({ length: options.functions }, (_, i) => planFunction(writer, `${prefix}f${i}`));
  const hasNested = prefix === "" && random.chance(0.4);
  if (random.chance(0.3)) writeLooseConstants(writer, scope);
  for (const planned of functions) {
    const callables = functions.filter((other) => !other.isUnused || planned.isUnused);
    // Only unused functions can read unused globals.
    const readable = globals.filter(({ name }) => !name.includes("unused") || planned.isUnused);
    const hints = [
      ...callables.map((callable) => `@${callable.name}`),
      ...(hasNested ? ["@inner::@gf0", "[@inner::@gf1]"] : []),
    ];
    writeFunction(writer, scope, planned, callables, readable, pickHint(writer, hints));
  }
  if (hasNested) writeNestedModule(writer, scope);
}

function writeNestedModule(writer: ProgramWriter, scope: Scope): void {
  const { random } = writer;
  const visibility = random.chance(0.5) ? ', sym_visibility = "private"' : "";
  writer.write(scope, {
    name: "builtin.module",
    operands: [],
    results: [],
    properties: `sym_name = "inner"${visibility}`,
    regions: [() => writeModuleBody(writer, "g")],
  });
}

/** Writes operations directly in a module's region, where SSA dominance does not hold. */
function writeLooseConstants(writer: ProgramWriter, scope: Scope): void {
  for (let i = 0; i < 3; i++) {
    const results = ["i32"];
    writer.write(scope, { name: "arith.constant", operands: [], results, properties: `value = ${i % 2} : i32` });
  }
  const operands = [useValue(writer, scope, "i32"), useValue(writer, scope, "i32")];
  writer.write(scope, { name: "arith.xori", operands, results: ["i32"] });
}

function writeGlobals(writer: ProgramWriter, scope: Scope, prefix: string): readonly Value[] {
  const { random } = writer;
  const type = memrefTypes[0];
  const names = random.chance(0.6) ? [`${prefix}table`, `${prefix}unused_table`] : [];
  for (const name of names) {
    const value = random.pick([
      "dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi32>",
      "dense<0> : tensor<8xi32>",
      undefined,
    ]);
    const initial = value === undefined ? "initial_value" : `constant, initial_value = ${value}`;
    const properties = `${initial}, sym_name = "${name}", sym_visibility = "private", type = ${type}`;
    writer.write(scope, { name: "memref.global", operands: [], results: [], properties });
  }
  return names.map((name) => ({ name, type }));
}

function planFunction(writer: ProgramWriter, name: string): Function {
  const { random } = writer;
  const isPrivate = random.chance(0.5);
  return {
    name,
    inputs: Array.from({ length: random.below(6) }, () => inputType(writer)),
    results: Array.from({ length: random.pick([0, 1, 1, 2]) }, () => pickType(writer)),
    isPrivate,
    isDeclaration: isPrivate && random.chance(0.25),
    isUnused: isPrivate && random.chance(0.5),
  };
}

function inputType(writer: ProgramWriter): string {
  return writer.random.chance(0.15) ? writer.random.pick(memrefTypes) : pickType(writer);
}

function writeFunction(
  writer: ProgramWriter,
  around: Scope,
  planned: Function,
  callables: readonly Callable[],
  globals: readonly Value[],
  hint: string | undefined,
): void {
  const { name, inputs, results, isPrivate, isDeclaration } = planned;
  const visibility = isPrivate ? ', sym_visibility = "private"' : "";
  const body = (): void => {
    if (isDeclaration) return;
    const scope = new Scope(undefined, callables, globals);
    writer.budget = writer.random.between(1, 2 * writer.options.operationsPerFunction);
    if (inputs.length > 0) writer.openBlock(writer.freshLabel(), inputs, scope);
    writeBody(writer, scope, writer.options.depth, (inner) => terminate(writer, inner, "func.return", results));
  };
  writer.write(around, {
    name: "func.func",
    operands: [],
    results: [],
    properties: `function_type = (${inputs.join(", ")}) -> ${typeList(results)}, sym_name = "${name}"${visibility}`,
    regions: [body],
    ...(hint === undefined ? {} : { attributes: `hint = ${hint}` }),
  });
}

/**
 * Returns a symbol to which a discardable attribute can refer, or `undefined`. A reference in an attribute also keeps
 * the symbol live.
 */
function pickHint({ random }: ProgramWriter, symbols: readonly string[]): string | undefined {
  return symbols.length > 0 && random.chance(0.25) ? random.pick(symbols) : undefined;
}
