import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { showComparison } from "./editor.ts";
import type { ShownComparison } from "./editor.ts";
import { Follow } from "./follow.tsx";
import { isTyping } from "./keys.ts";
import { languageOf } from "./languages.ts";
import { LONGEST, shortened } from "./long-lines.ts";
import { isChange, operationsIn, textOf } from "./model.ts";
import type { Execution, Model } from "./model.ts";

/** Longest text that is shown whole at first, in characters. Longer ones show the changed operations. */
const WHOLE = 200_000;

/** Most chunks of a text that is shown whole at first. */
const MOST_CHUNKS = 400;

interface ChangesProps {
  readonly model: Model;
  readonly input: string;
  readonly executions: readonly Execution[];
  /** Operation that the user looks at, in all steps. Empty for the whole file. */
  readonly operation: string | undefined;
  readonly onOperation: (operation: string) => void;
  readonly onStep: (address: string) => void;
}

/** The IR before and after a step. */
export function Changes({ model, input, executions, operation, onOperation, onStep }: ChangesProps) {
  const [index, setIndex] = useState(0);
  const [layout, setLayout] = useState<"split" | "unified">(() =>
    globalThis.matchMedia?.("(max-width: 1100px)").matches ? "unified" : "split",
  );
  const [isFolded, setFolded] = useState(true);
  const [line, setLine] = useState<{ readonly text: string; readonly label: string | undefined } | undefined>();
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<ShownComparison | undefined>(undefined);
  const execution = executions[Math.min(index, executions.length - 1)];
  const step = execution?.step;
  const operations = useMemo(() => (step === undefined ? [] : operationsIn(model, step)), [model, step]);
  const isLong = useMemo(() => step !== undefined && isTooLong(model, step.after.chunks), [model, step]);
  const label = operations.some((one) => one.label === operation)
    ? operation
    : isLong && operation !== ""
      ? (operations.find(({ isChanged }) => isChanged) ?? operations[0])?.label
      : undefined;
  const part = step?.parts?.find((one) => one.operation === operation) ?? step?.parts?.[0];
  const whole = useMemo((): readonly [string, string] => {
    if (step === undefined) return ["", ""];
    if (part !== undefined) return [model.texts.text(part.before), model.texts.text(part.after)];
    return [textOf(model, step.before.chunks, label), textOf(model, step.after.chunks, label)];
  }, [model, step, part, label]);
  const texts = useMemo(() => shortened(...whole), [whole]);

  useEffect(() => {
    if (place.current === null || step === undefined) return undefined;
    const [before, after] = texts;
    setLine(undefined);
    const onLine = (number: number, isAfter: boolean): void => {
      const text = (isAfter ? after : before).split("\n")[number - 1] ?? "";
      setLine({ text, label });
    };
    const language = languageOf(step.after.ir, input, after.length);
    const view = showComparison(place.current, { before, after, layout, isFolded, language, onLine });
    shown.current = view;
    return () => view.destroy();
  }, [texts, layout, isFolded, step, input]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === "n") shown.current?.next();
      else if (event.key === "p") shown.current?.previous();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  if (step === undefined) {
    return <p class="pw-empty">This step did not run: no operation that it runs on was there, or nothing was run.</p>;
  }
  const together = step.together?.filter((one) => one !== step.step) ?? [];
  return (
    <div class="pw-changes">
      <div class="pw-toolbar" role="toolbar" aria-label="Comparison">
        {executions.length > 1 && (
          <label>
            Visit{" "}
            <select value={index} onChange={({ currentTarget }) => setIndex(Number(currentTarget.value))}>
              {executions.map((_, visit) => (
                <option value={visit}>
                  {visit + 1} of {executions.length}
                </option>
              ))}
            </select>
          </label>
        )}
        {operations.length > 0 && (
          <label>
            Show{" "}
            <select
              class="pw-operation"
              value={label ?? ""}
              onChange={({ currentTarget }) => onOperation(currentTarget.value)}
            >
              <option value="">the whole file</option>
              {operations.map((one) => (
                <option value={one.label}>
                  {one.label}
                  {one.isChanged ? " (changed)" : ""}
                </option>
              ))}
            </select>
          </label>
        )}
        {step.parts !== undefined && step.parts.length > 1 && (
          <label>
            Operation{" "}
            <select value={part?.operation} onChange={({ currentTarget }) => onOperation(currentTarget.value)}>
              {step.parts.map((one) => (
                <option value={one.operation}>{one.operation}</option>
              ))}
            </select>
          </label>
        )}
        <span class="pw-buttons" role="group" aria-label="Layout">
          <button type="button" aria-pressed={layout === "split"} onClick={() => setLayout("split")}>
            Side by side
          </button>
          <button type="button" aria-pressed={layout === "unified"} onClick={() => setLayout("unified")}>
            Unified
          </button>
        </span>
        <label>
          <input type="checkbox" checked={isFolded} onChange={() => setFolded(!isFolded)} /> Only what changed
        </label>
        <span class="pw-buttons">
          <button type="button" title="Previous change (p)" onClick={() => shown.current?.previous()}>
            ↑ Previous
          </button>
          <button type="button" title="Next change (n)" onClick={() => shown.current?.next()}>
            ↓ Next
          </button>
        </span>
      </div>
      {together.length > 0 && (
        <p class="pw-note">
          {step.parts === undefined
            ? `Shown together with ${together.join(", ")}: they run in one traversal.`
            : `The file is shown before and after ${step.together?.join(", ")}, which each operation runs through before the next one.`}
        </p>
      )}
      {texts[0] === texts[1] && isChange(step) && label !== undefined && (
        <p class="pw-note">This step does not change {label}.</p>
      )}
      {(texts[0] !== whole[0] || texts[1] !== whole[1]) && (
        <p class="pw-note">Lines above {LONGEST.toLocaleString("en")} characters are shown in part.</p>
      )}
      {!isChange(step) && <p class="pw-note">This step changed nothing.</p>}
      <div class="pw-heads" aria-hidden="true" hidden={layout === "unified" || texts[0] === texts[1]}>
        <span>before</span>
        <span>after</span>
      </div>
      <div class="pw-editor" ref={place} />
      {line !== undefined && line.text.trim() !== "" && (
        <Follow model={model} line={line.text} label={line.label} run={execution?.visit} onStep={onStep} />
      )}
    </div>
  );
}

/** Returns whether a text is too long to be shown whole at first. Does not read many chunks. */
function isTooLong({ texts }: Model, chunks: readonly number[]): boolean {
  let length = 0;
  for (const [count, chunk] of chunks.entries()) {
    length += texts.text(chunk).length;
    if (length > WHOLE || count > MOST_CHUNKS) return true;
  }
  return false;
}
