import { originText, printOptions } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { RecordedRule, RecordedRun } from "../recording/recording.ts";
import { DiagnosticText } from "./diagnostics.tsx";
import { executionsOf } from "./model.ts";
import type { Model, PipelineModel } from "./model.ts";
import { Ticks } from "./ticks.tsx";
import { placesOf } from "./positions.ts";
import { counted, milliseconds } from "./words.ts";

/** Maximum number of rules in the list of reasons. */
const MOST_RULES = 4;

interface WhyProps {
  readonly model: Model;
  readonly pipeline: PipelineModel;
  readonly step: PipelineModel["facts"]["explained"][number];
  readonly run: RecordedRun | undefined;
  readonly onStep: (address: string) => void;
  /** Highlights the steps at an extension point. */
  readonly onPoint: (point: string) => void;
  /** Shows the plan without the plugin of the step. Absent if the recording does not contain this plan. */
  readonly onWithout: (() => void) | undefined;
}

/** Shows the reasons for the position of a step: explanation, rules that moved the step, orders by name. */
export function Why({ model, pipeline, step, run, onStep, onPoint, onWithout }: WhyProps) {
  const { facts } = pipeline;
  const { address, pass } = step;
  const about = facts.rules.filter(({ subjects, targets }) => subjects.includes(address) || targets.includes(address));
  const rules = about.filter(({ moved = [] }) => moved.includes(address)).slice(0, MOST_RULES);
  const otherRules = about.filter((one) => !rules.includes(one));
  const places = placesOf(facts, pass);
  const options = printOptions(step.options);
  const on = [
    step.on?.anchor ?? model.recording.plan?.anchor ?? model.recording.graph?.anchor ?? "",
    ...step.nests,
  ].join(" › ");
  const executions = executionsOf(run, address, pipeline.path).map((one) => one.step);
  const statistics = executions.flatMap((one) => one.statistics ?? []).filter(({ value }) => value !== 0);
  const link = (to: string) => (
    <button type="button" class="pw-link" onClick={() => onStep(to)} disabled={to === address}>
      {model.stepNames.get(to) ?? to}
    </button>
  );
  const onName = (name: string): (() => void) | undefined => {
    if (pipeline.points.some((point) => point.name === name)) return () => onPoint(name);
    const to =
      facts.bundles.find((bundle) => bundle.name === name)?.steps[0] ??
      facts.explained.find((one) => one.address === name || one.pass === name)?.address;
    return to === undefined || to === address ? undefined : () => onStep(to);
  };
  // The notes of the step repeat these rules and orders as text.
  const rule = ({ text, strength, reason, origin, subjects, targets }: RecordedRule) => (
    <li>
      <Ticks text={text} />: “{reason}”{" "}
      <span class="pw-muted">
        (a rule of {originText(origin)} that {strength === "strong" ? "must hold" : "holds if possible"})
      </span>
      <span class="pw-ends">
        {(subjects.includes(address) ? targets : subjects).filter((one) => one !== address).map((one) => link(one))}
      </span>
    </li>
  );
  const byName = facts.byName.flatMap(({ first, second }) =>
    first === address
      ? [{ relation: "before", other: second }]
      : second === address
        ? [{ relation: "after", other: first }]
        : [],
  );
  const problems = [...model.recording.diagnostics, ...(run?.diagnostics ?? [])].filter(
    (one) => one.severity !== "remark" && (one.step === address || (one.step === undefined && one.pass === pass)),
  );
  return (
    <section class="pw-why" aria-label={`Step ${address}`}>
      <h2>{address}</h2>
      <h3>Why here</h3>
      <ul class="pw-because">
        <li>
          <Ticks
            onName={onName}
            text={step.because === "" ? `${step.origin.name} has it in its pipeline` : step.because}
          />
        </li>
        {rules.map(rule)}
        {byName.map(({ relation, other }) => (
          <li class="pw-order">
            {relation} {link(other)}, ordered only by the names of the contributors
          </li>
        ))}
      </ul>
      {otherRules.length > 0 && (
        <details>
          <summary>{counted(otherRules.length, `${rules.length > 0 ? "more " : ""}rule`)} about this step</summary>
          <ul class="pw-because">{otherRules.map(rule)}</ul>
        </details>
      )}
      <dl>
        <dt>from</dt>
        <dd>
          {originText(step.origin)}
          {onWithout !== undefined && (
            <button type="button" class="pw-without pw-link" onClick={onWithout}>
              plan without this plugin
            </button>
          )}
        </dd>
        <dt>types</dt>
        <dd>{step.types.join(", ")}</dd>
        <dt>on</dt>
        <dd>{on}</dd>
        {options !== "" && (
          <>
            <dt>options</dt>
            <dd>
              <code>{options}</code>
            </dd>
          </>
        )}
        {executions.length > 0 && (
          <>
            <dt>ran on</dt>
            <dd>
              {counted(
                executions.reduce((all, one) => all + one.operations, 0),
                "operation",
              )}
              ; changed or added: {executions.reduce((all, one) => all + one.changed.length, 0)};{" "}
              {milliseconds(executions.reduce((all, one) => all + one.milliseconds, 0))}
            </dd>
          </>
        )}
        {statistics.map(({ name, value, description }) => (
          <>
            <dt title={name}>{description || name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      {problems.map((one) => (
        <DiagnosticText diagnostic={one} />
      ))}
      <details>
        <summary>Other legal positions</summary>
        {places === undefined ? (
          <p>
            {facts.positionsLeftOut.includes(pass)
              ? `The pipeline is long: run \`passwright explain --where ${pass}\` for its legal positions.`
              : "The pipeline takes no insertions."}
          </p>
        ) : (
          <ul>
            {places.ranges.map(({ after, before, notEarlier, notLater }) => (
              <li>
                {after === undefined ? "from the beginning" : <>after {link(after)}</>} …{" "}
                {before === undefined ? "to the end" : <>before {link(before)}</>}
                {notEarlier !== undefined && <Limit word="not earlier" problem={notEarlier} />}
                {notLater !== undefined && <Limit word="not later" problem={notLater} />}
              </li>
            ))}
            {places.nowhere.map((problem) => (
              <li>
                <Limit word="nowhere" problem={problem} />
              </li>
            ))}
          </ul>
        )}
      </details>
    </section>
  );
}

function Limit({ word, problem: { message, reason } }: { readonly word: string; readonly problem: Diagnostic }) {
  return (
    <div class="pw-limit">
      <span class="pw-muted">{word}:</span> <Ticks text={message} />
      {reason !== undefined && <>: “{reason}”</>}
    </div>
  );
}
