import { isFragile } from "../properties/property.ts";
import type { Guard } from "../properties/property.ts";
import { changes, keeps } from "../properties/property-flow.ts";
import type { PropertyFlow } from "../properties/property-flow.ts";
import { SelectivePositions } from "../steps/bundle.ts";
import { ruleText } from "../rules/rule.ts";
import type { Rule } from "../rules/rule.ts";
import type { Cleanup } from "./cleanup.ts";
import type { CleanupPolicy } from "./resolve-input.ts";
import { isNamed } from "./element.ts";
import type { Element } from "./element.ts";
import { Elements, isMeant, namedIn } from "./elements.ts";
import type { BoundRule } from "./elements.ts";
import { getOrMake } from "../maps.ts";

/** Position at which a cleanup could be inserted: between two steps, or at an end of the order. */
export interface Opening {
  after(): Iterable<Element>;
  readonly flow: PropertyFlow;
  /** `position` of the next step. `Infinity` at the end of the order. */
  readonly position: number;
}

/** Describes what prevents the insertion of a cleanup, with its contributor. A function, because most are not shown. */
export type Obstacle = () => { readonly because: string; readonly contributor?: string };

/** Rule whose subject or target matches a cleanup, with the subjects and targets that are already in the order. */
interface Bound extends BoundRule {
  readonly isSubject: boolean;
  readonly isTarget: boolean;
}

/** Determines where a cleanup can be inserted without violating requirements of later steps, guards or rules. */
export class CleanupLimits {
  readonly #policy: CleanupPolicy;
  /** Properties that cleanups provide, so that planning can restore them before a step that requires them. */
  readonly #restorable: ReadonlySet<string>;
  readonly #about: ReadonlyMap<Cleanup, readonly Rule[]>;
  readonly #bounds = new Map<Cleanup, readonly Bound[]>();
  readonly #guarded = new Map<Guard, GuardedPositions>();
  /** Cached results of {@link allowsWish}, by cleanup and position. */
  readonly #wishes = new Map<Cleanup, boolean[]>();
  #order: readonly Element[] = [];
  #selective = new SelectivePositions([]);
  #elements: Elements | undefined;
  #forbidden: ReadonlySet<string> = new Set();

  constructor(policy: CleanupPolicy) {
    const { cleanups, rules } = policy;
    this.#policy = policy;
    this.#restorable = new Set(cleanups.flatMap(({ declaration }) => declaration.provides ?? []));
    const about = (cleanup: Cleanup): readonly Rule[] =>
      rules.filter(({ subject, target }) => [subject, target].some((selector) => isMeant(named(cleanup), selector)));
    this.#about = new Map(cleanups.map((cleanup) => [cleanup, about(cleanup)]));
  }

  /** Sets the steps of the order into which cleanups are inserted. The `position` of each step must already be set. */
  begin(order: readonly Element[]): void {
    this.#order = order;
    this.#selective = new SelectivePositions(order);
    this.#elements = undefined;
    this.#bounds.clear();
    this.#guarded.clear();
    this.#wishes.clear();
    this.#forbidden = new Set(order.flatMap(({ declaration }) => declaration.forbids ?? []));
  }

  /** Returns the obstacle to inserting a cleanup for a step that requires a property. Ignores weak rules. */
  obstacle(cleanup: Cleanup, opening: Opening): Obstacle | undefined {
    return this.#obstacle(cleanup, opening, ({ strength }) => strength === "strong");
  }

