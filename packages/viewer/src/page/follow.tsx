import { useMemo } from "preact/hooks";
import type { RecordedStep, RecordedVisit } from "../recording/recording.ts";
import { editsBetween, linesOf } from "../recording/texts.ts";
import type { Model } from "./model.ts";
import { textOf } from "./model.ts";

interface FollowProps {
  readonly model: Model;
  /** Line at the cursor. */
  readonly line: string;
  readonly label: string | undefined;
  readonly run: RecordedVisit | undefined;
  readonly onStep: (address: string) => void;
}

/** Texts that a line has had, each with the step that made it. */
interface Trace {
  readonly step: string;
  readonly text: string | undefined;
}

/** Follows the operation at the cursor through the steps. */
export function Follow({ model, line, label, run, onStep }: FollowProps) {
  const trace = useMemo(
    () => (run === undefined ? [] : traceOf(model, run.steps, line, label)),
    [model, run, line, label],
  );
  return (
    <section class="pw-follow" aria-label="The line at the cursor through the steps">
      <h3>
        <code>{line.trim().slice(0, 120)}</code>
      </h3>
      {trace.length === 0 ? (
        <p>No step changes this line.</p>
      ) : (
        <ol>
          {trace.map(({ step, text }) => (
            <li>
              <button type="button" class="pw-link" onClick={() => onStep(step)}>
                {step}
              </button>{" "}
              {text === undefined ? <em>removes it</em> : <code>{text.trim().slice(0, 160)}</code>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Longest text in which lines are followed, in characters. */
const MOST = 2_000_000;

function traceOf(model: Model, steps: readonly RecordedStep[], line: string, label: string | undefined): Trace[] {
  const trimmed = line.trim();
  const changes = steps.filter(({ before, after }) => before.chunks.join() !== after.chunks.join());
  const texts = changes.map(
    ({ before, after }) => [textOf(model, before.chunks, label), textOf(model, after.chunks, label)] as const,
  );
  // Start where the line is first found, and go in both directions from there.
  const start = texts.findIndex((pair) => pair.some((text) => text.length < MOST && indexOfLine(text, trimmed) !== -1));
  if (start === -1) return [];
  const isBefore = indexOfLine(texts[start]?.[0] ?? "", trimmed) !== -1;
  const trace: Trace[] = [];
  if (!isBefore) trace.push({ step: (changes[start] as RecordedStep).step, text: line });
  let at = indexOfLine(texts[start]?.[isBefore ? 0 : 1] ?? "", trimmed);
  for (let index = isBefore ? start : start + 1; index < texts.length && at !== -1; index++) {
    const [before, after] = texts[index] as readonly [string, string];
    const moved = moveLine(before, after, at);
    if (moved.isSame) at = moved.line;
    else {
      const text = moved.line === -1 ? undefined : linesOf(after)[moved.line];
      trace.push({ step: (changes[index] as RecordedStep).step, text });
      at = moved.line;
    }
  }
  return trace;
}

function indexOfLine(text: string, trimmed: string): number {
  return linesOf(text).findIndex((one) => one.trim() === trimmed);
}

/** Returns where a line is after a change: by its operation, if its own text changed. */
function moveLine(before: string, after: string, line: number): { readonly line: number; readonly isSame: boolean } {
  let shift = 0;
  for (const [at, removed, ...inserted] of editsBetween(before, after)) {
    if (at > line) break;
    if (line < at + removed) {
      const old = linesOf(before)[line] ?? "";
      const found = inserted.findIndex((one) => isLike(one, old));
      return { line: found === -1 ? -1 : at + shift + found, isSame: false };
    }
    shift += inserted.length - removed;
  }
  return { line: line + shift, isSame: true };
}

/** Whether two lines show the same operation, with other operands or results. */
function isLike(one: string, other: string): boolean {
  const key = (line: string): string | undefined =>
    /(?:^|\s|<)([A-Za-z_][\w$]*(?:[.:-][\w$]+)+|[a-z]+(?=[\s>/]))/.exec(line.replace(/"[^"]*"/g, ""))?.[1];
  const [left, right] = [key(one), key(other)];
  return left !== undefined && left === right;
}
