import { type Diagnostic, type Owner } from "@passwright/core";
import { checkArguments, INPUT, isInput } from "../check/check-data.ts";
import { isText } from "../check/shapes.ts";
import { type Choice } from "../choice.ts";
import { type Answered, answeredWithout, answersTo } from "../contributions/answered.ts";
import { type Contribution } from "../contributions/contribution.ts";
import { type Edit, means, type Override, standingRules } from "../contributions/edit.ts";
import * as errors from "../errors.ts";
import { slotOf } from "../steps/nesting.ts";
import { type Alternative, type LeftOut, type Plan, type PlanStep, type Retyped } from "../plan/plan.ts";
import { checkGuards, checkProperties } from "../properties/check-properties.ts";
import { type Guard, type Properties } from "../properties/property.ts";
import { byName } from "../contributions/origin.ts";
import { inPartyOrder } from "../contributions/party.ts";
import { overrideWithoutEffect } from "../rules/idle-rules.ts";
import { type Rule } from "../rules/rule.ts";
import { type Spine } from "../steps/spine.ts";
import { applyEdits, bannedCleanups, banInserted, noSuchStep, standingCleanups } from "./apply-edits.ts";
import { checkRules } from "./check-rules.ts";
import { explainAgain } from "./cleanup-needs.ts";
import { type Cleanup } from "./cleanup.ts";
import { type CleanupPolicy } from "./cleanup-policy.ts";
import { CleanupInserter } from "./cleanups.ts";
import { groupByGap, inDefaultOrder } from "./default-order.ts";
import { dropDuplicates } from "./drop-duplicates.ts";
import { type Cause } from "./cause.ts";
import { Demands } from "./demands.ts";
import { type Element, elementOfStep, number } from "./element.ts";
import { Elements, type Selected, unboundIn } from "./elements.ts";
import { groupNests } from "./group-nests.ts";
import { orderGap } from "./order-gap.ts";
import { idleOverrulings, overriddenOf } from "./overridden.ts";
import { Seating } from "./seats.ts";

/** All that a plan depends on. */
export interface ResolveInput {
  readonly framework: Owner;
  readonly spine: Spine;
  readonly contributions: readonly Contribution[];
  /** @internal What these very contributions were answered as they were made; with others it says nothing. */
  readonly answered?: Answered;
  readonly rules: readonly Rule[];
  readonly edits?: readonly Edit[];
  readonly overrides?: readonly Override[];
  readonly properties?: Properties;
  readonly guards?: readonly Guard[];
  /** The passes that the framework approves of for tidying up, the preferred ones first. */
  readonly cleanups?: readonly Cleanup[];
  /** Steps of the framework that are not in the spine because something else was chosen. */
  readonly alternatives?: readonly Alternative[];
  readonly choice?: Choice;
  /** Types that were given to passes by somebody who does not own them. */
  readonly retyped?: readonly Retyped[];
  /** Leave duplicate cleanups where they are. */
  readonly keepDuplicates?: boolean;
}

/** A plan, unless there were errors; warnings and remarks come with a plan as well. */
export interface Resolution {
  readonly plan?: Plan;
  readonly diagnostics: readonly Diagnostic[];
}

/** The framework's steps with what is in every gap between them, extension points included. */
function sequence(steps: readonly Element[], gaps: ReadonlyMap<number, readonly Element[]>): Element[] {
  const order: Element[] = [];
  let next = 0;
  // Most gaps are empty.
  for (const gap of [...gaps.keys()].sort((left, right) => left - right)) {
    for (; next < steps.length && slotOf(next) <= gap; next++) order.push(steps[next] as Element);
    for (const element of gaps.get(gap) as readonly Element[]) order.push(element);
  }
  for (; next < steps.length; next++) order.push(steps[next] as Element);
  return order;
}

/** What became of the contributions' places. */
interface Arranged {
  readonly order: readonly Element[];
  /** The same, by name and by type, and what the rules speak of; not yet in that order. */
  readonly elements: Elements;
  readonly selected: Selected;
  /** Weak rules, and strong ones about presence, that were not admitted, with what went before them. */
  readonly lost: ReadonlyMap<Rule, readonly Cause[]>;
  readonly diagnostics: Diagnostic[];
}

