import { PipelineGraph } from "@passwright/graph";
import { Random } from "@passwright/development";
import { madeOnce } from "./inputs.mjs";

/** Sizes of the smallest measured graph. A graph that is 100 times as large must take at most 200 times as long. */
const BASE = { pipelines: 100, edges: 500 };
export const GRAPH_KINDS = ["in order", "a cycle"];

const name = { text: "pile", isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
const adapter = {
  name: "piles",
  intern: () => name,
  nameOf: () => name,
  parentOf: () => undefined,
  collectNested: () => undefined,
};

/** Names of the pipelines and edges to register. */
const inputOf = madeOnce((kind, factor) => {
  const count = BASE.pipelines * factor;
  const random = new Random(factor);
  const below = (limit) => random.below(limit);
  const names = Array.from({ length: count }, (_, at) => `p${at}`);
  const edges = names.map(() => ({ predecessors: [], successors: [], jumpTargets: [] }));
  for (let edge = 0; edge < BASE.edges * factor; edge++) {
    const [one, other] = [below(count), below(count)];
    if (one === other) continue;
    const [before, after] = one < other ? [one, other] : [other, one];
    if (edge % 2 === 0) edges[after].predecessors.push(names[before]);
    else edges[before].successors.push(names[after]);
    if (edge % 10 === 0 && edges[after].jumpTargets.length === 0) edges[after].jumpTargets.push(names[before]);
  }
  if (kind === "a cycle") {
    for (let at = 0; at < count; at++) edges[at].predecessors.push(names[(at + count - 1) % count]);
  }
  return names.map((name, at) => [name, edges[at]]);
});

/**
 * Registers 100 times `factor` pipelines and 500 times `factor` edges, makes a schedule, and returns the two times in
 * milliseconds of the clock `now`. Depending on `kind`, the graph has a valid order, or a cycle that the schedule must
 * report.
 */
export function sampleGraph(kind, factor, now) {
  const input = inputOf(kind, factor);
  let start = now();
  const graph = new PipelineGraph(adapter, { anchor: "pile" });
  for (const [name, edges] of input) graph.registerPipeline(name, edges);
  const register = now() - start;

  start = now();
  const { schedule, diagnostics } = graph.createPipelineSchedule();
  const made = now() - start;
  if ((schedule === undefined) !== (kind === "a cycle"))
    throw new Error(JSON.stringify(diagnostics.find(({ severity }) => severity === "error")));
  if (schedule?.run({}).succeeded === false) throw new Error("the run failed");
  return { register, schedule: made };
}
