import type { Diagnostic } from "@passwright/core";
import type { RecordedRun } from "../recording/recording.ts";
import type { Model } from "./model.ts";
import { Ticks } from "./ticks.tsx";

interface DiagnosticsProps {
  readonly model: Model;
  readonly run: RecordedRun | undefined;
  readonly onStep: (address: string) => void;
}

/** Shows the diagnostics of the plan and of the run. */
export function DiagnosticsPanel({ model, run, onStep }: DiagnosticsProps) {
  const { diagnostics } = model.recording;
  const some = (list: readonly Diagnostic[]): readonly Diagnostic[] =>
    list.filter(({ severity }) => severity !== "remark");
  const list = (title: string, found: readonly Diagnostic[]) => (
    <section>
      <h2>{title}</h2>
      {found.length === 0 && <p class="pw-muted">No errors and no warnings.</p>}
      {found.map((one) => (
        <DiagnosticText diagnostic={one} onStep={onStep} />
      ))}
    </section>
  );
  const remarks = diagnostics.filter(({ severity }) => severity === "remark");
  return (
    <div class="pw-text">
      {list("Plan", some(diagnostics))}
      {run !== undefined && list(`Run on ${run.input}`, some(run.diagnostics))}
      {remarks.length > 0 && (
        <details>
          <summary>{remarks.length} remarks: positions that were tried and refused</summary>
          {remarks.map((one) => (
            <DiagnosticText diagnostic={one} onStep={onStep} />
          ))}
        </details>
      )}
    </div>
  );
}

/** Shows one diagnostic with its position, notes and help. */
export function DiagnosticText({
  diagnostic,
  onStep,
}: {
  readonly diagnostic: Diagnostic;
  readonly onStep?: (address: string) => void;
}) {
  const { severity, code, message, lines = [], at, step, plugin, reason, notes = [], help = [] } = diagnostic;
  return (
    <article class={`pw-diagnostic pw-${severity}`}>
      <p>
        <strong>
          {severity} {code}
        </strong>{" "}
        <Ticks text={message} />
        {reason !== undefined && <>: “{reason}”</>}
      </p>
      {lines.length > 0 && <pre>{lines.join("\n")}</pre>}
      {at !== undefined && (
        <p class="pw-muted">
          {at.file}
          {at.line > 0 && `:${at.line}:${at.column}`}
        </p>
      )}
      {at?.lineText !== undefined && (
        <pre class="pw-source">
          {at.lineText}
          {`\n${" ".repeat(Math.max(0, at.column - 1))}${"^".repeat(Math.max(1, at.length ?? 1))}`}
        </pre>
      )}
      {step !== undefined && onStep !== undefined && (
        <p>
          step{" "}
          <button type="button" class="pw-link" onClick={() => onStep(step)}>
            {step}
          </button>
        </p>
      )}
      {plugin !== undefined && <p class="pw-muted">from {plugin}</p>}
      {notes.map((note) => (
        <p>
          note: <Ticks text={note.message} />
          {note.lines !== undefined && <pre>{note.lines.join("\n")}</pre>}
        </p>
      ))}
      {help.map((one) => (
        <p>
          help: <Ticks text={one} />
        </p>
      ))}
    </article>
  );
}
