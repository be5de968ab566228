import { Change, diff } from "@codemirror/merge";
import type { RecordedStep } from "../recording/recording.ts";
import type { LineEdit } from "../recording/texts.ts";
import { linesOf } from "../recording/texts.ts";
import { hasLongLine, shortened } from "./long-lines.ts";
import type { Model } from "./model.ts";
import { chunksOf } from "./operations.ts";
import type { TrackedOperation } from "./operations.ts";
import { editsOf, lineCount, newlines, segmentsOf } from "./segments.ts";

/**
 * Maximum length, in characters, of a text in which the editor folds unchanged lines. For a longer text, the editor
 * receives an excerpt.
 */
const LONGEST_FOLDED = 200_000;

/** Maximum number of characters in an excerpt. */
const MOST_SHOWN = 120_000;

/** Number of unchanged lines that an excerpt shows before and after each change. */
const MARGIN = 3;

/**
 * Minimum number of consecutive unchanged lines that an excerpt omits. An excerpt shows all lines of a shorter
 * sequence.
 */
const FEWEST_SKIPPED = 4;

/**
 * Limits of the comparison by characters. If the comparison reaches a limit, it marks larger ranges of characters as
 * changed.
 */
const DIFF = { scanLimit: 1000, timeout: 60 };

/**
 * Shown part of a comparison: a part of the text before the step, and the corresponding part of the text after the
 * step.
 */
interface Unit {
  readonly label?: string | undefined;
  readonly before: string;
  readonly after: string;
  /** Number of hidden lines before the unit. Hidden lines are equal in both texts. */
  readonly skipped: number;
  readonly isChanged: boolean;
}

/** Two texts for the editor. */
export interface Comparison {
  readonly before: string;
  readonly after: string;
  /** Changed ranges of characters. */
  readonly changes: readonly Change[];
  readonly skippedRanges: readonly SkippedRange[];
  /** Whether the texts are excerpts. */
  readonly isExcerpt: boolean;
  /** Number of changed operations that are not in the excerpt. */
  readonly leftOut: number;
  /** Whether parts of long lines are omitted. */
  readonly isShortened: boolean;
  /** Returns the label of the operation that contains a line. Lines are counted from 1. */
  labelAt(line: number, isAfter: boolean): string | undefined;
}

/** Number of omitted lines, and the next shown line in each text. Lines are counted from 1. */
export interface SkippedRange {
  readonly before: number;
  readonly after: number;
  readonly skipped: number;
}

/** Compares two texts as a whole. */
export function compareTexts(before: string, after: string): Comparison {
  return comparisonOf([{ before, after, skipped: 0, isChanged: before !== after }]);
}

/**
 * Compares the texts of the file, or of one operation, before and after a step. If `isFolded` is set, omits unchanged
 * lines of a long text.
 */
export function compareStep(
  model: Model,
  step: RecordedStep,
  operation: TrackedOperation | undefined,
  isFolded: boolean,
): Comparison {
  const { texts } = model;
  const [old, now] = [chunksOf(model, step.before, operation), chunksOf(model, step.after, operation)];
  const segments = segmentsOf(model, old, now);
  const length = now.reduce((sum, chunk) => sum + texts.text(chunk).length, 0);
  // Excerpts consist of whole lines, so only a text that ends with a line end gets an excerpt.
  const hasLines = now.every((chunk, index) => index === now.length - 1 || texts.text(chunk).endsWith("\n"));
  const textOf = (chunks: readonly number[]): string => chunks.map((chunk) => texts.text(chunk)).join("");
  if (!isFolded || length <= LONGEST_FOLDED || !hasLines) {
    return comparisonOf(
      segments.map(({ before, after, isChanged }) => {
        const text = textOf(after);
        return {
          label: labelOf(model, after),
          before: isChanged ? textOf(before) : text,
          after: text,
          skipped: 0,
          isChanged,
        };
      }),
    );
  }
  const units: Unit[] = [];
  let [shown, skipped, leftOut] = [0, 0, 0];
  const hasChange = segments.some(({ isChanged }) => isChanged);
  for (const { before, after, isChanged } of segments) {
    if (shown > MOST_SHOWN) {
      leftOut += isChanged ? 1 : 0;
      skipped += isChanged ? 0 : lineCount(model, after);
    } else if (isChanged) {
      const found = excerptOf(linesOf(textOf(before)), linesOf(textOf(after)), editsOf(model, before, after));
      for (const unit of found.units) {
        units.push({
          ...unit,
          label: labelOf(model, after) ?? labelOf(model, before),
          skipped: unit.skipped + skipped,
        });
        shown += unit.before.length + unit.after.length;
        skipped = 0;
      }
      skipped += found.skipped;
    } else if (hasChange) skipped += lineCount(model, after);
    else {
      for (const chunk of after) {
        const text = texts.text(chunk);
        if (shown > MOST_SHOWN) skipped += lineCount(model, [chunk]);
        else units.push({ label: texts.label(chunk), before: text, after: text, skipped: 0, isChanged: false });
        shown += text.length;
      }
    }
  }
  return comparisonOf(units, { isExcerpt: true, leftOut, skipped });
}

