import { escapeData } from "@passwright/core";
import type { GraphPlan } from "../plan/graph-plan.ts";
import { drawGraph } from "./drawing.ts";
import type { DrawnEdge, DrawnNode } from "./drawing.ts";

/** Draws a planned graph as a Mermaid flowchart, which GitHub and many editors show as a picture. */
export function drawMermaid(plan: GraphPlan): string {
  const { nodes, edges } = drawGraph(escapeData(plan));
  return ["flowchart TD", ...nodes.flatMap((node) => nodeLines(node, "  ")), ...edges.map(edgeLine)].join("\n");
}

function nodeLines(node: DrawnNode, indent: string): string[] {
  const label = `"${escapeLabel(node.label)}"`;
  switch (node.kind) {
    case "pipeline":
      return [`${indent}${node.id}[${label}]`];
    case "empty":
      return [`${indent}${node.id}([${label}])`];
    case "choice":
      return [`${indent}${node.id}{${label}}`];
    case "end":
      return [`${indent}${node.id}((${label}))`];
    case "group":
      return [
        `${indent}subgraph ${node.id}[${label}]`,
        ...node.nodes.flatMap((inner) => nodeLines(inner, `${indent}  `)),
        `${indent}end`,
      ];
  }
}

function edgeLine({ kind, from, to, label }: DrawnEdge): string {
  const arrow = kind === "jump" ? "-.->" : "-->";
  const text = label === "" ? "" : `|"${escapeLabel(label)}"|`;
  return `  ${from} ${arrow}${text} ${to}`;
}

/** Escapes special characters: Mermaid expects the character code between `#` and `;`. */
function escapeLabel(text: string): string {
  return text.replace(/["#<>&`\\\n\r]/g, (char) => `#${char.codePointAt(0)};`);
}
