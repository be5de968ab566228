import { pushTo } from "@passwright/builder";
import { Edges, orderNumbers } from "@passwright/graph";
import type { Result } from "@passwright/core";

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
    for (const name of [tap, plugin]) pushTo(named, name, rank);
  });
  const from: number[] = [];
  const to: number[] = [];
  ranked.forEach(({ before }, rank) => {
    for (const other of before.flatMap((name) => named.get(name) ?? [])) {
      if (other === rank) continue;
      from.push(rank);
      to.push(other);
    }
  });
  const ordered = orderNumbers(ranked.length, Edges.of(ranked.length, Int32Array.from(from), Int32Array.from(to)));
  const tapsAt = (ranks: readonly number[]): T[] => ranks.map((rank) => ranked[rank] as T);
  if (ordered.ok) return { ok: true, order: tapsAt(ordered.order) };
  return { ok: false, cycle: tapsAt(ordered.cycles[0] as readonly number[]) };
}

function compareTaps(left: TapRequest, right: TapRequest): number {
  const byPlugin = left.plugin < right.plugin ? -1 : Number(left.plugin > right.plugin);
  return left.stage - right.stage || byPlugin || left.index - right.index;
}