function labelOf({ texts }: Model, chunks: readonly number[]): string | undefined {
  const [first] = chunks;
  return first === undefined || chunks.length > 1 ? undefined : texts.label(first);
}

/**
 * Returns units that contain the first line, the changed lines, and the lines around the changed lines. `skipped` is
 * the number of lines after the last unit.
 */
function excerptOf(
  old: readonly string[],
  now: readonly string[],
  edits: readonly LineEdit[],
): { readonly units: Unit[]; readonly skipped: number } {
  const units: Unit[] = [];
  // Ranges of lines to show, as indices in the old text. Adding `shift` to a start, or `shiftAfter` to an end, gives
  // the index in the new text.
  const ranges: { start: number; end: number; readonly shift: number; shiftAfter: number; isChanged: boolean }[] = [];
  let shift = 0;
  const add = (start: number, end: number, change: number, isChanged: boolean): void => {
    const last = ranges.at(-1);
    if (last !== undefined && start - last.end < FEWEST_SKIPPED) {
      last.end = Math.max(last.end, end);
      last.shiftAfter += change;
      last.isChanged ||= isChanged;
    } else ranges.push({ start, end, shift, shiftAfter: shift + change, isChanged });
    shift += change;
  };
  if (old.length > 0 && now.length > 0) add(0, 1, 0, false);
  for (const [index, removed, ...inserted] of edits)
    add(Math.max(0, index - MARGIN), Math.min(old.length, index + removed + MARGIN), inserted.length - removed, true);
  let at = 0;
  for (const { start, end, shift: from, shiftAfter, isChanged } of ranges) {
    units.push({
      before: old.slice(start, end).join(""),
      after: now.slice(start + from, end + shiftAfter).join(""),
      skipped: start - at,
      isChanged,
    });
    at = end;
  }
  return { units, skipped: old.length - at };
}

/** Combines units into one comparison, and finds the changed characters within each unit. */
function comparisonOf(
  units: readonly Unit[],
  { isExcerpt = false, leftOut = 0, skipped = 0 }: { isExcerpt?: boolean; leftOut?: number; skipped?: number } = {},
): Comparison {
  const [old, now]: [string[], string[]] = [[], []];
  const changes: Change[] = [];
  const skippedRanges: SkippedRange[] = [];
  const starts: { readonly before: number; readonly after: number; readonly label: string | undefined }[] = [];
  let [fromA, fromB, lineA, lineB] = [0, 0, 1, 1];
  let isShortened = false;
  const deadline = Date.now() + DIFF.timeout;
  for (const unit of units) {
    // The editor replaces all line ends with \n.
    const [before, after] = shortened(unit.before.replace(/\r\n?/g, "\n"), unit.after.replace(/\r\n?/g, "\n"));
    isShortened ||= hasLongLine(unit.before) || hasLongLine(unit.after);
    old.push(before);
    now.push(after);
    if (unit.skipped > 0) skippedRanges.push({ before: lineA, after: lineB, skipped: unit.skipped });
    starts.push({ before: lineA, after: lineB, label: unit.label });
    if (unit.isChanged && before !== after) {
      const timeout = Math.max(1, deadline - Date.now());
      for (const one of diff(before, after, { ...DIFF, timeout }))
        changes.push(new Change(one.fromA + fromA, one.toA + fromA, one.fromB + fromB, one.toB + fromB));
    }
    [fromA, fromB] = [fromA + before.length, fromB + after.length];
    [lineA, lineB] = [lineA + newlines(before), lineB + newlines(after)];
  }
  if (skipped > 0) skippedRanges.push({ before: lineA, after: lineB, skipped });
  let [before, after] = [old.join(""), now.join("")];
  // The editor shows a line after the last line end. It marks the line before an added or removed last line as changed
  // if the texts do not end with a line end.
  const isEndEqual = changes.every(({ toA, toB }) => toA < fromA - 1 && toB < fromB - 1);
  if (isEndEqual && before.endsWith("\n") && after.endsWith("\n"))
    [before, after] = [before.slice(0, -1), after.slice(0, -1)];
  return {
    before,
    after,
    changes,
    skippedRanges,
    isExcerpt,
    leftOut,
    isShortened,
    labelAt: (line, isAfter) => starts.findLast((one) => (isAfter ? one.after : one.before) <= line)?.label,
  };
}
