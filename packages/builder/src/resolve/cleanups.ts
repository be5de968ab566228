import { isClosedBetween } from "../steps/bundle.ts";
import { nestBeside } from "../steps/hierarchy.ts";
import { openBetween, staysInside } from "../steps/nesting.ts";
import { hasType } from "../steps/pass-type.ts";
import { type Override } from "../contributions/edit.ts";
import { type Origin } from "../contributions/origin.ts";
import { type Guard, isFragile, type Properties } from "../properties/property.ts";
import { GuardedStretch } from "../properties/guarded-stretch.ts";
import { keeps, PropertyFlow } from "../properties/property-flow.ts";
import { type Rule, ruleText, type Selector } from "../rules/rule.ts";
import { type Spine } from "../steps/spine.ts";
import { type Nest } from "../steps/step.ts";
import { withSetOptions } from "./apply-edits.ts";
import { type Need, needText } from "./cleanup-needs.ts";
import { checkRules } from "./check-rules.ts";
import { type Cleanup } from "./cleanup.ts";
import { type Element, elementOfPass, INSERTED, isNamed, number } from "./element.ts";
import { Elements, lastOf, namedIn } from "./elements.ts";

/** What inserting and dropping cleanups depends on. */
export interface CleanupPolicy {
  readonly spine: Spine;
  readonly properties: Properties;
  readonly guards: readonly Guard[];
  readonly cleanups: readonly Cleanup[];
  readonly rules: readonly Rule[];
  readonly overrides: readonly Override[];
}

/** A weak rule that wants a cleanup some time later, and the cleanup that would do. */
interface Wish {
  readonly rule: Rule;
  readonly cleanup: Cleanup;
}

function wishesOf({ rules, cleanups }: CleanupPolicy): Wish[] {
  return rules.flatMap((rule) => {
    const { strength, relation, subject, target } = rule;
    if (strength !== "weak" || relation !== "beforeSome") return [];
    const is = ({ declaration, types }: Cleanup, wanted: Selector): boolean =>
      "pass" in wanted ? declaration.name === wanted.pass : hasType(types, wanted.type);
    // One that itself wants another behind it would never be enough.
    const cleanup = cleanups.find((each) => is(each, target) && !is(each, subject));
    return cleanup === undefined ? [] : [{ rule, cleanup }];
  });
}

const ORIGIN: Origin = { kind: "inserted", name: "cleanups" };

/** How many steps lie between two points whose properties are kept in mind. */
const STRIDE = 256;

/** Inserts the framework's cleanups: fragile properties that a step requires, and weak rules that want one some time later. */
export class CleanupInserter {
  /** What those are for that a step requires. */
  readonly needs: Map<Element, Need> = new Map<Element, Need>();
  readonly #policy: CleanupPolicy;
  readonly #wishes: readonly Wish[];
  #order: Element[] = [];
  /** The steps of this round, and how many of them are in the order. */
  #steps: readonly Element[] = [];
  #done = 0;
  readonly #counts = new Map<string, number>();
  /** What holds after the steps so far. */
  #flow: PropertyFlow;
  /** What holds before the steps at multiples of the stride. */
  #known: PropertyFlow[] = [];

  constructor(policy: CleanupPolicy) {
    this.#policy = policy;
    this.#flow = new PropertyFlow(policy.properties);
    this.#wishes = wishesOf(policy);
  }

  /**
   * Goes over the steps again until nothing is to be inserted: what was inserted may itself require something. Cleanups that
   * undo each other would go on for ever; then nothing is inserted, and the checks say what is missing.
   */
  run(order: readonly Element[]): readonly Element[] {
    let current = order;
    for (let round = 0; round <= this.#policy.cleanups.length + 1; round++) {
      const next = this.#runOnce(current);
      if (next.length === current.length) return next;
      current = next;
    }
    return number([...order]);
  }

  #runOnce(order: readonly Element[]): readonly Element[] {
    this.#order = [];
    this.#steps = order;
    this.#done = 0;
    this.#flow = new PropertyFlow(this.#policy.properties);
    this.#known = [];
    for (const element of order) {
      this.#serve(element);
      this.#append(element);
      this.#done++;
    }
    this.#serveWishes();
    return number(this.#order);
  }

  #append(element: Element): void {
    if (this.#order.length % STRIDE === 0) this.#known.push(this.#flow.copy());
    this.#order.push(element);
    if (element.kind === "pass") this.#flow.pass(element);
  }

