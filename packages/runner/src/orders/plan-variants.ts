import type { Plan, PlanStep } from "@passwright/builder";
import { groupIn } from "@passwright/core";
import type { Assembly } from "@passwright/sdk";
import { resolveAll } from "@passwright/sdk/loading";
import type { Budget } from "./budget.ts";
import type { Findings } from "./findings.ts";
import { addressesOf, exchange, groupNestOf, isMeant, passesOf } from "./precedence.ts";
import type { OrderOutput, VariantReport } from "./report.ts";
import { runOrder } from "./run-order.ts";
import type { OrderInput } from "./run-order.ts";

/** Settings that select the variants of a plan to try. */
export interface VariantOptions {
  /** Whether to try to split each group between any two members, if the group allows splitting. Default: true. */
  readonly splits?: boolean;
  /** Whether each strong rule is also reversed. Default: false. */
  readonly rules?: boolean;
}

/**
 * Plan with one change: a cleanup is added or removed, a group is split, or two steps are in an order that a rule
 * forbids.
 */
interface Variant extends Pick<VariantReport, "what" | "kind"> {
  readonly plan: Plan;
  readonly order: readonly string[];
}

/**
 * Runs variants of the plan. For each inserted cleanup, runs the plan without this cleanup. For each dropped cleanup,
 * runs the plan with this cleanup. Also runs the variants that the options select.
 */
export async function tryVariants(
  assembly: Assembly,
  plan: Plan,
  inputs: readonly OrderInput[],
  budget: Budget,
  options: VariantOptions,
  findings: Findings,
): Promise<readonly VariantReport[]> {
  const variants = [
    ...cleanupVariants(assembly, plan),
    ...(options.splits === false ? [] : splitVariants(assembly, plan)),
    ...(options.rules === true ? ruleVariants(assembly, plan) : []),
  ];
  const expected = new Map<OrderInput, OrderOutput>();
  const reports: VariantReport[] = [];
  for (const { what, kind, plan: variant, order } of variants) {
    const differs: string[] = [];
    let tried = 0;
    for (const input of inputs) {
      if (budget.isSpent) break;
      budget.runs++;
      const known =
        expected.get(input) ??
        (await runOrder(assembly, input, addressesOf(passesOf(plan)), { plan, seconds: budget.seconds }));
      expected.set(input, known);
      const output = await runOrder(assembly, input, order, { plan: variant, seconds: budget.seconds });
      if (!["commute", "cosmetic"].includes(findings.differenceOf(known, output))) differs.push(input.file);
      tried++;
    }
    reports.push({ what, kind, tried, differs });
  }
  return reports;
}

function cleanupVariants(assembly: Assembly, plan: Plan): readonly Variant[] {
  const order = addressesOf(passesOf(plan));
  const inserted = passesOf(plan).filter(({ origin }) => origin.kind === "inserted");
  const { plan: full = plan } = resolveAll(assembly.work, true);
  const kept = addressesOf(passesOf(full));
  const dropped = kept.filter((address) => !order.includes(address));
  return [
    ...inserted.map(({ address: what }) => ({
      what,
      kind: "inserted cleanup" as const,
      plan,
      order: order.filter((address) => address !== what),
    })),
    ...dropped.map((what) => ({
      what,
      kind: "dropped cleanup" as const,
      plan: full,
      order: kept.filter((address) => address === what || !dropped.includes(address)),
    })),
  ];
}

/**
 * Returns the variants in which one group is split before one of its members. Includes only groups that allow
 * splitting.
 */
function splitVariants(assembly: Assembly, plan: Plan): readonly Variant[] {
  const { groups } = assembly.work.catalogue;
  const steps = passesOf(plan);
  const order = addressesOf(passesOf(plan));
  return steps.flatMap((step, at): Variant[] => {
    const [group, before] = [groupNestOf(step), at === 0 ? undefined : groupNestOf(steps[at - 1] as PlanStep)];
    if (group === undefined || group.id !== before?.id) return [];
    const mayBeSplit = groups.get(groupIn(group.anchor) ?? "")?.splits === "report";
    if (!mayBeSplit) return [];
    // Gives the group of the later steps a different id, so that these steps are in a separate group.
    const split = steps.map((one, index) =>
      index < at || groupNestOf(one)?.id !== group.id
        ? one
        : { ...one, nests: one.nests.map((nest) => (nest.id === group.id ? { ...nest, id: -1 - at } : nest)) },
    );
    return [{ what: step.address, kind: "split before", plan: { ...plan, steps: split }, order }];
  });
}

/**
 * Returns a variant for each strong rule. The variant exchanges the first pair of steps whose order the rule
 * determines.
 */
function ruleVariants(assembly: Assembly, plan: Plan): readonly Variant[] {
  const steps = passesOf(plan);
  return assembly.work.builder.input().rules.flatMap(({ subject, target, strength }): Variant[] => {
    if (strength !== "strong") return [];
    const isOrdered = (one: PlanStep, other: PlanStep): boolean =>
      (isMeant(one, subject) && isMeant(other, target)) || (isMeant(one, target) && isMeant(other, subject));
    for (const [index, second] of steps.entries()) {
      const first = steps.slice(0, index).findLast((one) => isOrdered(one, second));
      if (first === undefined) continue;
      const order = addressesOf(exchange(steps, first, second));
      return [{ what: `${first.address} before ${second.address}`, kind: "reversed rule", plan, order }];
    }
    return [];
  });
}
