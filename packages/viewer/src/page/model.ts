import { escapeData } from "@passwright/core";
import { RECORDING_VERSION } from "../recording/recording.ts";
import { SnapshotReader } from "../recording/snapshots.ts";
import { TextReader } from "../recording/texts.ts";
import { chunksOf, TrackedOperations } from "./operations.ts";
import type { TrackedOperation } from "./operations.ts";
import type { RecordedPipeline, RecordedRun, RecordedStep, RecordedVisit, Recording } from "../recording/recording.ts";

type StepJson = RecordedPipeline["explained"][number];

/** Error for a recording with an unknown version. */
export class IncompatibleRecording extends Error {}

/** Contributor of steps, with the number of the contributor's color. */
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
  readonly snapshots: SnapshotReader;
  readonly texts: TextReader;
  readonly operations: TrackedOperations;
  /** Short names of the steps of all plans, by address. */
  readonly stepNames: ReadonlyMap<string, string>;
}

/**
 * Prepares a recording for the page. Escapes control characters, except in texts of inputs and outputs, where the
 * editor makes control characters visible.
 */
export function modelOf(raw: Recording): Model {
  if (raw.version !== RECORDING_VERSION)
    throw new IncompatibleRecording(
      `This recording has version ${String(raw.version)}, and this page reads version ${RECORDING_VERSION}.`,
    );
  const { texts, snapshots, orders, ...rest } = raw;
  const recording: Recording = { ...escapeData(rest), texts, snapshots, ...(orders === undefined ? {} : { orders }) };
  const pipelines = recording.pipelines.map((facts) => pipelineModel(recording, facts));
  const readers = { snapshots: new SnapshotReader(snapshots), texts: new TextReader(texts) };
  return {
    recording,
    pipelines,
    contributors: contributorsOf(recording),
    ...readers,
    operations: new TrackedOperations(recording, readers),
    stepNames: stepNames(addressesOf(recording)),
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

function addressesOf({ pipelines, whatIf }: Recording): string[] {
  const planned = whatIf.variants.flatMap((variant) => variant.pipelines.flatMap(({ steps }) => steps));
  return [...pipelines.flatMap(({ explained }) => explained), ...planned].map((step) =>
    typeof step === "string" ? step : step.address,
  );
}

/**
 * Maps addresses of steps to short names without the contributor. If several steps would get the same short name, maps
 * the address of each of these steps to itself.
 */
export function stepNames(addresses: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...new Set(addresses)];
  const counts = new Map<string, number>();
  for (const address of all) counts.set(shortened(address), (counts.get(shortened(address)) ?? 0) + 1);
  return new Map(all.map((address) => [address, counts.get(shortened(address)) === 1 ? shortened(address) : address]));
}

function shortened(address: string): string {
  return address.replace(/^.*::/, "");
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

/** One execution of a step in a run. A step has several executions if a graph visits its pipeline several times. */
export interface Execution {
  readonly visit: RecordedVisit;
  readonly step: RecordedStep;
}

export function executionsOf(run: RecordedRun | undefined, address: string, path: string | undefined): Execution[] {
  return (run?.visits ?? []).flatMap((visit) =>
    visit.pipeline === path ? visit.steps.flatMap((step) => (step.step === address ? [{ visit, step }] : [])) : [],
  );
}

/** Returns whether a run failed before its first step, for example because its input cannot be read. */
export function failedAtStart(run: RecordedRun | undefined): boolean {
  return run !== undefined && !run.ok && run.visits.length === 0;
}

/** Returns the reason why a step was not executed. */
export function whyNotRun(run: RecordedRun | undefined, { facts, path }: PipelineModel, address: string): string {
  if (run === undefined) return "there is no run";
  if (failedAtStart(run))
    return run.diagnostics.find(({ severity }) => severity === "error")?.message ?? "the run failed";
  const visits = run.visits.filter(({ pipeline }) => pipeline === path);
  if (visits.length === 0) return "the run did not reach this pipeline";
  const failed = visits.flatMap(({ steps }) => steps).find((step) => step.failed === true)?.step;
  const index = (wanted: string): number => facts.explained.findIndex((step) => step.address === wanted);
  return failed !== undefined && index(failed) < index(address)
    ? `\`${failed}\` failed before it`
    : "it found no operation to work on";
}

/** Returns whether a step changed an operation. */
export function isChange({ changed }: RecordedStep): boolean {
  return changed.length > 0;
}

/** Returns the text of a snapshot, or of one operation in the snapshot. */
export function textOf(model: Model, snapshot: number, operation?: TrackedOperation): string {
  return chunksOf(model, snapshot, operation)
    .map((chunk) => model.texts.text(chunk))
    .join("");
}
