import { DYNAMIC_INDEX } from "../attributes/attribute.ts";
import { arrayElements, numbersOf } from "../attributes/parts.ts";
import type { Operation } from "../handles.ts";
import { isDeviceMask } from "./attribute-constraints.ts";
import type { Complain } from "./define-dialect.ts";
import { argumentTypes, BARE, firstDifference, quoted, verifyTypes } from "./region-edges.ts";
import { matchConstant } from "../fold/constants.ts";
import { constantInt } from "../fold/elements.ts";
import { DYNAMIC, STATIC } from "./scf-assembly.ts";
import { operandsOfGroup } from "./scf-patterns/trip-count.ts";

/* Verifiers of scf and its interfaces (`mlir/lib/Dialect/SCF/IR/SCF.cpp`). */

export function verifyFor(op: Operation, complain: Complain): void {
  const block = op.getRegion(0).front!;
  const last = block.back!;
  const [induction, ...iterArgs] = argumentTypes(block);
  const inits = op.operandTypes.slice(3);
  // As in MLIR, the number wraps around if the induction variable is missing.
  const count = BigInt.asUintN(64, BigInt(block.numArguments - 1));
  if (BigInt(inits.length) !== count)
    complain(`different number of inits and region iter_args: ${inits.length} != ${count}`);
  const yielded = last.operandTypes;
  if (yielded.length > 0 && yielded.length !== iterArgs.length) {
    complain(`different number of region iter_args and yielded values: ${iterArgs.length} != ${yielded.length}`);
  }
  iterArgs.forEach((type, i) => {
    const [initial, given] = [inits[i]!, yielded[i] ?? type];
    const are = "have different type:";
    if (initial !== type)
      complain(`${i}-th init and ${i}-th region iter_arg ${are} ${quoted([initial])} != ${quoted([type])}`);
    if (given !== type)
      complain(`${i}-th region iter_arg and ${i}-th yielded value ${are} ${quoted([type])} != ${quoted([given])}`);
  });
  const describe = (argument: string, result: string): string =>
    `0-th region iter_arg and 0-th loop result have different type: ${argument} != ${result}`;
  verifyTypes(iterArgs, op.resultTypes, complain, describe);
  if (induction !== op.operandTypes[0]) {
    complain("expected induction variable to be same type as bounds and step");
  }
}

function terminatorNote(op: Operation | undefined): Parameters<Complain>[1] {
  return { notes: op === undefined ? [] : [{ message: "terminator here", op }] };
}

export function verifyWhile(op: Operation, complain: Complain): void {
  const [condition, last] = op.regions.map((region) => region.front?.back);
  if (condition?.name !== "scf.condition")
    complain("expects the 'before' region to terminate with 'scf.condition'", terminatorNote(condition));
  if (last?.name !== "scf.yield")
    complain("expects the 'after' region to terminate with 'scf.yield'", terminatorNote(last));
}

export function verifyIndexSwitch(op: Operation, complain: Complain): void {
  const cases = numbersOf(op.getAttr("cases"));
  const regions = op.regions.length - 1;
  if (regions !== cases.length) complain(`has ${regions} case regions but ${cases.length} case values`);
  const seen = new Set<bigint>();
  for (const value of cases) {
    if (seen.has(value)) complain(`has duplicate case value: ${value}`);
    seen.add(value);
  }
  for (const [i, region] of op.regions.entries())
    verifyCase(op, region.front?.back, i === 0 ? "default region" : `case region #${i - 1}`, complain);
}

function verifyCase(op: Operation, last: Operation | undefined, name: string, complain: Complain): void {
  if (last === undefined) return;
  if (last.name !== "scf.yield") complain(`expected region to end with scf.yield, but got ${last.name}`);
  const [found, results] = [last.operandTypes, op.resultTypes];
  const note = (message: string): Parameters<Complain>[1] => ({ notes: [{ message, op: last }] });
  if (found.length !== results.length) {
    const counts = `${results.length} values, but ${name} returns ${found.length}`;
    complain(`expected each region to return ${counts}`, note("see yield operation here"));
  }
  const k = firstDifference(found, results);
  if (k < 0) return;
  const wanted = quoted([results[k]]);
  complain(`expected result #${k} of each region to be ${wanted}`, note(`${name} returns ${quoted([found[k]])} here`));
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
  if (reduce?.name !== "scf.reduce")
    return complain("expects body to terminate with 'scf.reduce'", terminatorNote(reduce));
  const { numResults } = op;
  const reductions = reduce.regions.length;
  const initial = operandsOfGroup(op, "initVals").length;
  const expected = `expects number of results: ${numResults} to be the same as number of`;
  if (numResults !== reductions) complain(`${expected} reductions: ${reductions}`);
  if (numResults !== initial) complain(`${expected} initial values: ${initial}`);
  if (reduce.numOperands !== initial) return;
  const describe = (given: string, result: string, i: number): string =>
    `'scf.reduce' op expects type of ${i}-th reduction operand: ${given} to be the same as the ${i}-th result type: ${result}`;
  verifyTypes(reduce.operandTypes, op.resultTypes, complain, describe, { bare: true, at: reduce });
}

