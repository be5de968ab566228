import { escapeData } from "@passwright/core";
import { RECORDING_VERSION } from "../recording/recording.ts";
import { TextReader } from "../recording/texts.ts";
import type { RecordedPipeline, RecordedRun, RecordedStep, RecordedVisit, Recording } from "../recording/recording.ts";

type StepJson = RecordedPipeline["explained"][number];

/** Recording in a version that this page does not know. */
export class IncompatibleRecording extends Error {}

/** Contributor of steps, with the number of its colour. */
export interface Contributor {
  readonly name: string;
  readonly kind: StepJson["origin"]["kind"];
  readonly color: number;
  readonly steps: number;
}

/** Pipeline as the page shows it. */
export interface PipelineModel {
  readonly facts: RecordedPipeline;
  readonly path?: string;
  readonly points: readonly { readonly name: string; readonly stepsBefore: number }[];
  readonly leftOut: readonly { readonly address: string; readonly because: string }[];
  readonly alternatives: readonly { readonly address: string; readonly when: object }[];
  readonly notes: readonly string[];
}

/** Recording as the page shows it. */
export interface Model {
  readonly recording: Recording;
  readonly pipelines: readonly PipelineModel[];
  readonly contributors: readonly Contributor[];
  readonly texts: TextReader;
  /** Operations that steps of any run changed. */
  readonly changedOperations: readonly string[];
}

/** Prepares a recording. Control characters are escaped everywhere but in the texts, where the editor shows them. */
export function modelOf(raw: Recording): Model {
  if (raw.version !== RECORDING_VERSION)
    throw new IncompatibleRecording(
      `This recording has version ${String(raw.version)}, and this page reads version ${RECORDING_VERSION}.`,
    );
  const { texts, orders, ...rest } = raw;
  const recording: Recording = { ...escapeData(rest), texts, ...(orders === undefined ? {} : { orders }) };
  const pipelines = recording.pipelines.map((facts) => pipelineModel(recording, facts));
  return {
    recording,
    pipelines,
    contributors: contributorsOf(recording),
    texts: new TextReader(texts),
    changedOperations: changedOperations(recording.runs),
  };
}

function pipelineModel({ plan, graph }: Recording, facts: RecordedPipeline): PipelineModel {
  const { path } = facts;
  const found = path === undefined ? plan : graph && pipelineIn(graph.pipelines, path);
  const { extensionPoints = [], leftOut = [], alternatives = [], overridden = [], retyped = [] } = found ?? {};
  return {
    facts,
    ...(path === undefined ? {} : { path }),
    points: extensionPoints,
    leftOut,
    alternatives,
    notes: [
      ...overridden.map(({ what, because }) => `overridden: ${what} (${because})`),
      ...retyped.map(({ pass, types }) => `retyped: ${pass} is ${types.join(", ")}`),
    ],
  };
}

type PipelineJson = NonNullable<Recording["graph"]>["pipelines"][number];

function pipelineIn(pipelines: readonly PipelineJson[], path: string): PipelineJson | undefined {
  for (const one of pipelines) {
    if (one.path === path) return one;
    const inner = one.pipelines && pipelineIn(one.pipelines, path);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function contributorsOf({ pipelines, plugins }: Recording): Contributor[] {
  const found = new Map<string, { kind: Contributor["kind"]; steps: number }>();
  for (const { origin } of pipelines.flatMap(({ explained }) => explained)) {
    const known = found.get(origin.name);
    if (known === undefined) found.set(origin.name, { kind: origin.kind, steps: 1 });
    else known.steps++;
  }
  for (const { name } of plugins) if (!found.has(name)) found.set(name, { kind: "plugin", steps: 0 });
  const order = ["framework", "plugin", "config", "inserted"];
  const sorted = [...found].sort(
    ([left, a], [right, b]) => order.indexOf(a.kind) - order.indexOf(b.kind) || (left < right ? -1 : 1),
  );
  let color = 0;
  return sorted.map(([name, one]) => ({ name, ...one, color: one.kind === "framework" ? 0 : 1 + (color++ % 8) }));
}

function changedOperations(runs: readonly RecordedRun[]): string[] {
  const all = runs.flatMap(({ visits }) => visits.flatMap(({ steps }) => steps.flatMap(({ changed }) => changed)));
  return [...new Set(all)].sort();
}

/** What a step did in a run: its executions in order, one unless a graph visits its pipeline several times. */
export interface Execution {
  readonly visit: RecordedVisit;
  readonly step: RecordedStep;
}

export function executionsOf(run: RecordedRun | undefined, address: string, path: string | undefined): Execution[] {
  return (run?.visits ?? []).flatMap((visit) =>
    visit.pipeline === path ? visit.steps.flatMap((step) => (step.step === address ? [{ visit, step }] : [])) : [],
  );
}

/** Whether the text after a step differs from the text before it. */
export function isChange({ before, after, parts = [] }: RecordedStep): boolean {
  return parts.length > 0 || before.chunks.join() !== after.chunks.join();
}

/** Text of a snapshot, or of one operation in it. */
export function textOf({ texts }: Model, chunks: readonly number[], label?: string): string {
  const shown = label === undefined ? chunks : chunks.filter((chunk) => texts.label(chunk) === label);
  return shown.map((chunk) => texts.text(chunk)).join("");
}

/** Operations with texts in either of two snapshots, and whether each differs. */
export function operationsIn(
  { texts }: Model,
  { before, after }: RecordedStep,
): { readonly label: string; readonly isChanged: boolean }[] {
  const now = new Set(after.chunks);
  const same = new Set(before.chunks.filter((chunk) => now.has(chunk)));
  const labels = new Map<string, boolean>();
  for (const chunk of [...before.chunks, ...after.chunks]) {
    const label = texts.label(chunk);
    if (label !== undefined) labels.set(label, (labels.get(label) ?? false) || !same.has(chunk));
  }
  return [...labels].map(([label, isChanged]) => ({ label, isChanged }));
}

/** Numbers of lines that a step added and removed. */
export function lineCounts(model: Model, step: RecordedStep): { readonly added: number; readonly removed: number } {
  const known = counts.get(step);
  if (known !== undefined) return known;
  const [old, now] = [new Set(step.before.chunks), new Set(step.after.chunks)];
  const lines = (chunks: readonly number[], others: ReadonlySet<number>): Map<string, number> => {
    const found = new Map<string, number>();
    for (const chunk of chunks) {
      if (others.has(chunk)) continue;
      for (const line of model.texts.text(chunk).split("\n")) found.set(line, (found.get(line) ?? 0) + 1);
    }
    return found;
  };
  const [removed, added] = [lines(step.before.chunks, now), lines(step.after.chunks, old)];
  const more = (one: Map<string, number>, other: Map<string, number>): number =>
    [...one].reduce((sum, [line, count]) => sum + Math.max(0, count - (other.get(line) ?? 0)), 0);
  const result = { added: more(added, removed), removed: more(removed, added) };
  counts.set(step, result);
  return result;
}

const counts = new WeakMap<RecordedStep, { readonly added: number; readonly removed: number }>();
