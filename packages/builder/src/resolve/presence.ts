import { typeKeys } from "../steps/pass-type.ts";
import type { Rule, Selector } from "../rules/rule.ts";
import type { Element } from "./element.ts";
import type { CleanupPolicy } from "./resolve-input.ts";
import { Elements, namedIn } from "./elements.ts";

type Policy = Pick<CleanupPolicy, "rules" | "cleanups">;

/** Presence rules that have the same target and the same relation. */
interface Wants {
  readonly relation: "beforeSome" | "afterSome";
  readonly targets: readonly Element[];
  readonly subjects: (readonly Element[])[];
}

const keyOf = (target: Selector): string =>
  "pass" in target ? `pass ${target.pass}` : `type ${target.type.toLowerCase()}`;

type PresenceRule = Rule & Pick<Wants, "relation">;

/** Returns the presence rules whose target can be a cleanup. */
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
      const wants = this.#wants.get(key) ?? [];
      this.#wants.set(key, wants);
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
