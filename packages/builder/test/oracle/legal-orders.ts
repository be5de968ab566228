import type { Selector } from "@passwright/builder";
import type { OracleBuilding, OracleInsertion, OraclePass, OracleRule } from "./building.ts";

/** A pass in an order, with the insertion that added it. */
interface Placed extends OraclePass {
  readonly insertion: OracleInsertion | undefined;
}

const isOf = ({ name, types }: OraclePass, entry: string): boolean =>
  entry === name || types.some((type) => type === entry || type.startsWith(`${entry}.`));

const isMeant = (pass: OraclePass, selector: Selector): boolean =>
  "pass" in selector
    ? pass.name === selector.pass
    : pass.types.some((type) => isOf({ name: "", types: [type] }, selector.type));

/** Returns the types of a building's passes. All passes of a bundle have the types of its first pass, or no types. */
export function passesOf({ base, bundle }: OracleBuilding): readonly OraclePass[] {
  return base.map((pass, index) =>
    bundle !== undefined && index >= bundle.first && index <= bundle.last ? { ...pass, types: [] } : pass,
  );
}

export function ownPasses({ passes }: OracleInsertion): readonly OraclePass[] {
  return passes.map(({ name }) => ({ name, types: (passes[0] as OraclePass).types }));
}

/**
 * Returns the number of framework passes before the slot of an insertion, or `undefined` if the position does not
 * exist.
 */
export function slotOf(building: OracleBuilding, insertion: OracleInsertion): number | undefined {
  const base = passesOf(building);
  const { place } = insertion;
  const inside = (slot: number): boolean => {
    const { bundle } = building;
    if (bundle === undefined || slot <= bundle.first || slot > bundle.last) return false;
    return ownPasses(insertion).some((pass) => bundle.without.some((entry) => isOf(pass, entry)));
  };
  if ("end" in place) return base.length;
  if ("before" in place || "after" in place) {
    const name = "before" in place ? place.before : place.after;
    const index = base.findIndex((pass) => pass.name === name);
    const slot = "before" in place ? index : index + 1;
    return inside(slot) ? undefined : slot;
  }
  if (!("beforeType" in place) && !("afterType" in place)) throw new Error("no such position");
  const type = "beforeType" in place ? place.beforeType : place.afterType;
  const typed = base.flatMap((pass, index) => (isOf({ name: "", types: pass.types }, type) ? [index] : []));
  const [first, last] = [typed[0], typed.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return "beforeType" in place ? first : last + 1;
}

function keepsBundle(order: readonly Placed[], insertion: OracleInsertion): boolean {
  const { bundle, passes } = insertion;
  if (bundle === undefined) return true;
  const at = passes.map(({ name }) => order.findIndex((one) => one.name === name));
  if (at.some((position, index) => index > 0 && position < (at[index - 1] as number))) return false;
  const between = order.slice(at[0], at.at(-1)).filter((one) => one.insertion !== insertion);
  if (bundle.kind === "contiguous") return between.length === 0;
  return !between.some((one) => bundle.without?.some((entry) => isOf(one, entry)));
}

function keepsRule(order: readonly Placed[], { subject, relation, target }: OracleRule): boolean {
  const [subjects, targets] = [subject, target].map((selector) =>
    order.flatMap((pass, index) => (isMeant(pass, selector) ? [index] : [])),
  ) as [number[], number[]];
  return subjects.every((own) => {
    const others = targets.filter((other) => other !== own);
    if (relation === "before") return others.every((other) => own < other);
    if (relation === "after") return others.every((other) => own > other);
    return others.some((other) => (relation === "beforeSome" ? own < other : own > other));
  });
}

/** Returns whether an order of names keeps positions, bundles and strong rules. */
export function isLegal(
  building: OracleBuilding,
  granted: readonly OracleInsertion[],
  names: readonly string[],
): boolean {
  const own = new Map<string, Placed>(
    [
      ...passesOf(building).map((pass): Placed => ({ ...pass, insertion: undefined })),
      ...granted.flatMap((insertion) => ownPasses(insertion).map((pass): Placed => ({ ...pass, insertion }))),
    ].map((pass) => [pass.name, pass]),
  );
  const order = names.map((name) => own.get(name) as Placed);
  let before = 0;
  for (const { insertion } of order) {
    if (insertion === undefined) before++;
    else if (slotOf(building, insertion) !== before) return false;
  }
  return (
    granted.every((insertion) => keepsBundle(order, insertion)) &&
    building.rules.every((rule) => rule.strength === "weak" || keepsRule(order, rule))
  );
}

/** Finds an order that keeps positions, bundles and strong rules, by trying all permutations of the inserted passes. */
export function findLegal(
  building: OracleBuilding,
  granted: readonly OracleInsertion[],
): readonly string[] | undefined {
  const base = building.base.map(({ name }) => name);
  const rows = base.map((): string[] => []).concat([[]]);
  const inserted = granted.flatMap((insertion) =>
    insertion.passes.map(({ name }) => ({ name, slot: slotOf(building, insertion) as number })),
  );
  const order = (): string[] =>
    rows.flatMap((row, index) => (index < base.length ? [...row, base[index] as string] : row));
  const tryFrom = (index: number): readonly string[] | undefined => {
    const pass = inserted[index];
    if (pass === undefined) return isLegal(building, granted, order()) ? order() : undefined;
    const row = rows[pass.slot] as string[];
    for (let at = 0; at <= row.length; at++) {
      row.splice(at, 0, pass.name);
      const found = tryFrom(index + 1);
      row.splice(at, 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return tryFrom(0);
}
