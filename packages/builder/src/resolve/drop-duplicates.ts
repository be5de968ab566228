import { invariant, isCode } from "@passwright/core";
import type { PassDeclaration } from "@passwright/core";
import { keeps, PropertyFlow, PropertyOutlook } from "../properties/property-flow.ts";
import type { Properties } from "../properties/property.ts";
import type { Nest } from "../steps/step.ts";
import type { LeftOut } from "../plan/plan.ts";
import type { CleanupPolicy } from "./resolve-input.ts";
import type { Element } from "./element.ts";
import { Elements, namedIn } from "./elements.ts";
import { typeKeys } from "../steps/pass-type.ts";
import { getOrMake } from "../maps.ts";
import type { Rule, Selector } from "../rules/rule.ts";

const path = (nests: readonly Nest[]): string => nests.map(({ anchor }) => anchor).join(">");

function isSame(left: Element, right: Element): boolean {
  return (
    path(left.nests) === path(right.nests) &&
    left.types.join() === right.types.join() &&
    optionsText(left) === optionsText(right)
  );
}

const numbers = new WeakMap<object, number>();
let count = 0;

/** Formats options for comparisons. Functions are numbered, because equal source texts can use other variables. */
function optionsText({ options }: Element): string {
  return JSON.stringify(Object.entries(options).sort(), (_, value: unknown) => {
    if (!isCode(value)) return value;
    const number = numbers.get(value) ?? count++;
    numbers.set(value, number);
    return { code: number };
  });
}

/** Returns whether a step can be dropped: from a contiguous bundle only at the start, from an atomic bundle never. */
function mayLeave({ bundle }: Element, previous: Element | undefined): boolean {
  if (bundle === undefined || bundle.kind === "open") return true;
  return bundle.kind === "contiguous" && previous?.bundle?.id !== bundle.id;
}

/** Properties that a cleanup provides and later steps require, or that it removes and later steps forbid. */
interface Stakes {
  readonly forbidden: readonly string[];
  readonly required: readonly string[];
}

function stakesOf(order: readonly Element[], { properties, cleanups }: CleanupPolicy): ReadonlyMap<Element, Stakes> {
  const names = new Set(cleanups.map(({ declaration }) => declaration.name));
  const outlook = new PropertyOutlook(properties);
  const stakes = new Map<Element, Stakes>();
  for (const element of order.toReversed()) {
    const { kind, name, declaration } = element;
    if (kind === "point") continue;
    if (names.has(name)) {
      const required = declaration.provides?.filter((property) => outlook.required.holds(property)) ?? [];
      stakes.set(element, { forbidden: takenBy(declaration, outlook.forbidden), required });
    }
    outlook.pass(declaration);
  }
  return stakes;
}

/** Returns the properties in `names` that a pass removes, such as the properties that hold before the pass. */
function takenBy(declaration: PassDeclaration, names: Pick<PropertyFlow, "holds" | "fragile">): readonly string[] {
  const { provides = [], invalidates = [] } = declaration;
  const lost = new Set(invalidates.filter((name) => names.holds(name)));
  for (const name of names.fragile) if (!keeps(declaration, name)) lost.add(name);
  for (const name of provides) lost.delete(name);
  return [...lost];
}

type Policy = Pick<CleanupPolicy, "rules" | "cleanups">;

interface Wants {
  readonly relation: "beforeSome" | "afterSome";
  readonly targets: readonly Element[];
  readonly subjects: (readonly Element[])[];
}

const keyOf = (target: Selector): string =>
  "pass" in target ? `pass ${target.pass}` : `type ${target.type.toLowerCase()}`;

type PresenceRule = Rule & Pick<Wants, "relation">;

function rulesAboutCleanups(order: readonly Element[], { rules, cleanups }: Policy): readonly PresenceRule[] {
  const names = new Set(cleanups.map(({ declaration }) => declaration.name));
  const steps = new Elements([order.filter(({ name }) => names.has(name))]);
  return rules.filter(
    (rule): rule is PresenceRule =>
      (rule.relation === "beforeSome" || rule.relation === "afterSome") && steps.select(rule.target).length > 0,
  );
}

