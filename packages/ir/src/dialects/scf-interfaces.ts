import { integerValue, numbersOf } from "../attributes/parts.ts";
import { constantOfValue } from "../fold/constants.ts";
import type { Operation } from "../handles.ts";
import type { Store } from "../store/store.ts";
import { NO_OPERANDS } from "./op-interfaces.ts";
import type { RegionBranch, RegionBranchTerminator, RegionSuccessor, Speculatability } from "./op-interfaces.ts";

/* Control flow and data flow of scf (`mlir/lib/Dialect/SCF/IR/SCF.cpp`). */

function toParent(op: Operation): RegionSuccessor {
  return { to: "parent", inputs: op.results };
}

/** Returns a region as a successor. The argument at index `first` receives the first passed value. */
function toRegion(op: Operation, region: number, first = 0): RegionSuccessor {
  return { to: region, inputs: op.getRegion(region).front?.arguments.slice(first) ?? [] };
}

/** An operation without results does not forward values. An `scf.for` without results has no iteration arguments. */
export function hasResults(store: Store, op: number): boolean {
  return store.opResultCount[op] !== 0;
}

export const executeRegionBranch: RegionBranch = {
  mayForward: hasResults,
  successors: (op, from) => [from === "parent" ? toRegion(op, 0) : toParent(op)],
};

/** The start of an `scf.for` and the end of its body can lead to the body or to the code after the loop. */
export const forBranch: RegionBranch = {
  mayForward: hasResults,
  successors: (op) => [toRegion(op, 0, 1), toParent(op)],
  entryOperands: (op) => ({ start: 3, count: op.numOperands - 3 }),
};

/** Loops that do not pass values, such as `scf.parallel`, have the same successors as `scf.for`. */
export const parallelBranch: RegionBranch = {
  mayForward: () => false,
  successors: () => [
    { to: 0, inputs: [] },
    { to: "parent", inputs: [] },
  ],
};

export const ifBranch: RegionBranch = {
  mayForward: hasResults,
  runsOnce: true,
  successors(op, from, [condition]) {
    if (from !== "parent") return [toParent(op)];
    const known = integerValue(condition);
    const successors: RegionSuccessor[] = [];
    if (known !== 0n) successors.push(toRegion(op, 0));
    if (known === undefined || known === 0n) successors.push(op.getRegion(1).isEmpty ? toParent(op) : toRegion(op, 1));
    return successors;
  },
};

export const indexSwitchBranch: RegionBranch = {
  mayForward: hasResults,
  runsOnce: true,
  successors(op, from, [argument]) {
    if (from !== "parent") return [toParent(op)];
    const known = integerValue(argument);
    // Like MLIR, does not pass values to the arguments of a region.
    if (known === undefined) return op.regions.map((_, to) => ({ to, inputs: [] }));
    return [{ to: numbersOf(op.getAttr("cases")).indexOf(known) + 1, inputs: [] }];
  },
};

/** At the end of the first region, the condition of an `scf.while` selects the second region or the end of the loop. */
export const whileBranch: RegionBranch = {
  mayForward: (store, op) => store.opOperandCount[op] !== 0 || store.opResultCount[op] !== 0,
  successors: (op, from) => (from === 0 ? [toParent(op), toRegion(op, 1)] : [toRegion(op, 0)]),
  entryOperands: (op, to) => (to === 0 ? { start: 0, count: op.numOperands } : NO_OPERANDS),
};

export const conditionTerminator: RegionBranchTerminator = {
  successorOperands: (op) => ({ start: 1, count: op.numOperands - 1 }),
  successors(op, [condition]) {
    const around = op.parentOp!;
    const known = integerValue(condition);
    if (known === undefined) return [toRegion(around, 1), toParent(around)];
    return [known === 0n ? toParent(around) : toRegion(around, 1)];
  },
};

/** Terminator of a reduction. The yielded value is not passed to the next iteration. */
export const reduceTerminator: RegionBranchTerminator = { successorOperands: () => NO_OPERANDS };

/** An `scf.for` with step 1 always terminates. Other loops are not known to terminate. */
export function forSpeculatability(op: Operation): Speculatability {
  const step = integerValue(constantOfValue(op.store, op.getOperand(2).id));
  return step === 1n ? "recursively-speculatable" : "not-speculatable";
}
