import type { PlannedPipeline } from "../plan/graph-plan.ts";

/**
 * Limit on the product of the number of edges and the number of pipelines. Up to this limit, drawings leave out implied
 * edges. Drawings of larger graphs show all edges, because only programs read these drawings.
 */
const WORK_LIMIT = 20_000_000;

/** Returns the edges between pipelines as pairs of indices. Leaves out edges that other edges imply. */
export function reduceEdges(pipelines: readonly PlannedPipeline[]): { readonly from: number; readonly to: number }[] {
  const placeOf = new Map(pipelines.map(({ name }, index) => [name, index]));
  const before = pipelines.map(({ predecessors }) => predecessors.map((name) => placeOf.get(name) as number));
  const count = before.reduce((sum, { length }) => sum + length, 0);
  const isSmall = count * pipelines.length <= WORK_LIMIT;
  return before.flatMap((list, to) => {
    const sorted = [...list].sort((one, other) => one - other);
    const kept = isSmall
      ? sorted.filter((from) => !sorted.some((via) => via > from && reaches(from, via, before)))
      : sorted;
    return kept.map((from) => ({ from, to }));
  });
}

/** Returns whether the pipeline with index `from` must run before the pipeline with index `to`. */
function reaches(from: number, to: number, before: readonly (readonly number[])[]): boolean {
  const seen = new Set([to]);
  for (const place of seen) {
    if (place === from) return true;
    for (const other of before[place] ?? []) if (other >= from) seen.add(other);
  }
  return false;
}
