import { type Rule } from "../rule.ts";
import { type Element } from "./element.ts";
import { Elements } from "./elements.ts";

/** Which steps rules about presence keep. Made once; asked for one step after the other. */
export class Presence {
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
