import type { Plan } from "@passwright/builder";
import type { Assembly } from "@passwright/sdk";
import type { Budget } from "./budget.ts";
import { passesOf } from "./precedence.ts";
import type { CleanupReport } from "./report.ts";
import { isSameOutput, runOrder } from "./run-order.ts";
import type { OrderInput } from "./run-order.ts";

/** Plan with one cleanup removed or added. */
interface Variant {
  readonly step: string;
  readonly kind: CleanupReport["kind"];
  readonly plan: Plan;
  readonly order: readonly string[];
}

/** Runs the plan without each inserted cleanup and with each dropped one, and compares the outputs. */
export async function tryCleanups(
  assembly: Assembly,
  plan: Plan,
  inputs: readonly OrderInput[],
  budget: Budget,
): Promise<readonly CleanupReport[]> {
  const reports: CleanupReport[] = [];
  for (const { step, kind, plan: variant, order } of variantsOf(assembly, plan)) {
    const differs: string[] = [];
    let tried = 0;
    for (const input of inputs) {
      if (budget.isSpent) break;
      budget.runs += 2;
      const expected = await runOrder(assembly, input, addressesOf(plan), plan);
      const output = await runOrder(assembly, input, order, variant);
      if (!isSameOutput(expected, output)) differs.push(input.file);
      tried++;
    }
    reports.push({ step, kind, tried, differs });
  }
  return reports;
}

function variantsOf(assembly: Assembly, plan: Plan): readonly Variant[] {
  const order = addressesOf(plan);
  const inserted = passesOf(plan).filter(({ origin }) => origin.kind === "inserted");
  const { plan: full = plan } = assembly.planWithDuplicates();
  const kept = addressesOf(full);
  const dropped = kept.filter((address) => !order.includes(address));
  return [
    ...inserted.map(({ address: step }) => ({
      step,
      kind: "inserted" as const,
      plan,
      order: order.filter((address) => address !== step),
    })),
    ...dropped.map((step) => ({
      step,
      kind: "dropped" as const,
      plan: full,
      order: kept.filter((address) => address === step || !dropped.includes(address)),
    })),
  ];
}

function addressesOf(plan: Plan): readonly string[] {
  return passesOf(plan).map(({ address }) => address);
}
