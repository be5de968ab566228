import { getSymbolUses, isMemoryEffectFree, Operation } from "@passwright/ir";
import type { Attribute, CallGraph, CallGraphNode, SymbolTableCollection } from "@passwright/ir";
import {
  callableRegionOf,
  isSymbolId,
  operationsOfRegion,
  visibilityOfId,
  walkSymbolTables,
} from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";

interface NodeUses {
  /** Callables to which attributes of the operation itself refer, without the number of references. */
  readonly own: Set<CallGraphNode>;
  /** Callables to which nested operations refer, with the number of references. */
  readonly inner: Map<CallGraphNode, number>;
}

/** Counts references to erasable callables (`CGUseList`). The inliner must report added and removed calls. */
export class SymbolUses {
  readonly #graph: CallGraph;
  readonly #store: Store;
  readonly #symbols: SymbolTableCollection;
  /** Reference counts of the callables that can be erased as soon as nothing refers to them. */
  readonly #counts = new Map<CallGraphNode, number>();
  /** Whether an unregistered operation can contain references. If true, symbols are not erased. MLIR crashes instead. */
  #hasUnknown = false;
  readonly #uses = new Map<CallGraphNode, NodeUses>();

  constructor(top: Operation, graph: CallGraph, symbols: SymbolTableCollection) {
    this.#graph = graph;
    this.#store = top.store;
    this.#symbols = symbols;
    this.#findDiscardable(top);
    for (const node of graph.nodes) this.recompute(node);
  }

  #findDiscardable(top: Operation): void {
    const store = this.#store;
    const alwaysLive = new Map<Attribute, CallGraphNode | undefined>();
    walkSymbolTables(store, top.id, store.opBlock[top.id]! <= 0, (table, allUsesVisible) => {
      for (const op of operationsOfRegion(store, store.opFirstRegion[table]!)) {
        const node = this.#graph.lookupNode(callableRegionOf(store, op));
        if (node === undefined) this.#eachReferred(op, alwaysLive, () => {});
        else if (isSymbolId(store, op)) {
          const visibility = visibilityOfId(store, op);
          if (visibility === "private" || (allUsesVisible && visibility === "nested")) this.#counts.set(node, 0);
        }
      }
    });
    for (const node of alwaysLive.values()) if (node !== undefined) this.#counts.delete(node);
    if (this.#hasUnknown) this.#counts.clear();
  }

  /** Calls `visit` for each reference in an operation to a call graph node. `known` caches the nodes of symbols. */
  #eachReferred(
    op: number,
    known: Map<Attribute, CallGraphNode | undefined>,
    visit: (node: CallGraphNode, user: number) => void,
  ): void {
    const store = this.#store;
    const around = store.parentOp(op);
    const uses = getSymbolUses(Operation.of(store, op));
    if (uses === undefined) {
      this.#hasUnknown = true;
      this.#counts.clear();
    }
    for (const { user, symbol } of uses ?? []) {
      let node = known.get(symbol);
      if (node === undefined && !known.has(symbol)) {
        const target = around === 0 ? 0 : this.#symbols.lookupNearest(around, symbol);
        node = target === 0 ? undefined : this.#graph.lookupNode(callableRegionOf(store, target));
        known.set(symbol, node);
      }
      if (node !== undefined) visit(node, user.id);
    }
  }

  /** Returns whether a callable has this number of references and can be erased after the references are removed. */
  isErasableAfter(count: number, node: CallGraphNode): boolean {
    const op = this.#store.regionOwner[node.region]!;
    if (isSymbolId(this.#store, op)) return this.#counts.get(node) === count;
    const handle = Operation.of(this.#store, op);
    return isMemoryEffectFree(handle) && handle.results.reduce((sum, { uses }) => sum + uses.length, 0) === count;
  }

  /** Counts the references in a node again. Called after passes changed the operation of the node. */
  recompute(node: CallGraphNode): void {
    const op = this.#store.regionOwner[node.region]!;
    const before = this.#uses.get(node);
    if (before !== undefined) this.#forget(before);
    const uses: NodeUses = { own: new Set(), inner: new Map() };
    this.#uses.set(node, uses);
    this.#eachReferred(op, new Map(), (target, user) => {
      if (!this.#counts.has(target)) return;
      if (user !== op) uses.inner.set(target, (uses.inner.get(target) ?? 0) + 1);
      else if (uses.own.has(target)) return;
      else uses.own.add(target);
      this.#add(target, 1);
    });
  }

  #add(node: CallGraphNode, count: number): void {
    const old = this.#counts.get(node);
    if (old !== undefined) this.#counts.set(node, old + count);
  }

  #forget({ own, inner }: NodeUses): void {
    for (const node of own) this.#add(node, -1);
    for (const [node, count] of inner) this.#add(node, -count);
  }

  dropCall(user: CallGraphNode, call: number): void {
    const inner = this.#uses.get(user)!.inner;
    this.#eachReferred(call, new Map(), (node) => {
      const count = inner.get(node);
      if (count === undefined) return;
      inner.set(node, count - 1);
      this.#add(node, -1);
    });
  }

  merge(from: CallGraphNode, to: CallGraphNode): void {
    const inner = this.#uses.get(to)!.inner;
    for (const [node, count] of this.#uses.get(from)!.inner) {
      inner.set(node, (inner.get(node) ?? 0) + count);
      this.#add(node, count);
    }
  }

  erase(node: CallGraphNode): void {
    for (const { kind, target } of node.edges) if (kind === "child") this.erase(target);
    const uses = this.#uses.get(node);
    if (uses !== undefined) this.#forget(uses);
    this.#uses.delete(node);
    this.#counts.delete(node);
  }
}
