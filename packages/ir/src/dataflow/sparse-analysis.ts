import { definitionOf } from "../dialects/define-dialect.ts";
import type { OperandRange, RegionBranchPoint } from "../dialects/op-interfaces.ts";
import { Operation } from "../handles.ts";
import { isBranch, successorOperands } from "../interfaces/branch.ts";
import { operandsTo } from "../interfaces/forwarded-operands.ts";
import { getOrMake } from "../maps.ts";
import { indexOfRegion } from "../store/groups.ts";
import type { Store } from "../store/store.ts";
import { walk } from "../store/walk.ts";
import type { DeadCodeAnalysis } from "./dead-code-analysis.ts";
import type { DataFlowAnalysis, DataFlowSolver, ProgramPoint } from "./solver.ts";

/**
 * Analysis that stores a state per value and propagates it from definitions to uses: through operations, branches,
 * regions and calls (`SparseForwardDataFlowAnalysis`, `mlir/lib/Analysis/DataFlow/SparseAnalysis.cpp`). Values are
 * given by id. Subclasses store the states, which only grow.
 */
export abstract class SparseForwardDataFlowAnalysis implements DataFlowAnalysis {
  /** Store of the analyzed operations. */
  protected readonly store: Store;
  /** Analysis that finds which code can be executed. */
  protected readonly deadCode: DeadCodeAnalysis;
  readonly #solver: DataFlowSolver;
  /** For each value: whether an operation that uses the value was visited, and is visited again after a change. */
  readonly #isSubscribed: Uint8Array;
  /** Maps each value to the program points that depend on it without using it as an operand. */
  readonly #dependents = new Map<number, Set<ProgramPoint>>();

  constructor(solver: DataFlowSolver, deadCode: DeadCodeAnalysis) {
    this.store = solver.store;
    this.deadCode = deadCode;
    this.#solver = solver;
    this.#isSubscribed = new Uint8Array(this.store.valueCount);
  }

  /** Joins the states that an operation without regions computes from its operands into the states of its results. */
  protected abstract visitOperation(op: number): void;
  /** Joins the state of `from` into `into`. Returns whether the state of `into` changed. */
  protected abstract joinValues(into: number, from: number): boolean;
  /** Sets the state of a value whose source is unknown. Returns whether the state changed. */
  protected abstract setToEntryState(value: number): boolean;

  /** Visits all operations inside the operation with this id. */
  initialize(top: number): void {
    const { store } = this;
    // As in MLIR, blocks that are live before the initialization are visited only once.
    this.deadCode.subscribe(this);
    const { opFirstRegion, regionNext, regionFirstBlock, blockFirstArgument, blockArgumentCount } = store;
    const visit = (op: number): void => {
      this.visit(op);
      for (let region = opFirstRegion[op]!; region !== 0; region = regionNext[region]!) {
        for (let block = regionFirstBlock[region]!; block !== 0; block = store.blockNext[block]!) this.visit(-block);
      }
    };
    for (let region = opFirstRegion[top]!; region !== 0; region = regionNext[region]!) {
      const entry = regionFirstBlock[region]!;
      if (entry !== 0) this.#setAllToEntryStates(blockFirstArgument[entry]!, blockArgumentCount[entry]!);
    }
    walk(store, top, visit, { order: "pre" });
  }

  /** Updates the states at `point`. Called after another state that `point` depends on has changed. */
  visit(point: ProgramPoint): void {
    if (point > 0) this.#visitOp(point);
    else this.#visitBlock(-point);
  }

  /** Schedules a visit of all points that depend on a value, because the state of the value changed. */
  protected changed(value: number): void {
    const { valueFirstUse, operandNext, operandOwner, opResultCount } = this.store;
    for (let use = valueFirstUse[value]!; use !== 0; use = operandNext[use]!) {
      const user = operandOwner[use]!;
      if (this.#isSubscribed[value] === 1 && opResultCount[user] !== 0) this.#solver.enqueue(user, this);
      this.deadCode.operandsChanged(user);
    }
    for (const point of this.#dependents.get(value) ?? []) this.#solver.enqueue(point, this);
  }

  /** Marks all results of an operation as unknown. */
  protected setAllResultsToEntryStates(op: number): void {
    this.#setAllToEntryStates(this.store.opFirstResult[op]!, this.store.opResultCount[op]!);
  }

  #setAllToEntryStates(first: number, count: number): void {
    for (let value = first; value < first + count; value++) if (this.setToEntryState(value)) this.changed(value);
  }

  /** Joins the state of `from` into the state of `into`, now and whenever the state of `from` changes. */
  #flow(from: number, into: number, point: ProgramPoint): void {
    getOrMake(this.#dependents, from, () => new Set()).add(point);
    if (this.joinValues(into, from)) this.changed(into);
  }

  #visitOp(op: number): void {
    const { store, deadCode } = this;
    if (store.opResultCount[op] === 0 || (store.opBlock[op]! > 0 && !deadCode.isLive(store.opBlock[op]!))) return;
    const definition = definitionOf(store, op);
    if (definition?.regionBranch !== undefined) this.#visitRegionSuccessor(op, op, "parent");
    else if (definition?.call !== undefined) this.#visitCall(op);
    else if (store.opFirstRegion[op] !== 0) this.setAllResultsToEntryStates(op);
    else {
      const first = store.opFirstOperand[op]!;
      for (let at = first; at < first + store.opOperandCount[op]!; at++)
        this.#isSubscribed[store.operandValue[at]!] = 1;
      this.visitOperation(op);
    }
  }

