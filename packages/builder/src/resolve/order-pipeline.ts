import { hasErrors } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { activeRules, stepsByTarget } from "../contributions/edit.ts";
import type { Override } from "../contributions/edit.ts";
import { slotOf } from "../steps/base-pipeline.ts";
import type { LeftOut } from "../plan/plan.ts";
import { checkGuards } from "../properties/check-guards.ts";
import { checkProperties, checkValues } from "../properties/check-properties.ts";
import { collapseGroups, expandGroups } from "../properties/group-units.ts";
import { contributorOf } from "../contributions/origin.ts";
import { by } from "../maps.ts";
import { inContributorOrder } from "../contributions/contributor.ts";
import { overrideWithoutEffect } from "../rules/idle-rules.ts";
import type { Rule } from "../rules/rule.ts";
import { allowedCleanups, applyEdits, bannedCleanups, namesOf, noSuchStep, overridesWith } from "./apply-edits.ts";
import { checkBundles, checkGroups, emptyGroups, groupsOf } from "./check-groups.ts";
import { checkRules } from "./check-rules.ts";
import type { Unheeded } from "./check-rules.ts";
import type { UnusableCleanup } from "./cleanup.ts";
import { explainAgain } from "./cleanup-needs.ts";
import { CleanupInserter } from "./cleanups.ts";
import { groupBySlot, inDefaultOrder } from "./default-order.ts";
import { dropDuplicates } from "./drop-duplicates.ts";
import type { Cause, Lost } from "./cause.ts";
import { Demands } from "./demands.ts";
import { elementOfStep, setPositions } from "./element.ts";
import type { Element } from "./element.ts";
import { Elements, namedIn, unboundIn } from "./elements.ts";
import type { BoundRule } from "./elements.ts";
import { Exclusions } from "./exclusions.ts";
import type { Exclusion } from "./exclusions.ts";
import { guessedNests } from "./guessed-nests.ts";
import { Homes } from "./homes.ts";
import { orderSlot } from "./order-slot.ts";
import { idleOverrulings } from "./overridden.ts";
import type { CleanupPolicy, ResolveInput } from "./resolve-input.ts";
import { SlotAssignment } from "./assign-slots.ts";

function sequence(steps: readonly Element[], slots: ReadonlyMap<number, readonly Element[]>): Element[] {
  const order: Element[] = [];
  let next = 0;
  // Only nonempty slots are visited, because most slots are empty.
  for (const slot of [...slots.keys()].sort((left, right) => left - right)) {
    for (; next < steps.length && slotOf(next) <= slot; next++) order.push(steps[next] as Element);
    for (const element of slots.get(slot) as readonly Element[]) order.push(element);
  }
  for (; next < steps.length; next++) order.push(steps[next] as Element);
  return order;
}

interface Arranged {
  readonly order: readonly Element[];
  /** Steps by name and type, and rules with their steps. Sorted when the final order is known. */
  readonly elements: Elements;
  readonly bounds: readonly BoundRule[];
  /** Maps each rule or exclusion that was dropped to the rules, exclusions and positions that contradict it. */
  readonly lost: Lost;
  readonly diagnostics: Diagnostic[];
}

/** Determines the slots of contributions, orders each slot, and returns all steps as one list. */
function arrange({ basePipeline, contributions, overrides = [] }: ResolveInput, rules: readonly Rule[]): Arranged {
  const { elements, orders, diagnostics: found } = new SlotAssignment(basePipeline, contributions).run();
  const diagnostics = [...found];
  const steps = basePipeline.steps.map(elementOfStep);
  const slots = new Map<number, readonly Element[]>(groupBySlot(elements, ({ slot }) => slot));
  slots.forEach((there, slot) => slots.set(slot, inDefaultOrder(there, basePipeline)));
  const bans = overridesWith(overrides, "ban");
  // Rules do not apply to steps that the user banned.
  const lists = [steps, ...slots.values()].map((list) => list.filter((one) => bans.of(one).length === 0));
  const all = new Elements(lists, namedIn(rules));
  const bounds = all.selectAll(rules);
  const demands = new Demands(bounds);
  const placements = groupBySlot(orders, ({ placed }) => (placed[0] as Element).slot);
  const exclusions = new Exclusions(elements);
  const lost = new Map<Rule | Exclusion, readonly Cause[]>();
  const homes = elements.some(({ declaration }) => declaration.group !== undefined)
    ? new Homes(basePipeline, elements)
    : undefined;
  slots.forEach((there, slot) => {
    const demanded = [placements.get(slot) ?? [], demands.in(slot), exclusions.in(slot, there)] as const;
    const result = orderSlot(there, ...demanded, homes?.in(slot, there));
    slots.set(slot, result.order);
    if (result.conflict !== undefined) diagnostics.push(result.conflict);
    result.lost.forEach((causes, cause) => lost.set(cause, causes));
    result.ruled.forEach((notes, element) => (element.notes = notes));
  });
  return { order: sequence(steps, slots), elements: all, bounds, lost, diagnostics };
}

