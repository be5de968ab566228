import { Operation } from "@passwright/ir";
import type { AsmState } from "@passwright/ir";
import { byteStringOf, walkIds } from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";
import { DotLabels } from "./dot-labels.ts";

interface OpGraphOptions {
  /** Maximum length of the texts of types and attributes, in bytes. */
  readonly "max-label-len": number;
  readonly "print-attrs": boolean;
  readonly "print-control-flow-edges": boolean;
  readonly "print-data-flow-edges": boolean;
  readonly "print-result-types": boolean;
}

/** Node, or anchor node of a cluster. Edges can connect only nodes, so edges of a cluster lead to its anchor node. */
interface Node {
  readonly id: number;
  /** Number of the cluster, or 0 for a node that is not a cluster. */
  readonly cluster: number;
}

/** State between graphs. As in MLIR, a graph continues the numbering and repeats the edges of the last graph. */
export interface DrawnSoFar {
  last: number;
  readonly edges: string[];
}

/**
 * Writes a Graphviz graph of an operation and its contents (`mlir/lib/Transforms/ViewOpGraph.cpp`): writes a cluster
 * for each operation with regions and for each block, and a node for each other operation and each block argument.
 * Keeps the remaining tasks in a list instead of using recursion, because nesting can be deep.
 */
export class OpGraphWriter {
  readonly #store: Store;
  readonly #names: AsmState;
  readonly #options: OpGraphOptions;
  readonly #labels: DotLabels;
  readonly #write: (line: string) => void;
  readonly #colours = new Map<number, string>();
  readonly #tasks: (() => void)[] = [];
  /** The operation of the current block that was written last. */
  #previous: Node | undefined;
  readonly #controlFlow: string[] = [];
  readonly #uses: { readonly value: number; readonly node: Node }[] = [];
  readonly #nodeOfValue = new Map<number, Node>();
  #indent = "";
  readonly #drawn: DrawnSoFar;

  /** Creates a writer that passes each line to `write` as a byte string. {@link draw} updates `drawn`. */
  constructor(
    store: Store,
    names: AsmState,
    options: OpGraphOptions,
    write: (line: string) => void,
    drawn: DrawnSoFar,
  ) {
    this.#store = store;
    this.#names = names;
    this.#options = options;
    this.#labels = new DotLabels(store.context, options["max-label-len"]);
    this.#write = write;
    this.#drawn = drawn;
  }