/** Index of presence rules about cleanups. Finds cleanups that must stay because a rule needs them. */
export class Presence {
  readonly #wants = new Map<string, Wants[]>();

  constructor(order: readonly Element[], policy: Policy) {
    const rules = rulesAboutCleanups(order, policy);
    const elements = new Elements([order], namedIn(rules));
    for (const { relation, subject, target } of rules) {
      const key = keyOf(target);
      const wants = getOrMake(this.#wants, key, () => []);
      const same = wants.find((each) => each.relation === relation);
      const subjects = elements.select(subject);
      if (same !== undefined) same.subjects.push(subjects);
      else wants.push({ relation, targets: elements.select(target), subjects: [subjects] });
    }
  }

  /** Returns whether a rule holds only with the cleanup `step`. `dropped` are cleanups that were already dropped. */
  needs(step: Element, dropped: ReadonlySet<Element>): boolean {
    if (this.#wants.size === 0) return false;
    const isKept = (element: Element): boolean => !dropped.has(element);
    const names = step.alias === undefined ? [step.name] : [step.name, step.alias];
    const keys = [...names.map((name) => `pass ${name}`), ...typeKeys(step.types).map((type) => `type ${type}`)];
    return keys.some((key) => this.#wants.get(key)?.some((wants) => needsIt(wants, step, isKept)));
  }
}

/** Returns whether one of the rules holds only with `step`, and not with another target. */
function needsIt(
  { relation, targets, subjects }: Wants,
  step: Element,
  isKept: (element: Element) => boolean,
): boolean {
  const isOther = (element: Element): boolean => element !== step && isKept(element);
  const isAfter = relation === "afterSome";
  if ((isAfter ? targets.find(isKept) : targets.findLast(isKept)) !== step) return false;
  const next = isAfter ? targets.find(isOther) : targets.findLast(isOther);
  const serves = (target: Element | undefined, subject: Element): boolean =>
    target !== undefined && (isAfter ? target.position < subject.position : target.position > subject.position);
  return subjects.some((list) => {
    // Tests only the first subject of `afterSome` or the last subject of `beforeSome`. If the rule holds for this
    // subject, it holds for all subjects.
    const subject = isAfter ? list.find(isKept) : list.findLast(isKept);
    return subject !== undefined && serves(step, subject) && !serves(next, subject);
  });
}

/**
 * Drops cleanups that have no effect. A cleanup has no effect if an equal cleanup ran before on the same operations,
 * and either no pass ran since then or all properties that the earlier cleanup provides still hold. Also drops cleanups
 * that were inserted for a dropped step. Keeps pinned cleanups and cleanups in atomic bundles. In a contiguous bundle,
 * drops only cleanups at the start. Also keeps cleanups that a presence rule, a guard or a later step needs.
 */
export function dropDuplicates(
  order: readonly Element[],
  policy: CleanupPolicy,
  isPinned: (element: Element) => boolean,
): { readonly order: readonly Element[]; readonly leftOut: readonly LeftOut[] } {
  const { properties, guards } = policy;
  const flow = new PropertyFlow(properties);
  const stakes = stakesOf(order, policy);
  const leftOut: LeftOut[] = [];
  const dropped = new Set<Element>();
  const presence = new Presence(order, policy);
  /** Cleanups that must not be dropped, because a guard names them or because a duplicate of them was dropped. */
  const relied = new Set<Element>();
  const guardEnds = new Set(guards.flatMap(({ from, to }) => [from, to]));
  for (const element of stakes.keys())
    if ([element.name, element.alias].some((name) => name !== undefined && guardEnds.has(name))) relied.add(element);
  /** Inserted cleanups that are not needed, because all properties that they provide already hold before them. */
  const served = new Set<Element>();
  const taken = new Map<Element, readonly string[]>();
  /** Returns whether a step can be dropped without violating the requirements of other steps. */
  const canGo = (element: Element): boolean => {
    const { forbidden, required } = stakes.get(element) as Stakes;
    return (
      !relied.has(element) &&
      !forbidden.some((name) => flow.holds(name)) &&
      required.every((name) => flow.holds(name)) &&
      !presence.needs(element, dropped)
    );
  };
  let kept: Element[] = [];
  const earlier = new Map(policy.cleanups.map(({ declaration }) => [declaration.name, [] as Element[]]));
  let previous: Element | undefined;
  for (const element of order) {
    if (element.kind === "point") {
      kept.push(element);
      continue;
    }
    const { provides = [] } = element.declaration;
    const holds = provides.length > 0 && provides.every((name) => flow.holds(name));
    if (holds && element.origin.kind === "inserted" && canGo(element)) {
      served.add(element);
      continue;
    }
    const candidates = earlier.get(element.name);
    const first = candidates?.findLast((candidate) => isSame(candidate, element));
    const isTidy = !isPinned(element) && mayLeave(element, previous);
    if (isTidy && first !== undefined && (holds || first === previous) && canGo(element)) {
      const since = holds ? "its properties still hold since" : "the step directly follows";
      const because = `dropped as a duplicate: ${since} \`${first.address}\``;
      dropped.add(element);
      relied.add(first);
      leftOut.push({ address: element.address, pass: element.name, because });
      continue;
    }
    if (element.origin.kind === "inserted") taken.set(element, takenBy(element.declaration, flow));
    flow.pass(element);
    candidates?.push(element);
    kept.push(element);
    previous = element;
  }
  const rest = served.size === 0 ? order : order.filter((element) => !served.has(element));
  let unneeded: ReadonlySet<Element> = dropped;
  if (dropped.size > 0) {
    // Removes only cleanups that became unnecessary because another step was dropped. Adds cleanups that were
    // unnecessary before to `relied`, to keep them.
    for (const each of findUnneeded(rest, properties, new Set(), relied, presence, taken)) relied.add(each);
    unneeded = findUnneeded(rest, properties, dropped, relied, presence, taken);
  }
  kept = kept.filter((element) => !unneeded.has(element));
  const gone = leftOut.length + unneeded.size + served.size;
  invariant(kept.length + gone === order.length, "dropping duplicates must keep all other steps");
  return { order: kept, leftOut };
}

/**
 * Returns inserted cleanups that are not needed, because planning dropped the steps that required them. Visits the
 * steps from the end to the start. If a dropped step provided properties, these properties count as required at its
 * position, because an earlier duplicate provides them. A cleanup stays if a rule or a guard needs it (`relied`,
 * `presence`), or if it removes a property that a later step forbids (`taken`).
 */
export function findUnneeded(
  order: readonly Element[],
  properties: Properties,
  dropped: ReadonlySet<Element>,
  relied: ReadonlySet<Element>,
  presence: Presence,
  taken: ReadonlyMap<Element, readonly string[]>,
): ReadonlySet<Element> {
  const unneeded = new Set<Element>();
  const gone = new Set(dropped);
  const outlook = new PropertyOutlook(properties);
  for (const element of order.toReversed()) {
    if (element.kind === "point") continue;
    const { provides = [] } = element.declaration;
    if (dropped.has(element)) {
      for (const name of provides) outlook.required.set(name, true);
      continue;
    }
    const isWanted = (): boolean =>
      relied.has(element) ||
      provides.some((name) => outlook.required.holds(name)) ||
      taken.get(element)?.some((name) => outlook.forbidden.holds(name)) === true ||
      presence.needs(element, gone);
    if (element.origin.kind === "inserted" && !isWanted()) {
      unneeded.add(element);
      gone.add(element);
      continue;
    }
    outlook.pass(element.declaration);
  }
  return unneeded;
}