/** The contributions' places are settled, each gap is put in order, and all is one list. */
function arrange({ spine, contributions, answered }: ResolveInput, rules: readonly Rule[]): Arranged {
  const { elements, orders, diagnostics: found } = new Seating(answersTo(spine, contributions, answered)).run();
  const diagnostics = [...found];
  const steps = spine.steps.map(elementOfStep);
  const gaps = new Map<number, readonly Element[]>(groupByGap(elements, ({ slot }) => slot));
  gaps.forEach((there, gap) => gaps.set(gap, inDefaultOrder(there, spine)));
  const all = new Elements([steps, ...gaps.values()]);
  const selected = all.selectAll(rules);
  const demands = new Demands(selected);
  const placements = groupByGap(orders, ({ placed }) => (placed[0] as Element).slot);
  const lost = new Map<Rule, readonly Cause[]>();
  gaps.forEach((there, gap) => {
    const result = orderGap(there, placements.get(gap) ?? [], demands.in(gap));
    gaps.set(gap, result.order);
    if (result.conflict !== undefined) diagnostics.push(errors.conflict(result.conflict));
    result.lost.forEach((causes, rule) => lost.set(rule, causes));
    result.ruled.forEach((notes, element) => (element.notes = notes));
  });
  return { order: sequence(steps, gaps), elements: all, selected, lost, diagnostics };
}

/** Inserts the cleanups that are needed and drops those that are not. */
function tidy(
  order: readonly Element[],
  input: ResolveInput,
  rules: readonly Rule[],
): { order: readonly Element[]; leftOut: readonly LeftOut[] } {
  const { properties = {}, guards = [], overrides = [], spine } = input;
  const cleanups = standingCleanups(input.cleanups ?? [], overrides);
  if (cleanups.length === 0) return { order, leftOut: [] };
  const policy: CleanupPolicy = { spine, properties, guards, cleanups, rules, overrides };
  const inserter = new CleanupInserter(policy);
  const inserted = inserter.run(order);
  if (input.keepDuplicates === true) return { order: inserted, leftOut: [] };
  const pins = overrides.flatMap((override) => ("pin" in override ? [override.pin] : []));
  const isPinned = (element: Element): boolean => pins.some((pin) => means(pin, element));
  const dropped = dropDuplicates(inserted, policy, isPinned);
  if (dropped.leftOut.length > 0) explainAgain(dropped.order, inserter.needs, properties);
  return dropped;
}

function planSteps(order: readonly Element[]): PlanStep[] {
  const nests = groupNests(order.map((element) => element.nests));
  return order.map(({ kind, name, address, types, options, bundle, origin, because, notes }, index): PlanStep => {
    const inside = nests[index] ?? [];
    const step = { kind, pass: name, address, types, options, nests: inside, origin, because };
    if (bundle === undefined && notes.length === 0) return step;
    return { ...step, ...(bundle && { bundle: bundle.name }), ...(notes.length > 0 && { notes }) };
  });
}

/** Pins of what nobody put there and nobody inserted, and options of what is not there once edits are carried out. */
function idleOverrides(
  overrides: readonly Override[],
  asked: readonly Element[],
  edited: readonly Element[],
  finished: readonly Element[],
): Diagnostic[] {
  return overrides.flatMap((override) => {
    if (!("pin" in override) && !("set" in override)) return [];
    const [what, target] = "pin" in override ? ["the pin", override.pin] : ["setting options", override.set];
    const steps = "pin" in override ? [...asked, ...edited, ...finished] : [...edited, ...finished];
    const there = steps.filter((each) => means(target, each));
    if (there.some(({ kind }) => kind === "pass" || "pin" in override)) return [];
    if (there.length === 0) return [noSuchStep(what, target, override.origin, new Set(steps.map(({ name }) => name)))];
    const why = "it is an extension point, which has none";
    return [overrideWithoutEffect(`${what} of \`${target}\``, why, override.origin, undefined)];
  });
}

const hasErrors = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some(({ severity }) => severity === "error");

/** What the rules speak of, in the finished order. It was looked up already unless something was edited, inserted or dropped. */
function selectedIn(order: readonly Element[], arranged: Arranged, rules: readonly Rule[]): Selected {
  if (order !== arranged.order) return new Elements([order]).selectAll(rules);
  arranged.elements.sort();
  return arranged.selected;
}

/** The finished pipeline as elements, and everything that was found on the way. Without `order` there is none. */
export interface Finished {
  readonly order?: readonly Element[];
  readonly leftOut: readonly LeftOut[];
  readonly diagnostics: readonly Diagnostic[];
  /** Rules that may bind nothing. */
  readonly unbound: ReadonlySet<Rule>;
}

