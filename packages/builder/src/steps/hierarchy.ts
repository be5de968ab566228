import { everywhere, parseAnchor } from "@passwright/core";
import type { Nest } from "./step.ts";

/** What a pass for `path` that is placed on the root runs on: every `path` below, or direct children only. */
export type NestingReach = "everywhere" | "direct";

/** Managers that the framework nests inside a manager, by anchor. */
type Level = Map<string, Level>;

/** Which operations the framework itself nests in which, as far as its steps show. */
export class Hierarchy {
  readonly reach: NestingReach;
  readonly #root: Level = new Map();
  /** By manager: a manager has the same managers around it in every list. */
  readonly #levels = new WeakMap<Nest, Level>();

  constructor(reach: NestingReach) {
    this.reach = reach;
  }

  add(nests: readonly Nest[]): void {
    let depth = nests.length;
    while (depth > 0 && !this.#levels.has(nests[depth - 1] as Nest)) depth--;
    let level = depth === 0 ? this.#root : (this.#levels.get(nests[depth - 1] as Nest) as Level);
    for (const nest of nests.slice(depth)) {
      let inner = level.get(nest.anchor);
      if (inner === undefined) level.set(nest.anchor, (inner = new Map()));
      this.#levels.set(nest, inner);
      level = inner;
    }
  }

  /** Whether managers for `anchor` were nested directly inside managers with these anchors. */
  has(path: readonly string[], anchor: string): boolean {
    return this.#levelAt(path)?.has(anchor) === true;
  }

  /** The shortest way that managers for one of `anchors` were nested further inside managers with these anchors, if there is one. */
  wayTo(path: readonly string[], anchors: readonly string[]): readonly string[] | undefined {
    const start = path.includes("any") ? undefined : this.#levelAt(path);
    let levels = start === undefined ? [] : [{ way: [] as readonly string[], level: start }];
    while (levels.length > 0) {
      levels = levels.flatMap(({ way, level }) =>
        [...level].flatMap(([name, inner]) => (name === "any" ? [] : [{ way: [...way, name], level: inner }])),
      );
      const [first, ...others] = levels.filter(({ way }) => anchors.includes(way.at(-1) as string));
      if (first !== undefined) return others.length === 0 ? first.way : undefined;
    }
    return undefined;
  }

  #levelAt(path: readonly string[]): Level | undefined {
    let level: Level | undefined = this.#root;
    for (const anchor of path) level = level?.get(anchor);
    return level;
  }
}

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
