import { callableRegionOf } from "../analysis/call-graph.ts";
import { definitionOf } from "../dialects/define-dialect.ts";
import type { OpDefinition } from "../dialects/define-dialect.ts";
import type { KnownOperands, RegionSuccessor } from "../dialects/op-interfaces.ts";
import { Operation, Region } from "../handles.ts";
import type { Value } from "../handles.ts";
import { getOrMake } from "../maps.ts";
import { indexOfRegion, regionAt } from "../store/groups.ts";
import type { Store } from "../store/store.ts";
import { walk } from "../store/walk.ts";
import { walkIds } from "../store/walk-ids.ts";
import { getSymbolUses, isSymbolId, SymbolTableCollection, visibilityOfId, walkSymbolTables } from "../symbol-table.ts";
import type { DataFlowAnalysis, DataFlowSolver, ProgramPoint } from "./solver.ts";

/** Operations that pass control to a point: calls, returns, or branches to a region or to its parent. */
export class PredecessorState {
  /** Ids of the predecessors, in the order in which they were found. */
  readonly known: Set<number> = new Set();
  /** Whether all predecessors are known. */
  areAllKnown = true;
  /** Maps each predecessor to the block arguments or results that receive values from the predecessor. */
  readonly inputs: Map<number, readonly Value[]> = new Map();
  /** Points that an analysis visits again when the predecessors change. */
  readonly dependents: Map<DataFlowAnalysis, Set<ProgramPoint>> = new Map();
}

/** Analysis that provides constants. */
export interface ConstantSource {
  /** Returns known constants of operands, or `undefined` before all are reached. Changes cause another visit. */
  operandsOf(op: number): KnownOperands | undefined;
}

/** Finds reachable blocks and their predecessors (`mlir/lib/Analysis/DataFlow/DeadCodeAnalysis.cpp`). Takes ids. */
export class DeadCodeAnalysis implements DataFlowAnalysis {
  readonly #solver: DataFlowSolver;
  readonly #store: Store;
  readonly #symbols: SymbolTableCollection;
  readonly #liveBlocks: Uint8Array;
  /** For each successor entry, whether control flow can take the branch to this successor. */
  readonly #liveEdges: Uint8Array;
  readonly #predecessors = new Map<ProgramPoint, PredecessorState>();
  readonly #subscribers: DataFlowAnalysis[] = [];
  #top = 0;
  /** Source of constants, which constant propagation sets if it runs. By default, every branch can be taken. */
  constants: ConstantSource = { operandsOf: () => [] };

  constructor(solver: DataFlowSolver) {
    this.#solver = solver;
    this.#store = solver.store;
    this.#symbols = new SymbolTableCollection(solver.store);
    this.#liveBlocks = new Uint8Array(solver.store.blockCount);
    this.#liveEdges = new Uint8Array(solver.store.successorCount);
  }

  /** Registers an analysis. When a block becomes reachable, the analysis visits the block and the operations in it. */
  subscribe(analysis: DataFlowAnalysis): void {
    this.#subscribers.push(analysis);
  }

  /** Returns whether the block with this id is reachable. */
  isLive(block: number): boolean {
    return this.#liveBlocks[block] === 1;
  }

  /** Returns whether a branch to a successor can be taken. The branch is given by the id of the successor entry. */
  isEdgeLive(successor: number): boolean {
    return this.#liveEdges[successor] === 1;
  }

