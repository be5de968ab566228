import { SmallestFirst } from "@passwright/builder";
import type { Result } from "@passwright/core";

/** Tap that a contributor requested. */
export interface TapRequest {
  readonly tap: string;
  readonly plugin: string;
  /** Index of the tap among the taps of its plugin on this hook. */
  readonly index: number;
  readonly stage: number;
  /** Names of taps that must run later, or of plugins whose taps must all run later. */
  readonly before: readonly string[];
}

/**
 * Sorts taps by stage, then by plugin name, then in the order in which the plugin added them. A tap with `before`
 * precedes the named taps. tapable's own `before` depends on load order, because tapable finds only taps that were
 * added earlier. If the named tap does not exist yet, tapable puts the new tap before all existing taps.
 */
export function orderTaps<T extends TapRequest>(
  taps: readonly T[],
): Result<{ readonly order: readonly T[] }, { readonly cycle: readonly T[] }> {
  const ranked = [...taps].sort(compareTaps);
  const named = new Map<string, number[]>();
  ranked.forEach(({ tap, plugin }, rank) => {
    for (const name of new Set([tap, plugin])) {
      const ranks = named.get(name);
      if (ranks === undefined) named.set(name, [rank]);
      else ranks.push(rank);
    }
  });
  const later = ranked.map(({ before }, rank) => [
    ...new Set(before.flatMap((name) => named.get(name) ?? []).filter((other) => other !== rank)),
  ]);
  const waitingFor = new Map(ranked.map((_, rank) => [rank, new Set<number>()]));
  later.forEach((others, rank) => others.forEach((other) => waitingFor.get(other)?.add(rank)));
  const ready = new SmallestFirst();
  const order: T[] = [];
  const release = (rank: number): void => {
    if (waitingFor.get(rank)?.size === 0) ready.push(rank);
  };
  ranked.forEach((_, rank) => release(rank));
  for (let rank = ready.pop(); rank !== undefined; rank = ready.pop()) {
    order.push(ranked[rank] as T);
    waitingFor.delete(rank);
    for (const other of later[rank] as number[]) {
      waitingFor.get(other)?.delete(rank);
      release(other);
    }
  }
  if (waitingFor.size === 0) return { ok: true, order };
  return { ok: false, cycle: findCycle(waitingFor).map((rank) => ranked[rank] as T) };
}

function compareTaps(left: TapRequest, right: TapRequest): number {
  if (left.stage !== right.stage) return left.stage - right.stage;
  if (left.plugin !== right.plugin) return left.plugin < right.plugin ? -1 : 1;
  return left.index - right.index;
}

/** Returns a cycle of taps. Each of the remaining taps must be after another remaining tap. */
function findCycle(waitingFor: ReadonlyMap<number, ReadonlySet<number>>): number[] {
  const path = new Set<number>();
  let at = waitingFor.keys().next().value as number;
  while (!path.has(at)) {
    path.add(at);
    at = (waitingFor.get(at) as ReadonlySet<number>).values().next().value as number;
  }
  const steps = [...path];
  return steps.slice(steps.indexOf(at)).reverse();
}