/** Arranges, edits, tidies and checks: all of resolving but the plan as data. */
export function finish(input: ResolveInput): Finished {
  const { spine, properties = {}, overrides = [] } = input;
  const guards = [...(input.guards ?? [])].sort(byName);
  const rules = inPartyOrder(standingRules(input.rules, overrides));
  const arranged = arrange(input, rules);
  const { diagnostics } = arranged;
  const edits = inPartyOrder(input.edits ?? []);
  const edited = applyEdits(arranged.order, edits, overrides, spine, input.cleanups);
  diagnostics.push(...edited.diagnostics);
  if (hasErrors(diagnostics)) return { leftOut: [], diagnostics, unbound: unboundIn(arranged.selected) };
  const tidied = tidy(edited.order, input, rules);
  const { order, leftOut, diagnostics: idleBans } = banInserted(tidied.order, overrides, spine);
  diagnostics.push(...idleBans);
  number(order);
  const allLeftOut = [...edited.leftOut, ...tidied.leftOut, ...leftOut];
  const selected = selectedIn(order, arranged, rules);
  const broken = checkRules(selected, arranged.lost);
  const banned = bannedCleanups(input.cleanups ?? [], overrides, leftOut);
  const lies = [...checkProperties(order, properties, banned), ...checkGuards(order, guards, allLeftOut)];
  diagnostics.push(...idleOverrulings(input), ...idleOverrides(overrides, arranged.order, edited.order, order));
  return {
    order,
    leftOut: allLeftOut,
    diagnostics: [...diagnostics, ...broken, ...lies],
    unbound: unboundIn(selected),
  };
}

/** A resolution, and the rules of which it is to be told whether they bind anything. */
export interface Resolved extends Resolution {
  readonly unbound: ReadonlySet<Rule>;
}

function resolveOnce(input: ResolveInput): Resolved {
  const { order, leftOut, diagnostics, unbound } = finish(input);
  if (order === undefined || hasErrors(diagnostics)) return { diagnostics, unbound };
  const { spine, framework, choice = {}, alternatives = [], retyped = [] } = input;
  const steps = planSteps(order);
  const overridden = overriddenOf(input, order);
  const plan = { framework, anchor: spine.anchor, choice, steps, leftOut, alternatives, retyped };
  return { plan: overridden.length === 0 ? plan : { ...plan, overridden }, diagnostics, unbound };
}

/** The input as it would be if a party had never been there. */
export function withoutParty(input: ResolveInput, party: string): ResolveInput {
  checkArguments(
    "withoutParty",
    ["input", INPUT, isInput, input],
    ["party", "the name of a contributor", isText, party],
  );
  const { contributions, rules, edits = [], guards = [], alternatives = [] } = input;
  const isKnown = input.answered?.contributions === contributions;
  const answered = isKnown ? answeredWithout(party, input.answered) : undefined;
  const others = <T extends { readonly party: string }>(list: readonly T[]): readonly T[] =>
    list.filter((each) => each.party !== party);
  const rest = { contributions: others(contributions), rules: others(rules), edits: others(edits) };
  return {
    ...input,
    ...rest,
    ...(answered && { answered, contributions: answered.contributions }),
    guards: guards.filter(({ origin }) => origin.name !== party),
    alternatives: alternatives.filter(({ address }) => !address.startsWith(`${party}::`)),
  };
}

/** Who could be left out so that the rest resolves. Only those whom every error names are tried: each costs a resolution. */
function absencesThatResolve(input: ResolveInput, errors: readonly Diagnostic[]): string[] {
  const parties = new Set([...input.contributions, ...input.rules, ...(input.edits ?? [])].map(({ party }) => party));
  parties.delete(input.framework.name);
  const texts = errors.map((error) => JSON.stringify(error));
  const named = [...parties]
    .filter((party) => texts.every((text) => text.includes(JSON.stringify(party).slice(1, -1))))
    .sort();
  return named.filter((party) => !hasErrors(resolveOnce(withoutParty(input, party)).diagnostics));
}

/**
 * Makes the plan: a pure function of its input. The same contributions and rules in any order give the same plan and the
 * same diagnostics.
 *
 * The framework's steps keep their order. Contributions are settled into slots between them and each gap is put in order by
 * itself; edits are carried out; cleanups are inserted where they are needed and dropped where they are not; then rules,
 * properties and guards are checked on the whole. If something strong cannot hold there is no plan, and every error says
 * whose absence would help.
 */
export function resolve(input: ResolveInput): Resolution {
  checkArguments("resolve", ["input", INPUT, isInput, input]);
  const { plan, diagnostics } = resolveWithUnbound(input);
  return plan === undefined ? { diagnostics } : { plan, diagnostics };
}

/** Makes the plan as {@link resolve} does, and tells of which rules something may not be there. */
export function resolveWithUnbound(input: ResolveInput): Resolved {
  const resolution = resolveOnce(input);
  if (resolution.plan !== undefined) return resolution;
  const parties = absencesThatResolve(
    input,
    resolution.diagnostics.filter(({ severity }) => severity === "error"),
  );
  if (parties.length === 0) return resolution;
  const note = {
    message: `without ${parties.map((party) => `\`${party}\``).join(", or without ")} the pipeline resolves`,
  };
  const diagnostics = resolution.diagnostics.map((diagnostic) =>
    diagnostic.severity === "error" ? { ...diagnostic, notes: [...(diagnostic.notes ?? []), note] } : diagnostic,
  );
  return { diagnostics, unbound: resolution.unbound };
}
