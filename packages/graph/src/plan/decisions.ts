import type { Choice, Node } from "./structure.ts";

/** Indices of the pipelines that choices have selected so far. */
export type Decisions<Op extends object = never> = ReadonlyMap<Choice<Op>, number>;

/**
 * Returns the decisions that remain valid after a jump to `target`. Choices that begin at the target or later are
 * decided again. A jump to a branch selects this branch.
 */
export function afterJump<Op extends object>(
  decisions: Decisions<Op>,
  target: number,
  node: Node<Op> | undefined,
): Map<Choice<Op>, number> {
  const kept = new Map([...decisions].filter(([choice]) => choice.first < target));
  return node?.choice === undefined ? kept : kept.set(node.choice, target);
}
