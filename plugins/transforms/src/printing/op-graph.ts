import type { AsmState, Operation } from "@passwright/ir";
import { byteStringOf, walkIds } from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";
import { DotLabels } from "./dot-labels.ts";

/** Options of the pass `view-op-graph`. */
interface OpGraphOptions {
  /** Maximum length of the texts of types and attributes, in bytes. */
  readonly "max-label-len": number;
  readonly "print-attrs": boolean;
  readonly "print-control-flow-edges": boolean;
  readonly "print-data-flow-edges": boolean;
  readonly "print-result-types": boolean;
}

/**
 * Node of the graph, or anchor node of a cluster. Graphviz edges can connect only nodes, so an edge to a cluster leads
 * to the cluster's anchor node and is clipped at the border of the cluster.
 */
interface Node {
  readonly id: number;
  /** Number of the cluster, or 0 for a node that is not a cluster. */
  readonly cluster: number;
}

/** Operation with regions whose contents are being written. */
interface OpenOperation {
  readonly op: number;
  readonly node: Node;
  region: number;
  block: number;
  next: number;
  previous: Node | undefined;
}

/**
 * State that an instance of the pass keeps between graphs. As in MLIR, a graph continues the numbering of the previous
 * graph, and repeats the data flow edges of the previous graph.
 */
export interface DrawnSoFar {
  /** Number of the last node or cluster. */
  last: number;
  readonly edges: string[];
}

/**
 * Writes a Graphviz graph of an operation and its contents (`mlir/lib/Transforms/ViewOpGraph.cpp`): writes a cluster
 * for each operation with regions and for each block, and a node for each other operation and each block argument.
 * Tracks open operations in a list instead of by recursion, because nesting can be deep.
 */
export class OpGraphWriter {
  readonly #store: Store;
  readonly #names: AsmState;
  readonly #options: OpGraphOptions;
  readonly #labels: DotLabels;
  readonly #write: (line: string) => void;
  readonly #colours = new Map<number, string>();
  readonly #open: OpenOperation[] = [];
  readonly #controlFlow: string[] = [];
  readonly #uses: { readonly value: number; readonly node: Node }[] = [];
  readonly #nodeOfValue = new Map<number, Node>();
  #indent = "";
  readonly #drawn: DrawnSoFar;

  /**
   * Creates a writer. The writer calls `write` with each line, as a byte string without a line break. {@link draw}
   * updates `drawn`.
   */
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
    this.#line("digraph G {");
    this.#enter();
    this.#line("compound = true;");
    this.#begin(top.id);
    while (this.#open.length > 0) this.#proceed(this.#open[this.#open.length - 1]!);
    const { edges } = this.#drawn;
    for (const edge of this.#controlFlow) this.#line(edge);
    for (const { value, node } of this.#uses) edges.push(this.#dataFlowEdge(value, node));
    for (const edge of edges) this.#line(edge);
    this.#leave();
  }

  /**
   * Chooses a color for each operation name. The hues are equally spaced, in the order in which a walk finds the names.
   */
  #pickColours(top: number): void {
    const met = new Set<number>();
    walkIds(this.#store, top, (op) => met.add(this.#store.opName[op]!));
    let place = 0;
    for (const name of met) this.#colours.set(name, `${hueText(place++ / met.size)} 0.3 0.95`);
  }

  #begin(op: number): void {
    const store = this.#store;
    const text = byteStringOf(store.nameOf(op).text);
    if (store.opFirstRegion[op] === 0) {
      const colour = this.#colours.get(store.opName[op]!)!;
      const node = this.#node(this.#recordLabel(op, text), `fillcolor = "${colour}", `, "Mrecord, style = filled");
      this.#finish(op, node);
      return;
    }
    const node = this.#openCluster(this.#clusterLabel(op, text));
    this.#open.push({ op, node, region: store.opFirstRegion[op]!, block: -1, next: 0, previous: undefined });
  }

  /**
   * Writes the next part of an operation with regions: the next nested operation, the start of the next block, or the
   * end of the operation.
   */
  #proceed(frame: OpenOperation): void {
    const store = this.#store;
    if (frame.next !== 0) {
      const op = frame.next;
      frame.next = store.opNext[op]!;
      this.#begin(op);
      return;
    }
    if (frame.block > 0) this.#leave();
    frame.block = frame.block === -1 ? store.regionFirstBlock[frame.region]! : store.blockNext[frame.block]!;
    while (frame.block === 0) {
      frame.region = store.regionNext[frame.region]!;
      if (frame.region === 0) {
        this.#leave();
        this.#open.pop();
        this.#finish(frame.op, frame.node);
        return;
      }
      frame.block = store.regionFirstBlock[frame.region]!;
    }
    this.#beginBlock(frame);
  }

