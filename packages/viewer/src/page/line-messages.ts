import type { RecordedRun } from "../recording/recording.ts";
import { moveLine } from "../recording/lines.ts";
import type { Comparison } from "./comparison.ts";
import { skippedBefore } from "./skipped-lines.ts";
import type { LineMessage } from "./skipped-lines.ts";
import { textOf } from "./model.ts";
import type { Execution, Model } from "./model.ts";
import { chunksOf } from "./operations.ts";
import type { TrackedOperation } from "./operations.ts";
import { lineCount } from "./segments.ts";

/** Maximum length, in characters, of a text in which the line of a diagnostic is followed from step to step. */
const MOST = 2_000_000;

/**
 * Returns the diagnostics of a step as messages below lines of a text: the text after the step if `isAfter` is set, or
 * else the text before the step.
 */
export function lineMessages(
  model: Model,
  run: RecordedRun | undefined,
  { visit, step }: Execution,
  { skippedRanges }: Comparison,
  operation: TrackedOperation | undefined,
  isAfter: boolean,
): readonly LineMessage[] {
  const offset = linesBefore(model, isAfter ? step.after : step.before, operation);
  const skipped = skippedRanges.map((range) => ({
    line: isAfter ? range.after : range.before,
    skipped: range.skipped,
  }));
  return (run?.diagnostics ?? []).flatMap((one, index) => {
    const start = run?.lines?.[index] ?? -1;
    if (one.step !== step.step || start === -1) return [];
    const line = follow(model, visit, step, start, isAfter) - offset + 1;
    // Searches for the line of the diagnostic in the excerpt. Drops the diagnostic if the excerpt omits this line.
    let shown = line;
    while (shown > 0 && shown + skippedBefore(skipped, shown) > line) shown--;
    if (shown < 1 || shown + skippedBefore(skipped, shown) !== line) return [];
    return [{ line: shown, severity: one.severity, text: `${one.severity} ${one.code}: ${one.message}` }];
  });
}

/**
 * Follows a line of the first snapshot to the text before or after a step. Returns the index of the line in that text,
 * or -1 if the line is removed.
 */
function follow(
  model: Model,
  visit: Execution["visit"],
  last: Execution["step"],
  start: number,
  isAfter: boolean,
): number {
  let line = start;
  for (const step of visit.steps) {
    const isLast = step === last;
    if (line !== -1 && step.before !== step.after && (!isLast || isAfter)) {
      const [before, after] = [textOf(model, step.before), textOf(model, step.after)];
      line = before.length > MOST ? -1 : moveLine(before, after, line).line;
    }
    if (isLast) break;
  }
  return line;
}

/** Returns the number of lines of the file before an operation. */
export function linesBefore(model: Model, snapshot: number, operation: TrackedOperation | undefined): number {
  if (operation === undefined) return 0;
  const chunks = model.snapshots.chunks(snapshot);
  const [first] = chunksOf(model, snapshot, operation);
  const index = first === undefined ? -1 : chunks.indexOf(first);
  return lineCount(model, chunks.slice(0, Math.max(0, index)));
}
