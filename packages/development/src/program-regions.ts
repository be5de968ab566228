import { useAll, writeBlocks } from "./program-blocks.ts";
import type { Finish } from "./program-blocks.ts";
import { writeStraight } from "./program-operations.ts";
import { pickType, useValue } from "./program-types.ts";
import { Scope } from "./program-writer.ts";
import type { Operation, ProgramWriter } from "./program-writer.ts";

/** Writes a few operations. The operations can have regions unless `depth` is zero. */
function writeSome(writer: ProgramWriter, scope: Scope, depth: number): void {
  const length = writer.random.between(1, 8);
  for (let i = 0; i < length && writer.budget > 0; i++) {
    if (depth > 0 && writer.random.chance(0.12)) writer.random.pick(structured)(writer, scope, depth - 1);
    else writeStraight(writer, scope);
  }
}

/** Writes the blocks of a function or execute_region, each with some operations. */
export function writeBody(writer: ProgramWriter, scope: Scope, depth: number, finish: Finish): void {
  writeBlocks(writer, scope, (inner) => writeSome(writer, inner, depth), finish);
}

type Write = (writer: ProgramWriter, scope: Scope, depth: number) => void;

const structured: readonly Write[] = [ifOperation, ifOperation, forLoop, whileLoop, executeRegion, indexSwitch];

function ifOperation(writer: ProgramWriter, scope: Scope, depth: number): void {
  const results = resultTypes(writer);
  const hasElse = results.length > 0 || writer.random.chance(0.5);
  const side = region(writer, scope, depth, [], results);
  const operands = [useValue(writer, scope, "i1")];
  writer.write(scope, { name: "scf.if", operands, results, regions: [side, hasElse ? side : () => undefined] });
}

function forLoop(writer: ProgramWriter, scope: Scope, depth: number): void {
  const carried = resultTypes(writer);
  const operands = useAll(writer, scope, ["index", "index", "index", ...carried]);
  const body = region(writer, scope, depth, ["index", ...carried], carried);
  writer.write(scope, { name: "scf.for", operands, results: carried, regions: [body] });
}

function whileLoop(writer: ProgramWriter, scope: Scope, depth: number): void {
  const carried = resultTypes(writer);
  const passed = resultTypes(writer);
  const operands = useAll(writer, scope, carried);
  const condition = region(writer, scope, depth, carried, ["i1", ...passed], "scf.condition");
  const body = region(writer, scope, depth, passed, carried);
  writer.write(scope, { name: "scf.while", operands, results: passed, regions: [condition, body] });
}

function executeRegion(writer: ProgramWriter, scope: Scope, depth: number): void {
  const results = resultTypes(writer);
  const body = (): void => {
    writeBody(writer, new Scope(scope), depth, (inner) => terminate(writer, inner, "scf.yield", results));
  };
  writer.write(scope, { name: "scf.execute_region", operands: [], results, regions: [body] });
}

function indexSwitch(writer: ProgramWriter, scope: Scope, depth: number): void {
  const results = resultTypes(writer);
  const cases = Array.from({ length: writer.random.below(3) }, (_, i) => i * 3);
  const side = region(writer, scope, depth, [], results);
  const operation: Operation = {
    name: "scf.index_switch",
    operands: [useValue(writer, scope, "index")],
    results,
    properties: `cases = array<i64${cases.length === 0 ? "" : `: ${cases.join(", ")}`}>`,
    regions: [side, ...cases.map(() => side)],
  };
  writer.write(scope, operation);
}

function region(
  writer: ProgramWriter,
  around: Scope,
  depth: number,
  inputs: readonly string[],
  results: readonly string[],
  terminator = "scf.yield",
): () => void {
  return () => {
    const scope = new Scope(around);
    if (inputs.length > 0) writer.openBlock(writer.freshLabel(), inputs, scope);
    writeSome(writer, scope, depth);
    terminate(writer, scope, terminator, results);
  };
}

export function terminate(writer: ProgramWriter, scope: Scope, name: string, types: readonly string[]): void {
  writer.write(scope, { name, operands: useAll(writer, scope, types), results: [] });
}

function resultTypes(writer: ProgramWriter): readonly string[] {
  return Array.from({ length: writer.random.pick([0, 0, 1, 1, 2]) }, () => pickType(writer));
}