  #visitCall(op: number): void {
    const { store } = this;
    const callee = this.deadCode.calleeOf(op);
    const callable = callee === 0 ? undefined : definitionOf(store, callee)?.callable;
    const isExternal = callable !== undefined && callable.region(Operation.of(store, callee)) === undefined;
    const isOpaque = isExternal || !this.#solver.isInterprocedural;
    const returns = isOpaque ? undefined : this.deadCode.predecessorsFor(op, this, op);
    if (returns?.areAllKnown !== true) return this.setAllResultsToEntryStates(op);
    const first = store.opFirstResult[op]!;
    for (const from of returns.known) {
      const count = Math.min(store.opResultCount[op]!, store.opOperandCount[from]!);
      this.#flowOperands(from, { start: 0, count }, first, op);
    }
  }

  #flowOperands(op: number, { start, count }: OperandRange, into: number, point: ProgramPoint): void {
    const first = this.store.opFirstOperand[op]! + start;
    for (let i = 0; i < count; i++) this.#flow(this.store.operandValue[first + i]!, into + i, point);
  }

  #visitBlock(block: number): void {
    const { store, deadCode } = this;
    const count = store.blockArgumentCount[block]!;
    if (count === 0 || !deadCode.isLive(block)) return;
    const first = store.blockFirstArgument[block]!;
    if (store.blockPrevious[block] !== 0) return this.#visitPredecessors(block, first, count);
    const region = store.blockRegion[block]!;
    const around = store.regionOwner[region]!;
    const definition = definitionOf(store, around);
    if (definition?.callable?.region(Operation.of(store, around))?.id === region) {
      this.#visitCallable(around, block, first, count);
    } else if (definition?.regionBranch !== undefined) {
      this.#visitRegionSuccessor(-block, around, indexOfRegion(store, region));
    } else this.#setAllToEntryStates(first, count);
  }

  #visitPredecessors(block: number, first: number, count: number): void {
    const { store, deadCode } = this;
    for (let use = store.blockFirstUse[block]!; use !== 0; use = store.successorNext[use]!) {
      if (!deadCode.isEdgeLive(use)) continue;
      const op = store.successorOwner[use]!;
      if (!isBranch(store, op)) return this.#setAllToEntryStates(first, count);
      const operands = successorOperands(store, op, use - store.opFirstSuccessor[op]!);
      for (let i = 0; i < count; i++) this.#flow(store.operandValue[operands.first + i]!, first + i, -block);
    }
  }

  #visitCallable(callable: number, block: number, first: number, count: number): void {
    const { store } = this;
    const calls = this.deadCode.predecessorsFor(-block, this, callable);
    if (!calls.areAllKnown || !this.#solver.isInterprocedural) return this.#setAllToEntryStates(first, count);
    for (const call of calls.known) {
      const operands = definitionOf(store, call)!.call!.argumentsOf(Operation.of(store, call));
      this.#flowOperands(call, { start: operands.start, count: Math.min(count, operands.count) }, first, -block);
    }
  }

  /** Propagates the states that are passed to `to` in `around`. If `point` is positive, results receive the states. */
  #visitRegionSuccessor(point: ProgramPoint, around: number, to: RegionBranchPoint): void {
    const { store } = this;
    const first = point > 0 ? store.opFirstResult[point]! : store.blockFirstArgument[-point]!;
    const count = point > 0 ? store.opResultCount[point]! : store.blockArgumentCount[-point]!;
    const predecessors = this.deadCode.predecessorsFor(point, this, point);
    for (const op of predecessors.known) {
      const operands = operandsTo(store, op, op === around, to);
      if (operands === undefined) return this.#setAllToEntryStates(first, count);
      const inputs = predecessors.inputs.get(op) ?? [];
      const offset = inputs.length === 0 ? 0 : inputs[0]!.liveId - first;
      if (inputs.length !== count) {
        // Values that do not come from a predecessor are unknown: induction variables and computed results.
        this.#setAllToEntryStates(first, offset);
        this.#setAllToEntryStates(first + offset + inputs.length, count - offset - inputs.length);
      }
      const passed = { start: operands.start, count: Math.min(operands.count, inputs.length) };
      this.#flowOperands(op, passed, first + offset, point);
    }
  }
}