export function verifyForall(op: Operation, complain: Complain): void {
  const rank = numbersOf(op.getAttr("staticLowerBound")).length;
  const outputs = operandsOfGroup(op, "outputs").map(({ type }) => type);
  if (op.numResults !== outputs.length)
    complain(`produces ${op.numResults} results, but has only ${outputs.length} outputs`);
  const types = argumentTypes(op.getRegion(0).front);
  if (types.length !== rank + outputs.length) complain(`region expects ${rank} arguments`);
  const other = types.slice(0, rank).findIndex(({ kind }) => kind !== "index");
  if (other >= 0) complain(`expects ${other}-th block argument to be an index`);
  const describe = (_output: string, _argument: string, i: number): string =>
    `type mismatch between ${i}-th output and corresponding block argument`;
  verifyTypes(outputs, types.slice(rank), complain, describe);
  const mapping = arrayElements(op.getAttr("mapping"));
  const masks = mapping.filter(isDeviceMask).length;
  if (mapping.length > 0 && mapping.length - masks !== rank) complain("mapping attribute size must match op rank");
  if (masks > 1) complain('"mapping" supports at most one device masking attribute');
  for (const [i, what] of ["lower bound", "upper bound", "step"].entries()) {
    const fixed = numbersOf(op.getAttr(STATIC[i]!));
    if (fixed.length !== rank) complain(`expected ${rank} ${what} values, got ${fixed.length}`, BARE);
    const dynamic = fixed.filter((value) => value === DYNAMIC_INDEX).length;
    if (operandsOfGroup(op, DYNAMIC[i]!).length !== dynamic) {
      complain(`expected ${dynamic} dynamic ${what} values`, BARE);
    }
  }
}

/** Checks that each tensor output has a result of the same type (`DestinationStyleOpInterface`). */
export function verifyDestinations(op: Operation, complain: Complain): void {
  const outputs = operandsOfGroup(op, "outputs").map(({ type }) => type);
  const first = op.numOperands - outputs.length;
  const tensors = op.resultTypes.filter(({ kind }) => kind === "tensor").length;
  if (tensors !== outputs.length) {
    const results = `expected the number of tensor results (${tensors})`;
    complain(`${results} to be equal to the number of output tensors (${outputs.length})`);
  }
  const describe = (output: string, result: string, i: number): string =>
    `expected type of operand #${first + i} (${output}) to match type of corresponding result (${result})`;
  verifyTypes(outputs, op.resultTypes, complain, describe);
}

/** Checks that the region contains only operations that combine the results of parallel iterations. */
export function verifyInParallel(op: Operation, complain: Complain): void {
  for (const inner of op.getRegion(0).front?.operations ?? []) {
    if (inner.operationName.hasInterface(COMBINING) || inner.name === "tensor.parallel_insert_slice") continue;
    complain(`expected only ${COMBINING} ops`);
  }
}

const COMBINING = "ParallelCombiningOpInterface";

export function verifyReductionCount(op: Operation, complain: Complain): void {
  if (op.regions.length !== op.numOperands) {
    const counts = `${op.regions.length} to be the same as number of reduction operands: ${op.numOperands}`;
    complain(`expects number of reduction regions: ${counts}`);
  }
}

export function verifyReduce(op: Operation, complain: Complain): void {
  op.operandTypes.forEach((type, i) => {
    const found = argumentTypes(op.regions[i]?.front);
    if (found.length !== 2 || !found.every((argument) => argument === type))
      complain(`expected two block arguments with type '${type.toString()}' in the ${i}-th reduction region`);
    if (op.regions[i]!.front!.back?.name !== "scf.reduce.return")
      complain("reduction bodies must be terminated with an 'scf.reduce.return' op");
  });
}

export function verifyReduceReturn(op: Operation, complain: Complain): void {
  const wanted = op.block?.arguments[0]?.type;
  if (wanted === undefined || op.operandTypes[0] === wanted) return;
  complain(`must have type '${wanted.toString()}' (the type of the reduction inputs)`);
}
