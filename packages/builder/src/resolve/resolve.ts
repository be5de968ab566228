import { hasErrors } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { Plan, PlanNest, PlanStep, StepIr } from "../plan/plan.ts";
import type { Rule } from "../rules/rule.ts";
import { closeGroups } from "../steps/groups.ts";
import { selectiveBundles } from "../steps/bundle.ts";
import type { Element } from "./element.ts";
import { orderPipeline } from "./order-pipeline.ts";
import { recordStep } from "./moved-by.ts";
import { overriddenOf } from "./overridden.ts";
import type { ResolveInput } from "./resolve-input.ts";
import { nestBeside } from "../steps/hierarchy.ts";
import { isConversion } from "../steps/sides.ts";
import type { Side } from "../steps/sides.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import { isSameManager } from "../steps/nesting.ts";
import { idOf } from "../steps/step.ts";
import type { Nest } from "../steps/step.ts";

/** All diagnostics and, without errors, the plan. */
export interface Resolution {
  /** Resolved pipeline. Absent if there is an error. */
  readonly plan?: Plan;
  /** Errors, warnings and remarks. If there is an error, `plan` is absent. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the managers of each step. Steps after a contributed conversion get managers for the new IR. */
function nestsIn(order: readonly Element[], basePipeline: BasePipeline): readonly (readonly Nest[])[] {
  const first = order.findIndex((element) => isConversion(element) && element.contribution !== undefined);
  const sides = first < 0 ? [] : basePipeline.sidesOf(order);
  return order.map(({ nests, contribution, declaration }, index) => {
    const isFixed =
      contribution === undefined || declaration.anchor === undefined || nests.some(({ id }) => id !== undefined);
    return first < 0 || index <= first || isFixed ? nests : nestBeside(sides[index] as Side, declaration, []);
  });
}

interface Open {
  readonly nest: PlanNest;
  id: number | undefined;
}

/**
 * Returns the managers of each step. Adjacent steps share the managers of the levels that they have in common. A level
 * without `id` joins an open manager with the same anchor. Managers that the framework opened separately are not
 * merged. Numbers the managers in the order of the steps, so that the numbers do not depend on the order in which
 * managers were created.
 */
export function groupNests(steps: readonly (readonly Nest[])[]): (readonly PlanNest[])[] {
  const open: Open[] = [];
  let count = 0;
  /** Managers of the current step. Adjacent steps in the same managers share one list. */
  let current: readonly PlanNest[] = [];
  let previous: readonly Nest[] = [];
  return steps.map((nests) => {
    const least = Math.min(previous.length, nests.length);
    let shared = isSameManager(nests[least - 1], previous[least - 1]) ? least : 0;
    for (; shared < nests.length && shared < open.length; shared++) {
      const have = open[shared] as Open;
      const want = nests[shared] as Nest;
      if (have.nest.anchor !== want.anchor) break;
      const id = idOf(want);
      if (have.id !== undefined && id !== undefined && have.id !== id) break;
      have.id ??= id;
    }
    previous = nests;
    if (shared === open.length && shared === nests.length) return current;
    open.length = shared;
    for (const nest of nests.slice(shared)) open.push({ nest: { anchor: nest.anchor, id: ++count }, id: idOf(nest) });
    current = open.map(({ nest }) => nest);
    return current;
  });
}

function planSteps(order: readonly Element[], { basePipeline, on: start }: ResolveInput): PlanStep[] {
  const nests = groupNests(closeGroups(order, nestsIn(order, basePipeline)));
  let on: { readonly on?: StepIr } = start === undefined ? {} : { on: start };
  return order.map((element, index): PlanStep => {
    const { kind, name, address, types, options, bundle, origin, because, notes } = element;
    const inside = nests[index] ?? [];
    const { to, toAnchor: anchor = "any" } = element.declaration;
    const leaves = to === undefined ? {} : { leaves: { ir: to, anchor } };
    const plain = { kind, pass: name, address, types, options, nests: inside, ...on, ...leaves, origin, because };
    if (leaves.leaves !== undefined) on = { on: leaves.leaves };
    if (bundle === undefined && notes.length === 0) return plain;
    const step = { ...plain, ...(bundle && { bundle: bundle.name }), ...(notes.length > 0 && { notes }) };
    recordStep(step, element);
    return step;
  });
}

export interface Resolved extends Resolution {
  readonly unbound: ReadonlySet<Rule>;
}

function resolveOnce(input: ResolveInput): Resolved {
  const { order, leftOut, diagnostics, unbound } = orderPipeline(input);
  if (order === undefined || hasErrors(diagnostics)) return { diagnostics, unbound };
  const { basePipeline, framework, choice = {}, alternatives = [] } = input;
  const steps = planSteps(order, input);
  const retyped = (input.retyped ?? []).filter(({ pass }) =>
    [...steps, ...leftOut, ...alternatives].some((one) => one.pass === pass),
  );
  const overridden = overriddenOf(input, order);
  const selective = selectiveBundles(order).map(({ bundle: { name, without = [] } }) => ({ name, without }));
  const plan: Plan = {
    framework,
    anchor: basePipeline.anchor,
    choice,
    steps,
    leftOut,
    alternatives,
    retyped,
    ...(overridden.length > 0 && { overridden }),
    ...(selective.length > 0 && { selective }),
  };
  return { plan, diagnostics, unbound };
}

/** Returns the input without one contributor. */
export function withoutContributor(input: ResolveInput, contributor: string): ResolveInput {
  const { contributions, rules, edits = [], guards = [], alternatives = [] } = input;
  const others = <T extends { readonly contributor: string }>(list: readonly T[]): readonly T[] =>
    list.filter((each) => each.contributor !== contributor);
  return {
    ...input,
    contributions: others(contributions),
    rules: others(rules),
    edits: others(edits),
    guards: guards.filter(({ origin }) => origin.name !== contributor),
    alternatives: alternatives.filter(({ address }) => !address.startsWith(`${contributor}::`)),
  };
}

/** Returns whether an error or one of its notes names the contributor. A config is named by its file. */
function concerns({ plugin, at, notes = [] }: Diagnostic, contributor: string): boolean {
  return plugin === contributor || at?.file === contributor || notes.some((note) => note.contributor === contributor);
}

/** Returns whether a plan without a contributor passes the checks that follow planning. */
type IsValidWithout = (plan: Plan, contributor: string, input: ResolveInput) => boolean;

/** Maximum number of contributors to test. Each test resolves the pipeline again, without one contributor. */
const MOST_TRIED = 16;

/**
 * Finds each plugin whose removal alone would fix all errors. Tests only plugins that all errors name. `untried` is the
 * number of these plugins that were not tested.
 */
function absencesThatResolve(
  input: ResolveInput,
  errors: readonly Diagnostic[],
  isValid: IsValidWithout,
): { readonly contributors: readonly string[]; readonly untried: number } {
  const all = [...input.contributions, ...input.rules, ...(input.edits ?? []), ...(input.guards ?? [])];
  const contributors = new Set(all.flatMap(({ origin }) => (origin.kind === "config" ? [] : origin.name)));
  contributors.delete(input.framework.name);
  const named = [...contributors].filter((contributor) => errors.every((error) => concerns(error, contributor))).sort();
  const tried = named.slice(0, MOST_TRIED);
  return {
    contributors: tried.filter((contributor) => {
      const others = withoutContributor(input, contributor);
      const { plan } = resolveOnce(others);
      return plan !== undefined && isValid(plan, contributor, others);
    }),
    untried: named.length - tried.length,
  };
}

/**
 * Computes the plan. The result depends only on the input. The order in which contributors are loaded changes neither
 * the plan nor the diagnostics.
 *
 * The framework's steps keep their order. Contributions are assigned to slots between the framework's steps, and each
 * slot is ordered separately. Then planning applies the edits, inserts required cleanups, and drops duplicate cleanups.
 * At the end, planning checks rules, properties and guards on the whole pipeline. If there is an error, the result does
 * not contain a plan. If the removal of one contributor would fix all errors, the errors name this contributor.
 */
export function resolve(input: ResolveInput): Resolution {
  const { plan, diagnostics } = resolveWithUnbound(input);
  return plan === undefined ? { diagnostics } : { plan, diagnostics };
}

/** Computes the plan like {@link resolve}, and returns the rules that might not have an effect. */
export function resolveWithUnbound(input: ResolveInput, isValid: IsValidWithout = () => true): Resolved {
  const resolution = resolveOnce(input);
  if (resolution.plan !== undefined) return resolution;
  const { contributors, untried } = absencesThatResolve(
    input,
    resolution.diagnostics.filter(({ severity }) => severity === "error"),
    isValid,
  );
  if (contributors.length === 0) return resolution;
  const others = untried === 0 ? "" : ` (${untried} more were not tried)`;
  const names = contributors.map((contributor) => `\`${contributor}\``).join(", ");
  const one = contributors.length === 1 ? `${names} is removed` : `one of these contributors is removed: ${names}`;
  const note = { message: `the pipeline resolves if ${one}${others}` };
  const diagnostics = resolution.diagnostics.map((diagnostic) =>
    diagnostic.severity === "error" ? { ...diagnostic, notes: [...(diagnostic.notes ?? []), note] } : diagnostic,
  );
  return { diagnostics, unbound: resolution.unbound };
}
