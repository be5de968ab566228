import { DYNAMIC_INDEX } from "../attributes/attribute.ts";
import type { Type } from "../attributes/attribute.ts";
import type { Block, Operation } from "../handles.ts";
import type { Complain } from "./define-dialect.ts";
import { matchConstant } from "../fold/constants.ts";
import { constantInt } from "../fold/elements.ts";
import { operandsOfGroup } from "./scf-patterns/operands-of-group.ts";

/* What scf asserts of regions that are valid in themselves: `mlir/lib/Dialect/SCF/IR/SCF.cpp` and the interfaces it has. */

/** Values that leave one place must be what the other takes (`verifyTypesAlongAllEdges`). */
function verifyEdge(
  from: string | Operation,
  to: string,
  given: readonly Type[],
  wanted: readonly Type[],
  complain: Complain,
): void {
  const source = typeof from === "string" ? from : `Operation ${from.name}`;
  const edge = `along control flow edge from ${source} to ${to}`;
  const options = typeof from === "string" ? {} : { notes: [{ message: "region branch point", op: from }] };
  if (given.length !== wanted.length) {
    complain(
      `${edge}: region branch point has ${given.length} operands, but region successor needs ${wanted.length} inputs`,
      options,
    );
  }
  given.forEach((type, i) => {
    if (type === wanted[i]) return;
    complain(
      `${edge}: successor operand type #${i} '${type.toString()}' should match successor input type #${i} '${wanted[i]!.toString()}'`,
      options,
    );
  });
}

function argumentTypes(block: Block | undefined): readonly Type[] {
  return block?.arguments.map((argument) => argument.type) ?? [];
}

/** Every `scf.yield` that ends a block of these regions gives the results. */
export function verifyYields(op: Operation, complain: Complain): void {
  for (const region of op.regions) {
    for (const block of region.blocks) {
      const last = block.back;
      if (last?.name === "scf.yield") verifyEdge(last, "parent", last.operandTypes, op.resultTypes, complain);
    }
  }
}

export function verifyFor(op: Operation, complain: Complain): void {
  const block = op.getRegion(0).front;
  const last = block?.back;
  if (block === undefined || last === undefined) return;
  const [induction, ...iterArgs] = argumentTypes(block);
  const inits = op.operandTypes.slice(3);
  const results = op.resultTypes;
  if (inits.length !== iterArgs.length) {
    complain(`different number of inits and region iter_args: ${inits.length} != ${iterArgs.length}`);
  }
  const yielded = last.operandTypes;
  if (yielded.length > 0 && yielded.length !== iterArgs.length) {
    complain(`different number of region iter_args and yielded values: ${iterArgs.length} != ${yielded.length}`);
  }
  iterArgs.forEach((type, i) => {
    const differs = (what: string, other: Type | undefined): void => {
      if (other === undefined || other === type) return;
      complain(
        `${i}-th region iter_arg and ${i}-th ${what} have different type: '${type.toString()}' != '${other.toString()}'`,
      );
    };
    if (inits[i] !== type) {
      complain(
        `${i}-th init and ${i}-th region iter_arg have different type: '${inits[i]!.toString()}' != '${type.toString()}'`,
      );
    }
    differs("yielded value", yielded[i]);
    differs("loop result", results[i]);
  });
  verifyEdge(last, "Region #0", yielded, iterArgs, complain);
  if (induction !== op.operandTypes[0]) {
    complain("expected induction variable to be same type as bounds and step");
  }
}

function terminatorNote(op: Operation | undefined): Parameters<Complain>[1] {
  return { notes: op === undefined ? [] : [{ message: "terminator here", op }] };
}

export function verifyWhile(op: Operation, complain: Complain): void {
  const [before, after] = op.regions.map((region) => region.front);
  const [condition, last] = [before?.back, after?.back];
  if (condition?.name !== "scf.condition") {
    complain("expects the 'before' region to terminate with 'scf.condition'", terminatorNote(condition));
    return;
  }
  if (last?.name !== "scf.yield") {
    complain("expects the 'after' region to terminate with 'scf.yield'", terminatorNote(last));
    return;
  }
  const passed = condition.operandTypes.slice(1);
  verifyEdge("parent", "Region #0", op.operandTypes, argumentTypes(before), complain);
  verifyEdge(condition, "parent", passed, op.resultTypes, complain);
  verifyEdge(condition, "Region #1", passed, argumentTypes(after), complain);
  verifyEdge(last, "Region #0", last.operandTypes, argumentTypes(before), complain);
}

export function verifyIndexSwitch(op: Operation, complain: Complain): void {
  const results = op.resultTypes;
  op.regions.forEach((region, i) => {
    const name = i === 0 ? "default region" : `case region #${i - 1}`;
    const last = region.front?.back;
    if (last === undefined) return;
    const found = last.operandTypes;
    const notes = (message: string): Parameters<Complain>[1] => ({ notes: [{ message, op: last }] });
    if (found.length !== results.length) {
      complain(
        `expected each region to return ${results.length} values, but ${name} returns ${found.length}`,
        notes("see yield operation here"),
      );
    }
    found.forEach((type, k) => {
      if (type === results[k]) return;
      complain(
        `expected result #${k} of each region to be '${results[k]!.toString()}'`,
        notes(`${name} returns '${type.toString()}' here`),
      );
    });
  });
}

