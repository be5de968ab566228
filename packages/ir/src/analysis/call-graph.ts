import { defineAnalysis } from "@passwright/core";
import type { Analysis } from "@passwright/core";
import { definitionOf } from "../dialects/define-dialect.ts";
import { Operation } from "../handles.ts";
import { getOrMake } from "../maps.ts";
import type { Store } from "../store/store.ts";
import { operationsIn } from "../store/walk-ids.ts";
import { SymbolTableCollection } from "../symbol-table.ts";
import { SccIterator } from "./scc-iterator.ts";

/** Kind of an edge: a call, nesting (`child`), or a possible call from outside the module (`abstract`). */
export type CallGraphEdgeKind = "call" | "child" | "abstract";

/** Edge of the call graph, stored in its source node. */
export interface CallGraphEdge {
  /** Kind of the edge. */
  readonly kind: CallGraphEdgeKind;
  /** Target node of the edge. */
  readonly target: CallGraphNode;
}

/** Node of the call graph: a callable region, or the unknown callers or callees outside the module. */
export class CallGraphNode {
  /** Id of the region, or 0 if the node represents unknown callers or callees. */
  readonly region: number;
  readonly #edges: CallGraphEdge[] = [];
  readonly #known = new Map<CallGraphNode, Set<CallGraphEdgeKind>>();

  constructor(region: number) {
    this.region = region;
  }

  /** Whether the node represents unknown callers or unknown callees outside the module. */
  get isExternal(): boolean {
    return this.region === 0;
  }

  /** Edges without duplicates, in the order in which they were found. */
  get edges(): readonly CallGraphEdge[] {
    return this.#edges;
  }

  /** Whether the node has edges to nested callables. */
  get hasChildren(): boolean {
    return this.#edges.some(({ kind }) => kind === "child");
  }

  /** Returns whether an edge of any kind leads to `target`. */
  leadsTo(target: CallGraphNode): boolean {
    return this.#known.has(target);
  }

  /** @internal Adds an edge to another node, unless the edge exists. */
  add(target: CallGraphNode, kind: CallGraphEdgeKind): void {
    const kinds = getOrMake(this.#known, target, () => new Set());
    if (kinds.has(kind)) return;
    kinds.add(kind);
    this.#edges.push({ kind, target });
  }
}

/** Call graph of callable regions (`mlir/include/mlir/Analysis/CallGraph.h`). Valid until calls or callables change. */
export class CallGraph {
  /** Store of the operations in the call graph. */
  readonly store: Store;
  /** Node for callers outside the module, with an edge to each callable that is not nested in another callable. */
  readonly externalCallerNode: CallGraphNode = new CallGraphNode(0);
  /** Node for calls whose callee is unknown. */
  readonly unknownCalleeNode: CallGraphNode = new CallGraphNode(0);
  readonly #nodes = new Map<number, CallGraphNode>();

  constructor(op: Operation) {
    this.store = op.store;
    const symbols = new SymbolTableCollection(op.store);
    this.#collect(op.liveId, undefined);
    this.#collect(op.id, symbols);
  }

  /** Nodes in source order. */
  get nodes(): readonly CallGraphNode[] {
    return [...this.#nodes.values()];
  }

  /** Returns the node of the region with this id. */
  lookupNode(region: number): CallGraphNode | undefined {
    return this.#nodes.get(region);
  }

  /** Returns the node of the callee of the call with this id, or {@link unknownCalleeNode} if the callee is unknown. */
  resolveCallable(call: number, symbols: SymbolTableCollection): CallGraphNode {
    const callee = definitionOf(this.store, call)?.call?.callee(Operation.of(this.store, call));
    if (callee === undefined) return this.unknownCalleeNode;
    const target = "data" in callee ? symbols.lookupNearest(call, callee) : (callee.definingOp?.id ?? 0);
    const region = target === 0 ? 0 : callableRegionOf(this.store, target);
    return this.#nodes.get(region) ?? this.unknownCalleeNode;
  }

  /** Returns an iterator over the strongly connected components, callees before callers. */
  sccs(): SccIterator<CallGraphNode> {
    return new SccIterator(this.externalCallerNode, (node) => node.edges.map(({ target }) => target));
  }

  /** Creates the nodes or, with `symbols`, the edges of calls. Nodes come first, because calls can precede callees. */
  #collect(top: number, symbols: SymbolTableCollection | undefined): void {
    const { store } = this;
    const work: { readonly op: number; readonly parent: CallGraphNode }[] = [
      { op: top, parent: this.externalCallerNode },
    ];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const { op } = next;
      let { parent } = next;
      const definition = definitionOf(store, op);
      if (definition?.call !== undefined) {
        if (symbols !== undefined && !parent.isExternal) parent.add(this.resolveCallable(op, symbols), "call");
        continue;
      }
      if (definition?.callable !== undefined) {
        const region = callableRegionOf(store, op);
        if (region === 0) continue;
        parent = this.#nodeOf(region, parent);
      }
      for (const nested of operationsIn(store, op).reverse()) work.push({ op: nested, parent });
    }
  }

  #nodeOf(region: number, parent: CallGraphNode): CallGraphNode {
    return getOrMake(this.#nodes, region, () => {
      const node = new CallGraphNode(region);
      parent.add(node, parent.isExternal ? "abstract" : "child");
      return node;
    });
  }

  /** Prints the graph in the format of `mlir-opt --test-print-callgraph`. */
  print(): string {
    const lines = ["// ---- CallGraph ----"];
    for (const node of this.#nodes.values()) {
      lines.push(`// - Node : ${this.#nameOf(node)}`);
      for (const { kind, target } of node.edges) {
        lines.push(`// -- ${kind === "call" ? "Call" : "Child"}-Edge : ${this.#nameOf(target)}`);
      }
      lines.push("//");
    }
    lines.push("// -- SCCs --");
    const sccs = this.sccs();
    for (let scc = sccs.next(); scc !== undefined; scc = sccs.next()) {
      lines.push("// - SCC : ", ...scc.map((node) => `// -- Node :${this.#nameOf(node)}`), "");
    }
    return `${lines.join("\n")}\n// -------------------\n`;
  }

  #nameOf(node: CallGraphNode): string {
    if (node === this.externalCallerNode) return "<External-Caller-Node>";
    if (node === this.unknownCalleeNode) return "<Unknown-Callee-Node>";
    const op = Operation.of(this.store, this.store.regionOwner[node.region]!);
    const attributes = op.context.dictionary([...op.attrs]).toString();
    const place = op.regions.findIndex((region) => region.id === node.region);
    return `'${op.name}' - Region #${place} : ${attributes}`;
  }
}

/** Returns the id of the region that a call to this operation enters, or 0 if the operation is not callable. */
export function callableRegionOf(store: Store, op: number): number {
  return definitionOf(store, op)?.callable?.region(Operation.of(store, op))?.id ?? 0;
}

/** Analysis that computes the {@link CallGraph} of an operation. */
export const callGraph: Analysis<Operation, CallGraph> = defineAnalysis({
  name: "@passwright/ir/call-graph",
  displayName: "CallGraph",
  summary: "who calls whom",
  compute: (op: Operation) => new CallGraph(op),
});
