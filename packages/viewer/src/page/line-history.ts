import type { RecordedStep } from "../recording/recording.ts";
import { moveLine } from "../recording/lines.ts";
import { linesOf } from "../recording/texts.ts";
import type { Model } from "./model.ts";
import { isChange, textOf } from "./model.ts";
import { partOf } from "./operations.ts";
import type { TrackedOperation } from "./operations.ts";

/** Line of a text before or after a step. */
export interface ChosenLine {
  readonly text: string;
  /** Number of the line in the shown text, from 1. */
  readonly number: number;
  readonly isAfter: boolean;
  /** Index of the line in the text of `operation`, or in the file if `operation` is absent. */
  readonly index: number;
  readonly operation: TrackedOperation | undefined;
}

/** Change of a line. */
export interface LineChange {
  /**
   * Addresses of the steps that might have made the change. Several steps share a change if the recording contains only
   * the text before the first step and the text after the last step.
   */
  readonly steps: readonly string[];
  /** Text after the step. Absent if the step removes the line. */
  readonly text: string | undefined;
  readonly isAdded: boolean;
}

/** Maximum length, in characters, of a text in which a line is followed from step to step. */
const MOST = 2_000_000;

interface Texts {
  readonly step: RecordedStep;
  readonly steps: string[];
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the changes that the steps of a visit make to a line. Returns `undefined` if a text is too long for this
 * search.
 */
export function lineHistory(
  model: Model,
  steps: readonly RecordedStep[],
  chosen: RecordedStep,
  { index, isAfter, operation }: ChosenLine,
): readonly LineChange[] | undefined {
  const states = textsOf(model, steps, chosen, operation);
  if (states.some(({ before, after }) => before.length > MOST || after.length > MOST)) return undefined;
  const isPart = partOf(chosen, operation) !== undefined;
  const at = states.findIndex(
    ({ step }) => step === chosen || (!isPart && step.before === chosen.before && step.after === chosen.after),
  );
  if (at === -1) return [];
  const earlier: LineChange[] = [];
  let line = index;
  let text = linesOf((isAfter ? states[at]?.after : states[at]?.before) ?? "")[line];
  let last = isAfter ? states[at]?.after : states[at]?.before;
  for (const { steps: by, before, after } of states.slice(0, isAfter ? at + 1 : at).reverse()) {
    if (after !== last) break;
    last = before;
    const moved = moveLine(after, before, line);
    line = moved.line;
    if (moved.isSame) continue;
    earlier.unshift({ steps: by, text, isAdded: line === -1 });
    if (line === -1) break;
    text = linesOf(before)[line];
  }
  const later: LineChange[] = [];
  line = index;
  last = isAfter ? states[at]?.after : states[at]?.before;
  for (const { steps: by, before, after } of states.slice(isAfter ? at + 1 : at)) {
    if (before !== last) break;
    last = after;
    const moved = moveLine(before, after, line);
    line = moved.line;
    if (moved.isSame) continue;
    later.push({ steps: by, text: line === -1 ? undefined : linesOf(after)[line], isAdded: false });
    if (line === -1) break;
  }
  return [...earlier, ...later];
}

/** Returns the texts around the chosen step, in the order of the steps. Steps that share a change count as one step. */
function textsOf(
  model: Model,
  steps: readonly RecordedStep[],
  chosen: RecordedStep,
  operation: TrackedOperation | undefined,
): readonly Texts[] {
  const found: Texts[] = [];
  const hasParts = partOf(chosen, operation) !== undefined;
  for (const step of steps) {
    const part = hasParts ? partOf(step, operation) : undefined;
    if (hasParts && part === undefined) continue;
    const by = isChange(step) ? [step.step] : [];
    const last = found.at(-1);
    if (!hasParts && last?.step.before === step.before && last.step.after === step.after) {
      last.steps.push(...by);
      continue;
    }
    if (step.before === step.after && step !== chosen) continue;
    const read = (snapshot: number): string => textOf(model, snapshot, operation);
    found.push(
      part === undefined
        ? { step, steps: by, before: read(step.before), after: read(step.after) }
        : { step, steps: by, before: model.texts.text(part.before), after: model.texts.text(part.after) },
    );
  }
  return found;
}
