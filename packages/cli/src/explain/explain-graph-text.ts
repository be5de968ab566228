import { originText } from "@passwright/builder";
import { escapeData } from "@passwright/core";
import { allPipelines, choiceText, jumpText } from "@passwright/graph";
import type { GraphPlan, PlannedPipeline } from "@passwright/graph";
import type { TapSummary } from "@passwright/loader";
import type { SelectedPipeline } from "./select-in-graph.ts";
import { stepText, tapLines } from "./explain-text.ts";
import { graphHeadline } from "../render/graph-text.ts";
import { counted, leftOutLines, passesOf } from "../render/plan-text.ts";
import type { PlanContext } from "../render/plan-text.ts";

/** Every pipeline in order, and every step, with all that is known of how it came to be there. */
export function explainGraphText(
  raw: GraphPlan,
  context: PlanContext & { readonly taps: readonly TapSummary[] },
): string {
  const plan = escapeData(raw);
  const origins = originsIn(plan);
  const paragraphs = allPipelines(plan).flatMap((one) => [pipelineText(one, plan, origins), ...stepTexts(one)]);
  const rest = escapeData(context.rest ?? []).map((line) => line.trim());
  const body = [...paragraphs, ...rest].map((text) => `\n${text}`);
  return [graphHeadline(plan, context), ...body, ...tapLines(context.taps)].join("\n");
}

/** Some pipelines and steps of a graph. */
export function explainSomeOfGraphText(raw: GraphPlan, selected: readonly SelectedPipeline[]): string {
  const [plan, some] = [escapeData(raw), escapeData(selected)];
  const origins = originsIn(plan);
  const texts = some.flatMap(({ pipeline, isNamed }) =>
    isNamed ? [pipelineText(pipeline, plan, origins), ...stepTexts(pipeline)] : stepTexts(pipeline),
  );
  return texts.join("\n\n");
}

/** Who registered each pipeline, by its path. */
type Origins = ReadonlyMap<string, string>;

function originsIn(plan: GraphPlan): Origins {
  return new Map(allPipelines(plan).map(({ path, origin }) => [path, originText(origin)]));
}

function pipelineText(one: PlannedPipeline, plan: GraphPlan, origins: Origins): string {
  const { path, origin, jumps } = one;
  const choice = levelOf(one, plan)?.choices.find(({ name }) => name === one.choice);
  const lines = [
    `pipeline ${path}`,
    `    from     ${originText(origin)}`,
    `    is       ${kindOf(one)}`,
    ...orderLines(one, origins),
    ...(choice === undefined ? [] : [`    branch   ${choiceText(one.name, choice)} (${originText(choice.origin)})`]),
    ...jumps.map((jump) => `    then     ${jumpText(jump)}`),
  ];
  return lines.join("\n");
}

function kindOf({ plan, graph, isClosed }: PlannedPipeline): string {
  if (graph !== undefined) return `a subgraph of ${counted(graph.pipelines.length, "pipeline")}`;
  const steps = plan === undefined ? 0 : passesOf(plan).length;
  const who = isClosed === true ? "closed to insertions" : "open to insertions";
  return steps === 0 ? `empty, ${who}` : `${counted(steps, "step")}, ${who}`;
}

/** What it runs after, and whose list says so. */
function orderLines({ path, predecessors, successorOf = [], origin }: PlannedPipeline, origins: Origins): string[] {
  if (predecessors.length === 0)
    return ["    order    waits for nothing; such pipelines run in the order of their names"];
  const inside = path.slice(0, path.lastIndexOf("/") + 1);
  const theirs = new Set(successorOf);
  return predecessors.map((name) =>
    theirs.has(name)
      ? `    after    ${name}, which has it as a successor (${origins.get(`${inside}${name}`)})`
      : `    after    ${name}, a predecessor of it (${originText(origin)})`,
  );
}

/** The graph or subgraph that a pipeline is in. */
function levelOf({ path }: PlannedPipeline, plan: GraphPlan): GraphPlan | undefined {
  const around = path.split("/").slice(0, -1);
  return around.reduce<GraphPlan | undefined>(
    (level, name) => level?.pipelines.find((one) => one.name === name)?.graph,
    plan,
  );
}

function stepTexts({ path, plan }: PlannedPipeline): string[] {
  if (plan === undefined) return [];
  const leftOut = leftOutLines(plan).map((line) => `${path}: ${line.trim()}`);
  return [...plan.steps.map((step) => stepText(step, plan.anchor, path)), ...leftOut];
}
