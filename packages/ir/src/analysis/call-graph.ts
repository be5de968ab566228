import { defineAnalysis } from "@passwright/core";
import type { Analysis } from "@passwright/core";
import { definitionOf } from "../dialects/define-dialect.ts";
import { Operation } from "../handles.ts";
import type { Store } from "../store/store.ts";
import { SymbolTableCollection } from "../symbol-table-collection.ts";
import { SccIterator } from "./scc-iterator.ts";

/** How one node leads to another: it calls it; it is nested in it; or it may do so from outside. */
export type CallGraphEdgeKind = "call" | "child" | "abstract";

/** From the node that has it to another one. */
export interface CallGraphEdge {
  readonly kind: CallGraphEdgeKind;
  readonly target: CallGraphNode;
}

/** A region that can be called, or one of the two nodes that stand for what nobody sees. */
export class CallGraphNode {
  /** The id of the region; 0 for the nodes that stand for something outside. */
  readonly region: number;
  readonly #edges: CallGraphEdge[] = [];
  readonly #known = new Map<CallGraphNode, Set<CallGraphEdgeKind>>();

  constructor(region: number) {
    this.region = region;
  }

  get isExternal(): boolean {
    return this.region === 0;
  }

  /** Each kind of edge to a target once, in the order in which they were found. */
  get edges(): readonly CallGraphEdge[] {
    return this.#edges;
  }

  get hasChildren(): boolean {
    return this.#edges.some(({ kind }) => kind === "child");
  }

  /** Whether there is an edge, of whatever kind, to a node. */
  leadsTo(target: CallGraphNode): boolean {
    return this.#known.has(target);
  }

  /** @internal */
  add(target: CallGraphNode, kind: CallGraphEdgeKind): void {
    let kinds = this.#known.get(target);
    if (kinds === undefined) this.#known.set(target, (kinds = new Set()));
    if (kinds.has(kind)) return;
    kinds.add(kind);
    this.#edges.push({ kind, target });
  }
}

/**
 * Who calls whom in an operation (`mlir/include/mlir/Analysis/CallGraph.h`): a node for each region of a callable, edges for
 * calls whose target is known and for callables in callables. Right until calls or callables change.
 */
export class CallGraph {
  readonly store: Store;
  /** Leads to everything that is not nested in another callable: it may be called from outside. */
  readonly externalCallerNode: CallGraphNode = new CallGraphNode(0);
  /** What calls lead to whose target nobody knows. */
  readonly unknownCalleeNode: CallGraphNode = new CallGraphNode(0);
  readonly #nodes = new Map<number, CallGraphNode>();

  constructor(op: Operation) {
    this.store = op.store;
    const symbols = new SymbolTableCollection(op.store);
    this.#collect(op.liveId, undefined);
    this.#collect(op.id, symbols);
  }

  /** In the order of the text. */
  get nodes(): readonly CallGraphNode[] {
    return [...this.#nodes.values()];
  }

  /** The node of a region, by id. */
  lookupNode(region: number): CallGraphNode | undefined {
    return this.#nodes.get(region);
  }

  /** What a call, by id, leads to; the unknown node if nobody knows. */
  resolveCallable(call: number, symbols: SymbolTableCollection): CallGraphNode {
    const callee = definitionOf(this.store, call)?.call?.callee(Operation.of(this.store, call));
    if (callee === undefined) return this.unknownCalleeNode;
    const target = "data" in callee ? symbols.lookupNearest(call, callee) : (callee.definingOp?.id ?? 0);
    const region = target === 0 ? 0 : callableRegionOf(this.store, target);
    return this.#nodes.get(region) ?? this.unknownCalleeNode;
  }

  /** Strongly connected components, callees before callers. */
  sccs(): SccIterator<CallGraphNode> {
    return new SccIterator(this.externalCallerNode, (node) => node.edges.map(({ target }) => target));
  }

  /** Without `symbols` makes the nodes, with them the edges of calls: callables may be called before they stand in the text. */
  #collect(top: number, symbols: SymbolTableCollection | undefined): void {
    const { store } = this;
    const work: { readonly op: number; readonly parent: CallGraphNode | undefined }[] = [
      { op: top, parent: undefined },
    ];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const { op } = next;
      let { parent } = next;
      const definition = definitionOf(store, op);
      if (definition?.call !== undefined) {
        if (symbols !== undefined) parent?.add(this.resolveCallable(op, symbols), "call");
        continue;
      }
      if (definition?.callable !== undefined) {
        const region = callableRegionOf(store, op);
        if (region === 0) continue;
        parent = this.#nodeOf(region, parent);
      }
      const nested: number[] = [];
      for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
        for (let block = store.regionFirstBlock[region]!; block !== 0; block = store.blockNext[block]!) {
          for (let at = store.blockFirstOp[block]!; at !== 0; at = store.opNext[at]!) nested.push(at);
        }
      }
      for (let i = nested.length - 1; i >= 0; i--) work.push({ op: nested[i]!, parent });
    }
  }

  #nodeOf(region: number, parent: CallGraphNode | undefined): CallGraphNode {
    let node = this.#nodes.get(region);
    if (node === undefined) {
      this.#nodes.set(region, (node = new CallGraphNode(region)));
      if (parent === undefined) this.externalCallerNode.add(node, "abstract");
      else parent.add(node, "child");
    }
    return node;
  }

  /** In the format of `mlir-opt --test-print-callgraph`. */
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

/** What a call of this operation enters, by id; 0 for nothing. */
export function callableRegionOf(store: Store, op: number): number {
  return definitionOf(store, op)?.callable?.region(Operation.of(store, op))?.id ?? 0;
}

/** The {@link CallGraph} of an operation as an analysis. */
export const callGraph: Analysis<Operation, CallGraph> = defineAnalysis({
  name: "@passwright/ir/call-graph",
  displayName: "CallGraph",
  summary: "who calls whom",
  compute: (op: Operation) => new CallGraph(op),
});
