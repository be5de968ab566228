import type { BundleKind } from "@passwright/builder";
import type { Scenario, ScenarioStep } from "../scenario/scenario.ts";

/**
 * Manager around a step. A manager that the framework opened has a number. A manager without a number was created
 * implicitly.
 */
export interface Around {
  readonly anchor: string;
  readonly manager: number | undefined;
}

/** Step of the framework in a flat list. */
export interface FlatStep {
  readonly name: string;
  readonly address: string;
  readonly isPoint: boolean;
  readonly isPoor: boolean;
  readonly isRemovable: boolean;
  readonly bundle: { readonly name: string; readonly kind: BundleKind } | undefined;
  readonly types: readonly string[];
  readonly around: readonly Around[];
}

/** Pipeline of the framework as a flat list. */
export interface Flat {
  readonly anchor: string;
  readonly steps: readonly FlatStep[];
}

/** Returns whether the framework itself opens a manager for `anchor` inside managers with these anchors. */
export function nestsItself(steps: readonly FlatStep[], outside: readonly string[], anchor: string): boolean {
  const path = [...outside, anchor];
  return steps.some(({ around }) => path.every((name, depth) => around[depth]?.anchor === name));
}

/**
 * Returns the managers around a pass next to a step with the managers `around`. A pass without an anchor joins the
 * manager of the step. A pass with an anchor joins the innermost manager for this anchor. If none exists, a manager is
 * created at the innermost level at which the framework directly nests such managers. Without such a level, the manager
 * is created at the innermost level from which a unique shortest path leads to such managers, together with the
 * managers on the path. Without such a path, the manager is created inside all managers of `around`.
 */
export function besides(flat: Flat, anchor: string | undefined, around: readonly Around[]): readonly Around[] {
  if (anchor === undefined) return around;
  const levels = [flat.anchor, ...around.map((level) => level.anchor)];
  const same = levels.lastIndexOf(anchor);
  if (same >= 0) return around.slice(0, same);
  const outsides = [...around.map((_, depth) => around.slice(0, depth)), around];
  const known = outsides.findLast((outside) =>
    nestsItself(
      flat.steps,
      outside.map((level) => level.anchor),
      anchor,
    ),
  );
  if (known !== undefined) return [...known, { anchor, manager: undefined }];
  for (const outside of outsides.toReversed()) {
    const way = onlyWay(flat.steps, outside, anchor);
    if (way !== undefined) return [...outside, ...way.map((name) => ({ anchor: name, manager: undefined }))];
  }
  return [...around, { anchor, manager: undefined }];
}

/**
 * Returns the shortest path from `outside` to managers for `anchor`, or `undefined` if several paths are equally short.
 */
function onlyWay(steps: readonly FlatStep[], outside: readonly Around[], anchor: string): string[] | undefined {
  const ways = new Set<string>();
  for (const { around } of steps) {
    const isInside = outside.every((level, depth) => around[depth]?.anchor === level.anchor);
    around.forEach((level, depth) => {
      if (!isInside || depth < outside.length || level.anchor !== anchor) return;
      const names = around.slice(outside.length, depth + 1).map((one) => one.anchor);
      ways.add(names.join(" "));
    });
  }
  const lengths = [...ways].map((way) => way.split(" ").length);
  const shortest = [...ways].filter((way) => way.split(" ").length === Math.min(...lengths));
  return shortest.length === 1 ? shortest[0]?.split(" ") : undefined;
}

/** Converts the framework of a scenario to a flat list. The second step with a name is `name#2`, and so on. */
export function flatten(scenario: Scenario): Flat {
  const steps: FlatStep[] = [];
  const flat = { anchor: scenario.anchor, steps };
  let managers = 0;
  const bundles: string[] = [];
  const visit = (step: ScenarioStep, around: readonly Around[], bundle?: FlatStep["bundle"]): void => {
    if (step.kind === "bundle") {
      bundles.push(step.name);
      const count = bundles.filter((name) => name === step.name).length;
      const inside = { name: count === 1 ? step.name : `${step.name}#${count}`, kind: step.bundle };
      for (const inner of step.steps) visit(inner, around, inside);
      return;
    }
    if (step.kind === "nest") {
      const inside = [...around, { anchor: step.anchor, manager: ++managers }];
      for (const inner of step.steps) visit(inner, inside);
      return;
    }
    const { name } = step;
    const number = steps.filter((other) => other.name === name).length + 1;
    const address = number === 1 ? name : `${name}#${number}`;
    const isPass = step.kind === "pass";
    steps.push({
      name,
      address,
      isPoint: !isPass,
      isPoor: isPass && step.isPoor === true,
      isRemovable: isPass && step.isRemovable === true,
      bundle,
      types: isPass ? (step.types ?? ["Unknown"]) : [],
      around: isPass ? besides(flat, step.anchor, around) : around,
    });
  };
  for (const step of scenario.steps) visit(step, []);
  return flat;
}