  /** Returns whether a cleanup can be inserted before step `at` without violating any other rule. */
  allowsWish(cleanup: Cleanup, at: number, opening: () => Opening): boolean {
    const known = getOrMake(this.#wishes, cleanup, () => []);
    return (known[at] ??= this.#obstacle(cleanup, opening(), () => true) === undefined);
  }

  #obstacle(cleanup: Cleanup, opening: Opening, isBinding: (rule: Rule) => boolean): Obstacle | undefined {
    if (!this.#canRun(cleanup, opening)) return () => ({ because: "its own requirements do not hold at the position" });
    const bundle = this.#selective.excludingAt(opening.position, { ...named(cleanup), bundle: undefined });
    if (bundle !== undefined) return () => ({ because: `bundle \`${bundle.name}\` excludes it` });
    const rule = this.#boundsOf(cleanup).find((one) => isBinding(one.rule) && !keepsRule(one, opening.position))?.rule;
    if (rule !== undefined) return () => ({ because: ruleText(rule), contributor: rule.contributor });
    const guard = this.#policy.guards.find((one) => !this.#keepsGuard(cleanup, one, opening));
    if (guard === undefined) return this.#lossOf(cleanup, opening);
    const { property, from, to, origin } = guard;
    const because = `a guard protects \`${property}\` from \`${from}\` to \`${to}\``;
    return () => ({ because, contributor: origin.name });
  }

  #canRun({ declaration: { requires = [], forbids = [] } }: Cleanup, { flow }: Opening): boolean {
    const canHold = (name: string): boolean =>
      flow.holds(name) || (isFragile(this.#policy.properties, name) && this.#restorable.has(name));
    return requires.every(canHold) && !forbids.some((name) => flow.holds(name));
  }

  #boundsOf(cleanup: Cleanup): readonly Bound[] {
    return getOrMake(this.#bounds, cleanup, () => {
      const rules = this.#about.get(cleanup) ?? [];
      this.#elements ??= new Elements([this.#order], namedIn([...this.#about.values()].flat()));
      return this.#elements.selectAll(rules).map((bound) => ({
        ...bound,
        isSubject: isMeant(named(cleanup), bound.rule.subject),
        isTarget: isMeant(named(cleanup), bound.rule.target),
      }));
    });
  }

  #keepsGuard(cleanup: Cleanup, guard: Guard, { position }: Opening): boolean {
    const isEnd = isNamed(named(cleanup), guard.from) || isNamed(named(cleanup), guard.to);
    if (!isEnd && keeps(cleanup.declaration, guard.property)) return true;
    const guarded = getOrMake(this.#guarded, guard, () => new GuardedPositions(guard, this.#order));
    return guarded.allow(cleanup, position);
  }

  /**
   * Returns the obstacle if the cleanup changes properties that later steps need. The cleanup must not remove structural
   * properties, and must not provide a property that a later step forbids. It also must not remove a fragile property
   * that a later step requires, unless another cleanup can provide this property again.
   */
  #lossOf({ declaration }: Cleanup, { flow, after }: Opening): Obstacle | undefined {
    const { properties } = this.#policy;
    const { invalidates = [], provides = [] } = declaration;
    const taken = invalidates.find((name) => flow.holds(name));
    if (taken !== undefined) return () => ({ because: `it invalidates \`${taken}\`, which holds at the position` });
    const gained = new Set(provides.filter((name) => this.#forbidden.has(name) && !flow.holds(name)));
    const lost = new Set<string>();
    for (const name of flow.fragile)
      if (!keeps(declaration, name) && !this.#restorable.has(name) && !provides.includes(name)) lost.add(name);
    if (gained.size + lost.size === 0) return undefined;
    for (const { declaration: later, address, origin } of after()) {
      const needed = later.requires?.find((name) => lost.has(name));
      const because = (verb: string, name: string) => () => ({
        because: `\`${address}\` ${verb} \`${name}\``,
        contributor: origin.name,
      });
      if (needed !== undefined) return because("requires", needed);
      const unwanted = later.forbids?.find((name) => gained.has(name));
      if (unwanted !== undefined) return because("forbids", unwanted);
      for (const names of [gained, lost])
        for (const name of names) if (changes(later, name, properties)) names.delete(name);
      if (gained.size + lost.size === 0) return undefined;
    }
    return undefined;
  }
}

function named({ declaration, types }: Cleanup): Pick<Element, "name" | "alias" | "types"> {
  return { name: declaration.name, alias: undefined, types };
}

/** Returns whether a rule about a cleanup holds if the cleanup is inserted before the step at `position`. */
function keepsRule({ rule, subjects, targets, isSubject, isTarget }: Bound, position: number): boolean {
  const { relation } = rule;
  const areBefore = (steps: readonly Element[]): boolean => (steps.at(-1)?.position ?? -1) < position;
  const areAfter = (steps: readonly Element[]): boolean => (steps[0]?.position ?? Infinity) >= position;
  if (relation === "before") return (!isSubject || areAfter(targets)) && (!isTarget || areBefore(subjects));
  if (relation === "after") return (!isSubject || areBefore(targets)) && (!isTarget || areAfter(subjects));
  if (!isSubject) return true;
  return relation === "beforeSome"
    ? (targets.at(-1)?.position ?? -1) >= position
    : (targets[0]?.position ?? Infinity) < position;
}

class GuardedPositions {
  readonly #isOpen: Uint8Array;
  /**
   * `#endsLater` is 1 for a position if the pass `to` of the guard is at this position or later. `#arePreserving` is 1
   * for a position if all steps from this position up to the pass `to` preserve the property of the guard.
   */
  readonly #endsLater: Uint8Array;
  readonly #arePreserving: Uint8Array;
  readonly #guard: Guard;

  constructor(guard: Guard, order: readonly Element[]) {
    const end = order.length;
    this.#guard = guard;
    this.#isOpen = new Uint8Array(end + 1);
    this.#endsLater = new Uint8Array(end + 1);
    this.#arePreserving = new Uint8Array(end + 1);
    let isOpen = false;
    order.forEach((step, position) => {
      // A pass that ends a range does not begin another range.
      if (step.kind === "pass") isOpen = isOpen ? !isNamed(step, guard.to) : isNamed(step, guard.from);
      this.#isOpen[position + 1] = Number(isOpen);
    });
    for (let position = end - 1; position >= 0; position--) {
      const step = order[position] as Element;
      const isEnd = step.kind === "pass" && isNamed(step, guard.to);
      const isPreserving = step.kind === "point" || keeps(step.declaration, guard.property);
      this.#endsLater[position] = isEnd ? 1 : (this.#endsLater[position + 1] as number);
      this.#arePreserving[position] = isEnd ? 1 : Number(isPreserving) && (this.#arePreserving[position + 1] as number);
    }
  }

  /**
   * Returns whether a guard permits a cleanup at a position. If the guard names the cleanup, the insertion changes the
   * guard's range, and all steps in the new range must preserve the property.
   */
  allow(cleanup: Cleanup, position: number): boolean {
    const { from, to, property } = this.#guard;
    const at = Math.min(position, this.#isOpen.length - 1);
    const isOpen = this.#isOpen[at] === 1;
    const [isFrom, isTo] = [isNamed(named(cleanup), from), isNamed(named(cleanup), to)];
    if (this.#endsLater[at] !== 1) return !isOpen || !isTo;
    if (isOpen && !keeps(cleanup.declaration, property)) return false;
    return (!isFrom && !isTo) || this.#arePreserving[at] === 1;
  }
}
