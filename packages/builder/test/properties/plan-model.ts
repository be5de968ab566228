import type { PassDeclaration } from "@passwright/core";
import type { Plan, PlanStep, Properties, Selector } from "@passwright/builder";
import type { Granted, StatedGuard, StatedRule } from "./accepted-plan-case.ts";

/* Checks the requirements on a plan, from the plan's data alone, by comparing every pair of steps. */

type Pass = PlanStep & { readonly at: number };

export function passesOf(plan: Plan): readonly Pass[] {
  return plan.steps.map((step, at) => ({ ...step, at })).filter(({ kind }) => kind === "pass");
}

/** Returns the names of a step: the name of its pass, and the name of the framework's step that it replaces. */
function namesOf({ pass, address }: PlanStep): readonly string[] {
  return address.includes("::") ? [pass] : [pass, address.replace(/#\d+$/, "")];
}

function isMeant(step: PlanStep, selector: Selector): boolean {
  if ("pass" in selector) return namesOf(step).includes(selector.pass);
  return step.types.some((type) => `${type.toLowerCase()}.`.startsWith(`${selector.type.toLowerCase()}.`));
}

/** Returns the pairs of different steps for which a rule requires that the first step precedes the second. */
export function pairsOf(rule: StatedRule, passes: readonly Pass[]): readonly (readonly [Pass, Pass])[] {
  const pairs = passes.flatMap((subject) =>
    passes.flatMap((target): (readonly [Pass, Pass])[] =>
      subject !== target && isMeant(subject, rule.subject) && isMeant(target, rule.target) ? [[subject, target]] : [],
    ),
  );
  return rule.relation.startsWith("before") ? pairs : pairs.map(([subject, target]) => [target, subject]);
}

export function holds(rule: StatedRule, passes: readonly Pass[]): boolean {
  const pairs = pairsOf(rule, passes).filter(([first, second]) => first.at < second.at);
  if (rule.relation === "before" || rule.relation === "after") return pairs.length === pairsOf(rule, passes).length;
  const subjects = passes.filter((step) => isMeant(step, rule.subject));
  return subjects.every((subject) => pairs.some((pair) => pair[rule.relation === "beforeSome" ? 0 : 1] === subject));
}

function keeps({ preserves = [], requires = [], invalidates = [] }: PassDeclaration, property: string): boolean {
  return [...preserves, ...requires].includes(property) && !invalidates.includes(property);
}

/** Returns, for each step, required properties that do not hold and forbidden properties that hold. */
export function brokenProperties(
  passes: readonly Pass[],
  declarations: ReadonlyMap<string, PassDeclaration>,
  properties: Properties,
): readonly string[] {
  let holding = Object.keys(properties).filter((name) => properties[name]?.initially === true);
  return passes.flatMap(({ pass, address }) => {
    const declaration = declarations.get(pass) as PassDeclaration;
    const { requires = [], forbids = [], provides = [], invalidates = [] } = declaration;
    const missing = requires.filter((name) => !holding.includes(name));
    const present = forbids.filter((name) => holding.includes(name));
    holding = holding.filter(
      (name) => !invalidates.includes(name) && (properties[name]?.kind === "structural" || keeps(declaration, name)),
    );
    holding = [...new Set([...holding, ...provides])];
    return [
      ...missing.map((name) => `${address} requires ${name}`),
      ...present.map((name) => `${address} forbids ${name}`),
    ];
  });
}

/**
 * Returns the steps between the ends of a guard that do not preserve the property, or an error if an end is missing.
 */
export function brokenGuard(
  { property, from, to }: StatedGuard,
  passes: readonly Pass[],
  declarations: ReadonlyMap<string, PassDeclaration>,
): readonly string[] {
  const starts = passes.filter((step) => namesOf(step).includes(from));
  const ends = passes.filter((step) => namesOf(step).includes(to));
  const pairs = starts.flatMap((start) => ends.filter((end) => end.at > start.at).map((end) => [start, end] as const));
  if (pairs.length === 0) return ["an end is missing"];
  // Each range goes from a start to the next end after it.
  const ranges = pairs.filter(([start, end]) => !ends.some(({ at }) => at > start.at && at < end.at));
  return passes.flatMap(({ at, pass, address }) => {
    const isInside = ranges.some(([start, end]) => start.at < at && at < end.at);
    return isInside && !keeps(declarations.get(pass) as PassDeclaration, property) ? [address] : [];
  });
}

/**
 * Returns the pairs of one contributor's steps whose order in the plan differs from the order of its calls, unless a
 * chain of positions, rules and kept orders of calls explains the difference.
 */
export function unexplainedOrder(
  plan: Plan,
  granted: readonly Granted[],
  rules: readonly StatedRule[],
): readonly string[] {
  const passes = passesOf(plan);
  const positions = new Map(plan.steps.map(({ address }, at) => [address, at]));
  const units = unitsOf(granted, positions);
  const reasons: (readonly [first: number, second: number])[] = [];
  /** Adds a reason for an order only if the two steps have this order in the plan. */
  const add = (first: number | undefined, second: number | undefined): void => {
    if (first !== undefined && second !== undefined && first < second) reasons.push([first, second]);
  };
  const frame = plan.steps.flatMap(({ address }, at) => (address.includes("::") ? [] : [at]));
  frame.forEach((at, index) => add(frame[index - 1], at));
  const own = new Map<string, Unit>();
  const sides = new Map<Unit, number>();
  for (const unit of units) {
    const { contributor, place, members } = unit;
    for (const member of members) {
      add(members[0], member);
      // A step stays between the framework's steps around its position.
      add(
        frame.findLast((each) => each < member),
        member,
      );
      add(
        member,
        frame.find((each) => each > member),
      );
    }
    const at = members[0] as number;
    const target = "before" in place ? place.before : "after" in place ? place.after : undefined;
    const beside = target === undefined ? undefined : (frameAt(plan, target) ?? own.get(`${contributor} ${target}`));
    if (typeof beside === "number") {
      if ("before" in place) add(at, beside);
      else add(beside, at);
    } else if (beside !== undefined) {
      for (const one of beside.members) {
        if ("before" in place) add(at, one);
        else add(one, at);
      }
    }
    const type = "beforeType" in place ? place.beforeType : "afterType" in place ? place.afterType : undefined;
    if (type !== undefined)
      for (const step of passes.filter((each) => isMeant(each, { type }))) {
        if ("beforeType" in place) add(at, step.at);
        else add(step.at, at);
      }
    // Sorts positions at a point first, then after a step, then before a step.
    const side = "at" in place ? 0 : "after" in place || "afterType" in place ? 1 : 2;
    sides.set(unit, (typeof beside === "object" ? sides.get(beside) : undefined) ?? side);
    // A pass inside an atomic bundle does not have a name.
    if (unit.bundle === "atomic") continue;
    for (const address of unit.addresses) own.set(`${contributor} ${passOf(plan, address)}`, unit);
  }
  for (const left of units)
    for (const right of units)
      if ((sides.get(left) as number) < (sides.get(right) as number))
        for (const one of left.members) for (const other of right.members) add(one, other);
  for (const rule of rules) for (const [first, second] of pairsOf(rule, passes)) add(first.at, second.at);
  const mine = units.flatMap((unit, call) => unit.members.map((at) => ({ at, call, contributor: unit.contributor })));
  const pairs = mine.flatMap((one) =>
    mine.flatMap((other) =>
      one.contributor === other.contributor && one.call < other.call ? [[one.at, other.at] as const] : [],
    ),
  );
  for (const [one, other] of pairs) add(one, other);
  // The members of a closed bundle are one unit.
  const groupOf = new Map(units.flatMap((unit) => unit.members.map((at) => [at, isClosed(unit) ? unit : at] as const)));
  const group = (at: number): unknown => groupOf.get(at) ?? at;
  const nextOf = new Map<unknown, Set<unknown>>();
  for (const [first, second] of reasons)
    nextOf.set(group(first), (nextOf.get(group(first)) ?? new Set()).add(group(second)));
  return pairs.flatMap(([one, other]) => {
    const isExplained = one < other || reaches(nextOf, group(other), group(one));
    return isExplained ? [] : [`${plan.steps[other]?.address} before ${plan.steps[one]?.address}`];
  });
}

interface Unit extends Granted {
  /** Indices of the steps of the unit. */
  readonly members: readonly number[];
}

const isClosed = ({ bundle }: Granted): boolean => bundle === "contiguous" || bundle === "atomic";

/** Returns the calls with the indices of their steps in the plan. The steps of an open bundle are separate units. */
function unitsOf(granted: readonly Granted[], positions: ReadonlyMap<string, number>): readonly Unit[] {
  return granted.flatMap((call): Unit[] => {
    const present = call.addresses.flatMap((address) => positions.get(address) ?? []);
    return present.length === 0 ? [] : [{ ...call, members: present }];
  });
}

const passOf = (plan: Plan, address: string): string | undefined =>
  plan.steps.find((step) => step.address === address)?.pass;

/** Returns the index of a framework's step by its unique name. */
function frameAt(plan: Plan, name: string): number | undefined {
  const at = plan.steps.findIndex(({ address, kind }) => kind === "pass" && address === name);
  return at < 0 ? undefined : at;
}

function reaches(nextOf: ReadonlyMap<unknown, ReadonlySet<unknown>>, from: unknown, to: unknown): boolean {
  const seen = new Set([from]);
  for (const each of seen) for (const next of nextOf.get(each) ?? []) seen.add(next);
  return seen.has(to);
}
