import { isClosedBetween } from "../steps/bundle.ts";
import { nestBeside } from "../steps/hierarchy.ts";
import { fitsIr, isConversion } from "../steps/sides.ts";
import type { Side } from "../steps/sides.ts";
import { openBetween, staysInside } from "../steps/nesting.ts";
import { hasType } from "../steps/pass-type.ts";
import { numbered } from "../maps.ts";
import type { Origin } from "../contributions/origin.ts";
import { isFragile } from "../properties/property.ts";
import { keeps, PropertyFlow } from "../properties/property-flow.ts";
import { ruleText } from "../rules/rule.ts";
import type { Rule, Selector } from "../rules/rule.ts";
import type { Nest } from "../steps/step.ts";
import { overridesWith, withSetOptions } from "./apply-edits.ts";
import { CleanupLimits } from "./cleanup-limits.ts";
import type { Obstacle, Opening } from "./cleanup-limits.ts";
import { needText } from "./cleanup-needs.ts";
import type { Need } from "./cleanup-needs.ts";
import { checkRules } from "./check-rules.ts";
import type { Cleanup, UnusableCleanup } from "./cleanup.ts";
import type { CleanupPolicy } from "./resolve-input.ts";
import { makeElement, INSERTED, setPositions } from "./element.ts";
import type { Element } from "./element.ts";
import { Elements, namedIn } from "./elements.ts";

/** Weak rule with `beforeSome` whose target matches a cleanup, which must run after the subject. */
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
    // The inserted cleanup must not be a subject of the rule. Otherwise, the rule would require another cleanup after
    // the inserted cleanup.
    const cleanup = cleanups.find((each) => is(each, target) && !is(each, subject));
    return cleanup === undefined ? [] : [{ rule, cleanup }];
  });
}

const ORIGIN: Origin = { kind: "inserted", name: "cleanups" };

const inBundle: Obstacle = () => ({ because: "the position is inside a closed bundle or another manager" });

const STRIDE = 256;

/** Inserts cleanups for fragile properties that steps require, and for weak rules that require a cleanup. */
export class CleanupInserter {
  /** Inserted cleanups. The value of each entry is the reason: a step, and the property that this step requires. */
  readonly needs: Map<Element, Need> = new Map<Element, Need>();
  /** Cleanups that could not be inserted, with the step for which they were tried, in the latest round. */
  #refused: { readonly cleanup: Cleanup; readonly consumer: Element; readonly obstacle: Obstacle }[] = [];
  readonly #policy: CleanupPolicy;
  readonly #limits: CleanupLimits;
  readonly #wishes: readonly Wish[];
  #order: Element[] = [];
  /** Steps at the start of the current round, and the number of these steps that are already in the new order. */
  #steps: readonly Element[] = [];
  #done = 0;
  readonly #counts = new Map<string, number>();
  /** Properties that hold after the last step of the new order, and the last conversion in the new order. */
  #flow: PropertyFlow;
  #conversion: Element | undefined;
  readonly #settings: Parameters<typeof withSetOptions>[1];
  #known: PropertyFlow[] = [];

  constructor(policy: CleanupPolicy) {
    this.#policy = policy;
    this.#settings = overridesWith(policy.overrides, "set");
    this.#flow = new PropertyFlow(policy.properties);
    this.#limits = new CleanupLimits(policy);
    this.#wishes = wishesOf(policy);
  }

  /**
   * Inserts cleanups in rounds until a round does not insert any, because inserted cleanups can have requirements. If
   * the rounds do not end because cleanups remove each other's properties, returns the order without cleanups. Later
   * checks then report the missing properties.
   */
  run(order: readonly Element[]): readonly Element[] {
    let current = setPositions([...order]);
    for (let round = 0; round <= this.#policy.cleanups.length + 1; round++) {
      const next = this.#runOnce(current);
      if (next.length === current.length) return next;
      current = next;
    }
    return setPositions([...order]);
  }

  get unusable(): readonly UnusableCleanup[] {
    return this.#refused.map(({ cleanup, consumer, obstacle }) => ({ cleanup, consumer, ...obstacle() }));
  }

  #runOnce(order: readonly Element[]): Element[] {
    this.#refused = [];
    this.#limits.begin(order);
    this.#order = [];
    this.#steps = order;
    this.#done = 0;
    this.#flow = new PropertyFlow(this.#policy.properties);
    this.#conversion = undefined;
    this.#known = [];
    for (const element of order) {
      this.#serve(element);
      this.#append(element);
      this.#done++;
    }
    this.#serveWishes();
    return setPositions(this.#order);
  }

  #append(element: Element): void {
    if (this.#order.length % STRIDE === 0) this.#known.push(this.#flow.copy());
    this.#order.push(element);
    if (element.kind === "pass") this.#flow.pass(element);
    if (isConversion(element)) this.#conversion = element;
  }