  #beginBlock(frame: OpenOperation): void {
    const store = this.#store;
    this.#openCluster("");
    const first = store.blockFirstArgument[frame.block]!;
    for (let value = first; value < first + store.blockArgumentCount[frame.block]!; value++) {
      this.#nodeOfValue.set(value, this.#node(this.#port("res", value, true), "", "Mrecord"));
    }
    frame.next = store.blockFirstOp[frame.block]!;
    frame.previous = undefined;
  }

  /** Records the edges that lead to an operation, after the contents of the operation were written. */
  #finish(op: number, node: Node): void {
    const store = this.#store;
    const around = this.#open[this.#open.length - 1];
    if (around !== undefined) {
      const { previous } = around;
      if (this.#options["print-control-flow-edges"] && previous !== undefined) {
        this.#controlFlow.push(`v${previous.id} -> v${node.id}${edgeAttributes(previous, node, "dashed")};`);
      }
      around.previous = node;
    }
    if (this.#options["print-data-flow-edges"]) {
      const first = store.opFirstOperand[op]!;
      for (let i = 0; i < store.opOperandCount[op]!; i++)
        this.#uses.push({ value: store.operandValue[first + i]!, node });
    }
    const first = store.opFirstResult[op]!;
    for (let i = 0; i < store.opResultCount[op]!; i++) this.#nodeOfValue.set(first + i, node);
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
    this.#line(`subgraph cluster_${cluster} {`);
    this.#enter();
    const { id } = this.#node(" ", "", "plain");
    this.#line(`label = "${label}";`);
    return { id, cluster };
  }

  #node(label: string, before: string, shape: string): Node {
    const id = ++this.#drawn.last;
    this.#line(`v${id} [${before}label = "${label}", shape = ${shape}];`);
    return { id, cluster: 0 };
  }

  #clusterLabel(op: number, name: string): string {
    const store = this.#store;
    const { "print-attrs": attributes, "print-result-types": resultTypes } = this.#options;
    const first = store.opFirstResult[op]!;
    const types = Array.from({ length: store.opResultCount[op]! }, (_, i) => store.valueType[first + i]!);
    const heading = resultTypes ? `${name} : (${this.#labels.types(types)})` : name;
    return attributes ? `${heading}\\l${this.#attributeLines(op)}` : heading;
  }

  #recordLabel(op: number, name: string): string {
    const store = this.#store;
    const operands = store.operandValue.subarray(store.opFirstOperand[op]!).subarray(0, store.opOperandCount[op]!);
    const ports = Array.from(operands, (value) => this.#port("arg", value, false));
    const inputs = ports.length === 0 ? "" : `{${ports.join("|")}}|`;
    const lines = this.#options["print-attrs"] ? this.#attributeLines(op) : "";
    const first = store.opFirstResult[op]!;
    const outputs = Array.from({ length: store.opResultCount[op]! }, (_, i) => this.#port("res", first + i, true));
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

  #attributeLines(op: number): string {
    const { attributes } = this.#store.context;
    const entries = [this.#store.opProperties[op]!, this.#store.opAttributes[op]!].flatMap((id) => {
      const data = attributes[id]?.data;
      return data?.kind === "dictionary" ? data.entries : [];
    });
    return [...entries]
      .sort((left, right) => (left.name < right.name ? -1 : 1))
      .map(({ name, value }) => `${name}: ${this.#labels.attribute(value)}\\l`)
      .join("");
  }

  #line(text: string): void {
    this.#write(this.#indent + text);
  }

  #enter(): void {
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

/**
 * Formats a hue with six decimal places. Rounds ties to even, as C's `printf` does. The only ties are odd multiples of
 * 1/128.
 */
function hueText(hue: number): string {
  const isTie = Math.abs((hue * 128) % 2) === 1;
  if (!isTie) return hue.toFixed(6);
  const millionths = Math.floor(hue * 1e6);
  return ((millionths + (millionths % 2)) / 1e6).toFixed(6);
}
