import { type Selector } from "@passwright/builder";
import { isOfType } from "./flatten.ts";
import { type ScenarioRule } from "../scenario/scenario.ts";
import { type Pair, type Placed } from "./settle.ts";

/** A rule with its place in the canonical order. */
export interface RankedRule extends ScenarioRule {
  readonly party: string;
  readonly index: number;
}

export function matches(
  pass: { readonly name: string; readonly types: readonly string[] },
  selector: Selector,
): boolean {
  return "pass" in selector ? pass.name === selector.pass : isOfType(pass.types, selector.type);
}

/** The pairs that an order rule asks for among some passes: every subject against every target that is no subject. */
export function pairsOf<Pass extends { readonly name: string; readonly types: readonly string[] }>(
  rule: ScenarioRule,
  passes: readonly Pass[],
): readonly (readonly [Pass, Pass])[] {
  if (rule.relation !== "before" && rule.relation !== "after") return [];
  const subjects = passes.filter((pass) => matches(pass, rule.subject));
  const targets = passes.filter((pass) => matches(pass, rule.target) && !matches(pass, rule.subject));
  return subjects.flatMap((subject) =>
    targets.map((target) => (rule.relation === "before" ? ([subject, target] as const) : ([target, subject] as const))),
  );
}

/**
 * Goes through all orders of `passes`, those nearest to the given order first, and answers the first that has all of
 * `pairs`. Orders whose beginning is wrong already are not gone through one by one.
 */
export function firstOrder(passes: readonly Placed[], pairs: readonly Pair[]): readonly Placed[] | undefined {
  if (passes.length === 0) return [];
  for (const pass of passes) {
    if (pairs.some(([first, second]) => second === pass && passes.includes(first))) continue;
    const rest = firstOrder(
      passes.filter((other) => other !== pass),
      pairs,
    );
    if (rest !== undefined) return [pass, ...rest];
  }
  return undefined;
}

/**
 * The order of the passes at one position, given in canonical order: `undefined` if placements and strong rules contradict
 * each other. Weak rules count one after the other, each if there still is an order with it.
 */
export function orderAt(
  passes: readonly Placed[],
  placements: readonly Pair[],
  rules: readonly RankedRule[],
): readonly Placed[] | undefined {
  let pairs = placements.filter(([first]) => passes.includes(first));
  for (const rule of rules) if (rule.strength === "strong") pairs = [...pairs, ...pairsOf(rule, passes)];
  if (firstOrder(passes, pairs) === undefined) return undefined;
  for (const rule of rules) {
    if (rule.strength !== "weak") continue;
    const more = [...pairs, ...pairsOf(rule, passes)];
    if (firstOrder(passes, more) !== undefined) pairs = more;
  }
  return firstOrder(passes, pairs);
}
