import { editsBetween } from "../recording/edits.ts";
import type { RecordedStep, Recording } from "../recording/recording.ts";
import type { SnapshotReader } from "../recording/snapshots.ts";
import { linesOf } from "../recording/texts.ts";
import type { LineEdit, TextReader } from "../recording/texts.ts";

/**
 * Operation with a symbol, followed through all states of the inputs. A conversion of the operation changes its label.
 */
export interface TrackedOperation {
  /** Name that starts with the symbol: `@main (func.func → llvm.func)`. */
  readonly name: string;
  /** Labels of the texts of the operation: `func.func @main`, `llvm.func @main`. */
  readonly labels: readonly string[];
}

interface Readers {
  readonly snapshots: SnapshotReader;
  readonly texts: TextReader;
}

/** Operations of a recording, by label. */
export class TrackedOperations {
  readonly #byLabel = new Map<string, TrackedOperation>();
  /**
   * Changed operations of all runs, in the order of their names. Contains only operations whose text is stored
   * separately, because the page cannot compare other operations.
   */
  readonly changed: readonly TrackedOperation[];

  constructor(recording: Recording, readers: Readers) {
    const steps = recording.runs.flatMap(({ visits }) => visits.flatMap((visit) => visit.steps));
    const groups = new Map<string, readonly string[]>();
    const changed = new Set<string>();
    for (const step of steps) {
      const { was, is, gone, added } = exchanged(readers, step);
      for (const label of [...was, ...is]) changed.add(label);
      for (const [old, now] of conversions(gone, added)) {
        const group = [...new Set([...(groups.get(old) ?? [old]), ...(groups.get(now) ?? [now])])];
        for (const label of group) groups.set(label, group);
      }
    }
    for (const labels of new Set(groups.values())) {
      const operation = { name: nameOf(labels), labels };
      for (const label of labels) this.#byLabel.set(label, operation);
    }
    this.changed = [...new Set([...changed].map((label) => this.of(label)))].sort((one, other) =>
      one.name < other.name ? -1 : 1,
    );
  }

  of(label: string): TrackedOperation {
    const known = this.#byLabel.get(label);
    if (known !== undefined) return known;
    const operation = { name: nameOf([label]), labels: [label] };
    this.#byLabel.set(label, operation);
    return operation;
  }
}

function divided(label: string): readonly [kind: string, symbol: string | undefined] {
  const at = label.indexOf(" @");
  return at === -1 ? [label, undefined] : [label.slice(0, at), label.slice(at + 1)];
}

function nameOf(labels: readonly string[]): string {
  const [kind, symbol] = divided(labels[0] ?? "");
  return symbol === undefined ? kind : `${symbol} (${labels.map((label) => divided(label)[0]).join(" → ")})`;
}

/**
 * Returns the labels of the texts that a step changed, and the labels that occur only before or only after the step.
 */
function exchanged({ snapshots, texts }: Readers, { before, after }: RecordedStep) {
  const labels = (chunks: readonly number[], others: ReadonlySet<number>): ReadonlySet<string> =>
    new Set(chunks.flatMap((chunk) => (others.has(chunk) ? [] : (texts.label(chunk) ?? []))));
  if (before === after) return { was: [], is: [], gone: [], added: [] };
  const [old, now] = [snapshots.chunks(before), snapshots.chunks(after)];
  const [was, is] = [labels(old, new Set(now)), labels(now, new Set(old))];
  const gone = [...was].filter((label) => !is.has(label));
  return { was, is, gone, added: [...is].filter((label) => !was.has(label)) };
}

/** Returns pairs of labels with the same symbol. */
function conversions(gone: readonly string[], added: readonly string[]): (readonly [string, string])[] {
  const symbols = new Map(added.map((label) => [divided(label)[1], label]));
  return gone.flatMap((label) => {
    const [, symbol] = divided(label);
    const now = symbol === undefined ? undefined : symbols.get(symbol);
    return now === undefined ? [] : [[label, now] as const];
  });
}

/** Returns the indices of the texts of a snapshot, or of one operation in the snapshot. */
export function chunksOf(
  { snapshots, texts }: Readers,
  snapshot: number,
  operation: TrackedOperation | undefined,
): readonly number[] {
  const chunks = snapshots.chunks(snapshot);
  return operation === undefined
    ? chunks
    : chunks.filter((chunk) => operation.labels.includes(texts.label(chunk) ?? ""));
}

/**
 * Returns whether a step changed, added, removed or converted an operation. If the recording does not contain the texts
 * between several steps, returns true for each of the steps that changed any operation.
 */
export function changesOperation(readers: Readers, step: RecordedStep, operation: TrackedOperation): boolean {
  if (step.changed.some((label) => operation.labels.includes(label))) return true;
  if (step.changed.length === 0 || step.before === step.after) return false;
  return chunksOf(readers, step.before, operation).join() !== chunksOf(readers, step.after, operation).join();
}

/** Returns the effect of a step on an operation. The step must have added, removed or changed the operation. */
export function effectOn(
  readers: Readers,
  { before, after }: RecordedStep,
  operation: TrackedOperation,
): "added" | "changed" | "removed" {
  const [was, is] = [before, after].map((snapshot) => chunksOf(readers, snapshot, operation).length > 0);
  return was === is ? "changed" : is === true ? "added" : "removed";
}

/** Returns the separate texts of an operation before and after a step, if they were recorded for the step. */
export function partOf(
  { parts = [] }: RecordedStep,
  operation: TrackedOperation | undefined,
): NonNullable<RecordedStep["parts"]>[number] | undefined {
  return parts.find((one) => operation?.labels.includes(one.operation));
}

/**
 * Returns the line edits in the separate texts of one operation, or of all operations, if these texts were recorded for
 * the step.
 */
export function partEdits(
  { texts }: Readers,
  { parts = [] }: RecordedStep,
  operation: TrackedOperation | undefined,
): readonly LineEdit[] {
  return parts.flatMap(({ operation: label, before, after }) =>
    operation === undefined || operation.labels.includes(label)
      ? editsBetween(linesOf(texts.text(before)), linesOf(texts.text(after)))
      : [],
  );
}

/**
 * Returns the operations in the text before or after a step. Each entry states whether the step changed the operation.
 */
export function operationsIn(
  readers: Readers & { readonly operations: TrackedOperations },
  step: RecordedStep,
): { readonly operation: TrackedOperation; readonly isChanged: boolean }[] {
  const { snapshots, texts, operations } = readers;
  const [old, now] = [snapshots.chunks(step.before), snapshots.chunks(step.after)];
  const [was, is] = [new Set(old), new Set(now)];
  const found = new Map<TrackedOperation, boolean>();
  for (const chunk of old === now ? now : [...old, ...now]) {
    const label = texts.label(chunk);
    if (label === undefined) continue;
    const operation = operations.of(label);
    found.set(operation, (found.get(operation) ?? false) || !was.has(chunk) || !is.has(chunk));
  }
  return [...found].map(([operation, isChanged]) => ({ operation, isChanged }));
}
