import type { Choice, Node } from "./structure.ts";

/** Which pipelines were taken of the choices that a run has come to, by their places. */
export type Decisions<Op extends object = never> = ReadonlyMap<Choice<Op>, number>;

/**
 * What stays decided when a run goes on at `target`: choices that begin there or later are made anew when the run comes to
 * them; a jump to a branch decides for it.
 */
export function afterJump<Op extends object>(
  decisions: Decisions<Op>,
  target: number,
  node: Node<Op> | undefined,
): Map<Choice<Op>, number> {
  const kept = new Map([...decisions].filter(([choice]) => choice.first < target));
  return node?.choice === undefined ? kept : kept.set(node.choice, target);
}
