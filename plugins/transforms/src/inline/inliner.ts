import { Block, Operation, Region, SymbolTableCollection } from "@passwright/ir";
import type { CallGraph, CallGraphNode } from "@passwright/ir";
import { definitionOf, eraseOp, operationsOfRegion, walkIds } from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";
import { inlineCall } from "./inline-call.ts";
import { SymbolUses } from "./symbol-uses.ts";

export interface InlinerConfig {
  readonly maxIterations: number;
  /** Maximum number of operations in the callee, as a percentage of the number of operations in the caller. */
  readonly threshold: number;
  /** Simplifies a callable. Returns whether the simplification succeeded. */
  simplify(callable: number): boolean;
}

interface ResolvedCall {
  readonly call: number;
  readonly source: CallGraphNode;
  readonly target: CallGraphNode;
  /** Index of the entry in the inlining history that produced the call, or -1 if inlining did not produce the call. */
  readonly history: number;
}

/** Value of `threshold` that switches the limit off. */
const NO_THRESHOLD = 0xffffffff;

/** Inlines calls bottom-up, with simplification before and between rounds (`mlir/lib/Transforms/Utils/Inliner.cpp`). */
export class Inliner {
  readonly #store: Store;
  readonly #graph: CallGraph;
  readonly #config: InlinerConfig;
  readonly #symbols: SymbolTableCollection;
  readonly #uses: SymbolUses;
  readonly #dead = new Set<CallGraphNode>();
  #calls: ResolvedCall[] = [];

  constructor(top: Operation, graph: CallGraph, config: InlinerConfig) {
    this.#store = top.store;
    this.#graph = graph;
    this.#config = config;
    this.#symbols = new SymbolTableCollection(top.store);
    this.#uses = new SymbolUses(top, graph, this.#symbols);
  }

