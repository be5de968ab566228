import { whenText } from "@passwright/builder";
import { useEffect, useRef, useState } from "preact/hooks";
import type { RecordedRun, Variant } from "../recording/recording.ts";
import type { Selected } from "./options.ts";
import { counted, milliseconds } from "./words.ts";
import { executionsOf, isChange } from "./model.ts";
import type { Execution, Model, PipelineModel } from "./model.ts";
import { changesOperation, effectOn } from "./operations.ts";
import type { TrackedOperation } from "./operations.ts";
import { stepsOf } from "./variants.ts";
import { OperationPicker } from "./operation-picker.tsx";
import { legalIndices } from "./positions.ts";
import { lineCounts } from "./segments.ts";

type Step = PipelineModel["facts"]["explained"][number];

interface PaneProps {
  readonly model: Model;
  readonly run: RecordedRun | undefined;
  readonly selected: Selected | undefined;
  readonly onSelect: (step: Selected) => void;
  readonly operation: TrackedOperation | undefined;
  readonly onOperation: (operation: TrackedOperation | undefined) => void;
  readonly variant: Variant | undefined;
  /** Contributor whose steps are highlighted, or extension point whose insertions are highlighted. */
  readonly highlight: Highlight | undefined;
  readonly onHighlight: (highlight: Highlight | undefined) => void;
}

/** Contributor or extension point, by name. */
export type Highlight = { readonly contributor: string } | { readonly point: string };

function isHighlighted(highlight: Highlight | undefined, step: Step, { facts }: PipelineModel): boolean {
  if (highlight === undefined) return false;
  if ("contributor" in highlight) return step.origin.name === highlight.contributor;
  return facts.insertedAt?.some((one) => one.point === highlight.point && one.step === step.address) === true;
}

/** Shows all pipelines with their steps. */
export function PipelinePane(props: PaneProps) {
  const { model, operation, onOperation, run, variant } = props;
  const [shows, setShows] = useState({ quiet: true, others: true, points: true, absent: true, positions: false });
  const box = (name: keyof typeof shows, text: string) => (
    <label>
      <input type="checkbox" checked={shows[name]} onChange={() => setShows({ ...shows, [name]: !shows[name] })} />{" "}
      {text}
    </label>
  );
  return (
    <nav class="pw-pipelines" aria-label="Pipeline">
      <div class="pw-filters">
        {variant !== undefined && (
          <p class="pw-hint">The recorded plan. Marks show the steps that would be gone or added.</p>
        )}
        {model.operations.changed.length > 0 && (
          <OperationPicker
            id="pw-find"
            label="Steps that changed"
            operations={model.operations.changed}
            value={operation}
            all="anything"
            onPick={onOperation}
          />
        )}
        {operation !== undefined && run !== undefined && (
          <p class="pw-hint">
            <span role="status">{effectsOn(model, run, operation)}</span>{" "}
            <label>
              <input
                type="checkbox"
                checked={!shows.others}
                onChange={() => setShows({ ...shows, others: !shows.others })}
              />{" "}
              hide the others
            </label>
          </p>
        )}
        <details>
          <summary>Filter steps</summary>
          {box("quiet", "steps that changed nothing")}
          {box("points", "extension points")}
          {box("absent", "steps that are not in the plan")}
          {box("positions", "legal positions of the selected pass")}
        </details>
      </div>
      {model.pipelines.map((pipeline) => (
        <PipelineList {...props} pipeline={pipeline} shows={shows} />
      ))}
    </nav>
  );
}

/** Describes in words how many steps added, changed or removed an operation. */
function effectsOn(model: Model, { visits }: RecordedRun, operation: TrackedOperation): string {
  const steps = { added: new Set<string>(), changed: new Set<string>(), removed: new Set<string>() };
  for (const step of visits.flatMap((visit) => visit.steps))
    if (changesOperation(model, step, operation)) steps[effectOn(model, step, operation)].add(step.step);
  const parts = Object.entries(steps).flatMap(([effect, { size }]) =>
    size === 0 ? [] : `${counted(size, "step")} ${effect} it`,
  );
  return `${parts.join(", ") || "No step changed it"}.`;
}

interface ListProps extends PaneProps {
  readonly pipeline: PipelineModel;
  readonly shows: {
    readonly quiet: boolean;
    /** Whether the steps that did not change the operation are visible. */
    readonly others: boolean;
    readonly points: boolean;
    readonly absent: boolean;
    readonly positions: boolean;
  };
}

