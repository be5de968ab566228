import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { compareStep, compareTexts } from "./comparison.ts";
import type { RecordedRun } from "../recording/recording.ts";
import type { LineMessage } from "./skipped-lines.ts";
import { showComparison } from "./editor.ts";
import type { EditorSettings, ShownComparison } from "./editor.ts";
import { Follow } from "./follow.tsx";
import { isTyping } from "./keys.ts";
import { languageOf } from "./languages.ts";
import type { ChosenLine } from "./line-history.ts";
import { linesBefore, lineMessages } from "./line-messages.ts";
import { LONGEST } from "./long-lines.ts";
import { isChange } from "./model.ts";
import type { Execution, Model } from "./model.ts";
import { operationsIn, partOf } from "./operations.ts";
import type { TrackedOperation } from "./operations.ts";
import { OperationPicker } from "./operation-picker.tsx";
import { Ticks } from "./ticks.tsx";
import { counted } from "./words.ts";

interface ChangesProps {
  readonly model: Model;
  readonly run: RecordedRun | undefined;
  readonly executions: readonly Execution[];
  /** Reason why the step did not run. Shown only if there are no executions. */
  readonly absence: string;
  /** Operation that is shown in all steps. Absent if the whole file is shown. */
  readonly operation: TrackedOperation | undefined;
  readonly onOperation: (operation: TrackedOperation | undefined) => void;
  readonly onStep: (address: string) => void;
  /** Called with 1 or -1 to select the next or previous step that changed something. */
  readonly onMove: (move: number) => void;
}

/** Shows the IR before and after a step. */
export function Changes({ model, run, executions, absence, operation, onOperation, onStep, onMove }: ChangesProps) {
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      executions.findIndex((one) => isChange(one.step)),
    ),
  );
  const [layout, setLayout] = useState<"split" | "unified">(() =>
    globalThis.matchMedia?.("(max-width: 1100px)").matches ? "unified" : "split",
  );
  const [isFolded, setFolded] = useState(true);
  const [isWrapped, setWrapped] = useState(true);
  const [partIndex, setPart] = useState(0);
  const [line, setLine] = useState<ChosenLine | undefined>();
  const [place, setPlace] = useState<{ readonly change: number; readonly count: number }>({ change: 0, count: 0 });
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef<ShownComparison | undefined>(undefined);
  const execution = executions[Math.min(index, executions.length - 1)];
  const step = execution?.step;
  const operations = useMemo(() => (step === undefined ? [] : operationsIn(model, step)), [model, step]);
  const listed = useMemo(() => operations.map((one) => one.operation), [operations]);
  const changed = useMemo(
    () => new Set(operations.flatMap((one) => (one.isChanged ? [one.operation] : []))),
    [operations],
  );
  const only = listed.find((one) => one === operation);
  const part = step && (partOf(step, operation) ?? (only === undefined ? step.parts?.[partIndex] : undefined));
  const comparison = useMemo(() => {
    if (step === undefined) return compareTexts("", "");
    if (part !== undefined) return compareTexts(model.texts.text(part.before), model.texts.text(part.after));
    return compareStep(model, step, only, isFolded);
  }, [model, step, part, only, isFolded]);

  useEffect(() => {
    if (element.current === null || step === undefined) return undefined;
    const { after, labelAt } = comparison;
    setLine(undefined);
    const onLine: EditorSettings["onLine"] = (text, shown, number, isAfter) => {
      const label = part?.operation ?? (only === undefined ? labelAt(shown, isAfter) : undefined);
      const operationOfLine = label === undefined ? only : model.operations.of(label);
      const snapshot = isAfter ? step.after : step.before;
      const offset = part === undefined && only === undefined ? linesBefore(model, snapshot, operationOfLine) : 0;
      setLine({ text, number, isAfter, index: number - 1 - offset, operation: operationOfLine });
    };
    const language = languageOf(model.snapshots.ir(step.after), run?.input ?? "", after.length);
    // In the split layout, shows messages only in the text before the step.
    const messages = (isAfter: boolean): readonly LineMessage[] =>
      execution === undefined || (isAfter && layout === "split" && after !== comparison.before)
        ? []
        : lineMessages(model, run, execution, comparison, only, isAfter);
    const view = showComparison(element.current, comparison, {
      layout,
      isFolded,
      isWrapped,
      language,
      messages,
      onLine,
      onChange: (change) => setPlace({ change, count: view.count }),
    });
    setPlace({ change: 0, count: view.count });
    shown.current = view;
    return () => view.destroy();
  }, [comparison, layout, isFolded, isWrapped, step, run]);

  const next = (): void => void (shown.current?.next() !== true && onMove(1));
  const previous = (): void => void (shown.current?.previous() !== true && onMove(-1));

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === "n") next();
      else if (event.key === "p") previous();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  if (step === undefined)
    return (
      <p class="pw-empty">
        This step did not run: <Ticks text={absence} />.
      </p>
    );
  const isSame = comparison.before === comparison.after;
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
          <OperationPicker
            id="pw-operation"
            label="Diff of"
            operations={listed}
            changed={changed}
            value={only}
            all="the whole file"
            onPick={onOperation}
          />
        )}
        {only === undefined && step.parts !== undefined && step.parts.length > 1 && (
          <label>
            Operation{" "}
            <select value={partIndex} onChange={({ currentTarget }) => setPart(Number(currentTarget.value))}>
              {step.parts.map((one, place) => (
                <option value={place}>
                  {place + 1}: {one.operation}
                </option>
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
        <label>
          <input type="checkbox" checked={isWrapped} onChange={() => setWrapped(!isWrapped)} /> Wrap lines
        </label>
        <span class="pw-buttons">
          <button type="button" title="Previous change (p)" onClick={previous}>
            ↑ Previous
          </button>
          <button type="button" title="Next change (n)" onClick={next}>
            ↓ Next
          </button>
        </span>
        {place.count > 0 && (
          <span class="pw-muted pw-at" role="status">
            {place.change === 0 ? counted(place.count, "change") : `change ${place.change} of ${place.count}`}
          </span>
        )}
      </div>
      {together.length > 0 && (
        <p class="pw-note">
          {step.parts === undefined
            ? `Shown together with ${together.join(", ")}: the text between these steps is not known.`
            : `Each operation runs through ${step.together?.join(", ")} before the next one. ${part === undefined ? "The text is shown before and after all of these steps." : "One changed operation is shown."}`}
        </p>
      )}
      {isSame && isChange(step) && only !== undefined && <p class="pw-note">This step does not change {only.name}.</p>}
      {operation !== undefined && only === undefined && (
        <p class="pw-note">
          The file does not contain {operation.name} before or after this step: the whole file is shown.
        </p>
      )}
      {comparison.isShortened && (
        <p class="pw-note">Lines above {LONGEST.toLocaleString("en")} characters are shown in part.</p>
      )}
      {comparison.leftOut > 0 && (
        <p class="pw-note">
          The text is long: {counted(comparison.leftOut, "more changed operation")}{" "}
          {comparison.leftOut === 1 ? "is" : "are"} not shown. Select an operation to see it.
        </p>
      )}
      {!isChange(step) && <p class="pw-note">This step changed nothing.</p>}
      <div class="pw-heads" aria-hidden="true" hidden={layout === "unified" || isSame}>
        <span>before</span>
        <span>after</span>
      </div>
      <div class="pw-editor" ref={element} />
      {line !== undefined && line.text.trim() !== "" && execution !== undefined && (
        <Follow model={model} line={line} execution={execution} onStep={onStep} onClose={() => setLine(undefined)} />
      )}
    </div>
  );
}
