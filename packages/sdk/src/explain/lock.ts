import { describeDifference, describeOwners, lockOf as lockOfPlan, originText } from "@passwright/builder";
import type { Lock, LockedPlugin, Origin, Plan } from "@passwright/builder";
import { jsonText } from "@passwright/core";
import { describeGraphDifference } from "@passwright/graph";
import type { GraphLock, GraphPlan } from "@passwright/graph";
import type { Assembly } from "../assembly.ts";
import type { TapSummary } from "../hooks/hook-types.ts";
import { ownerOf } from "../stages/declare.ts";
import { mustBeAssembly } from "../usage-errors.ts";
import { plannedBy } from "./planned-by.ts";

/** Content of a lock file: a plan or a planned graph, with the plugins and their taps. */
export type LockData = (Lock | GraphLock) & { readonly taps?: readonly TapSummary[] };

/**
 * Returns the plan, the plugins and the taps of an assembly as data, to compare with later plans. Returns `undefined`
 * if the assembly has no plan because of errors.
 */
export function lockOf<F>(assembly: Assembly<F>): LockData | undefined {
  mustBeAssembly("lockOf", assembly);
  const { input, taps, plan, graph } = assembly;
  const plugins = input.plugins.map(({ contributor, options }): LockedPlugin => ({
    ...ownerOf(contributor),
    ...(Object.keys(options).length === 0 ? {} : { options }),
  }));
  const tapped = taps.length === 0 ? {} : { taps };
  if (graph !== undefined) return { ...graph.lock(plugins), ...tapped };
  return plan === undefined ? undefined : { ...lockOfPlan(plan, plugins), ...tapped };
}

/**
 * Describes the differences between two plans. Empty if the plans are equal.
 *
 * @throws UsageError PWL0606 if an assembly has no plan because of errors.
 */
export function diff<F, G>(before: Assembly<F>, after: Assembly<G>): readonly string[] {
  return describeContents(plannedBy("diff", "before", before), plannedBy("diff", "after", after));
}

/** Formats a lock as the text of a lock file. */
export function lockText(lock: LockData): string {
  return `${jsonText(lock, undefined, 2)}\n`;
}

/** Returns whether two locks are equal, ignoring source positions and the wording of reasons. */
export function areLockedAlike(before: LockData, after: LockData): boolean {
  return essenceOf(before) === essenceOf(after);
}

function essenceOf(lock: LockData): string {
  return jsonText(lock, (key, value: unknown) => {
    if (key === "because" || key === "notes") return undefined;
    if (key === "origin") return { ...(value as Origin), file: undefined, line: undefined, column: undefined };
    // Compares all keys of options, because contributors can choose any names for options.
    return key === "options" ? jsonText(value) : value;
  });
}

/** Describes the differences between two locks. Mentions positions and reasons only if nothing else differs. */
export function describeLocks(before: LockData, after: LockData): readonly string[] {
  const [was, is] = [contentOf(before), contentOf(after)];
  const differences = [
    ...describeOwners(before.plugins, after.plugins),
    ...describePluginOptions(before.plugins, after.plugins),
    ...describeContents(was, is),
    ...describeTaps(before.taps ?? [], after.taps ?? []),
  ];
  if (differences.length > 0 || lockText(before) === lockText(after)) return differences;
  const words = "steps" in was && "steps" in is ? describeWords(was, is) : [];
  if (words.length > 0) return words;
  return ["the steps are equal, but their origins or the steps that were left out are not"];
}

function describePluginOptions(before: readonly LockedPlugin[], after: readonly LockedPlugin[]): string[] {
  return after.flatMap(({ name, options = {} }) => {
    const old = before.find((plugin) => plugin.name === name);
    const [was, is] = [jsonText(old?.options ?? {}), jsonText(options)];
    return old === undefined || was === is ? [] : [`plugin ${name}: options ${was} are now ${is}`];
  });
}

function describeTaps(before: readonly TapSummary[], after: readonly TapSummary[]): string[] {
  const missing = (from: readonly TapSummary[], than: readonly TapSummary[]): readonly TapSummary[] =>
    from.filter((tap) => !than.some((one) => JSON.stringify(one) === JSON.stringify(tap)));
  const describe = ({ hook, tap, plugin }: TapSummary, what: string): string =>
    `hook \`${hook}\` is ${what} tapped by \`${tap}\` (plugin ${plugin})`;
  return [
    ...missing(before, after).map((tap) => describe(tap, "no longer")),
    ...missing(after, before).map((tap) => describe(tap, "now")),
  ];
}

/** Describes steps and overrides whose origins differ. Used only if the plans do not have any other differences. */
function describeWords(before: Plan, after: Plan): string[] {
  const moved = after.steps.flatMap((step) => {
    const old = before.steps.find(({ address }) => address === step.address);
    if (old === undefined) return [];
    const [wasFrom, isFrom] = [originText(old.origin), originText(step.origin)];
    return wasFrom === isFrom ? [] : [`\`${step.address}\` is requested by ${isFrom}, was requested by ${wasFrom}`];
  });
  const [was, is] = [overridesOf(before), overridesOf(after)];
  const gone = was.filter((one) => !is.includes(one)).map((one) => `no longer: ${one}`);
  return [...moved, ...gone, ...is.filter((one) => !was.includes(one)).map((one) => `now: ${one}`)];
}

function overridesOf({ leftOut, overridden = [], retyped }: Plan): readonly string[] {
  return [
    ...leftOut.map(({ address, because }) => `\`${address}\` is left out: ${because}`),
    ...overridden.map(({ what, because }) => `override of ${what}: ${because}`),
    ...retyped.map(({ pass, types, origin }) => `\`${pass}\` is ${types.join(", ")}: ${originText(origin)}`),
  ];
}

function contentOf(lock: LockData): Plan | GraphPlan {
  return "graph" in lock ? lock.graph : lock.plan;
}

function describeContents(before: Plan | GraphPlan, after: Plan | GraphPlan): readonly string[] {
  if ("steps" in before && "steps" in after) return describeDifference(before, after);
  if ("pipelines" in before && "pipelines" in after) return describeGraphDifference(before, after);
  return [`${kindOf(before)} is now ${kindOf(after)}`];
}

function kindOf(content: Plan | GraphPlan): string {
  if ("steps" in content) return "one pipeline";
  const { length } = content.pipelines;
  return `a graph of ${length} pipeline${length === 1 ? "" : "s"}`;
}