export function verifyCases(op: Operation, complain: Complain): void {
  const cases = valuesOf(op, "cases");
  const regions = op.regions.length - 1;
  if (regions !== cases.length) complain(`has ${regions} case regions but ${cases.length} case values`);
  const seen = new Set<bigint>();
  for (const value of cases) {
    if (seen.has(value)) complain(`has duplicate case value: ${value}`);
    seen.add(value);
  }
}

/** The numbers of an `array<i64: …>`. */
function valuesOf(op: Operation, name: string): readonly bigint[] {
  const data = op.getAttr(name)?.data;
  return data?.kind === "dense-array" ? data.values.map(BigInt) : [];
}

export function verifyParallel(op: Operation, complain: Complain): void {
  const steps = operandsOfGroup(op, "step");
  if (steps.length === 0) complain("needs at least one tuple element for lowerBound, upperBound and step");
  for (const step of steps) {
    const bits = constantInt(matchConstant(step));
    if (bits !== undefined && BigInt.asIntN(64, bits) <= 0n) complain("constant step operand must be positive");
  }
  const body = op.getRegion(0).front!;
  const induction = argumentTypes(body);
  if (induction.length !== steps.length) {
    complain(
      `expects the same number of induction variables: ${induction.length} as bound and step values: ${steps.length}`,
    );
  }
  if (induction.some((type) => type.kind !== "index")) {
    complain("expects arguments for the induction variable to be of index type");
  }
  const reduce = body.back;
  if (reduce?.name !== "scf.reduce") {
    complain("expects body to terminate with 'scf.reduce'", terminatorNote(reduce));
    return;
  }
  const { numResults } = op;
  const reductions = reduce.regions.length;
  const initial = operandsOfGroup(op, "initVals").length;
  const expected = `expects number of results: ${numResults} to be the same as number of`;
  if (numResults !== reductions) complain(`${expected} reductions: ${reductions}`);
  if (numResults !== initial) complain(`${expected} initial values: ${initial}`);
  if (reduce.numOperands !== initial) return;
  op.resultTypes.forEach((type, i) => {
    const given = reduce.operandTypes[i]!;
    if (given === type) return;
    complain(
      `'scf.reduce' op expects type of ${i}-th operand: '${given.toString()}' to be the same as the ${i}-th result type: '${type.toString()}'`,
      { bare: true, at: reduce },
    );
  });
}

export function verifyForall(op: Operation, complain: Complain): void {
  const rank = valuesOf(op, "staticLowerBound").length;
  const outputs = operandsOfGroup(op, "outputs");
  if (op.numResults !== outputs.length) {
    complain(`produces ${op.numResults} results, but has only ${outputs.length} outputs`);
  }
  const types = argumentTypes(op.getRegion(0).front);
  if (types.length !== rank + outputs.length) complain(`region expects ${rank} arguments`);
  types.slice(0, rank).forEach((type, i) => {
    if (type.kind !== "index") complain(`expects ${i}-th block argument to be an index`);
  });
  outputs.forEach(({ type }, i) => {
    if (types[rank + i] !== type) complain(`type mismatch between ${i}-th output and corresponding block argument`);
  });
  const mapping = op.getAttr("mapping")?.data;
  if (mapping?.kind === "array" && mapping.elements.length > 0 && mapping.elements.length !== rank) {
    complain("mapping attribute size must match op rank");
  }
  for (const [what, name] of BOUNDS) {
    const fixed = valuesOf(op, `static${name}`);
    if (fixed.length !== rank) complain(`expected ${rank} ${what} values, got ${fixed.length}`, { bare: true });
    const dynamic = fixed.filter((value) => value === DYNAMIC_INDEX).length;
    if (operandsOfGroup(op, `dynamic${name}`).length !== dynamic) {
      complain(`expected ${dynamic} dynamic ${what} values`, { bare: true });
    }
  }
}

const BOUNDS = [
  ["lower bound", "LowerBound"],
  ["upper bound", "UpperBound"],
  ["step", "Step"],
] as const;

/** Operations that combine what parallel iterations made. */
export function verifyInParallel(op: Operation, complain: Complain): void {
  for (const inner of op.getRegion(0).front?.operations ?? []) {
    if (inner.operationName.hasInterface(COMBINING) || inner.name === "tensor.parallel_insert_slice") continue;
    complain(`expected only ${COMBINING} ops inside`);
  }
}

const COMBINING = "ParallelCombiningOpInterface";

export function verifyReduce(op: Operation, complain: Complain): void {
  op.operandTypes.forEach((type, i) => {
    const found = argumentTypes(op.regions[i]?.front);
    if (found.length === 2 && found.every((argument) => argument === type)) return;
    complain(`expected two block arguments with type '${type.toString()}' in the ${i}-th reduction region`);
  });
}

export function verifyReduceReturn(op: Operation, complain: Complain): void {
  const wanted = op.block?.arguments[0]?.type;
  if (wanted === undefined || op.operandTypes[0] === wanted) return;
  complain(`must have type '${wanted.toString()}' (the type of the reduction inputs)`);
}
