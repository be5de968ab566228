import type { TimingTree } from "./timer.ts";

/**
 * Merges the times of several runs. With `one-by-one`, elapsed times are added, because the runs followed each other.
 * With `side-by-side`, the longest elapsed time is used, because the runs took place at the same time on different
 * threads. Timers with the same name and position are combined.
 */
export function mergeTimes(trees: readonly TimingTree[], how: "one-by-one" | "side-by-side"): TimingTree {
  const [{ name, isHidden } = { name: "root", isHidden: true }] = trees;
  /** Timers by name and by index among the timers with this name. */
  const children = new Map<string, TimingTree[]>();
  for (const tree of trees) {
    const counts = new Map<string, number>();
    for (const child of tree.children) {
      const count = counts.get(child.name) ?? 0;
      counts.set(child.name, count + 1);
      const key = `${count} ${child.name}`;
      children.set(key, [...(children.get(key) ?? []), child]);
    }
  }
  const walls = trees.map(({ wallMs }) => wallMs);
  return {
    name,
    isHidden,
    userMs: trees.reduce((sum, { userMs }) => sum + userMs, 0),
    wallMs: how === "one-by-one" ? walls.reduce((sum, ms) => sum + ms, 0) : Math.max(0, ...walls),
    children: [...children.values()].map((same) => mergeTimes(same, how)),
  };
}
