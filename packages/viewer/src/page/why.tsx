import { originText, printOptions } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { RecordedRun } from "../recording/recording.ts";
import { DiagnosticText } from "./diagnostics.tsx";
import { executionsOf } from "./model.ts";
import type { Model, PipelineModel } from "./model.ts";
import { Ticks } from "./ticks.tsx";
import { placesOf } from "./positions.ts";
import { counted, milliseconds } from "./words.ts";

interface WhyProps {
  readonly model: Model;
  readonly pipeline: PipelineModel;
  readonly step: PipelineModel["facts"]["explained"][number];
  readonly run: RecordedRun | undefined;
  readonly onStep: (address: string) => void;
}

/** Why a step is where it is: its explanation, the rules about it, and its legal positions. */
export function Why({ model, pipeline, step, run, onStep }: WhyProps) {
  const { facts } = pipeline;
  const { address, pass } = step;
  const rules = facts.rules.filter(({ subjects, targets }) => subjects.includes(address) || targets.includes(address));
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
      {to}
    </button>
  );
  const about = [...model.recording.diagnostics, ...(run?.diagnostics ?? [])].filter(
    (one) => one.severity !== "remark" && (one.step === address || (one.step === undefined && one.pass === pass)),
  );
  return (
    <section class="pw-why" aria-label={`Step ${address}`}>
      <h2>{address}</h2>
      <p class="pw-because">
        <strong>Why here:</strong>{" "}
        <Ticks text={step.because === "" ? `${step.origin.name} has it in its pipeline` : step.because} />
      </p>
      <dl>
        <dt>from</dt>
        <dd>{originText(step.origin)}</dd>
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
            <dt>ran</dt>
            <dd>
              {counted(
                executions.reduce((all, one) => all + one.operations, 0),
                "operation",
              )}
              , {executions.reduce((all, one) => all + one.changed.length, 0)} changed,{" "}
              {milliseconds(executions.reduce((all, one) => all + one.milliseconds, 0))}
            </dd>
          </>
        )}
        {statistics.map(({ name, value, description }) => (
          <>
            <dt>{name}</dt>
            <dd>
              {value} <span class="pw-muted">{description}</span>
            </dd>
          </>
        ))}
      </dl>
      {(step.notes ?? []).map((note) => (
        <p class="pw-order">
          Order: <Ticks text={note} />
        </p>
      ))}
      {about.map((one) => (
        <DiagnosticText diagnostic={one} />
      ))}
      <details open={rules.length <= 4} hidden={rules.length === 0}>
        <summary>{counted(rules.length, "rule")} about it</summary>
        <ul class="pw-rules">
          {rules.map(({ text, reason, origin, subjects, targets }) => (
            <li>
              <Ticks text={text} />: “{reason}” <span class="pw-muted">({originText(origin)})</span>
              <span class="pw-ends">
                {[...new Set([...subjects, ...targets])].filter((one) => one !== address).map((one) => link(one))}
              </span>
            </li>
          ))}
        </ul>
      </details>
      <details>
        <summary>Where else it could go</summary>
        {places === undefined ? (
          <p>
            {facts.positionsLeftOut.includes(pass)
              ? `The pipeline is long: run \`passwright explain --where ${pass}\` for its legal positions.`
              : "The pipeline takes no insertions."}
          </p>
        ) : (
          <ul>
            {places.stretches.map(({ after, before, notEarlier, notLater }) => (
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