/** Inserts the cleanups that steps or rules require. Then drops cleanups that are not needed. */
export function updateCleanups(
  order: readonly Element[],
  input: ResolveInput,
  rules: readonly Rule[],
): { order: readonly Element[]; leftOut: readonly LeftOut[]; unusable: readonly UnusableCleanup[] } {
  const { properties = {}, guards = [], overrides = [], basePipeline } = input;
  const cleanups = allowedCleanups(input.cleanups ?? [], overrides);
  if (cleanups.length === 0) return { order, leftOut: [], unusable: [] };
  const policy: CleanupPolicy = { basePipeline, properties, guards, cleanups, rules, overrides };
  const inserter = new CleanupInserter(policy);
  const inserted = inserter.run(collapseGroups(order, groupsOf(input), properties));
  const { unusable } = inserter;
  if (input.keepDuplicates === true) return { order: expandGroups(inserted), leftOut: [], unusable };
  const pins = overridesWith(overrides, "pin");
  const isPinned = (element: Element): boolean => pins.of(element).length > 0;
  const dropped = dropDuplicates(inserted, policy, isPinned);
  if (dropped.leftOut.length > 0) explainAgain(dropped.order, inserter.needs, properties);
  return { ...dropped, order: expandGroups(dropped.order), unusable };
}

/** Checks rules, bundles, properties, values, guards and groups on an order. `known` contains reasons for notes. */
export function checkOrder(
  order: readonly Element[],
  bounds: readonly BoundRule[],
  input: ResolveInput,
  known: Unheeded & { readonly unusable?: readonly UnusableCleanup[] } = {},
): Diagnostic[] {
  const { basePipeline, properties = {}, guards = [] } = input;
  const groups = groupsOf(input);
  const rules = bounds.map(({ rule }) => rule);
  // Most pipelines do not use properties.
  const hasProperties = order.some(
    ({ declaration: { requires, forbids, values } }) => (requires ?? forbids ?? values) !== undefined,
  );
  return [
    ...checkRules(bounds, known),
    ...checkBundles(order, known.lost),
    ...(hasProperties ? [...checkProperties(order, properties, groups, known.unusable), ...checkValues(order)] : []),
    ...checkGuards(order, guards.toSorted(by(contributorOf)), groups, known.leftOut, properties),
    ...checkGroups(order, { basePipeline, groups, rules }),
  ];
}

/** Reports pins of steps that exist neither before nor after edits, and options for steps that do not exist. */
function idleOverrides(
  overrides: readonly Override[],
  requested: readonly Element[],
  edited: readonly Element[],
  ordered: readonly Element[],
): Diagnostic[] {
  const ours = overrides.filter((override) => "pin" in override || "set" in override);
  if (ours.length === 0) return [];
  const steps = { pin: [...requested, ...edited, ...ordered], set: [...edited, ...ordered] };
  const find = { pin: stepsByTarget(steps.pin), set: stepsByTarget(steps.set) };
  const names = { pin: namesOf(steps.pin), set: namesOf(steps.set) };
  return ours.flatMap((override) => {
    const [key, target] = "pin" in override ? (["pin", override.pin] as const) : (["set", override.set] as const);
    const there = find[key](target);
    if (there.some(({ kind }) => kind === "pass" || key === "pin")) return [];
    if (there.length === 0) return [noSuchStep(key, target, override.origin, names[key])];
    const why = "extension points do not have options";
    return [overrideWithoutEffect(`override \`${key}: ${target}\``, why, override.origin)];
  });
}

