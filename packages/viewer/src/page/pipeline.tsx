import { whenText } from "@passwright/builder";
import { useEffect, useRef, useState } from "preact/hooks";
import type { RecordedRun, Variant } from "../recording/recording.ts";
import type { Selected } from "./options.ts";
import { milliseconds } from "./words.ts";
import { executionsOf, isChange, lineCounts } from "./model.ts";
import type { Model, PipelineModel } from "./model.ts";
import { gapsOf } from "./positions.ts";

type Step = PipelineModel["facts"]["explained"][number];

interface PaneProps {
  readonly model: Model;
  readonly run: RecordedRun | undefined;
  readonly selected: Selected | undefined;
  readonly onSelect: (step: Selected) => void;
  readonly operation: string | undefined;
  readonly onOperation: (operation: string | undefined) => void;
  readonly variant: Variant | undefined;
}

/** All pipelines with their steps. */
export function PipelinePane(props: PaneProps) {
  const { model, operation, onOperation } = props;
  const [shows, setShows] = useState({ quiet: true, points: true, absent: true, positions: false });
  const box = (name: keyof typeof shows, text: string) => (
    <label>
      <input type="checkbox" checked={shows[name]} onChange={() => setShows({ ...shows, [name]: !shows[name] })} />{" "}
      {text}
    </label>
  );
  return (
    <nav class="pw-pipelines" aria-label="Pipeline">
      <div class="pw-filters">
        {model.changedOperations.length > 0 && (
          <label class="pw-find">
            Steps that changed{" "}
            <select
              value={operation ?? ""}
              onChange={({ currentTarget }) =>
                onOperation(currentTarget.value === "" ? undefined : currentTarget.value)
              }
            >
              <option value="">anything</option>
              {model.changedOperations.map((name) => (
                <option value={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
        <details>
          <summary>Show</summary>
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

interface ListProps extends PaneProps {
  readonly pipeline: PipelineModel;
  readonly shows: {
    readonly quiet: boolean;
    readonly points: boolean;
    readonly absent: boolean;
    readonly positions: boolean;
  };
}

function PipelineList({ model, run, selected, onSelect, operation, variant, pipeline, shows }: ListProps) {
  const { path, facts, points, leftOut, alternatives, notes } = pipeline;
  const selectedStep =
    path === selected?.path ? facts.explained.find(({ address }) => address === selected?.address) : undefined;
  const legal = shows.positions && selectedStep !== undefined ? gapsOf(facts, selectedStep) : undefined;
  const planned = variant?.pipelines.find((one) => one.path === path)?.steps;
  const kept = planned && new Set(planned.map(({ address }) => address));
  const rows: unknown[] = [];
  let open: readonly string[] = [];
  const gap = (index: number): void => {
    if (legal === undefined) return;
    const isLegal = legal.has(index);
    rows.push(
      <li class={`pw-gap${isLegal ? " pw-legal" : ""}`}>{isLegal ? `${selectedStep?.pass} may be here` : ""}</li>,
    );
  };
  const point = (index: number): void => {
    if (!shows.points) return;
    for (const one of points) if (one.stepsBefore === index) rows.push(<li class="pw-point">{one.name}</li>);
  };
  facts.explained
    .filter((one): one is Step => "address" in one)
    .forEach((step, index) => {
      point(index);
      const executions = executionsOf(run, step.address, path);
      const isQuiet = run !== undefined && !executions.some((one) => isChange(one.step));
      if (isQuiet && !shows.quiet && selectedStep !== step) return;
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
      gap(index);
      rows.push(
        <StepRow
          key={step.address}
          model={model}
          step={step}
          executions={executions.map((one) => one.step)}
          hasRun={run !== undefined}
          isQuiet={
            isQuiet ||
            (operation !== undefined &&
              operation !== "" &&
              !executions.some((one) => touches(model, one.step, operation)))
          }
          isSelected={selectedStep === step}
          isGone={kept !== undefined && !kept.has(step.address)}
          isByName={facts.byName.some(({ first, second }) => first === step.address || second === step.address)}
          onSelect={() => onSelect({ path, address: step.address })}
        />,
      );
      for (const added of addedAfter(facts.explained, planned, step.address)) rows.push(added);
    });
  point(facts.explained.length);
  gap(facts.explained.length);
  return (
    <section aria-label={path === undefined ? "Steps" : `Pipeline ${path}`}>
      {path !== undefined && <h2>{path}</h2>}
      <ol class="pw-steps">
        {addedAfter(facts.explained, planned, undefined)}
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

/** Rows of steps that only the other plan has, after a step of the recorded one. */
function addedAfter(steps: readonly Step[], planned: readonly Step[] | undefined, address: string | undefined) {
  if (planned === undefined) return [];
  const known = new Set(steps.map((one) => one.address));
  const start = address === undefined ? 0 : planned.findIndex((one) => one.address === address) + 1;
  if (address !== undefined && start === 0) return [];
  const rows = [];
  for (const step of planned.slice(start)) {
    if (known.has(step.address)) break;
    rows.push(
      <li class="pw-added" style={{ "--depth": String(step.nests.length) }}>
        <ins>{step.address}</ins> <span>would be added</span>
      </li>,
    );
  }
  return rows;
}

function touches(model: Model, step: RecordedRun["visits"][number]["steps"][number], operation: string): boolean {
  return (
    step.changed.includes(operation) ||
    (isChange(step) && step.changed.some((one) => !model.changedOperations.includes(one)))
  );
}

interface RowProps {
  readonly model: Model;
  readonly step: Step;
  readonly executions: readonly RecordedRun["visits"][number]["steps"][number][];
  readonly hasRun: boolean;
  readonly isQuiet: boolean;
  readonly isSelected: boolean;
  readonly isGone: boolean;
  readonly isByName: boolean;
  readonly onSelect: () => void;
}

function StepRow({ model, step, executions, hasRun, isQuiet, isSelected, isGone, isByName, onSelect }: RowProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSelected) button.current?.scrollIntoView?.({ block: "nearest" });
  }, [isSelected]);
  const { color = 0 } = model.contributors.find(({ name }) => name === step.origin.name) ?? {};
  const counts = executions.map((one) => lineCounts(model, one));
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
          : executions.some(isChange)
            ? "changed"
            : "no change";
  return (
    <li
      class={`pw-row${isQuiet ? " pw-quiet" : ""}${isGone ? " pw-gone" : ""}`}
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
          {step.pass}
          {step.leaves !== undefined && ` → ${step.leaves.ir}`}
          {isByName && (
            <abbr title="its order beside a step of another contributor depends on their names alone" class="pw-byname">
              by name
            </abbr>
          )}
        </span>
        <span class="pw-type">{step.types.filter((type) => type !== "Unknown").join(", ")}</span>
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
