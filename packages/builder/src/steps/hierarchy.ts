import { everywhere, parseAnchor } from "@passwright/core";
import type { Nest } from "./step.ts";

/** What a pass for `path` that is placed on the root runs on: every `path` below, or direct children only. */
export type NestingReach = "everywhere" | "direct";

/** Which operations the framework itself nests in which, as far as its steps show. */
export class Hierarchy {
  readonly reach: NestingReach;
  readonly #paths = new Map<string, readonly string[]>();
  #latest: readonly Nest[] | undefined;

  constructor(reach: NestingReach) {
    this.reach = reach;
  }

  add(nests: readonly Nest[]): void {
    // Steps in a row share the list.
    if (nests === this.#latest) return;
    this.#latest = nests;
    const anchors = nests.map(({ anchor }) => anchor);
    for (let depth = 1; depth <= anchors.length; depth++) {
      const path = anchors.slice(0, depth);
      this.#paths.set(keyOf(path), path);
    }
  }

  /** Whether managers for `anchor` were nested directly inside managers with these anchors. */
  has(path: readonly string[], anchor: string): boolean {
    return this.#paths.has(keyOf([...path, anchor]));
  }

  /** The shortest way that managers for one of `anchors` were nested further inside managers with these anchors, if there is one. */
  wayTo(path: readonly string[], anchors: readonly string[]): readonly string[] | undefined {
    if (path.includes("any")) return undefined;
    const ways = [...this.#paths.values()]
      .filter((one) => one.length > path.length && path.every((name, depth) => one[depth] === name))
      .map((one) => one.slice(path.length))
      .filter((one) => anchors.includes(one.at(-1) as string) && !one.includes("any"));
    const least = Math.min(...ways.map(({ length }) => length));
    const shortest = ways.filter(({ length }) => length === least);
    return shortest.length === 1 ? shortest[0] : undefined;
  }
}

/** Names may have any character but those that end them in text. */
const keyOf = (path: readonly string[]): string => path.join("(");

/**
 * The managers around a pass that is put beside a step. A pass without an anchor goes where the step is. Else it goes to
 * the level around the step that runs on its anchor; else to a new manager, at the innermost level where the framework
 * itself nests that anchor, directly or on the way that it nests it elsewhere, or inside the innermost one that is not
 * op-agnostic and does not reach every depth. `**` before the anchor asks for a manager that does.
 */
export function nestBeside(
  around: { readonly anchor: string; readonly hierarchy: Hierarchy },
  anchor: string | undefined,
  beside: readonly Nest[],
): readonly Nest[] {
  if (anchor === undefined) return beside;
  const { anchor: name, isEverywhere } = parseAnchor(anchor);
  const { hierarchy } = around;
  const anchors = beside.map((nest) => nest.anchor);
  for (let depth = beside.length; depth >= 0; depth--) {
    const here = parseAnchor(depth === 0 ? around.anchor : (anchors[depth - 1] ?? ""));
    if (here.anchor === name && (here.isEverywhere || !isEverywhere)) return beside.slice(0, depth);
  }
  const known = isEverywhere ? [everywhere(name)] : [name, everywhere(name)];
  for (let depth = beside.length; depth >= 0; depth--) {
    const outside = anchors.slice(0, depth);
    const own = known.find((text) => hierarchy.has(outside, text));
    if (own !== undefined) return [...beside.slice(0, depth), { anchor: own }];
  }
  for (let depth = beside.length; depth >= 0; depth--) {
    const way = hierarchy.wayTo(anchors.slice(0, depth), known);
    if (way !== undefined) return [...beside.slice(0, depth), ...way.map((one) => ({ anchor: one }))];
  }
  // What an op-agnostic manager runs on is not known, and one more anchor in it would change that. In one that reaches every
  // depth, an operation would be visited once for each operation around it. Stay outside both.
  const outside = anchors.findIndex((one) => one === "any" || parseAnchor(one).isEverywhere);
  const own = isEverywhere || hierarchy.reach === "everywhere" ? everywhere(name) : name;
  return [...(outside < 0 ? beside : beside.slice(0, outside)), { anchor: own }];
}