/** Resolved pipeline as elements, with all diagnostics. `order` is absent if there are errors. */
export interface OrderedPipeline {
  readonly order?: readonly Element[];
  readonly leftOut: readonly LeftOut[];
  readonly diagnostics: readonly Diagnostic[];
  readonly unbound: ReadonlySet<Rule>;
  /** Whether all errors concern requirements that the order does not meet, such as strong rules and guards. */
  readonly isInvalid: boolean;
}

/**
 * Orders the steps, applies edits, updates cleanups, and checks the result. Rules in `ignored` do not affect the order,
 * but are checked. `ignored` maps each rule to the error that the rule would cause.
 */
function orderSteps(input: ResolveInput, ignored: ReadonlyMap<Rule, string>): OrderedPipeline {
  const { basePipeline, overrides = [] } = input;
  const rules = inContributorOrder(activeRules(input.rules, overrides));
  const used = ignored.size === 0 ? rules : rules.filter((rule) => !ignored.has(rule));
  const arranged = arrange(input, used);
  const { diagnostics } = arranged;
  const edited = applyEdits(arranged.order, input, false);
  diagnostics.push(...edited.diagnostics);
  if (hasErrors(diagnostics))
    return { leftOut: [], diagnostics, unbound: unboundIn(arranged.bounds), isInvalid: false };
  const cleaned = updateCleanups(edited.order, input, used);
  const { order, leftOut, diagnostics: idleBans } = applyEdits(cleaned.order, input, true);
  diagnostics.push(...idleBans);
  setPositions(order);
  const allLeftOut = [...edited.leftOut, ...cleaned.leftOut, ...leftOut, ...emptyGroups(order, basePipeline)];
  arranged.elements.sort();
  const isUnchanged = order === arranged.order && used === rules;
  const bounds = isUnchanged ? arranged.bounds : new Elements([order], namedIn(rules)).selectAll(rules);
  const unusable = [...bannedCleanups(input.cleanups ?? [], overrides, leftOut), ...cleaned.unusable];
  const broken = checkOrder(order, bounds, input, { lost: arranged.lost, ignored, leftOut: allLeftOut, unusable });
  diagnostics.push(
    ...guessedNests(order, basePipeline),
    ...idleOverrulings(input),
    ...idleOverrides(overrides, arranged.order, edited.order, order),
  );
  return {
    order,
    leftOut: allLeftOut,
    diagnostics: [...diagnostics, ...broken],
    unbound: unboundIn(bounds),
    isInvalid: !hasErrors(diagnostics) && hasErrors(broken),
  };
}

/** Maximum number of attempts to find the weak rules that cause errors. */
const MOST_TRIES = 100;

const NONE: ReadonlyMap<Rule, string> = new Map();

/** Resolves a pipeline. If weak rules make it invalid, drops and reports some of them, if possible later ones. */
export function orderPipeline(input: ResolveInput): OrderedPipeline {
  const ordered = orderSteps(input, NONE);
  if (!ordered.isInvalid) return ordered;
  const active = inContributorOrder(activeRules(input.rules, input.overrides ?? []));
  const weak = active.filter(({ strength }) => strength === "weak");
  return weak.length === 0 ? ordered : (orderWithoutSome(input, weak) ?? ordered);
}

function orderWithoutSome(input: ResolveInput, weak: readonly Rule[]): OrderedPipeline | undefined {
  const ignored = new Map(weak.map((rule) => [rule, ""]));
  if (hasErrors(orderSteps(input, ignored).diagnostics)) return undefined;
  let tries = 0;
  /** Keeps rules that do not cause errors. If a list causes an error, tests its two halves separately. */
  const keepHarmless = (rules: readonly Rule[]): void => {
    const fewer = new Map(ignored);
    for (const rule of rules) fewer.delete(rule);
    tries++;
    const error = orderSteps(input, fewer).diagnostics.find(({ severity }) => severity === "error");
    if (error === undefined) {
      for (const rule of rules) ignored.delete(rule);
    } else if (rules.length === 1 || tries >= MOST_TRIES) for (const rule of rules) ignored.set(rule, error.message);
    else {
      const half = Math.ceil(rules.length / 2);
      keepHarmless(rules.slice(0, half));
      keepHarmless(rules.slice(half));
    }
  };
  keepHarmless(weak);
  return orderSteps(input, ignored);
}
