import { pushTo, whenText } from "@passwright/builder";
import type { GraphPlan, PlannedBranch, PlannedChoice, PlannedJump, PlannedPipeline } from "../plan/graph-plan.ts";
import { reduceEdges } from "./reduce-edges.ts";

/** Node of a drawing: a box or a subgraph. */
export type DrawnNode =
  | { readonly kind: "pipeline" | "empty" | "choice" | "end"; readonly id: string; readonly label: string }
  /** Subgraph with its boxes. */
  | { readonly kind: "group"; readonly id: string; readonly label: string; readonly nodes: readonly DrawnNode[] };

export interface DrawnEdge {
  readonly kind: "order" | "branch" | "jump";
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

/** Graph as boxes and arrows, independent of the output language. */
export interface Drawing {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
}

/**
 * Converts a graph to a drawing: pipelines, choices before their branches, and jumps. Leaves out edges that other edges
 * imply.
 */
export function drawGraph(plan: GraphPlan): Drawing {
  const edges: DrawnEdge[] = [];
  const nodes = drawLevel(plan, "", edges);
  return { nodes, edges };
}

function drawLevel({ pipelines, choices }: GraphPlan, prefix: string, edges: DrawnEdge[]): DrawnNode[] {
  const idOf = new Map(pipelines.map(({ name }, index) => [name, `p${prefix}${index + 1}`]));
  const choiceIds = new Map(choices.map(({ name }, index) => [name, `c${prefix}${index + 1}`]));
  const nodes: DrawnNode[] = choices.map(({ name }) => ({
    kind: "choice",
    id: choiceIds.get(name) as string,
    label: name,
  }));
  for (const pipeline of pipelines) nodes.push(drawPipeline(pipeline, idOf.get(pipeline.name) as string, edges));
  const branchEdges = new Set<string>();
  for (const { from, to } of reduceEdges(pipelines)) {
    const target = pipelines[to] as PlannedPipeline;
    const source = idOf.get((pipelines[from] as PlannedPipeline).name) as string;
    const end = target.choice === undefined ? idOf.get(target.name) : choiceIds.get(target.choice);
    const key = `${source} ${end}`;
    if (branchEdges.has(key)) continue;
    branchEdges.add(key);
    edges.push({ kind: "order", from: source, to: end as string, label: "" });
  }
  for (const choice of choices) {
    for (const [pipeline, label] of branchLabels(choice)) {
      const [from, to] = [choiceIds.get(choice.name) as string, idOf.get(pipeline) as string];
      edges.push({ kind: "branch", from, to, label });
    }
  }
  const ends = new Set<string>();
  for (const { name, jumps } of pipelines) {
    for (const jump of jumps) {
      const to = idOf.get(jump.to) ?? `${jump.to}${prefix}`;
      if (!idOf.has(jump.to)) ends.add(jump.to);
      edges.push({ kind: "jump", from: idOf.get(name) as string, to, label: jumpLabel(jump) });
    }
  }
  for (const end of [...ends].sort()) nodes.push({ kind: "end", id: `${end}${prefix}`, label: end });
  return nodes;
}

function drawPipeline({ name, graph, pipeline = "" }: PlannedPipeline, id: string, edges: DrawnEdge[]): DrawnNode {
  if (graph === undefined || graph.pipelines.length === 0) {
    return { kind: pipeline.endsWith("()") || graph !== undefined ? "empty" : "pipeline", id, label: name };
  }
  return { kind: "group", id, label: name, nodes: drawLevel(graph, `${id.slice(1)}_`, edges) };
}

/** Maps the name of each branch's pipeline to the condition of the branch. */
function branchLabels(choice: PlannedChoice): Map<string, string> {
  const labels = new Map<string, string[]>();
  const add = (pipeline: string, label: string): void => pushTo(labels, pipeline, label);
  for (const branch of choice.branches) add(branch.pipeline, conditionText(branch));
  if (choice.else !== undefined) add(choice.else, "else");
  return new Map([...labels].map(([pipeline, all]) => [pipeline, all.join(" or ")]));
}

/** Formats the condition of a branch: `target gpu`. */
export function conditionText({ when, isTested }: PlannedBranch): string {
  const words = when === undefined ? "" : whenText(when);
  if (!isTested) return words;
  return words === "" ? "the input passes its test" : `${words} and the input passes its test`;
}

export function jumpLabel({ max, onNoProgress }: PlannedJump): string {
  const bound = max === undefined ? "" : `at most ${max} times`;
  if (onNoProgress === "error") return bound;
  return bound === "" ? "until nothing changes" : `until nothing changes, ${bound}`;
}
