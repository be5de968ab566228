import { typeKeys } from "../pass-type.ts";
import { type Rule, type Selector } from "../rule.ts";
import { type Element } from "./element.ts";
import { Elements } from "./elements.ts";

/** All rules that want the same target on the same side of their subjects. */
interface Wants {
  readonly relation: "beforeSome" | "afterSome";
  readonly targets: readonly Element[];
  readonly subjects: (readonly Element[])[];
  /** The subject that has it hardest, as far as it was not dropped, tells for all. */
  hardest: Element | undefined;
}

const keyOf = (target: Selector): string =>
  "pass" in target ? `pass ${target.pass}` : `type ${target.type.toLowerCase()}`;

/** Which steps rules about presence keep. Made once; asked for one step after the other. */
export class Presence {
  readonly #wants = new Map<string, Wants[]>();

  constructor(order: readonly Element[], rules: readonly Rule[]) {
    const elements = new Elements(order);
    for (const { relation, subject, target } of rules) {
      if (relation !== "beforeSome" && relation !== "afterSome") continue;
      const key = keyOf(target);
      const wants = this.#wants.get(key) ?? [];
      this.#wants.set(key, wants);
      const same = wants.find((each) => each.relation === relation);
      const subjects = elements.select(subject);
      if (same !== undefined) same.subjects.push(subjects);
      else wants.push({ relation, targets: elements.select(target), subjects: [subjects], hardest: undefined });
    }
  }

  /** Whether such a rule is broken if the step is not there, and what was dropped before it neither. */
  needs(step: Element, dropped: ReadonlySet<Element>): boolean {
    if (this.#wants.size === 0) return false;
    const isKept = (element: Element): boolean => !dropped.has(element);
    const names = step.alias === undefined ? [step.name] : [step.name, step.alias];
    const keys = [...names.map((name) => `pass ${name}`), ...typeKeys(step.types).map((type) => `type ${type}`)];
    return keys.some((key) => this.#wants.get(key)?.some((wants) => isBroken(wants, step, isKept)));
  }
}

function isBroken(wants: Wants, step: Element, isKept: (element: Element) => boolean): boolean {
  const { relation, targets } = wants;
  const isThere = (element: Element): boolean => element !== step && isKept(element);
  if (wants.hardest === undefined || !isKept(wants.hardest)) wants.hardest = hardestOf(wants, isKept);
  const hardest = wants.hardest === step ? hardestOf(wants, isThere) : wants.hardest;
  if (hardest === undefined) return false;
  const nearest = relation === "afterSome" ? targets.find(isThere) : targets.findLast(isThere);
  if (nearest === undefined) return true;
  return relation === "afterSome" ? nearest.position >= hardest.position : nearest.position <= hardest.position;
}

/** The first subject of all that want something before them, or the last of all that want something after them. */
function hardestOf({ relation, subjects }: Wants, isThere: (element: Element) => boolean): Element | undefined {
  let hardest: Element | undefined;
  for (const list of subjects) {
    const one = relation === "afterSome" ? list.find(isThere) : list.findLast(isThere);
    if (one === undefined) continue;
    const isHarder = (other: Element): boolean =>
      relation === "afterSome" ? one.position < other.position : one.position > other.position;
    if (hardest === undefined || isHarder(hardest)) hardest = one;
  }
  return hardest;
}
