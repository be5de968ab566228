import { type PassDeclaration } from "@passwright/core";
import { isClosedBetween } from "../bundle.ts";
import { nestBeside, openBetween, staysInside } from "../nesting.ts";
import { type Guard, isFragile, type Properties } from "../properties/property.ts";
import { PropertyFlow } from "../properties/property-flow.ts";
import { type Rule, ruleText } from "../rule.ts";
import { type Spine } from "../spine.ts";
import { type Nest, type StepOptions } from "../step.ts";
import { checkRule } from "./check-rules.ts";
import { type Element, isNamed } from "./element.ts";
import { Elements } from "./elements.ts";

/** A pass that the framework approves of for tidying up: it may be inserted where it is needed, and twice is once. */
export interface Cleanup {
  readonly declaration: PassDeclaration;
  readonly types: readonly string[];
  readonly options: StepOptions;
}

/** What inserting and dropping cleanups depends on. */
export interface CleanupPolicy {
  readonly spine: Spine;
  readonly properties: Properties;
  readonly guards: readonly Guard[];
  readonly cleanups: readonly Cleanup[];
  readonly rules: readonly Rule[];
}

function number(order: Element[]): Element[] {
  order.forEach((element, position) => (element.position = position));
  return order;
}

/** Inserts the framework's cleanups: fragile properties that a step requires, and weak rules that want one some time later. */
export class CleanupInserter {
  readonly #policy: CleanupPolicy;
  #order: Element[] = [];
  readonly #counts = new Map<string, number>();
  /** What holds after the steps so far. */
  #flow: PropertyFlow;

  constructor(policy: CleanupPolicy) {
    this.#policy = policy;
    this.#flow = new PropertyFlow(policy.properties);
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
    this.#flow = new PropertyFlow(this.#policy.properties);
    for (const element of order) {
      if (element.kind === "pass") this.#serve(element);
      this.#order.push(element);
      if (element.kind === "pass") this.#flow.pass(element);
    }
    this.#serveWeakRules();
    return number(this.#order);
  }

  #serve(consumer: Element): void {
    for (const name of consumer.declaration.requires ?? []) {
      if (!isFragile(this.#policy.properties, name) || this.#flow.holds(name)) continue;
      this.#provide(name, consumer);
    }
  }

  /** Properties before position `end`. */
  #flowAt(end: number): PropertyFlow {
    const flow = new PropertyFlow(this.#policy.properties);
    for (let index = 0; index < end; index++) {
      const element = this.#order[index] as Element;
      if (element.kind === "pass") flow.pass(element);
    }
    return flow;
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
    for (let at = this.#order.length; at >= 0 && this.#survives(property, at); at--) {
      if (!this.#canStand(at, this.#order[at] ?? consumer, nests)) continue;
      if (!this.#isHarmless(cleanup, at)) return;
      const because = `\`${consumer.name}\` requires ${property}`;
      this.#order.splice(at, 0, this.#element(cleanup, nests, because));
      this.#flow = this.#flowAt(this.#order.length);
      return;
    }
  }

  /** Whether a property that comes about at position `at` still holds at the end of what is there so far. */
  #survives(property: string, at: number): boolean {
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
    const { guards } = this.#policy;
    const before = this.#order.slice(0, at);
    for (const { property, from, to } of guards) {
      const isInside = before.some((step) => isNamed(step, from)) && !before.some((step) => isNamed(step, to));
      if (isInside && declaration.preserves?.includes(property) !== true) return false;
    }
    const flow = this.#flowAt(at);
    return (declaration.invalidates ?? []).every((name) => !flow.holds(name));
  }

  #element({ declaration, types, options }: Cleanup, nests: readonly Nest[], because: string): Element {
    const { name } = declaration;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const address = `inserted::${name}${count === 1 ? "" : `#${count}`}`;
    const origin = { kind: "inserted", name: "cleanups" } as const;
    return {
      kind: "pass",
      name,
      alias: undefined,
      address,
      declaration,
      types,
      options,
      nests,
      origin,
      because,
      bundle: undefined,
      slot: -1,
      notes: [],
      item: undefined,
      position: -1,
    };
  }

  /** "A clean-up some time after me", where there is none: one for all that want it, right after the last of them. */
  #serveWeakRules(): void {
    let elements = new Elements(number(this.#order));
    for (const rule of this.#policy.rules) {
      if (rule.strength !== "weak" || rule.relation !== "beforeSome") continue;
      if (checkRule(rule, elements) === undefined) continue;
      const last = elements.select(rule.subject).reduce((one, other) => (other.position > one.position ? other : one));
      const cleanup = this.#policy.cleanups.find((candidate) =>
        "pass" in rule.target
          ? candidate.declaration.name === rule.target.pass
          : elements.hasType(candidate.types, rule.target.type),
      );
      if (cleanup === undefined) continue;
      if (!this.#insertAfter(last, cleanup, `${ruleText(rule)}: "${rule.reason}"`)) continue;
      elements = new Elements(number(this.#order));
    }
  }

  #insertAfter(subject: Element, cleanup: Cleanup, because: string): boolean {
    const nests = nestBeside(this.#policy.spine, cleanup.declaration.anchor, subject.nests);
    for (let at = subject.position + 1; at <= this.#order.length; at++) {
      const next = this.#order[at];
      if (next !== undefined && !this.#canStand(at, next, nests)) continue;
      if (!this.#isHarmless(cleanup, at)) continue;
      this.#order.splice(at, 0, this.#element(cleanup, nests, because));
      return true;
    }
    return false;
  }
}
