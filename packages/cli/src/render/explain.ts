import { originText, printOptions } from "@passwright/builder";
import type { LegalPlaces, LegalRange, Plan, PlanStep } from "@passwright/builder";
import { escapeData } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { allPipelines, choiceText, jumpText } from "@passwright/graph";
import type { GraphPlan, PlannedPipeline } from "@passwright/graph";
import type { TapSummary } from "@passwright/sdk/loading";
import { graphHeadline } from "./graph.ts";
import { counted, headline, leftOutLines, passesOf } from "./plan.ts";
import type { PlanContext } from "./plan.ts";

type ExplainContext = PlanContext & { readonly taps: readonly TapSummary[] };

export function explainText(raw: Plan, context: ExplainContext): string {
  const plan = escapeData(raw);
  const steps = plan.steps.map((step) => stepText(step, plan.anchor));
  return withNotes(headline(plan, context), [...steps, ...leftOutLines(plan).map((line) => line.trim())], context);
}

function withNotes(head: string, paragraphs: readonly string[], { rest = [], taps }: ExplainContext): string {
  const notes = escapeData(rest).map((line) => line.trim());
  const tapped = escapeData(taps).map(
    ({ hook, tap, plugin }) => `hook ${hook}\n    tapped   ${tap} (plugin ${plugin})`,
  );
  return [head, ...[...paragraphs, ...notes, ...tapped].map((text) => `\n${text}`)].join("\n");
}

export function explainSomeText(raw: Plan, names: readonly string[]): string {
  const [some, refused] = [escapeData(raw), escapeData(names)];
  const steps = some.steps.map((step) => stepText(step, some.anchor));
  const known = new Set(
    [...some.steps, ...some.leftOut, ...some.alternatives].flatMap((one) => [one.address, one.pass]),
  );
  const absent = refused.filter((name) => !known.has(name));
  return [
    ...steps,
    ...leftOutLines(some).map((line) => line.trim()),
    ...absent.map(
      (name) => `${name}\n    is not in the plan; \`passwright explain --where ${name}\` lists its legal positions`,
    ),
  ].join("\n\n");
}

/** Explains a step. If the step belongs to a graph, `inside` is the pipeline that contains the step. */
function stepText(step: PlanStep, anchor: string, inside?: string): string {
  const on = [step.on?.anchor ?? anchor, ...step.nests.map((nest) => nest.anchor)].join(" > ");
  const options = printOptions(step.options);
  const lines = [
    `${inside === undefined ? "" : `${inside}: `}${step.kind === "point" ? `· ${step.pass}` : step.address}`,
    `    from     ${originText(step.origin)}`,
    ...(step.kind === "point" ? ["    is       an extension point"] : [`    types    ${step.types.join(", ")}`]),
    `    on       ${on}`,
    ...(step.bundle === undefined ? [] : [`    bundle   ${step.bundle}`]),
    ...(options === "" ? [] : [`    options  ${options}`]),
    ...(step.because === "" ? [] : [`    because  ${step.because}`]),
    ...(step.notes ?? []).map((note) => `    order    ${note}`),
  ];
  return lines.join("\n");
}

export function differenceText(
  differences: readonly string[],
  tapsGone: readonly TapSummary[],
  without: readonly string[],
): string {
  const all = escapeData([
    ...differences,
    ...tapsGone.map(({ hook, tap, plugin }) => `hook \`${hook}\` is no longer tapped by \`${tap}\` (plugin ${plugin})`),
  ]);
  const names = escapeData(without.join(", "));
  if (all.length === 0) return `without ${names}: nothing changes`;
  return [`without ${names}:`, ...all.map((difference) => `  ${difference}`)].join("\n");
}

export function explainGraphText(raw: GraphPlan, context: ExplainContext): string {
  const plan = escapeData(raw);
  const all = allPipelines(plan).map((pipeline) => ({ pipeline, isNamed: true }));
  return withNotes(graphHeadline(plan, context), pipelineTexts(plan, all), context);
}

export interface SelectedPipeline {
  readonly pipeline: PlannedPipeline;
  /** Whether the user named the pipeline itself. False if the user named only steps of the pipeline. */
  readonly isNamed: boolean;
}

export function explainSomeOfGraphText(raw: GraphPlan, selected: readonly SelectedPipeline[]): string {
  return pipelineTexts(escapeData(raw), escapeData(selected)).join("\n\n");
}

type Origins = ReadonlyMap<string, string>;

function pipelineTexts(plan: GraphPlan, selected: readonly SelectedPipeline[]): string[] {
  const origins = new Map(allPipelines(plan).map(({ path, origin }) => [path, originText(origin)]));
  return selected.flatMap(({ pipeline, isNamed }) =>
    isNamed ? [pipelineText(pipeline, plan, origins), ...stepTexts(pipeline)] : stepTexts(pipeline),
  );
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

function orderLines({ path, predecessors, successorOf = [], origin }: PlannedPipeline, origins: Origins): string[] {
  if (predecessors.length === 0)
    return ["    order    has no predecessors; such pipelines run in the order of their names"];
  const inside = path.slice(0, path.lastIndexOf("/") + 1);
  const theirs = new Set(successorOf);
  return predecessors.map((name) =>
    theirs.has(name)
      ? `    after    ${name}, which lists this pipeline as a successor (${origins.get(`${inside}${name}`)})`
      : `    after    ${name}, a predecessor of this pipeline (${originText(origin)})`,
  );
}

/** Returns the graph that directly contains a pipeline: `plan` itself, or a subgraph of `plan`. */
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

export function placesText(places: LegalPlaces): string {
  const { pass, ranges, nowhere } = escapeData(places);
  if (ranges.length > 0) return [`legal positions of \`${pass}\`:`, ...ranges.flatMap(rangeLines)].join("\n");
  return [`\`${pass}\` has no legal position:`, ...nowhere.map((problem) => `  ${withReason(problem)}`)].join("\n");
}

function rangeLines({ after, before, notEarlier, notLater }: LegalRange): string[] {
  const limits = [
    ...(after === undefined ? [] : [`after \`${after}\``]),
    ...(before === undefined ? [] : [`before \`${before}\``]),
  ];
  return [
    `  ${limits.join(" and ") || "at any position"}`,
    ...(notEarlier === undefined ? [] : [`    not earlier: ${withReason(notEarlier)}`]),
    ...(notLater === undefined ? [] : [`    not later:   ${withReason(notLater)}`]),
  ];
}

function withReason({ message, reason }: Diagnostic): string {
  return reason === undefined ? message : `${message}: "${reason}"`;
}
