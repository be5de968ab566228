import { escapeData } from "@passwright/core";
import type { GraphPlan } from "../plan/graph-plan.ts";
import { drawGraph } from "./drawing.ts";
import type { DrawnEdge, DrawnNode } from "./drawing.ts";

type Group = DrawnNode & { readonly kind: "group" };

/** Draws a planned graph in DOT, the language of Graphviz. */
export function drawDot(plan: GraphPlan): string {
  const { nodes, edges } = drawGraph(escapeData(plan));
  const groups = new Map<string, Group>();
  const collect = (list: readonly DrawnNode[]): void => {
    for (const node of list) {
      if (node.kind !== "group") continue;
      groups.set(node.id, node);
      collect(node.nodes);
    }
  };
  collect(nodes);
  return [
    "digraph pipelines {",
    "  compound=true;",
    '  node [shape=box, fontname="Helvetica"];',
    '  edge [fontname="Helvetica"];',
    ...nodes.flatMap((node) => nodeLines(node, "  ")),
    ...edges.map((edge) => edgeLine(edge, groups)),
    "}",
  ].join("\n");
}

const SHAPES = {
  pipeline: "",
  empty: ", style=rounded",
  choice: ", shape=diamond",
  end: ", shape=doublecircle",
} as const;

function nodeLines(node: DrawnNode, indent: string): string[] {
  if (node.kind !== "group") return [`${indent}${node.id} [label=${quote(node.label)}${SHAPES[node.kind]}];`];
  return [
    `${indent}subgraph cluster_${node.id} {`,
    `${indent}  label=${quote(node.label)};`,
    ...node.nodes.flatMap((inner) => nodeLines(inner, `${indent}  `)),
    `${indent}}`,
  ];
}

/**
 * Returns the line for an edge. Graphviz connects only boxes, so an edge to a subgraph ends at a box inside the
 * subgraph and is clipped at the border of the subgraph.
 */
function edgeLine({ kind, from, to, label }: DrawnEdge, groups: ReadonlyMap<string, Group>): string {
  const [source, target] = [groups.get(from), groups.get(to)];
  const attributes = [
    ...(label === "" ? [] : [`label=${quote(label)}`]),
    ...(kind === "jump" ? ["style=dashed", "constraint=false"] : []),
    ...(source === undefined ? [] : [`ltail=cluster_${from}`]),
    ...(target === undefined ? [] : [`lhead=cluster_${to}`]),
  ];
  const [tail, head] = [source === undefined ? from : boxOf(source, -1), target === undefined ? to : boxOf(target, 0)];
  return `  ${tail} -> ${head}${attributes.length === 0 ? "" : ` [${attributes.join(", ")}]`};`;
}

/** Returns the id of the first pipeline (index 0) or last pipeline (index -1) inside a subgraph. */
function boxOf(group: Group, index: 0 | -1): string {
  const inner = group.nodes.filter(({ kind }) => kind !== "choice" && kind !== "end").at(index) as DrawnNode;
  return inner.kind === "group" ? boxOf(inner, index) : inner.id;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&").replace(/\r?\n|\r/g, "\\n")}"`;
}
