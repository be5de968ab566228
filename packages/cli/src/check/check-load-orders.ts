import { availableParallelism } from "node:os";
import { describeDifference } from "@passwright/builder";
import type { Plan, ResolveInput } from "@passwright/builder";
import { jsonText } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { describeGraphDifference } from "@passwright/graph";
import type { GraphPlan } from "@passwright/graph";
import { loadOrders } from "@passwright/loader";
import type { LoadOptions, LoadResult, Session } from "@passwright/loader";
import * as errors from "../errors/index.ts";
import { counted } from "../render/plan.ts";
import { makeActivityMemory, problemOf, runWatched } from "../threads/watched-thread.ts";
import type { ThreadMemory } from "../threads/watched-thread.ts";
import type { CheckResult } from "./check-runs.ts";

/** Maximum number of threads. More threads would use much memory, because each thread loads all modules again. */
const MOST_THREADS = 8;

/** Loads a session in a new thread, because modules cannot be loaded twice in one thread. */
async function loadApart(options: LoadOptions): Promise<LoadSummary> {
  const data: LoadWorkerData = { options, memory: makeActivityMemory() };
  const { ended } = runWatched<string, LoadSummary>(new URL("./load-worker.js", import.meta.url), data, {
    take: (text, end) => end({ kind: "done", value: JSON.parse(text) as LoadSummary }),
  });
  const end = await ended;
  return end.kind === "done" ? end.value : { calls: {}, diagnostics: [problemOf(end)], isLost: true };
}

function differencesBetween(before: LoadSummary, after: LoadSummary): readonly string[] {
  if (before.plan !== undefined && after.plan !== undefined) return describeDifference(before.plan, after.plan);
  if (before.graph !== undefined && after.graph !== undefined)
    return describeGraphDifference(before.graph, after.graph);
  return after.diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code}: ${message}`);
}

const planText = ({ plan, graph }: LoadSummary): string => JSON.stringify([plan, graph]);

/**
 * Loads the plugins in all orders (for more than five plugins, in 120 orders), and compares both the plans and each
 * plugin's builder calls. If the plans differ, reports the plugins whose builder calls differ. Different calls of a
 * plugin cause different plans, because the result of a builder call does not depend on other plugins. Loads the first
 * order a second time, to find differences that do not depend on the order.
 */
export async function checkLoadOrders(
  session: Session,
  options: LoadOptions,
  progress: (text: string) => void,
): Promise<CheckResult> {
  const names = session.plugins.map(({ name }) => name);
  const orders = loadOrders(names);
  const first = orders[0] ?? [];
  const expected = await loadApart({ ...options, order: first });
  if ((expected.plan ?? expected.graph) === undefined) return { check: "permute", diagnostics: expected.diagnostics };
  const threads = Math.min(availableParallelism(), MOST_THREADS);
  for (let start = 0; start < orders.length; start += threads) {
    progress(`loading, ${start} of ${counted(orders.length, "order")}`);
    const some = orders.slice(start, start + threads);
    const loaded = await Promise.all(some.map((order) => loadApart({ ...options, order })));
    for (const [index, summary] of loaded.entries()) {
      if (summary.isLost === true) return { check: "permute", diagnostics: summary.diagnostics };
      const names = Object.keys(expected.calls);
      const blamed = names.filter((name) => expected.calls[name] !== summary.calls[name]).sort();
      if (blamed.length === 0 && planText(summary) === planText(expected)) continue;
      const differences = differencesBetween(expected, summary);
      const other = some[index] ?? [];
      const problem =
        other === first
          ? errors.differsEveryTime({ blamed, differences })
          : errors.dependsOnLoadOrder({ first, other, blamed, differences });
      return { check: "permute", diagnostics: [problem] };
    }
  }
  const summary = `the same plan in ${counted(orders.length, "order")} of loading ${counted(names.length, "plugin")}`;
  return { check: "permute", summary, diagnostics: [] };
}

export interface LoadWorkerData extends ThreadMemory {
  readonly options: LoadOptions;
}

export interface LoadSummary {
  readonly plan?: Plan;
  readonly graph?: GraphPlan;
  readonly calls: { readonly [plugin: string]: string };
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the thread ended early. The diagnostics then contain the reason. */
  readonly isLost?: boolean;
}

export function summaryOf({ session, diagnostics }: LoadResult): LoadSummary {
  if (session === undefined) return { calls: {}, diagnostics };
  const { plan, graph } = session;
  const inputs: readonly { readonly path?: string; readonly input: ResolveInput }[] = [
    { input: session.assembly.work.builder.input() },
    ...(graph?.openPipelines ?? []),
  ];
  const calls = session.plugins.map(({ name }): [string, string] => {
    const taps = session.assembly.taps.filter(({ plugin }) => plugin === name);
    const inserted = inputs.map(({ path, input }) => [path, callsOf(name, input)]);
    return [name, jsonText([inserted, graph?.registeredBy(name), taps])];
  });
  return {
    ...(plan === undefined ? {} : { plan }),
    ...(graph === undefined ? {} : { graph: graph.plan }),
    calls: Object.fromEntries(calls),
    diagnostics,
  };
}

function callsOf(name: string, { contributions, rules, edits = [], guards = [] }: ResolveInput): readonly unknown[] {
  const isTheirs = ({ contributor }: { readonly contributor: string }): boolean => contributor === name;
  const theirGuards = guards.filter(({ origin }) => origin.name === name);
  return [contributions.filter(isTheirs), rules.filter(isTheirs), edits.filter(isTheirs), theirGuards];
}
