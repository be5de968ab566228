import type { Choice, Node } from "./structure.ts";

/** Maps choices so far to the indices of their selected pipelines. */
export type Decisions<Op extends object = never> = ReadonlyMap<Choice<Op>, number>;

/**
 * Returns the decisions that remain valid when a run continues at `target`: choices that begin there or later are made
 * again; a jump to a branch selects it.
 */
export function afterJump<Op extends object>(
  decisions: Decisions<Op>,
  target: number,
  node: Node<Op> | undefined,
): Map<Choice<Op>, number> {
  const kept = new Map([...decisions].filter(([choice]) => choice.first < target));
  return node?.choice === undefined ? kept : kept.set(node.choice, target);
}