/** Returns whether one of the types is `wanted` or a subtype of it. `Unknown` cannot be requested. */
export function isOfType(types: readonly string[], wanted: string): boolean {
  const want = wanted.toLowerCase();
  return want !== "unknown" && types.some((type) => `${type.toLowerCase()}.`.startsWith(`${want}.`));
}

/**
 * Positions as numbers. Step `i` of the framework is at 10 i. Insertions directly before the step are at 10 i - 2, and
 * insertions directly after the step are at 10 i + 2. Insertions at an extension point are at 10 i + 1.
 */
export const leftOf = (index: number): number => 10 * index - 2;
export const at = (index: number): number => 10 * index + 1;
export const rightOf = (index: number): number => 10 * index + 2;

/** Returns the end of a slot. The positions after a step and before the next step are in one slot. */
export const slotAt = (position: number): number => (position % 10 === 2 ? position + 6 : position);

/**
 * Returns the number of managers that two neighbors share. Managers on the same operation are shared unless they are
 * known to be different.
 */
export function inCommon(one: readonly Around[], other: readonly Around[]): number {
  const depth = one.findIndex(({ anchor, manager }, level) => {
    const there = other[level];
    if (there?.anchor !== anchor) return true;
    return manager !== undefined && there.manager !== undefined && manager !== there.manager;
  });
  return depth < 0 ? one.length : depth;
}

/** Returns whether a position is between two passes of a closed bundle. */
export function isInside(flat: Flat, position: number): boolean {
  const [before, after] = [
    flat.steps.findLast((_, index) => 10 * index < position),
    flat.steps.find((_, index) => 10 * index > position),
  ];
  const [left, right] = [before?.bundle, after?.bundle];
  return left !== undefined && left.name === right?.name && left.kind !== "open";
}

/** Returns whether a pass with these managers would, at this position, split a manager that the framework opened. */
export function tears(flat: Flat, position: number, around: readonly Around[]): boolean {
  // An extension point is inside its managers and has two sides. Passes at the point are between the two sides.
  const line = flat.steps.flatMap(({ isPoint, around: its }, index) =>
    (isPoint ? [10 * index, 10 * index + 1.5] : [10 * index]).map((each) => ({ position: each, around: its })),
  );
  line.push({ position, around });
  line.sort((left, right) => left.position - right.position);
  const managers = new Set(line.flatMap((each) => each.around.map(({ manager }) => manager)));
  return [...managers].some((manager) => {
    if (manager === undefined) return false;
    const isInside = line.map((each) => each.around.some((level) => level.manager === manager));
    return isInside.slice(isInside.indexOf(true), isInside.lastIndexOf(true)).includes(false);
  });
}

/**
 * Returns the nearest position before or after `position` at which passes with these managers do not split a manager.
 */
export function outside(
  flat: Flat,
  position: number,
  passes: readonly (readonly Around[])[],
  side: "before" | "after",
): number {
  const isFree = (each: number): boolean =>
    !isInside(flat, each) && passes.every((around) => !tears(flat, each, around));
  if (isFree(position)) return position;
  const all = flat.steps.map((_, index) => (side === "before" ? leftOf(index) : rightOf(index)));
  const candidates =
    side === "before" ? all.filter((each) => each < position).reverse() : all.filter((each) => each > position);
  const found = candidates.find(isFree);
  if (found === undefined) throw new Error("the ends of a pipeline tear nothing apart");
  return found;
}

/** Returns the framework's steps to which a name, an address or the name of a bundle refers. */
export function named(flat: Flat, name: string): readonly number[] {
  const visible = flat.steps.flatMap((step, index) =>
    step.isPoint || step.bundle?.kind === "atomic" ? [] : [{ ...step, index }],
  );
  const byName = visible.filter((step) => step.name === name);
  const isAddressed = ({ address, name: own }: { address: string; name: string }): boolean =>
    address === name || (address === own && name === `${own}#1`);
  const found = byName.length > 0 ? byName : visible.filter(isAddressed);
  return found.map(({ index }) => index);
}
