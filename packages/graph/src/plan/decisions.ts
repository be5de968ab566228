import type { IndexedChoice, PipelineNode } from "./structure.ts";

/** Indices of the pipelines that choices have selected so far. */
export type Decisions<Op extends object = never> = ReadonlyMap<IndexedChoice<Op>, number>;

/**
 * Returns the decisions that remain valid after a jump to `target`. If the first pipeline of a choice is `target` or a
 * later pipeline, the run decides the choice again. A jump to a branch of a choice selects this branch.
 */
export function afterJump<Op extends object>(
  decisions: Decisions<Op>,
  target: number,
  node: PipelineNode<Op> | undefined,
): Map<IndexedChoice<Op>, number> {
  const kept = new Map([...decisions].filter(([choice]) => choice.first < target));
  return node?.choice === undefined ? kept : kept.set(node.choice, target);
}
