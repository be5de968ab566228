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
  const waitingFor = new Map(ranked.map((tap) => [tap, new Set(ranked.filter((other) => isBefore(other, tap)))]));
  const order: T[] = [];
  while (waitingFor.size > 0) {
    const next = [...waitingFor].find(([, blockers]) => blockers.size === 0)?.[0];
    if (next === undefined) return { ok: false, cycle: findCycle(waitingFor) };
    order.push(next);
    waitingFor.delete(next);
    for (const blockers of waitingFor.values()) blockers.delete(next);
  }
  return { ok: true, order };
}

function compareTaps(left: TapRequest, right: TapRequest): number {
  if (left.stage !== right.stage) return left.stage - right.stage;
  if (left.plugin !== right.plugin) return left.plugin < right.plugin ? -1 : 1;
  return left.index - right.index;
}

function isBefore(left: TapRequest, right: TapRequest): boolean {
  return left !== right && left.before.some((name) => name === right.tap || name === right.plugin);
}

/** Returns a cycle of taps. Each of the remaining taps must be after another remaining tap. */
function findCycle<T>(waitingFor: ReadonlyMap<T, ReadonlySet<T>>): T[] {
  const path: T[] = [];
  let at = waitingFor.keys().next().value as T;
  while (!path.includes(at)) {
    path.push(at);
    at = (waitingFor.get(at) as ReadonlySet<T>).values().next().value as T;
  }
  return path.slice(path.indexOf(at)).reverse();
}