  run(): boolean {
    const sccs = this.#graph.sccs();
    let following = sccs.next();
    while (following !== undefined) {
      const nodes = [...following];
      following = sccs.next();
      for (let i = 0; i < Math.max(1, this.#config.maxIterations); i++) {
        if (!this.#simplify(nodes)) return false;
        if (!this.#inlineCalls(nodes, (node) => sccs.forget(node))) break;
      }
    }
    for (const node of this.#dead) eraseOp(this.#store, this.#operationOf(node));
    return true;
  }

  #operationOf(node: CallGraphNode): number {
    return this.#store.regionOwner[node.region]!;
  }

  #simplify(nodes: readonly CallGraphNode[]): boolean {
    // Skips callables that contain other callables, because the simplification might erase the inner callables.
    const simplified = nodes.filter(
      (node) =>
        !node.isExternal && !node.hasChildren && this.#store.nameOf(this.#operationOf(node)).isIsolatedFromAbove,
    );
    for (const node of simplified) if (!this.#config.simplify(this.#operationOf(node))) return false;
    for (const node of simplified) this.#uses.recompute(node);
    return true;
  }

  #inlineCalls(nodes: CallGraphNode[], forget: (node: CallGraphNode) => void): boolean {
    const dead = new Set<CallGraphNode>();
    this.#calls = [];
    for (const node of nodes) {
      if (node.isExternal) continue;
      if (this.#uses.isErasableAfter(0, node)) dead.add(node);
      else {
        const blocks = Region.of(this.#store, node.region).blocks.map(({ id }) => id);
        this.#collectCalls(blocks, node, false, -1);
      }
    }
    const history: { readonly node: CallGraphNode; readonly before: number }[] = [];
    const isInHistory = (node: CallGraphNode, from: number): boolean => {
      for (let at = from; at >= 0; at = history[at]!.before) if (history[at]!.node === node) return true;
      return false;
    };
    let inlinedAny = false;
    for (let i = 0; i < this.#calls.length; i++) {
      const resolved = this.#calls[i]!;
      if (dead.has(resolved.source)) continue;
      if (isInHistory(resolved.target, resolved.history) || !this.#shouldInline(resolved)) continue;
      const { call, source, target } = resolved;
      const inPlace = this.#uses.isErasableAfter(1, target);
      const inlined = inlineCall(this.#store, call, target.region, !inPlace, (blocks) =>
        this.#collectCalls(blocks, this.#nodeAround(blocks[0]!), true, history.length),
      );
      if (!inlined) continue;
      inlinedAny = true;
      history.push({ node: target, before: resolved.history });
      this.#uses.dropCall(source, call);
      this.#uses.merge(target, source);
      eraseOp(this.#store, call);
      if (!inPlace) continue;
      this.#uses.erase(target);
      dead.add(target);
    }
    for (const node of dead) {
      const place = nodes.indexOf(node);
      if (place >= 0) {
        nodes.splice(place, 1);
        forget(node);
      }
      this.#dead.add(node);
    }
    return inlinedAny;
  }

  #nodeAround(block: number): CallGraphNode {
    for (let region = Block.of(this.#store, block).parentRegion!; ; region = region.parentOp.parentRegion!) {
      const node = this.#graph.lookupNode(region.id);
      if (node !== undefined) return node;
    }
  }

  /** Collects the calls in `blocks`, last block first. Visits nested callables only if `entersNodes` is set. */
  #collectCalls(blocks: readonly number[], source: CallGraphNode, entersNodes: boolean, history: number): void {
    const store = this.#store;
    const work: { readonly block: number; readonly node: CallGraphNode }[] = [];
    for (const block of blocks) work.push({ block, node: source });
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const { block, node } = next;
      for (let op = store.blockFirstOp[block]!; op !== 0; op = store.opNext[op]!) {
        if (definitionOf(store, op)?.call !== undefined) {
          this.#addCall(op, node, history);
          continue;
        }
        for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
          const nested = this.#graph.lookupNode(region);
          if (nested !== undefined && !entersNodes) continue;
          for (const { id } of Region.of(store, region).blocks) work.push({ block: id, node: nested ?? node });
        }
      }
    }
  }

  #addCall(call: number, source: CallGraphNode, history: number): void {
    const op = Operation.of(this.#store, call);
    const callee = definitionOf(this.#store, call)!.call!.callee(op);
    const data = callee !== undefined && "data" in callee ? callee.data : undefined;
    if (data?.kind === "symbol" && data.nested.length > 0) return;
    const target = this.#graph.resolveCallable(call, this.#symbols);
    if (!target.isExternal) this.#calls.push({ call, source, target, history });
  }

  #shouldInline({ call, source, target }: ResolvedCall): boolean {
    const store = this.#store;
    if (store.nameOf(call).hasTrait("Terminator")) return false;
    // Refuses a callee that calls itself or the caller, because the inlining would never end.
    if (target.leadsTo(target) || target.leadsTo(source)) return false;
    if (Region.of(store, target.region).isAncestor(Operation.of(store, call).parentRegion!)) return false;
    return this.#fits(call, target.region) && this.#isProfitable(source.region, target.region);
  }

  /** Returns whether the call's region can contain the callee. A single-block region cannot contain several blocks. */
  #fits(call: number, region: number): boolean {
    const store = this.#store;
    const first = store.regionFirstBlock[region]!;
    if (first === 0 || store.blockNext[first] === 0) return true;
    const around = store.parentOp(call);
    if (store.opName[around] === store.opName[store.regionOwner[region]!]) return true;
    const name = store.nameOf(around);
    return name.isRegistered && !name.hasTrait("SingleBlock");
  }

  #isProfitable(caller: number, callee: number): boolean {
    const { threshold } = this.#config;
    if (threshold === 0) return false;
    if (threshold === NO_THRESHOLD) return true;
    const callerSize = this.#countOperations(caller);
    return callerSize === 0 || Math.floor((this.#countOperations(callee) * 100) / callerSize) <= threshold;
  }

  #countOperations(region: number): number {
    const store = this.#store;
    let count = 0;
    for (const op of operationsOfRegion(store, region)) walkIds(store, op, () => count++);
    return count;
  }
}
