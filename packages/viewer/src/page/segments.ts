import type { RecordedStep } from "../recording/recording.ts";
import { editsBetween, replacements } from "../recording/edits.ts";
import type { Edit } from "../recording/edits.ts";
import { linesOf } from "../recording/texts.ts";
import type { LineEdit, TextReader } from "../recording/texts.ts";
import type { Model } from "./model.ts";
import { chunksOf, partEdits } from "./operations.ts";
import type { TrackedOperation } from "./operations.ts";

/** Corresponding chunks of two snapshots. The chunks are either the same in both snapshots, or changed. */
export interface Segment {
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly isChanged: boolean;
}

/** Divides two snapshots into segments. A changed chunk is compared with the chunk that has the same label. */
export function segmentsOf(
  { texts }: Pick<Model, "texts">,
  old: readonly number[],
  now: readonly number[],
): readonly Segment[] {
  const edits: readonly Edit<number>[] = old.length === now.length ? replacements(old, now) : editsBetween(old, now);
  const segments: Segment[] = [];
  let at = 0;
  const same = (end: number): void => {
    const chunks = old.slice(at, end);
    if (chunks.length > 0) segments.push({ before: chunks, after: chunks, isChanged: false });
  };
  for (const [index, removed, ...inserted] of edits) {
    same(index);
    const gone = old.slice(index, index + removed);
    const isPaired =
      gone.length === inserted.length &&
      gone.every((one, place) => texts.label(one) === texts.label(inserted[place] ?? -1));
    if (isPaired)
      gone.forEach((one, place) =>
        segments.push({ before: [one], after: [inserted[place] as number], isChanged: true }),
      );
    else segments.push({ before: gone, after: inserted, isChanged: true });
    at = index + removed;
  }
  same(old.length);
  return segments;
}

/** Returns the line edits in a segment. */
export function editsOf(
  { texts }: Pick<Model, "texts">,
  before: readonly number[],
  after: readonly number[],
): readonly LineEdit[] {
  const [old, now] = [before[0], after[0]];
  if (before.length === 1 && after.length === 1 && old !== undefined && now !== undefined) return texts.edits(old, now);
  const lines = (chunks: readonly number[]): string[] => linesOf(chunks.map((chunk) => texts.text(chunk)).join(""));
  return editsBetween(lines(before), lines(after));
}

/** Numbers of lines that a step added and removed. */
export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

const counts = new WeakMap<RecordedStep, Map<TrackedOperation | undefined, LineCounts>>();

/** Returns the numbers of lines that a step added and removed, in the file or in one operation. */
export function lineCounts(model: Model, step: RecordedStep, operation?: TrackedOperation): LineCounts {
  const byOperation = counts.get(step) ?? new Map<TrackedOperation | undefined, LineCounts>();
  counts.set(step, byOperation);
  const known = byOperation.get(operation);
  if (known !== undefined) return known;
  let [added, removed] = [0, 0];
  for (const [, count, ...inserted] of lineEdits(model, step, operation)) {
    added += inserted.length;
    removed += count;
  }
  byOperation.set(operation, { added, removed });
  return { added, removed };
}

function lineEdits(model: Model, step: RecordedStep, operation: TrackedOperation | undefined): readonly LineEdit[] {
  if (step.parts !== undefined) return partEdits(model, step, operation);
  // Does not return counts if several steps share their texts, because the changes of each step are then unknown.
  if (step.before === step.after || step.together !== undefined) return [];
  return segmentsOf(model, chunksOf(model, step.before, operation), chunksOf(model, step.after, operation)).flatMap(
    ({ before, after, isChanged }) => (isChanged ? editsOf(model, before, after) : []),
  );
}

const lines = new WeakMap<TextReader, Map<number, number>>();

/** Returns the number of lines of a text. Caches the number of lines of each chunk. */
export function lineCount({ texts }: Model, chunks: readonly number[]): number {
  const known = lines.get(texts) ?? new Map<number, number>();
  lines.set(texts, known);
  let sum = 0;
  for (const chunk of chunks) {
    let count = known.get(chunk);
    if (count === undefined) known.set(chunk, (count = newlines(texts.text(chunk))));
    sum += count;
  }
  return sum;
}

export function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