function PipelineList(props: ListProps) {
  const { model, run, selected, onSelect, operation, variant, highlight, onHighlight, pipeline, shows } = props;
  const { path, facts, points, leftOut, alternatives, notes } = pipeline;
  const selectedStep =
    path === selected?.path ? facts.explained.find(({ address }) => address === selected?.address) : undefined;
  const legal = shows.positions && selectedStep !== undefined ? legalIndices(facts, selectedStep) : undefined;
  const other = variant?.pipelines.find((one) => one.path === path);
  const planned = other && stepsOf(other.steps, facts);
  const kept = planned && new Set(planned.map(({ address }) => address));
  const problems = [...model.recording.diagnostics, ...(run?.diagnostics ?? [])].filter(
    ({ severity }) => severity !== "remark",
  );
  const bundles = extents(facts);
  let rows: unknown[] = [];
  const outer: unknown[][] = [];
  let open: readonly string[] = [];
  const addPosition = (index: number): void => {
    if (legal === undefined) return;
    const isLegal = legal.has(index);
    rows.push(
      <li class={`pw-position${isLegal ? " pw-legal" : ""}`}>{isLegal ? `${selectedStep?.pass} may be here` : ""}</li>,
    );
  };
  const point = (index: number): void => {
    if (!shows.points) return;
    for (const { name, stepsBefore } of points) {
      if (stepsBefore !== index) continue;
      const isMarked = highlight !== undefined && "point" in highlight && highlight.point === name;
      rows.push(
        <li class="pw-point">
          <button
            type="button"
            class="pw-plain"
            title="Extension point: click to highlight the steps that are inserted at it"
            aria-pressed={isMarked}
            onClick={() => onHighlight(isMarked ? undefined : { point: name })}
          >
            {name}
          </button>
        </li>,
      );
    }
  };
  const row = (step: Step, executions: readonly Execution[], isQuiet: boolean): void => {
    let depth = 0;
    while (depth < open.length && depth < step.nests.length && open[depth] === step.nests[depth]) depth++;
    step.nests.slice(depth).forEach((anchor, level) =>
      rows.push(
        <li class="pw-nest" style={{ "--depth": String(depth + level) }}>
          {anchor}
        </li>,
      ),
    );
    open = step.nests;
    rows.push(
      <StepRow
        key={step.address}
        model={model}
        step={step}
        executions={executions.map((one) => one.step)}
        hasRun={run !== undefined}
        operation={operation}
        isQuiet={isQuiet}
        problems={problems.filter((one) => one.step === step.address).map(({ severity }) => severity)}
        isSelected={selectedStep === step}
        isHighlighted={isHighlighted(highlight, step, pipeline)}
        isGone={kept !== undefined && !kept.has(step.address)}
        isByName={facts.byName.some(({ first, second }) => first === step.address || second === step.address)}
        onSelect={() => onSelect({ path, address: step.address })}
      />,
    );
  };
  facts.explained.forEach((step, index) => {
    point(index);
    // The position before the first step of a bundle is outside the bundle.
    addPosition(index);
    const executions = executionsOf(run, step.address, path);
    const isOther = operation !== undefined && !executions.some((one) => changesOperation(model, one.step, operation));
    const isQuiet = isOther || (run !== undefined && !executions.some((one) => isChange(one.step)));
    for (const { start } of bundles) {
      if (start !== index) continue;
      outer.push(rows);
      rows = [];
    }
    const isShown = selectedStep === step || !isQuiet || (shows.quiet && (!isOther || shows.others));
    if (isShown) row(step, executions, isQuiet);
    for (const { end, name } of bundles) {
      if (end !== index) continue;
      const inner = rows;
      rows = outer.pop() ?? [];
      if (inner.length > 0)
        rows.push(
          <li class="pw-bundle">
            <span class="pw-bundle-name">bundle {name}</span>
            <ol>{inner}</ol>
          </li>,
        );
    }
    rows.push(...addedAfter(model, facts.explained, planned, step.address));
  });
  point(facts.explained.length);
  addPosition(facts.explained.length);
  return (
    <section aria-label={path === undefined ? "Steps" : `Pipeline ${path}`}>
      {path !== undefined && <h2>{path}</h2>}
      <ol class="pw-steps">
        {addedAfter(model, facts.explained, planned, undefined)}
        {rows}
      </ol>
      {shows.absent && leftOut.length + alternatives.length + notes.length > 0 && (
        <ul class="pw-absent" aria-label="Not in the plan">
          {leftOut.map(({ address, because }) => (
            <li>
              <s>{address}</s> <span>left out: {because}</span>
            </li>
          ))}
          {alternatives.map(({ address, when }) => (
            <li>
              <s>{address}</s> <span>only for {whenText(when)}</span>
            </li>
          ))}
          {notes.map((note) => (
            <li>
              <span>{note}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Returns the bundles with the indices of their first and last steps. Outer bundles precede inner bundles. */
function extents({ bundles, explained }: PipelineModel["facts"]) {
  const index = new Map(explained.map(({ address }, place) => [address, place]));
  return bundles
    .map(({ name, steps }) => {
      const places = steps.flatMap((address) => index.get(address) ?? []);
      return { name, start: Math.min(...places), end: Math.max(...places) };
    })
    .sort((one, other) => one.start - other.start || other.end - one.end);
}

/**
 * Returns the rows to show after a step of the recorded plan: one row for each directly following step that only the
 * changed plan contains. If `address` is undefined, returns the rows at the start of the pipeline.
 */
function addedAfter(
  { stepNames }: Model,
  steps: readonly Step[],
  planned: readonly Step[] | undefined,
  address: string | undefined,
) {
  if (planned === undefined) return [];
  const known = new Set(steps.map((one) => one.address));
  const start = address === undefined ? 0 : planned.findIndex((one) => one.address === address) + 1;
  if (address !== undefined && start === 0) return [];
  const rows = [];
  for (const step of planned.slice(start)) {
    if (known.has(step.address)) break;
    rows.push(
      <li class="pw-added" style={{ "--depth": String(step.nests.length) }}>
        <ins>{stepNames.get(step.address)}</ins> <span>would be added</span>
      </li>,
    );
  }
  return rows;
}

interface RowProps {
  readonly model: Model;
  readonly step: Step;
  readonly executions: readonly RecordedRun["visits"][number]["steps"][number][];
  /** Operation whose changes are counted. */
  readonly operation: TrackedOperation | undefined;
  readonly hasRun: boolean;
  /** Severities of the diagnostics about the step. */
  readonly problems: readonly string[];
  readonly isQuiet: boolean;
  readonly isSelected: boolean;
  readonly isHighlighted: boolean;
  readonly isGone: boolean;
  readonly isByName: boolean;
  readonly onSelect: () => void;
}

function StepRow({
  model,
  step,
  executions,
  operation,
  hasRun,
  problems,
  isQuiet,
  isSelected,
  isHighlighted,
  isGone,
  isByName,
  onSelect,
}: RowProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSelected) button.current?.scrollIntoView?.({ block: "nearest" });
  }, [isSelected]);
  const { color = 0 } = model.contributors.find(({ name }) => name === step.origin.name) ?? {};
  const counts = executions.map((one) => lineCounts(model, one, operation));
  const [added, removed] = [sum(counts.map((one) => one.added)), sum(counts.map((one) => one.removed))];
  const failed = executions.some((one) => one.failed === true);
  const state = failed
    ? "failed"
    : !hasRun
      ? ""
      : executions.length === 0
        ? "did not run"
        : added + removed > 0
          ? ""
          : executions.some((one) => isChange(one) && (!operation || changesOperation(model, one, operation)))
            ? "changed"
            : "no change";
  return (
    <li
      class={`pw-row${isQuiet ? " pw-quiet" : ""}${isGone ? " pw-gone" : ""}${isHighlighted ? " pw-highlighted" : ""}`}
      style={{ "--depth": String(step.nests.length) }}
    >
      <button
        ref={button}
        type="button"
        aria-current={isSelected ? "step" : undefined}
        onClick={onSelect}
        title={step.because}
      >
        <span class={`pw-bar pw-color-${color}`} aria-hidden="true" />
        <span class="pw-pass">
          {model.stepNames.get(step.address)}
          {step.leaves !== undefined && ` → ${step.leaves.ir}`}
          {problems.length > 0 && (
            <span class={`pw-badge pw-${problems.includes("error") ? "error" : "warning"}`}>
              {problems.length} <span aria-hidden="true">⚠</span>
              <span class="pw-sr">{problems.length === 1 ? "diagnostic" : "diagnostics"}</span>
            </span>
          )}
          {isByName && (
            <abbr title="ordered only by the names of the contributors" class="pw-byname">
              by name
            </abbr>
          )}
        </span>
        <span class="pw-type">
          <span>{step.types.filter((type) => type !== "Unknown").join(", ")}</span>
        </span>
        <span class="pw-delta">
          {isGone ? (
            "would be gone"
          ) : state === "" && hasRun ? (
            <>
              <b class="pw-plus">+{added}</b> <b class="pw-minus">−{removed}</b>
            </>
          ) : (
            state
          )}
        </span>
        <span class="pw-time">
          {executions.length === 0 ? "" : milliseconds(sum(executions.map((one) => one.milliseconds)))}
        </span>
      </button>
    </li>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
