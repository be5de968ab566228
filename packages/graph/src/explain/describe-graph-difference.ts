import { describeDifference, diffLists, originText, whenText } from "@passwright/builder";
import { choiceText, jumpText } from "../draw/text.ts";
import type { GraphPlan, PlannedChoice, PlannedPipeline } from "../plan/graph-plan.ts";

/**
 * Returns one sentence for each difference between two planned graphs. Compares the pipelines, the order of the
 * pipelines, predecessors, jumps, choices and steps, also in subgraphs. Returns an empty list if the graphs are equal.
 */
export function describeGraphDifference(before: GraphPlan, after: GraphPlan): string[] {
  return [...wholeOf(before, after), ...describeLevel(before, after)];
}

/** Describes changes to settings that all pipelines share. */
function wholeOf(before: GraphPlan, after: GraphPlan): string[] {
  const framework = ({ framework: { name, version } }: GraphPlan): string => [name, version].filter(Boolean).join(" ");
  const fields = [
    ["framework", framework(before), framework(after)],
    ["anchor", before.anchor, after.anchor],
    ["choice", whenText(before.choice), whenText(after.choice)],
  ] as const;
  return fields.flatMap(([what, was, is]) => (was === is ? [] : [`${what} ${was || "none"} is now ${is || "none"}`]));
}

function describeLevel(before: GraphPlan, after: GraphPlan): string[] {
  const { gone, added, moved } = diffLists(before.pipelines, after.pipelines, ({ name }) => name);
  const was = new Map(before.pipelines.map((one) => [one.name, one]));
  const pairs = after.pipelines.flatMap((now): [PlannedPipeline, PlannedPipeline][] => {
    const old = was.get(now.name);
    return old === undefined ? [] : [[old, now]];
  });
  return [
    ...gone.map(({ path }) => `pipeline \`${path}\` was removed`),
    ...added.map((one) => `pipeline \`${one.path}\` is new, ${neighbourOf(one, after)} (${originText(one.origin)})`),
    ...moved.map((one) => `pipeline \`${one.path}\` now runs ${neighbourOf(one, after)}`),
    ...pairs.flatMap(([old, now]) => [...edgesOf(old, now), ...jumpsOf(old, now), ...contentsOf(old, now)]),
    ...choicesOf(before.choices, after.choices),
  ];
}

function neighbourOf({ name }: PlannedPipeline, { pipelines }: GraphPlan): string {
  const at = pipelines.findIndex((one) => one.name === name);
  const [previous, next] = [pipelines[at - 1], pipelines[at + 1]];
  if (previous !== undefined) return `after \`${previous.path}\``;
  return next === undefined ? "alone" : `before \`${next.path}\``;
}

function edgesOf(old: PlannedPipeline, now: PlannedPipeline): string[] {
  const [was, is] = [new Set(old.predecessors), new Set(now.predecessors)];
  return [
    ...old.predecessors.flatMap((one) => (is.has(one) ? [] : [`\`${now.path}\` no longer waits for \`${one}\``])),
    ...now.predecessors.flatMap((one) => (was.has(one) ? [] : [`\`${now.path}\` now waits for \`${one}\``])),
  ];
}

function jumpsOf(old: PlannedPipeline, now: PlannedPipeline): string[] {
  const was = new Map(old.jumps.map((jump) => [jump.to, jump]));
  const is = new Map(now.jumps.map((jump) => [jump.to, jump]));
  const gone = old.jumps.flatMap(({ to }) => (is.has(to) ? [] : [`\`${now.path}\` may no longer ${whereTo(to)}`]));
  const others = now.jumps.flatMap((jump) => {
    const before = was.get(jump.to);
    if (before === undefined) return [`\`${now.path}\` now ${jumpText(jump)}`];
    const [first, second] = [jumpText(before), jumpText(jump)];
    if (first !== second) return [`\`${now.path}\` ${first.replace("may", "could")}; now it ${second}`];
    const changes = [
      ...(before.onLimit === jump.onLimit ? [] : [`onLimit was ${before.onLimit} and is now ${jump.onLimit}`]),
      ...(before.onNoProgress === jump.onNoProgress
        ? []
        : [`onNoProgress was ${before.onNoProgress} and is now ${jump.onNoProgress}`]),
    ];
    return changes.map((change) => `the jump of \`${now.path}\` to ${jump.to}: ${change}`);
  });
  return [...gone, ...others];
}

function whereTo(to: string): string {
  return to === "stop" ? "stop the graph" : to === "fail" ? "fail" : `jump to ${to}`;
}

function contentsOf(old: PlannedPipeline, now: PlannedPipeline): string[] {
  if (old.graph !== undefined && now.graph !== undefined) return describeLevel(old.graph, now.graph);
  if (old.plan !== undefined && now.plan !== undefined) {
    // Uses the same settings in both plans, because `wholeOf` already describes differences in shared settings.
    const { framework, choice } = now.plan;
    const differences = describeDifference({ ...old.plan, framework, choice }, now.plan);
    return differences.map((one) => `in \`${now.path}\`: ${one}`);
  }
  const kind = (one: PlannedPipeline): string => (one.graph === undefined ? "a pipeline of passes" : "a subgraph");
  return kind(old) === kind(now) ? [] : [`\`${now.path}\` was ${kind(old)} and is now ${kind(now)}`];
}

function choicesOf(before: readonly PlannedChoice[], after: readonly PlannedChoice[]): string[] {
  const { gone, added } = diffLists(before, after, ({ name }) => name);
  const was = new Map(before.map((choice) => [choice.name, choice]));
  return [
    ...gone.map(({ name }) => `choice \`${name}\` was removed`),
    ...added.map((choice) => `choice \`${choice.name}\` is new: ${branchesOf(choice)} (${originText(choice.origin)})`),
    ...after.flatMap((choice) => {
      const old = was.get(choice.name);
      return old === undefined || branchesOf(old) === branchesOf(choice)
        ? []
        : [`choice \`${choice.name}\` was ${branchesOf(old)}; it is now ${branchesOf(choice)}`];
    }),
  ];
}

/** Describes the branches of a choice: `on-gpu for target gpu; not taken, on-cpu for anything else; taken`. */
function branchesOf(choice: PlannedChoice): string {
  const names = choice.branches.map(({ pipeline }) => pipeline);
  const all = [...new Set(choice.else === undefined ? names : [...names, choice.else])];
  return all
    .map((name) => `\`${name}\` ${choiceText(name, choice).slice(`choice ${choice.name}: `.length)}`)
    .join(", ");
}
