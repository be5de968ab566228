import type { IndexedChoice, PipelineNode } from "./structure.ts";

/** Indices of the pipelines that choices have selected so far. */
export type Decisions<Op extends object = never> = ReadonlyMap<IndexedChoice<Op>, number>;

/**
 * Returns the decisions that remain valid after a jump to `target`. Choices that begin at the target or later are
 * decided again. A jump to a branch selects this branch.
 */
export function afterJump<Op extends object>(
  decisions: Decisions<Op>,
  target: number,
  node: PipelineNode<Op> | undefined,
): Map<IndexedChoice<Op>, number> {
  const kept = new Map([...decisions].filter(([choice]) => choice.first < target));
  return node?.choice === undefined ? kept : kept.set(node.choice, target);
}
