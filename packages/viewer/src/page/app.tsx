import { useEffect, useMemo, useState } from "preact/hooks";
import type { Selected, ViewerOptions } from "./options.ts";
import type { RecordedRun } from "../recording/recording.ts";
import { Changes } from "./changes.tsx";
import { isTyping } from "./keys.ts";
import { Choices } from "./choices.tsx";
import { DiagnosticsPanel } from "./diagnostics.tsx";
import { GraphPanel } from "./graph.tsx";
import { Header } from "./header.tsx";
import { executionsOf, isChange, failedAtStart, whyNotRun } from "./model.ts";
import type { Model } from "./model.ts";
import { changesOperation } from "./operations.ts";
import type { TrackedOperation } from "./operations.ts";
import { OrdersPanel } from "./orders.tsx";
import { PipelinePane } from "./pipeline.tsx";
import type { Highlight } from "./pipeline.tsx";
import { PropertiesPanel } from "./properties.tsx";
import { changeText, NO_CHANGES, variantOf } from "./variants.ts";
import { WhatIfPanel } from "./what-if.tsx";
import { counted } from "./words.ts";
import { Why } from "./why.tsx";

const TABS = ["Step", "Properties", "What if", "Graph", "Orders", "Diagnostics"] as const;
type Tab = (typeof TABS)[number];

