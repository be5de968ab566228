import { invariant } from "@passwright/core";
import { PropertyFlow } from "../properties/property-flow.ts";
import { type Nest } from "../step.ts";
import { type LeftOut } from "../plan.ts";
import { type Rule } from "../rule.ts";
import { type CleanupPolicy } from "./cleanups.ts";
import { type Element } from "./element.ts";
import { Elements } from "./elements.ts";

const path = (nests: readonly Nest[]): string => nests.map(({ anchor }) => anchor).join(">");

function isSame(left: Element, right: Element): boolean {
  return (
    left.name === right.name &&
    path(left.nests) === path(right.nests) &&
    JSON.stringify(Object.entries(left.options).sort()) === JSON.stringify(Object.entries(right.options).sort())
  );
}

/** Which steps rules about presence keep. Made once; asked for one step after the other. */
class Presence {
  readonly #elements: Elements;
  readonly #rules: readonly Rule[];

  constructor(order: readonly Element[], rules: readonly Rule[]) {
    this.#elements = new Elements(order);
    this.#rules = rules.filter(({ relation }) => relation === "beforeSome" || relation === "afterSome");
  }

  /** Whether such a rule is broken if the step is not there, and what was dropped before it neither. */
  needs(step: Element, dropped: ReadonlySet<Element>): boolean {
    const isThere = (element: Element): boolean => element !== step && !dropped.has(element);
    return this.#rules.some(({ relation, subject, target }) => {
      if (!this.#elements.matches(step, target)) return false;
      const [subjects, targets] = [this.#elements.select(subject), this.#elements.select(target)];
      // The subject that has it hardest tells for all.
      if (relation === "afterSome") {
        const [first, nearest] = [subjects.find(isThere), targets.find(isThere)];
        return first !== undefined && (nearest === undefined || nearest.position >= first.position);
      }
      const [last, nearest] = [subjects.findLast(isThere), targets.findLast(isThere)];
      return last !== undefined && (nearest === undefined || nearest.position <= last.position);
    });
  }
}

/**
 * Drops cleanups that the framework vouches for where running them again changes nothing: an equal one ran before on the same
 * operations, and either nothing ran since, or all that it provides still holds. Not dropped: what is pinned, what is in an
 * atomic or contiguous bundle, and what a rule about presence needs.
 */
export function dropDuplicates(
  order: readonly Element[],
  policy: CleanupPolicy,
  isPinned: (element: Element) => boolean,
): { readonly order: readonly Element[]; readonly leftOut: readonly LeftOut[] } {
  const names = new Set(policy.cleanups.map(({ declaration }) => declaration.name));
  const flow = new PropertyFlow(policy.properties);
  const leftOut: LeftOut[] = [];
  const dropped = new Set<Element>();
  const presence = new Presence(order, policy.rules);
  let kept: Element[] = [];
  const earlier = new Map<string, Element[]>();
  let previous: Element | undefined;
  for (const element of order) {
    if (element.kind === "point") {
      kept.push(element);
      continue;
    }
    const candidates = earlier.get(element.name) ?? [];
    const first = candidates.findLast((candidate) => isSame(candidate, element));
    const isTidy = names.has(element.name) && !isPinned(element) && (element.bundle?.kind ?? "open") === "open";
    if (isTidy && first !== undefined && !presence.needs(element, dropped)) {
      const provides = element.declaration.provides ?? [];
      const holds = provides.length > 0 && provides.every((name) => flow.holds(name));
      if (holds || first === previous) {
        const since = holds
          ? `what it provides still holds since \`${first.address}\``
          : `it follows \`${first.address}\``;
        dropped.add(element);
        leftOut.push({ address: element.address, pass: element.name, because: `dropped as a duplicate: ${since}` });
        continue;
      }
    }
    flow.pass(element);
    earlier.set(element.name, [...candidates, element]);
    kept.push(element);
    previous = element;
  }
  kept = kept.map((element, position) => Object.assign(element, { position }));
  invariant(kept.length + leftOut.length === order.length, "steps were lost while dropping duplicates");
  return { order: kept, leftOut };
}
