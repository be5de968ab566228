import { existsSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import {
  describeDifference,
  describeOwners,
  type Lock,
  type LockedPlugin,
  lockOf,
  type Origin,
  originText,
  type Plan,
} from "@passwright/builder";
import { describeGraphDifference, type GraphLock, graphLockOf, type GraphPlan } from "@passwright/graph";
import { CONFIG_ENDINGS, SEARCH_PLACES, type Session, type TapSummary } from "@passwright/loader";
import { counted } from "../render/plan-text.ts";

/** How lock files end. */
export const LOCK_ENDING = ".lock.json";

/** What a lock file holds: one plan, or that of a graph; and what plugins tapped, which no plan shows. */
export type LockData = (Lock | GraphLock) & { readonly taps?: readonly TapSummary[] };

/** The lock file beside a config: `passwright.lock.json`, or after the config's own name, where it has one. */
export function lockPathOf(config: string): string {
  const name = basename(config);
  if (SEARCH_PLACES.includes(name)) return join(dirname(config), `passwright${LOCK_ENDING}`);
  return join(dirname(config), `${basename(name, extname(name))}${LOCK_ENDING}`);
}

/** The config that a lock file lies beside: the file with that name, else what the folder holds. */
export function configOfLock(lock: string): string {
  const stem = join(dirname(lock), basename(lock, LOCK_ENDING));
  return CONFIG_ENDINGS.map((ending) => `${stem}${ending}`).find((path) => existsSync(path)) ?? dirname(lock);
}

/** The lock of a session that has a plan or a graph. */
export function lockOfSession({ plan, graph, plugins, config, taps }: Session): LockData | undefined {
  const locked = plugins.map(({ name, version, named }): LockedPlugin => {
    const options = config.plugins.find(({ text, from }) => text === named.text && from === named.from)?.options ?? {};
    return {
      name,
      ...(version === undefined ? {} : { version }),
      ...(Object.keys(options).length === 0 ? {} : { options }),
    };
  });
  const tapped = taps.length === 0 ? {} : { taps };
  if (graph !== undefined) return { ...graphLockOf(graph.plan, locked), ...tapped };
  return plan === undefined ? undefined : { ...lockOf(plan, locked), ...tapped };
}

/** A lock as its file has it. */
export function lockText(lock: LockData): string {
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/** Whether two locks say the same, but for where something was asked for and the words of reasons. */
export function areLockedAlike(before: LockData, after: LockData): boolean {
  return essenceOf(before) === essenceOf(after);
}

function essenceOf(lock: LockData): string {
  return JSON.stringify(lock, (key, value: unknown) => {
    if (key === "because" || key === "notes") return undefined;
    if (key === "origin") return { ...(value as Origin), file: undefined, line: undefined };
    // Options are somebody else's, and so are the keys in them.
    return key === "options" ? JSON.stringify(value) : value;
  });
}

/** How two locks differ, in words; where only places in sources and reasons do, these. Empty if nothing does. */
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
  return ["the steps are the same; what is known of them is not: where they were asked for, or what was left out"];
}

function describePluginOptions(before: readonly LockedPlugin[], after: readonly LockedPlugin[]): string[] {
  return after.flatMap(({ name, options = {} }) => {
    const old = before.find((plugin) => plugin.name === name);
    const [was, is] = [JSON.stringify(old?.options ?? {}), JSON.stringify(options)];
    return old === undefined || was === is ? [] : [`plugin ${name}: options ${was} are now ${is}`];
  });
}

function describeTaps(before: readonly TapSummary[], after: readonly TapSummary[]): string[] {
  const missing = (from: readonly TapSummary[], than: readonly TapSummary[]): readonly TapSummary[] =>
    from.filter((tap) => !than.some((one) => JSON.stringify(one) === JSON.stringify(tap)));
  const say = ({ hook, tap, plugin }: TapSummary, what: string): string =>
    `hook \`${hook}\` is ${what} tapped by \`${tap}\` (plugin ${plugin})`;
  return [
    ...missing(before, after).map((tap) => say(tap, "no longer")),
    ...missing(after, before).map((tap) => say(tap, "now")),
  ];
}

/** Where steps were asked for that both plans have, where nothing else differs. */
function describeWords(before: Plan, after: Plan): string[] {
  return after.steps.flatMap((step) => {
    const old = before.steps.find(({ address }) => address === step.address);
    if (old === undefined) return [];
    const [wasFrom, isFrom] = [originText(old.origin), originText(step.origin)];
    return wasFrom === isFrom ? [] : [`\`${step.address}\` is asked for by ${isFrom}, was by ${wasFrom}`];
  });
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
  return "steps" in content ? "one pipeline" : `a graph of ${counted(content.pipelines.length, "pipeline")}`;
}
