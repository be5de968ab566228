import { groupIn } from "@passwright/core";
import { hasType, ordersByName, slicePlan } from "@passwright/builder";
import type { Place, Plan, PlanStep, Rule, Selector } from "@passwright/builder";
import type { Assembly } from "@passwright/sdk";

/** Options that select the steps to move. */
export interface PrecedenceOptions {
  /** Whether to also move steps of the framework. Default: only inserted steps. */
  readonly framework?: boolean;
  /** Whether to also try pairs whose order is determined only by rules. Default: false. */
  readonly ignoreRules?: boolean;
  /** Name of a contributor. If set, only pairs with at least one step of this contributor are tried. */
  readonly contributor?: string;
}

/** Pairs of steps in a plan whose order an experiment must not change. */
export class Precedence {
  readonly #steps: readonly PlanStep[];
  /** For each step, the later steps that must stay after this step, directly or because of the steps in between. */
  readonly #after: readonly ReadonlySet<number>[];

  constructor(steps: readonly PlanStep[], isOrdered: (first: PlanStep, second: PlanStep) => boolean) {
    this.#steps = steps;
    const after: ReadonlySet<number>[] = [];
    for (let first = steps.length - 1; first >= 0; first--) {
      const behind = new Set<number>();
      for (let second = first + 1; second < steps.length; second++) {
        if (behind.has(second) || !isOrdered(steps[first] as PlanStep, steps[second] as PlanStep)) continue;
        behind.add(second);
        for (const more of after[second] ?? []) behind.add(more);
      }
      after[first] = behind;
    }
    this.#after = after;
  }

  /** Returns whether the later of two steps must stay after the earlier step. */
  isOrdered(first: PlanStep, second: PlanStep): boolean {
    return this.#after[this.#steps.indexOf(first)]?.has(this.#steps.indexOf(second)) === true;
  }

  /** Returns whether any step of a later unit must stay after any step of an earlier unit. */
  areOrdered(first: readonly PlanStep[], second: readonly PlanStep[]): boolean {
    return first.some((one) => second.some((other) => this.isOrdered(one, other)));
  }
}

/**
 * Determines the pairs of steps whose order an experiment must not change. The order can be required by conversions,
 * rules, positions, properties, or the order in which a contributor inserts its steps. `PrecedenceOptions` can exclude
 * more pairs.
 */
export function precedenceOf(
  assembly: Assembly,
  plan: Plan,
  { framework = false, ignoreRules = false, contributor }: PrecedenceOptions,
): Precedence {
  const { builder, catalogue } = assembly.work;
  const input = builder.input();
  const free = new Set(ordersByName(input, plan).map(({ first, second }) => `${first} ${second}`));
  const places = new Map(input.contributions.map((one) => [one.address, one.place as Place]));
  const declarationOf = ({ pass }: PlanStep) => catalogue.find(pass)?.declaration;
  const isConversion = (step: PlanStep): boolean => declarationOf(step)?.to !== undefined;
  const hasProperties = plan.steps.some((step) => {
    const { requires = [], forbids = [] } = declarationOf(step) ?? {};
    return requires.length + forbids.length > 0;
  });
  const isOrderedByProperties = (first: PlanStep, second: PlanStep): boolean => {
    const [one, other] = [declarationOf(first), declarationOf(second)];
    const meets = (left: readonly string[] = [], right: readonly string[] = []): boolean =>
      left.some((name) => right.includes(name));
    return (
      meets(one?.provides, other?.requires) ||
      meets(one?.provides, other?.forbids) ||
      meets(one?.forbids, other?.provides) ||
      meets(one?.requires, other?.invalidates) ||
      meets(one?.invalidates, other?.requires)
    );
  };
  const isAssumedMore = (first: PlanStep, second: PlanStep): boolean => {
    const exchanged = { ...plan, steps: exchange(plan.steps, first, second) };
    const sliced = slicePlan(exchanged, {}, { properties: input.properties ?? {}, catalogue });
    return sliced.ok && sliced.assumed.length > 0;
  };
  return new Precedence(passesOf(plan), (first, second) => {
    if (isConversion(first) || isConversion(second)) return true;
    const [left, right] = [first.origin, second.origin];
    if (contributor !== undefined && left.name !== contributor && right.name !== contributor) return true;
    if (free.has(`${first.address} ${second.address}`)) return false;
    // Steps can move past cleanups. Cleanups do not move: the experiment tries the plan without each cleanup instead.
    if (left.kind === "inserted" || right.kind === "inserted") return false;
    if (!framework || (left.kind !== "framework" && right.kind !== "framework")) return true;
    return (
      (!ignoreRules && input.rules.some((rule) => isOrderedByRule(rule, first, second))) ||
      isPlacedBeside(places.get(first.address), second) ||
      isPlacedBeside(places.get(second.address), first) ||
      (hasProperties && (isOrderedByProperties(first, second) || isAssumedMore(first, second)))
    );
  });
}

/** Returns the passes of a plan, without extension points. */
export function passesOf({ steps }: Pick<Plan, "steps">): readonly PlanStep[] {
  return steps.filter(({ kind }) => kind === "pass");
}

/** Returns whether all steps are cleanups that the builder inserted. */
export function areCleanups(steps: readonly PlanStep[]): boolean {
  return steps.every(({ origin }) => origin.kind === "inserted");
}

export function addressesOf(steps: readonly PlanStep[]): string[] {
  return steps.map(({ address }) => address);
}

/** Returns the group that contains a step, as a level of nesting. */
export function groupNestOf({ nests }: PlanStep): PlanStep["nests"][number] | undefined {
  return nests.find(({ anchor }) => groupIn(anchor) !== undefined);
}

/** Moves the second of two steps to the position directly before the first step. */
export function exchange(steps: readonly PlanStep[], first: PlanStep, second: PlanStep): readonly PlanStep[] {
  const rest = steps.filter((step) => step !== second);
  const at = rest.indexOf(first);
  return [...rest.slice(0, at), second, ...rest.slice(at)];
}

/** Returns whether a selector of a rule selects a step. */
export function isMeant(step: PlanStep, selector: Selector): boolean {
  return "pass" in selector ? step.pass === selector.pass : hasType(step.types, selector.type);
}

function isOrderedByRule({ subject, target }: Rule, first: PlanStep, second: PlanStep): boolean {
  return (isMeant(first, subject) && isMeant(second, target)) || (isMeant(second, subject) && isMeant(first, target));
}

function isPlacedBeside(place: Place | undefined, { pass, address, types }: PlanStep): boolean {
  if (place === undefined) return false;
  const name = "before" in place ? place.before : "after" in place ? place.after : undefined;
  if (name !== undefined) return name === pass || name === address;
  const type = "beforeType" in place ? place.beforeType : "afterType" in place ? place.afterType : undefined;
  return type !== undefined && hasType(types, type);
}
