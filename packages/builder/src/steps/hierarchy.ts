import { everywhere, parseAnchor } from "@passwright/core";
import type { PassDeclaration } from "@passwright/core";
import { managersOf, withGroup } from "./groups.ts";
import type { Nest } from "./step.ts";
import { pushTo } from "../maps.ts";

/** Operations of a pass that is inserted on the root: at every depth, or only direct children of the root. */
export type NestingReach = "everywhere" | "direct";

/** All managers in the framework's pipeline that have the same path of anchors from the outermost manager. */
interface Level {
  readonly anchor: string;
  readonly outer: Level | undefined;
  readonly inner: Map<string, Level>;
}

/** Levels of a path to keep, and the anchors of managers to open inside them. */
interface Way {
  readonly depth: number;
  readonly way: readonly string[];
}

/** Nesting of operations, derived from the managers in the framework's pipeline. */
export class Hierarchy {
  readonly reach: NestingReach;
  readonly #root: Level = { anchor: "", outer: undefined, inner: new Map() };
  readonly #byAnchor = new Map<string, Level[]>();
  /** Levels by manager. In every list that contains a manager, the same managers precede it. */
  readonly #levels = new WeakMap<Nest, Level>();

  constructor(reach: NestingReach) {
    this.reach = reach;
  }

  add(levels: readonly Nest[]): void {
    const nests = managersOf(levels);
    let depth = nests.length;
    while (depth > 0 && !this.#levels.has(nests[depth - 1] as Nest)) depth--;
    let level = depth === 0 ? this.#root : (this.#levels.get(nests[depth - 1] as Nest) as Level);
    for (const nest of nests.slice(depth)) {
      level = level.inner.get(nest.anchor) ?? this.#open(nest.anchor, level);
      this.#levels.set(nest, level);
    }
  }

  #open(anchor: string, outer: Level): Level {
    const level = { anchor, outer, inner: new Map() };
    outer.inner.set(anchor, level);
    pushTo(this.#byAnchor, anchor, level);
    return level;
  }

  /** Returns whether the framework nests a manager on `anchor` directly inside managers with the anchors in `path`. */
  has(path: readonly string[], anchor: string): boolean {
    return this.#along(path)[path.length]?.inner.has(anchor) === true;
  }

  /**
   * Finds the level of `path` at which to nest a manager with one of `anchors`. Prefers the innermost level at which
   * the framework nests a manager with one of these anchors directly. Otherwise, uses the shortest path of managers
   * that the framework uses, unless several paths are equally short.
   */
  nearest(path: readonly string[], anchors: readonly string[]): Way | undefined {
    if (!anchors.some((anchor) => this.#byAnchor.has(anchor))) return undefined;
    const along = this.#along(path);
    for (let depth = along.length - 1; depth >= 0; depth--) {
      const own = anchors.find((anchor) => along[depth]?.inner.has(anchor));
      if (own !== undefined) return { depth, way: [own] };
    }
    return this.#nearestFurtherInside(along, anchors);
  }

  #nearestFurtherInside(along: readonly Level[], anchors: readonly string[]): Way | undefined {
    const depths = new Map(along.map((level, depth) => [level, depth]));
    const outsideAny = along.findIndex(({ anchor }) => anchor === "any");
    const found = anchors
      .flatMap((anchor) => this.#byAnchor.get(anchor) ?? [])
      .flatMap((level) => {
        const way: string[] = [];
        let at: Level | undefined = level;
        for (; at !== undefined && !depths.has(at); at = at.outer) way.unshift(at.anchor);
        const depth = at === undefined ? -1 : (depths.get(at) as number);
        const isOpen = outsideAny < 0 || depth < outsideAny;
        return depth < 0 || way.length === 0 || way.includes("any") || !isOpen ? [] : [{ depth, way }];
      })
      .sort((left, right) => right.depth - left.depth);
    for (const depth of new Set(found.map((one) => one.depth))) {
      const reachable = found.filter((one) => one.depth >= depth);
      const lengths = reachable.map((one) => one.depth + one.way.length);
      const least = Math.min(...lengths);
      const best = reachable[lengths.indexOf(least)];
      if (best?.depth === depth && lengths.indexOf(least) === lengths.lastIndexOf(least)) return best;
    }
    return undefined;
  }

  /** Returns the levels along a path from the root, up to the last level that exists. */
  #along(path: readonly string[]): readonly Level[] {
    const along: Level[] = [];
    let level: Level | undefined = this.#root;
    for (let depth = 0; level !== undefined; depth++) {
      along.push(level);
      level = depth === path.length ? undefined : level.inner.get(path[depth] as string);
    }
    return along;
  }
}

/**
 * Returns the levels (managers and group) of a pass that is inserted next to a step. `beside` contains the levels of
 * the step.
 *
 * A pass without an anchor joins the manager of the step. A pass with an anchor joins the innermost manager that
 * contains the step and has this anchor. If no such manager exists, the pass gets a new manager. The new manager is at
 * the innermost level at which the framework nests this anchor, directly or along a path that the framework uses
 * elsewhere. If no level qualifies, the new manager is inside the innermost level that is neither op-agnostic nor at
 * every depth. An anchor with `**` requires a manager at every depth. A member of a group joins the group of the step
 * if both are in the same manager. Otherwise, the member gets a separate group, which merges with its neighbors.
 */
export function nestBeside(
  around: { readonly anchor: string; readonly hierarchy: Hierarchy },
  { anchor, group }: Pick<PassDeclaration, "anchor" | "group">,
  beside: readonly Nest[],
): readonly Nest[] {
  return withGroup(group, managersBeside(around, anchor, managersOf(beside)), beside);
}

function managersBeside(
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
  const nearest = hierarchy.nearest(anchors, known);
  if (nearest !== undefined) return [...beside.slice(0, nearest.depth), ...nearest.way.map((one) => ({ anchor: one }))];
  // The pass must stay outside op-agnostic managers and managers at every depth. In an op-agnostic manager, another
  // anchor would change the operations that the manager runs on. In a manager at every depth, a nested manager would
  // visit an operation once for each operation that contains it.
  const outside = anchors.findIndex((one) => one === "any" || parseAnchor(one).isEverywhere);
  const own = isEverywhere || hierarchy.reach === "everywhere" ? everywhere(name) : name;
  return [...(outside < 0 ? beside : beside.slice(0, outside)), { anchor: own }];
}
