import type { Random } from "@passwright/development";
import type { RfcLine } from "../support/rfc-text.ts";

/** Returns a random graph with or without cycles. `density` is the number of dependencies per pipeline. */
export function randomLines(random: Random, density: number, options: { readonly isAcyclic: boolean }): RfcLine[] {
  const count = random.between(0, 12);
  const names = random.shuffled(Array.from({ length: count }, (_, index) => `p${index}`));
  const lists = names.map(() => ({ predecessors: [] as string[], successors: [] as string[] }));
  for (let edge = 0; edge < count * density; edge++) {
    const [one, other] = [random.below(count), random.below(count)];
    if (one === other) continue;
    const [before, after] = options.isAcyclic && one > other ? [other, one] : [one, other];
    if (random.chance(0.5)) lists[after]?.predecessors.push(names[before] as string);
    else lists[before]?.successors.push(names[after] as string);
  }
  return names.map((name, index) => {
    const { predecessors = [], successors = [] } = lists[index] ?? {};
    const targets = [...names, "stop", "fail"].filter(() => random.chance(0.15));
    const jumpTargets = targets.map((to) => (random.chance(0.7) ? { to, max: random.between(1, 4) } : to));
    return { name, predecessors, successors, jumpTargets };
  });
}