  #serve(consumer: Element): void {
    for (const name of consumer.declaration.requires ?? []) {
      if (!isFragile(this.#policy.properties, name) || this.#flow.holds(name)) continue;
      this.#provide(name, consumer);
    }
  }

  #flowAt(end: number): PropertyFlow {
    if (end === this.#order.length) return this.#flow;
    const stored = Math.floor(end / STRIDE);
    const flow = (this.#known[stored] as PropertyFlow).copy();
    for (let index = stored * STRIDE; index < end; index++) {
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
   * Inserts a cleanup that provides a property, as close as possible before `consumer`. Uses the first suitable
   * cleanup in the framework's list. Requirements of the cleanup itself are handled in the next round.
   */
  #provide(property: string, consumer: Element): void {
    const { cleanups, basePipeline } = this.#policy;
    const side = basePipeline.sideAfter(this.#conversion);
    for (const cleanup of cleanups) {
      const { provides, requires, ir } = cleanup.declaration;
      if (!fitsIr(ir, side)) continue;
      if (provides?.includes(property) !== true || requires?.includes(property) === true) continue;
      const nests = nestBeside(side, cleanup.declaration, consumer.nests);
      const at = this.#latest(cleanup, property, consumer, nests);
      if (typeof at === "function") {
        this.#refused.push({ cleanup, consumer, obstacle: at });
        continue;
      }
      const need: Need = { consumer, property };
      const element = this.#element(cleanup, nests, needText(need));
      element.position = (this.#order[at] ?? consumer).position;
      this.needs.set(element, need);
      this.#insert(at, element);
      return;
    }
  }

  /**
   * Returns the last position before `consumer` at which the cleanup can run and the property is then kept. If there is
   * no such position, returns the obstacle at the position right before `consumer`.
   */
  #latest(cleanup: Cleanup, property: string, consumer: Element, nests: readonly Nest[]): number | Obstacle {
    let first: Obstacle | undefined;
    for (let at = this.#order.length; ; at--) {
      const next = this.#order[at] ?? consumer;
      const obstacle = this.#canStand(at, next, nests)
        ? this.#limits.obstacle(cleanup, this.#openingAt(at, next.position))
        : inBundle;
      if (obstacle === undefined) return at;
      first ??= obstacle;
      const previous = this.#order[at - 1];
      if (previous === undefined || isConversion(previous)) return first;
      if (previous.kind === "pass" && !keeps(previous.declaration, property)) return first;
    }
  }

  #canStand(at: number, next: Element, nests: readonly Nest[]): boolean {
    const previous = this.#order[at - 1];
    if (isClosedBetween(previous?.bundle, next.bundle)) return false;
    return staysInside(nests, openBetween(previous, next));
  }

  #openingAt(at: number, position: number): Opening {
    const isPass = ({ kind }: Element): boolean => kind === "pass";
    const [order, rest, done] = [this.#order, this.#steps, this.#done];
    return {
      *after(): Iterable<Element> {
        for (let index = at; index < order.length; index++)
          if (isPass(order[index] as Element)) yield order[index] as Element;
        for (let index = done; index < rest.length; index++)
          if (isPass(rest[index] as Element)) yield rest[index] as Element;
      },
      flow: this.#flowAt(at),
      position,
    };
  }

  #element({ declaration, types, options }: Cleanup, nests: readonly Nest[], because: string): Element {
    const address = numbered(this.#counts, `${INSERTED}::${declaration.name}`);
    const element = makeElement({ declaration, types, options, origin: ORIGIN }, { address, nests, because });
    return withSetOptions(element, this.#settings);
  }

  /**
   * Handles weak rules that require a cleanup after their subject. Starts with the rule whose last subject is latest,
   * so that one cleanup after this subject can satisfy several rules. Inserts at most one cleanup for each rule.
   */
  #serveWishes(): void {
    for (let open = this.#wishes; open.length > 0;) {
      this.#limits.begin(setPositions(this.#order));
      const elements = new Elements([this.#order], namedIn(open.map(({ rule }) => rule)));
      const holds = ({ rule }: Wish): boolean => checkRules(elements.selectAll([rule])).length === 0;
      const lastOfWish = ({ rule }: Wish): Element => elements.select(rule.subject).at(-1) as Element;
      open = open.filter((wish) => !holds(wish));
      const tried = new Set<Wish>();
      const latestFirst = open.toSorted((left, right) => lastOfWish(right).position - lastOfWish(left).position);
      const isServed = latestFirst.some((wish) => tried.add(wish) && this.#insertAfter(lastOfWish(wish), wish));
      if (!isServed) return;
      open = open.filter((wish) => !tried.has(wish));
    }
  }

  /** Inserts the cleanup of a rule at the first possible position after `subject`. */
  #insertAfter(subject: Element, { cleanup, rule }: Wish): boolean {
    const { ir } = cleanup.declaration;
    const side = this.#policy.basePipeline.sidesOf(this.#order)[subject.position + 1] as Side;
    if (!fitsIr(ir, side)) return false;
    const nests = nestBeside(side, cleanup.declaration, isConversion(subject) ? [] : subject.nests);
    for (let at = subject.position + 1; at <= this.#order.length; at++) {
      const next = this.#order[at];
      if (at > subject.position + 1 && isConversion(this.#order[at - 1] as Element)) return false;
      if (next !== undefined && !this.#canStand(at, next, nests)) continue;
      if (!this.#limits.allowsWish(cleanup, at, () => this.#openingAt(at, next?.position ?? Infinity))) continue;
      this.#insert(at, this.#element(cleanup, nests, `${ruleText(rule)}: "${rule.reason}"`));
      return true;
    }
    return false;
  }
}