  /** Returns the known predecessors of a point: branches, calls and returns. */
  predecessorsOf(point: ProgramPoint): PredecessorState {
    return getOrMake(this.#predecessors, point, () => new PredecessorState());
  }

  /** Returns the predecessors of a point. When the predecessors change, `analysis` visits the point `at` again. */
  predecessorsFor(at: ProgramPoint, analysis: DataFlowAnalysis, point: ProgramPoint): PredecessorState {
    const state = this.predecessorsOf(point);
    getOrMake(state.dependents, analysis, () => new Set()).add(at);
    return state;
  }

  /** Returns the id of the callee of a call, or 0 if the callee is unknown. */
  calleeOf(op: number): number {
    const callee = definitionOf(this.#store, op)?.call?.callee(Operation.of(this.#store, op));
    return callee !== undefined && "data" in callee ? this.#symbols.lookupNearest(op, callee) : 0;
  }

  /** Marks the entry blocks of the operation with this id as reachable. Visits operations that affect control flow. */
  initialize(top: number): void {
    this.#top = top;
    this.#markEntriesLive(top);
    this.#initializeCallables(top);
    // The callers of `top` are outside the analyzed operation.
    if (definitionOf(this.#store, top)?.callable !== undefined) this.#forget(top);
    const visit = (op: number): void => {
      if (this.#concerns(op)) this.visit(op);
    };
    walk(this.#store, top, visit, { order: "pre" });
  }

  /** Finds callables that code outside the module can call. Records that these callables have unknown predecessors. */
  #initializeCallables(top: number): void {
    const store = this.#store;
    walkSymbolTables(store, top, store.opBlock[top]! <= 0, (table, allUsesVisible) => {
      const region = store.opFirstRegion[table]!;
      let found = false;
      for (let op = store.blockFirstOp[store.regionFirstBlock[region]!]!; op !== 0; op = store.opNext[op]!) {
        if (callableRegionOf(this.#store, op) === 0 || !isSymbolId(store, op)) continue;
        const visibility = visibilityOfId(store, op);
        if (visibility === "public" || (!allUsesVisible && visibility === "nested")) this.#forget(op);
        found = true;
      }
      if (found) this.#forgetReferred(top, region);
    });
  }

  /** Records that unknown code can call symbols with uses other than calls. `region` belongs to a symbol table. */
  #forgetReferred(top: number, region: number): void {
    const store = this.#store;
    const uses = getSymbolUses(Region.of(store, region));
    if (uses === undefined) {
      return walkIds(store, top, (op) => {
        if (definitionOf(store, op)?.callable !== undefined) this.#forget(op);
      });
    }
    for (const { user, symbol } of uses) {
      if (definitionOf(store, user.id)?.call !== undefined) continue;
      const op = this.#symbols.lookupIn(top, symbol);
      if (op !== 0) this.#forget(op);
    }
  }

  #forget(op: ProgramPoint): void {
    const state = this.predecessorsOf(op);
    if (!state.areAllKnown) return;
    state.areAllKnown = false;
    this.#propagate(state);
  }

  #propagate(state: PredecessorState): void {
    for (const [analysis, points] of state.dependents)
      for (const point of points) this.#solver.enqueue(point, analysis);
  }

  /** Returns whether an operation can affect control flow. */
  #concerns(op: number): boolean {
    const { opFirstRegion, opSuccessorCount, opNext } = this.#store;
    if (opFirstRegion[op] !== 0 || opSuccessorCount[op] !== 0) return true;
    return opNext[op] === 0 || definitionOf(this.#store, op)?.call !== undefined;
  }

  /** Marks the code to which the operation `op` can pass control as reachable. */
  visit(op: ProgramPoint): void {
    const store = this.#store;
    if (op < 0 || (store.opBlock[op]! > 0 && !this.isLive(store.opBlock[op]!))) return;
    const definition = definitionOf(store, op);
    if (definition?.call !== undefined) this.#visitCall(op);
    if (store.opFirstRegion[op] !== 0) this.#visitRegions(op, definition);
    if (store.opSuccessorCount[op] !== 0) this.#visitBranch(op, definition);
    else this.#visitReturn(op);
  }

  #visitCall(op: number): void {
    const callee = this.calleeOf(op);
    if (callee !== 0 && this.#canFollow(callee)) this.#addPredecessor(callee, op);
    else this.#forget(op);
  }

  #canFollow(callee: number): boolean {
    const store = this.#store;
    const isDefined = definitionOf(store, callee)?.callable === undefined || callableRegionOf(store, callee) !== 0;
    // A callee outside the analyzed operation can have callers that the analysis does not visit.
    const top = Operation.of(store, this.#top);
    return isDefined && isSymbolId(store, callee) && top.isProperAncestor(Operation.of(store, callee));
  }

  #visitRegions(op: number, definition: OpDefinition | undefined): void {
    if (definition?.regionBranch !== undefined) {
      const known = this.constants.operandsOf(op);
      if (known === undefined) return;
      this.#follow(op, op, definition.regionBranch.successors(Operation.of(this.#store, op), "parent", known));
    } else if (definition?.callable !== undefined) {
      const calls = this.predecessorsFor(op, this, op);
      if (!calls.areAllKnown || calls.known.size > 0) this.#markEntriesLive(op);
    } else this.#markEntriesLive(op);
  }

  /** Marks the successors of `from` as reachable. `from` is the operation `around`, or a terminator in its regions. */
  #follow(from: number, around: number, successors: readonly RegionSuccessor[]): void {
    const store = this.#store;
    for (const { to, inputs } of successors) {
      if (to === "parent") {
        this.#addPredecessor(around, from, inputs);
        continue;
      }
      const entry = store.regionFirstBlock[regionAt(store, around, to)]!;
      if (entry === 0) continue;
      this.#markLive(entry);
      this.#addPredecessor(-entry, from, inputs);
    }
  }

  #addPredecessor(point: ProgramPoint, predecessor: number, inputs: readonly Value[] = []): void {
    const state = this.predecessorsOf(point);
    const isNew = !state.known.has(predecessor);
    if (isNew) state.known.add(predecessor);
    const hasInputs = inputs.length > 0 && !state.inputs.has(predecessor);
    if (hasInputs) state.inputs.set(predecessor, inputs);
    if (isNew || hasInputs) this.#propagate(state);
  }

  #visitReturn(op: number): void {
    const store = this.#store;
    const around = store.parentOp(op);
    const name = store.nameOf(op);
    if (around === 0 || store.opNext[op] !== 0 || (name.isRegistered && !name.hasTrait("Terminator"))) return;
    const parent = definitionOf(store, around);
    if (parent?.regionBranch !== undefined) this.#visitRegionTerminator(op, around);
    else if (parent?.callable !== undefined) this.#visitCallableTerminator(op, around);
  }