  draw(top: Operation): void {
    this.#pickColours(top.id);
    this.#open("digraph G {");
    this.#line("compound = true;");
    this.#begin(top.id);
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) task();
    const { edges } = this.#drawn;
    for (const edge of this.#controlFlow) this.#line(edge);
    for (const { value, node } of this.#uses) edges.push(this.#dataFlowEdge(value, node));
    for (const edge of edges) this.#line(edge);
    this.#leave();
  }

  /** Chooses a color for each operation name, with equally spaced hues in the order of a walk. */
  #pickColours(top: number): void {
    const met = new Set<number>();
    walkIds(this.#store, top, (op) => met.add(this.#store.opName[op]!));
    let place = 0;
    for (const name of met) this.#colours.set(name, `${hueText(place++ / met.size)} 0.3 0.95`);
  }

  #begin(op: number): void {
    const store = this.#store;
    const handle = Operation.of(store, op);
    const text = byteStringOf(handle.name);
    if (store.opFirstRegion[op] === 0) {
      const colour = this.#colours.get(store.opName[op]!)!;
      const node = this.#node(this.#recordLabel(handle, text), `fillcolor = "${colour}", `, "Mrecord, style = filled");
      this.#finish(op, node);
      return;
    }
    const node = this.#openCluster(this.#clusterLabel(handle, text));
    this.#tasks.push(() => {
      this.#leave();
      this.#finish(op, node);
    });
    const blocks = handle.regions.flatMap((region) => region.blocks);
    for (const { id } of blocks.reverse()) this.#tasks.push(() => this.#beginBlock(id));
  }

  #beginBlock(block: number): void {
    const store = this.#store;
    this.#openCluster("");
    const first = store.blockFirstArgument[block]!;
    for (let value = first; value < first + store.blockArgumentCount[block]!; value++) {
      this.#nodeOfValue.set(value, this.#node(this.#port("res", value, true), "", "Mrecord"));
    }
    const outer = this.#previous;
    this.#previous = undefined;
    this.#tasks.push(() => {
      this.#leave();
      this.#previous = outer;
    });
    this.#beginFrom(store.blockFirstOp[block]!);
  }

  /** Writes operations of a block from `first` on, up to an operation with regions, whose contents are written next. */
  #beginFrom(first: number): void {
    const { opFirstRegion, opNext } = this.#store;
    let op = first;
    for (; op !== 0 && opFirstRegion[op] === 0; op = opNext[op]!) this.#begin(op);
    if (op === 0) return;
    const next = opNext[op]!;
    this.#tasks.push(() => this.#beginFrom(next));
    this.#begin(op);
  }

  /** Records the edges that lead to an operation, after the contents of the operation were written. */
  #finish(op: number, node: Node): void {
    const previous = this.#previous;
    if (this.#options["print-control-flow-edges"] && previous !== undefined) {
      this.#controlFlow.push(`v${previous.id} -> v${node.id}${edgeAttributes(previous, node, "dashed")};`);
    }
    this.#previous = node;
    const { operands, results } = Operation.of(this.#store, op);
    if (this.#options["print-data-flow-edges"]) for (const { id } of operands) this.#uses.push({ value: id, node });
    for (const { id } of results) this.#nodeOfValue.set(id, node);
  }

  #dataFlowEdge(value: number, to: Node): string {
    const from = this.#nodeOfValue.get(value) ?? { id: 0, cluster: 0 };
    const port = this.#portName(value);
    const tail = from.cluster === 0 ? `v${from.id}:res_${port}:s` : `v${from.id}`;
    const head = to.cluster === 0 ? `v${to.id}:arg_${port}:n` : `v${to.id}`;
    return `${tail} -> ${head}${edgeAttributes(from, to, "solid")};`;
  }

  #openCluster(label: string): Node {
    const cluster = ++this.#drawn.last;
    this.#open(`subgraph cluster_${cluster} {`);
    const { id } = this.#node(" ", "", "plain");
    this.#line(`label = "${label}";`);
    return { id, cluster };
  }

  #node(label: string, before: string, shape: string): Node {
    const id = ++this.#drawn.last;
    this.#line(`v${id} [${before}label = "${label}", shape = ${shape}];`);
    return { id, cluster: 0 };
  }

  #clusterLabel(op: Operation, name: string): string {
    const { "print-attrs": attributes, "print-result-types": resultTypes } = this.#options;
    const heading = resultTypes ? `${name} : (${this.#labels.types(op.resultTypes)})` : name;
    return attributes ? `${heading}\\l${this.#attributeLines(op)}` : heading;
  }

  #recordLabel(op: Operation, name: string): string {
    const ports = op.operands.map(({ id }) => this.#port("arg", id, false));
    const inputs = ports.length === 0 ? "" : `{${ports.join("|")}}|`;
    const lines = this.#options["print-attrs"] ? this.#attributeLines(op) : "";
    const outputs = op.results.map(({ id }) => this.#port("res", id, true));
    const results = outputs.length === 0 ? "" : `|{${outputs.join("|")}}`;
    return `{${inputs}${name}\\l${lines === "" ? "" : `\\l${lines}`}${results}}`;
  }

  #port(kind: "arg" | "res", value: number, isDefinition: boolean): string {
    const text = `<${kind}_${this.#portName(value)}> ${this.#names.nameOfId(value)}`;
    if (!isDefinition || !this.#options["print-result-types"]) return text;
    return `${text} ${this.#labels.type(this.#store.valueType[value]!)}`;
  }

  /** Returns the name of a value without the characters that the name of a port must not contain. */
  #portName(value: number): string {
    return this.#names.nameOfId(value).slice(1).replaceAll("#", "_");
  }

  #attributeLines({ attrs }: Operation): string {
    return attrs.map(({ name, value }) => `${name}: ${this.#labels.attribute(value)}\\l`).join("");
  }

  #line(text: string): void {
    this.#write(this.#indent + text);
  }

  #open(text: string): void {
    this.#line(text);
    this.#indent += "  ";
  }

  #leave(): void {
    this.#indent = this.#indent.slice(2);
    this.#line("}");
  }
}

function edgeAttributes(from: Node, to: Node, style: string): string {
  const head = to.cluster === 0 ? "" : `lhead = cluster_${to.cluster}, `;
  const tail = from.cluster === 0 ? "" : `ltail = cluster_${from.cluster}, `;
  return `[${head}${tail}style = ${style}]`;
}

/** Formats a hue with six decimal places. Rounds ties (odd multiples of 1/128) to even, as C's `printf` does. */
function hueText(hue: number): string {
  const isTie = Math.abs((hue * 128) % 2) === 1;
  if (!isTie) return hue.toFixed(6);
  const millionths = Math.floor(hue * 1e6);
  return ((millionths + (millionths % 2)) / 1e6).toFixed(6);
}