  #serve(consumer: Element): void {
    for (const name of consumer.declaration.requires ?? []) {
      if (!isFragile(this.#policy.properties, name) || this.#flow.holds(name)) continue;
      this.#provide(name, consumer);
    }
  }

  /** Properties before position `end`. */
  #flowAt(end: number): PropertyFlow {
    if (end === this.#order.length) return this.#flow;
    const stretch = Math.floor(end / STRIDE);
    const flow = (this.#known[stretch] as PropertyFlow).copy();
    for (let index = stretch * STRIDE; index < end; index++) {
      const element = this.#order[index] as Element;
      if (element.kind === "pass") flow.pass(element);
    }
    return flow;
  }

  #insert(at: number, element: Element): void {
    if (at === this.#order.length) {
      this.#append(element);
      return;
    }
    this.#flow = this.#flowAt(at);
    const behind = this.#order.splice(at);
    this.#known.length = Math.ceil(at / STRIDE);
    for (const each of [element, ...behind]) this.#append(each);
  }

  /**
   * Inserts a cleanup that provides a property right before `consumer`, or as near before it as something can stand. What it
   * requires itself is seen to in the next round.
   */
  #provide(property: string, consumer: Element): void {
    const { cleanups } = this.#policy;
    const cleanup = cleanups.find(({ declaration }) => declaration.provides?.includes(property) === true);
    if (cleanup === undefined) return;
    const nests = nestBeside(this.#policy.spine, cleanup.declaration.anchor, consumer.nests);
    // It ends: at the very beginning something can always stand.
    for (let at = this.#order.length; this.#survives(property, at); at--) {
      if (!this.#canStand(at, this.#order[at] ?? consumer, nests)) continue;
      if (!this.#isHarmless(cleanup, at)) return;
      const need: Need = { consumer, property };
      const element = this.#element(cleanup, nests, needText(need));
      this.needs.set(element, need);
      this.#insert(at, element);
      return;
    }
  }

  /** Whether a property that comes about at position `at` still holds at the end of what is there so far. */
  #survives(property: string, at: number): boolean {
    if (at === this.#order.length) return true;
    const flow = new PropertyFlow({ ...this.#policy.properties, [property]: { kind: "fragile", initially: true } });
    for (const element of this.#order.slice(at)) if (element.kind === "pass") flow.pass(element);
    return flow.holds(property);
  }

  #canStand(at: number, next: Element, nests: readonly Nest[]): boolean {
    const previous = this.#order[at - 1];
    if (isClosedBetween(previous?.bundle, next.bundle)) return false;
    return staysInside(nests, openBetween(previous, next));
  }

  /** Whether the cleanup breaks no guard there, and takes nothing away that holds there and is structural. */
  #isHarmless({ declaration }: Cleanup, at: number): boolean {
    for (const guard of this.#policy.guards) {
      if (!keeps(declaration, guard.property) && this.#isGuarded(guard, at)) return false;
    }
    const { invalidates = [] } = declaration;
    if (invalidates.length === 0) return true;
    const flow = this.#flowAt(at);
    return invalidates.every((name) => !flow.holds(name));
  }

  /** Whether a guard is open at position `at`, and ends later. */
  #isGuarded(guard: Guard, at: number): boolean {
    const stretch = new GuardedStretch(guard);
    for (const step of this.#order.slice(0, at)) if (step.kind === "pass") stretch.pass(step);
    const isEnd = (step: Element): boolean => step.kind === "pass" && isNamed(step, guard.to);
    return stretch.isOpen && (this.#order.slice(at).some(isEnd) || this.#steps.slice(this.#done).some(isEnd));
  }

  /** Whether something later requires what the cleanup would take away there, and no cleanup brings back. */
  #isMissed(cleanup: Cleanup, at: number): boolean {
    const { provides = [], preserves = [], requires = [] } = cleanup.declaration;
    const lost = new Set(this.#flowAt(at).fragile);
    for (const name of [...provides, ...preserves, ...requires]) lost.delete(name);
    for (const { declaration } of this.#policy.cleanups)
      for (const name of declaration.provides ?? []) lost.delete(name);
    for (let index = at; index < this.#order.length && lost.size > 0; index++) {
      const { kind, declaration } = this.#order[index] as Element;
      if (kind === "point") continue;
      for (const name of lost) {
        if (declaration.requires?.includes(name) === true) return true;
        if (declaration.preserves?.includes(name) !== true || declaration.provides?.includes(name) === true)
          lost.delete(name);
      }
    }
    return false;
  }

  #element({ declaration, types, options }: Cleanup, nests: readonly Nest[], because: string): Element {
    const { name } = declaration;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const address = `${INSERTED}::${name}${count === 1 ? "" : `#${count}`}`;
    const element = elementOfPass({ declaration, types, options, origin: ORIGIN }, { address, nests, because });
    return withSetOptions(element, this.#policy.overrides);
  }

  /**
   * "A clean-up some time after me", where there is none: one for all that want the same, right after the last of them. No
   * rule gets a second one.
   */
  #serveWishes(): void {
    for (let open = this.#wishes; open.length > 0;) {
      const elements = new Elements([number(this.#order)], namedIn(open.map(({ rule }) => rule)));
      const holds = ({ rule }: Wish): boolean => checkRules(elements.selectAll([rule])).length === 0;
      open = open.filter((wish) => !holds(wish));
      const positionOf = ({ rule }: Wish): number => (lastOf(elements.select(rule.subject)) as Element).position;
      const last = open.reduce<Wish | undefined>(
        (best, wish) => (best !== undefined && positionOf(best) >= positionOf(wish) ? best : wish),
        undefined,
      );
      if (last === undefined) return;
      const subject = this.#order[positionOf(last)] as Element;
      const because = `${ruleText(last.rule)}: "${last.rule.reason}"`;
      this.#insertAfter(subject, last.cleanup, because);
      open = open.filter((wish) => wish !== last);
    }
  }

  #insertAfter(subject: Element, cleanup: Cleanup, because: string): void {
    const nests = nestBeside(this.#policy.spine, cleanup.declaration.anchor, subject.nests);
    for (let at = subject.position + 1; at <= this.#order.length; at++) {
      const next = this.#order[at];
      if (next !== undefined && !this.#canStand(at, next, nests)) continue;
      if (!this.#isHarmless(cleanup, at) || this.#isMissed(cleanup, at)) continue;
      this.#insert(at, this.#element(cleanup, nests, because));
      return;
    }
  }
}