  #visitRegionTerminator(op: number, around: number): void {
    const store = this.#store;
    const terminator = definitionOf(store, op);
    const isReturnLike = store.nameOf(op).hasTrait("ReturnLike");
    if (terminator?.regionBranchTerminator === undefined && !isReturnLike) return;
    const known = this.constants.operandsOf(op);
    if (known === undefined) return;
    const place = indexOfRegion(store, store.blockRegion[store.opBlock[op]!]!);
    const successors =
      terminator?.regionBranchTerminator?.successors?.(Operation.of(store, op), known) ??
      definitionOf(store, around)!.regionBranch!.successors(Operation.of(store, around), place, []);
    this.#follow(op, around, successors);
  }

  #visitCallableTerminator(op: number, around: number): void {
    const isReturn = this.#store.nameOf(op).hasTrait("ReturnLike");
    for (const call of this.predecessorsFor(op, this, around).known) {
      if (isReturn) this.#addPredecessor(call, op);
      else this.#forget(call);
    }
  }

  #visitBranch(op: number, definition: OpDefinition | undefined): void {
    const { opFirstSuccessor, opSuccessorCount, successorBlock } = this.#store;
    const first = opFirstSuccessor[op]!;
    if (definition?.successorOperands !== undefined) {
      const known = this.constants.operandsOf(op);
      if (known === undefined) return;
      const taken = definition.successorFor?.(Operation.of(this.#store, op), known);
      if (taken !== undefined) return this.#markEdgeLive(op, successorBlock[first + taken]!);
    }
    for (let i = 0; i < opSuccessorCount[op]!; i++) this.#markEdgeLive(op, successorBlock[first + i]!);
  }

  #markEdgeLive(op: number, to: number): void {
    const store = this.#store;
    this.#markLive(to);
    const first = store.opFirstSuccessor[op]!;
    let changed = false;
    for (let i = first; i < first + store.opSuccessorCount[op]!; i++) {
      if (store.successorBlock[i] !== to || this.#liveEdges[i] === 1) continue;
      this.#liveEdges[i] = 1;
      changed = true;
    }
    if (changed) for (const analysis of this.#subscribers) this.#solver.enqueue(-to, analysis);
  }

  #markEntriesLive(op: number): void {
    const store = this.#store;
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
      if (store.regionFirstBlock[region] !== 0) this.#markLive(store.regionFirstBlock[region]!);
    }
  }

  #markLive(block: number): void {
    if (this.#liveBlocks[block] === 1) return;
    this.#liveBlocks[block] = 1;
    const store = this.#store;
    for (const analysis of this.#subscribers) this.#solver.enqueue(-block, analysis);
    for (let op = store.blockFirstOp[block]!; op !== 0; op = store.opNext[op]!) {
      if (this.#concerns(op)) this.#solver.enqueue(op, this);
      if (store.opResultCount[op] === 0) continue;
      for (const analysis of this.#subscribers) this.#solver.enqueue(op, analysis);
    }
  }

  /** Schedules another visit of an operation, because constants of its operands changed. */
  operandsChanged(op: number): void {
    if (this.#concerns(op)) this.#solver.enqueue(op, this);
  }
}