export function App({ model, options }: { readonly model: Model; readonly options: ViewerOptions }) {
  const { recording, pipelines } = model;
  const [run, setRun] = useState(0);
  const [selected, setSelected] = useState<Selected | undefined>(() => firstStep(model, options.step));
  const [tab, setTab] = useState<Tab>(() => firstTab(recording.runs[0]));
  const [operation, setOperation] = useState<TrackedOperation | undefined>();
  const [changes, setChanges] = useState<ReadonlySet<number>>(NO_CHANGES);
  const [highlight, setHighlight] = useState<Highlight | undefined>();
  const current = recording.runs[Math.min(run, recording.runs.length - 1)];
  const steps = useMemo(
    () => pipelines.flatMap(({ path, facts }) => facts.explained.map(({ address }): Selected => ({ path, address }))),
    [pipelines],
  );
  const variant = variantOf(recording.whatIf, changes);

  const selectRun = (index: number): void => {
    setRun(index);
    if (failedAtStart(recording.runs[index])) setTab("Diagnostics");
  };
  const select = (step: Selected): void => {
    setSelected(step);
    setTab((shown) => (shown === "Properties" ? shown : "Step"));
    options.onSelect?.(step.address);
  };
  const selectAddress = (address: string, path = selected?.path): void => {
    const found =
      steps.find((one) => one.address === address && one.path === path) ?? steps.find((one) => one.address === address);
    if (found !== undefined) select(found);
  };

  /**
   * Returns a function that shows the plan without the given contributor. Returns `undefined` if the recording does not
   * contain this plan.
   */
  const without = ({ kind, name }: { readonly kind: string; readonly name: string }): (() => void) | undefined => {
    const index = recording.whatIf.switches.findIndex((one) => one.kind === "plugin" && one.name === name);
    const next = kind !== "plugin" || index === -1 ? undefined : new Set([index]);
    if (next === undefined || variantOf(recording.whatIf, next) === undefined) return undefined;
    return () => {
      setChanges(next);
      setTab("What if");
    };
  };

  /** Selects the nearest matching step after the selected step, or before the selected step if `move` is negative. */
  const go = (move: number, isWanted: (step: Selected) => boolean): void => {
    const at = steps.findIndex((one) => one.address === selected?.address && one.path === selected.path);
    const others = move > 0 ? steps.slice(at + 1) : steps.slice(0, Math.max(0, at)).reverse();
    const next = others.find(isWanted);
    if (next !== undefined) select(next);
  };

  /**
   * Shows an operation. If the selected step did not change the operation, selects the first step that changed the
   * operation.
   */
  const findOperation = (found: TrackedOperation | undefined): void => {
    setOperation(found);
    if (found === undefined || (selected !== undefined && isChangedBy(selected, found))) return;
    const first = steps.find((step) => isChangedBy(step, found));
    if (first !== undefined) select(first);
  };
  const isChangedBy = ({ address, path }: Selected, one: TrackedOperation | undefined): boolean =>
    executionsOf(current, address, path).some(({ step }) =>
      one === undefined ? isChange(step) : changesOperation(model, step, one),
    );

  useEffect(() => {
    const known = selected && steps.some((one) => one.address === selected.address && one.path === selected.path);
    if (known !== true) setSelected(firstStep(model, options.step));
    if (changes.size > 0 && [...changes].some((index) => recording.whatIf.switches[index] === undefined))
      setChanges(NO_CHANGES);
    // Finds the operation again by its name, because another recording has different objects.
    setOperation((old) => model.operations.changed.find(({ name }) => name === old?.name));
  }, [model]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const move = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
      if (move === 0) return;
      const hasSteps = operation !== undefined && steps.some((one) => isChangedBy(one, operation));
      go(move, hasSteps ? (one) => isChangedBy(one, operation) : () => true);
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  const pipeline = pipelines.find(({ path }) => path === selected?.path) ?? pipelines[0];
  const step = pipeline?.facts.explained.find(({ address }) => address === selected?.address);
  const problems = [...recording.diagnostics, ...(current?.diagnostics ?? [])].filter(
    ({ severity }) => severity !== "remark",
  );
  const hasErrors = problems.some(({ severity }) => severity === "error");
  const tabs = TABS.filter((name) => {
    if (name === "Graph") return recording.graph !== undefined;
    if (name === "Orders") return recording.orders !== undefined;
    if (name === "Properties") return pipelines.some(({ facts }) => facts.properties.length > 0);
    if (name === "What if") return recording.whatIf.switches.length > 0;
    return name !== "Step" || pipelines.length > 0;
  });
  const open = tabs.includes(tab) ? tab : (tabs[0] as Tab);
  const countOf = (name: Tab): string =>
    name === "Diagnostics"
      ? ` (${problems.length})`
      : name === "What if" && variant !== undefined
        ? ` (${counted(changes.size, "change")})`
        : "";
  return (
    <>
      {options.hasHeader !== false && (
        <Header model={model} run={run} hasVariant={variant !== undefined} onRun={selectRun} />
      )}
      <main class={`pw-main${pipelines.length === 0 ? " pw-alone" : ""}`}>
        <div class="pw-left" hidden={pipelines.length === 0}>
          <Choices
            model={model}
            highlighted={highlight && "contributor" in highlight ? highlight.contributor : undefined}
            onHighlight={(contributor) => setHighlight(contributor === undefined ? undefined : { contributor })}
            changes={changes}
            onChanges={setChanges}
            onShow={() => setTab("What if")}
          />
          <PipelinePane
            model={model}
            run={current}
            selected={selected}
            onSelect={select}
            operation={operation}
            onOperation={findOperation}
            variant={variant}
            highlight={highlight}
            onHighlight={setHighlight}
          />
        </div>
        <div class="pw-right">
          <div class="pw-tabs" role="tablist" aria-label="Views">
            {tabs.map((name) => (
              <button
                type="button"
                role="tab"
                id={`pw-tab-${name}`}
                class={name === "Diagnostics" && hasErrors ? "pw-error" : undefined}
                aria-selected={open === name}
                aria-controls="pw-panel"
                tabIndex={open === name ? 0 : -1}
                onClick={() => setTab(name)}
                onKeyDown={(event) => {
                  const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
                  const next = tabs[(tabs.indexOf(name) + move + tabs.length) % tabs.length];
                  if (move === 0 || next === undefined) return;
                  setTab(next);
                  document.getElementById(`pw-tab-${next}`)?.focus();
                }}
              >
                {name}
                {countOf(name)}
              </button>
            ))}
          </div>
          {variant !== undefined && (
            <p class="pw-banner" role="status">
              <span>
                {open === "What if"
                  ? "This plan was not run."
                  : `This is the recorded run. What if shows the plan ${[...changes].map((index) => changeText(recording.whatIf, index)).join(", ")}.`}
              </span>
              <button type="button" onClick={() => setChanges(NO_CHANGES)}>
                Back to the recorded plan
              </button>
            </p>
          )}
          <div class="pw-panel" role="tabpanel" id="pw-panel" aria-labelledby={`pw-tab-${open}`}>
            {open === "Step" && step !== undefined && pipeline !== undefined && (
              <div class="pw-step">
                <Why
                  model={model}
                  pipeline={pipeline}
                  step={step}
                  run={current}
                  onStep={selectAddress}
                  onPoint={(point) => setHighlight({ point })}
                  onWithout={without(step.origin)}
                />
                <Changes
                  key={`${pipeline.path ?? ""}/${step.address}`}
                  model={model}
                  run={current}
                  executions={executionsOf(current, step.address, pipeline.path)}
                  absence={whyNotRun(current, pipeline, step.address)}
                  operation={operation}
                  onOperation={setOperation}
                  onStep={selectAddress}
                  onMove={(move) => go(move, (one) => isChangedBy(one, operation))}
                />
              </div>
            )}
            {open === "Properties" && pipeline !== undefined && (
              <PropertiesPanel model={model} pipeline={pipeline} selected={selected?.address} onStep={selectAddress} />
            )}
            {open === "What if" && <WhatIfPanel model={model} changes={changes} onChanges={setChanges} />}
            {open === "Graph" && recording.graph !== undefined && (
              <GraphPanel graph={recording.graph} run={current} onPipeline={(path) => select(firstOf(model, path))} />
            )}
            {open === "Orders" && recording.orders !== undefined && <OrdersPanel orders={recording.orders} />}
            {open === "Diagnostics" && <DiagnosticsPanel model={model} run={current} onStep={selectAddress} />}
          </div>
        </div>
      </main>
    </>
  );
}

function firstTab(run: RecordedRun | undefined): Tab {
  return failedAtStart(run) ? "Diagnostics" : "Step";
}

function firstStep(model: Model, wanted: string | undefined): Selected | undefined {
  const all = model.pipelines.flatMap(({ path, facts }) =>
    facts.explained.map(({ address }): Selected => ({ path, address })),
  );
  const [run] = model.recording.runs;
  const named = all.find(({ address }) => address === wanted);
  const changing = all.find(({ path, address }) => executionsOf(run, address, path).some(({ step }) => isChange(step)));
  return named ?? changing ?? all[0];
}

function firstOf(model: Model, path: string): Selected {
  const pipeline = model.pipelines.find((one) => one.path === path);
  return { path, address: pipeline?.facts.explained[0]?.address ?? "" };
}
