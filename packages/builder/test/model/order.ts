import type { Selector } from "@passwright/builder";
import { isOfType } from "./flatten.ts";
import type { ScenarioRule } from "../scenario/scenario.ts";
import type { Pair, Placed } from "./settle.ts";

/** Rule with its index in the canonical order. */
export interface RankedRule extends ScenarioRule {
  readonly contributor: string;
  readonly index: number;
}

export function matches(
  pass: {
    readonly name: string;
    readonly address?: string;
    readonly alias?: string;
    readonly types: readonly string[];
  },
  selector: Selector,
): boolean {
  return "pass" in selector
    ? [pass.name, pass.address, pass.alias].includes(selector.pass)
    : isOfType(pass.types, selector.type);
}

/**
 * Returns the pairs that an order rule requires among some passes: every subject with every other pass that is a
 * target.
 */
export function pairsOf<Pass extends { readonly name: string; readonly types: readonly string[] }>(
  rule: ScenarioRule,
  passes: readonly Pass[],
): readonly (readonly [Pass, Pass])[] {
  if (rule.relation !== "before" && rule.relation !== "after") return [];
  const subjects = passes.filter((pass) => matches(pass, rule.subject));
  const targets = passes.filter((pass) => matches(pass, rule.target));
  return subjects.flatMap((subject) =>
    targets
      .filter((target) => target !== subject)
      .map((target) => (rule.relation === "before" ? ([subject, target] as const) : ([target, subject] as const))),
  );
}

/**
 * Tries all orders of `passes`, starting with the orders nearest to the given order, and returns the first order that
 * satisfies all `pairs`. Skips orders whose beginning already violates a pair.
 */
export function firstOrder(
  passes: readonly Placed[],
  pairs: readonly Pair[],
  taken: readonly Placed[] = [],
): readonly Placed[] | undefined {
  if (passes.length === 0) return [];
  // Keeps the passes of a closed bundle adjacent and in the given order.
  const [last] = taken.slice(-1);
  const open = last?.bundle === undefined ? [] : passes.filter(({ bundle }) => bundle === last.bundle);
  for (const pass of open.length > 0 ? open.slice(0, 1) : passes) {
    if (pass.bundle !== undefined && passes.find(({ bundle }) => bundle === pass.bundle) !== pass) continue;
    if (pairs.some(([first, second]) => second === pass && passes.includes(first))) continue;
    const rest = firstOrder(
      passes.filter((other) => other !== pass),
      pairs,
      [...taken, pass],
    );
    if (rest !== undefined) return [pass, ...rest];
  }
  return undefined;
}

type Elsewhere = readonly { readonly name: string; readonly types: readonly string[]; readonly position: number }[];

/**
 * Returns the orders that a presence rule requires at one position: for each subject, a list of pairs of which one must
 * hold. `elsewhere` contains the passes at other positions. If one of these passes is a target of a subject, this
 * subject does not add a requirement.
 */
function choicesOf(rule: RankedRule, passes: readonly Placed[], elsewhere: Elsewhere): readonly (readonly Pair[])[] {
  if (rule.relation !== "beforeSome" && rule.relation !== "afterSome") return [];
  const isEarlier = rule.relation === "afterSome";
  const targets = passes.filter((pass) => matches(pass, rule.target));
  return passes
    .filter((pass) => matches(pass, rule.subject))
    .filter(
      ({ position }) =>
        !elsewhere.some((other) => matches(other, rule.target) && other.position < position === isEarlier),
    )
    .map((subject) => {
      const turns = (target: Placed): boolean =>
        target.request.contributor === subject.request.contributor &&
        passes.indexOf(target) > passes.indexOf(subject) === isEarlier;
      const others = targets.filter((target) => target !== subject);
      return [...others.filter((target) => !turns(target)), ...others.filter(turns)].map((target): Pair =>
        isEarlier ? [target, subject] : [subject, target],
      );
    });
}

/**
 * Returns the pairs of a rule that can hold. Leaves out pairs within a closed bundle, whose order is fixed, and pairs
 * that require each of two closed bundles to come first. Later checks report such rules.
 */
function satisfiable(pairs: readonly Pair[]): readonly Pair[] {
  const bundleOf = (pass: Placed): unknown => pass.bundle ?? pass;
  return pairs.filter(
    ([first, second]) =>
      !pairs.some(([one, other]) => bundleOf(one) === bundleOf(second) && bundleOf(other) === bundleOf(first)) &&
      bundleOf(first) !== bundleOf(second),
  );
}

/**
 * Returns the order of the passes in one slot, which are given in canonical order. Returns `undefined` if positions and
 * strong order rules contradict each other. Then adds further requirements if an order still exists: first strong
 * presence rules, then weak rules. If several passes can satisfy a requirement, uses the first pass with which an order
 * exists. `ruled` contains the passes to which rules apply.
 */
export function orderAt(
  passes: readonly Placed[],
  ruled: readonly Placed[],
  placements: readonly Pair[],
  rules: readonly RankedRule[],
  elsewhere: Elsewhere,
): readonly Placed[] | undefined {
  const strong = rules.filter(({ strength }) => strength === "strong");
  let pairs = placements.filter(([first]) => passes.includes(first));
  for (const rule of strong) pairs = [...pairs, ...satisfiable(pairsOf(rule, ruled))];
  if (firstOrder(passes, pairs) === undefined) return undefined;
  const isPossible = (more: readonly Pair[]): boolean => firstOrder(passes, [...pairs, ...more]) !== undefined;
  for (const rule of [...strong, ...rules.filter(({ strength }) => strength === "weak")]) {
    const more = pairsOf(rule, ruled);
    if (isPossible(more)) pairs = [...pairs, ...more];
    for (const choices of choicesOf(rule, ruled, elsewhere)) {
      const taken = choices.find((pair) => isPossible([pair]));
      if (taken !== undefined) pairs = [...pairs, taken];
    }
  }
  return firstOrder(passes, withOwnOrders(passes, pairs));
}

/**
 * Returns the pairs, together with pairs that keep the order of each contributor's passes. Places each pass as late as
 * possible.
 */
function withOwnOrders(passes: readonly Placed[], demanded: readonly Pair[]): readonly Pair[] {
  let pairs = demanded;
  for (const contributor of [...new Set(passes.map(({ request }) => request.contributor))].sort()) {
    let row: readonly Placed[] = [];
    for (const pass of passes.filter(({ request }) => request.contributor === contributor)) {
      const rows = [...row, pass].map((_, at) => row.toSpliced(at, 0, pass));
      const isPossible = (each: readonly Placed[]): boolean =>
        firstOrder(passes, [...pairs, ...neighbours(each)]) !== undefined;
      row = rows.findLast(isPossible) as readonly Placed[];
    }
    pairs = [...pairs, ...neighbours(row)];
  }
  return pairs;
}

const neighbours = (row: readonly Placed[]): readonly Pair[] =>
  row.slice(1).map((pass, index): Pair => [row[index] as Placed, pass]);
