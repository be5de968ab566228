import type { Selector } from "@passwright/builder";
import { isOfType } from "./flatten.ts";
import type { ScenarioRule } from "../scenario/scenario.ts";
import type { Pair, Placed } from "./settle.ts";

/** A rule with its place in the canonical order. */
export interface RankedRule extends ScenarioRule {
  readonly contributor: string;
  readonly index: number;
}

export function matches(
  pass: { readonly name: string; readonly alias?: string; readonly types: readonly string[] },
  selector: Selector,
): boolean {
  return "pass" in selector
    ? pass.name === selector.pass || pass.alias === selector.pass
    : isOfType(pass.types, selector.type);
}

/** The pairs that an order rule asks for among some passes: every subject with every target that is another pass. */
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
 * Goes through all orders of `passes`, those nearest to the given order first, and answers the first that has all of
 * `pairs`. Orders whose beginning is wrong already are not gone through one by one.
 */
export function firstOrder(
  passes: readonly Placed[],
  pairs: readonly Pair[],
  taken: readonly Placed[] = [],
): readonly Placed[] | undefined {
  if (passes.length === 0) return [];
  // Nothing comes between passes of a closed bundle: they follow each other as they were given.
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
 * Orders that a rule about presence requires at one position: a list of pairs for each subject, of which one pair
 * must hold. `elsewhere` is everything at other positions. A subject that has a target there asks for nothing.
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
 * The pairs of a rule that some order could have: not those within a closed bundle, which stands as it was given, nor those
 * by which two closed bundles would each have to come first. That such a rule is broken is seen in the end.
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
 * The order of the passes in one slot, given in canonical order: `undefined` if placements and strong rules about order
 * contradict each other. Then come, each if there still is an order with it: what strong rules want to be present, then
 * the weak rules. Of several passes that would do, the first with which there still is an order is taken.
 */
export function orderAt(
  passes: readonly Placed[],
  placements: readonly Pair[],
  rules: readonly RankedRule[],
  elsewhere: Elsewhere,
): readonly Placed[] | undefined {
  const strong = rules.filter(({ strength }) => strength === "strong");
  let pairs = placements.filter(([first]) => passes.includes(first));
  for (const rule of strong) pairs = [...pairs, ...satisfiable(pairsOf(rule, passes))];
  if (firstOrder(passes, pairs) === undefined) return undefined;
  const isPossible = (more: readonly Pair[]): boolean => firstOrder(passes, [...pairs, ...more]) !== undefined;
  for (const rule of [...strong, ...rules.filter(({ strength }) => strength === "weak")]) {
    const more = pairsOf(rule, passes);
    if (isPossible(more)) pairs = [...pairs, ...more];
    for (const choices of choicesOf(rule, passes, elsewhere)) {
      const taken = choices.find((pair) => isPossible([pair]));
      if (taken !== undefined) pairs = [...pairs, taken];
    }
  }
  return firstOrder(passes, withOwnOrders(passes, pairs));
}

/** The pairs together with those by which every contributor's passes keep their order, each as far to the end as it can be. */
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
