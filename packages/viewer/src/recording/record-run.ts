import { PassManager } from "@passwright/core";
import type { Diagnostic, IrAdapter, ManagerRunResult } from "@passwright/core";
import { allPipelines } from "@passwright/graph";
import type { TraceEvent } from "@passwright/graph";
import type { Assembly } from "@passwright/sdk";
import { afterRun, beforeRun, idleDiagnostic, idleReportsOf } from "@passwright/sdk/loading";
import type { Assembly as AnyAssembly, IdleStep } from "@passwright/sdk/loading";
import { recordPlan } from "./record-plan.ts";
import type { RecordedRun, Recording } from "./recording.ts";
import { printedLine } from "./lines.ts";
import { SnapshotReader } from "./snapshots.ts";
import { TextReader } from "./texts.ts";
import { RunRecorder } from "./run-recorder.ts";
import type { RecordedManager } from "./run-recorder.ts";

declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

/** Result of a run, for a recording. */
export interface RunFacts {
  /** Whether the run succeeded. */
  readonly ok: boolean;
  /** Errors, warnings and remarks of the run. */
  readonly diagnostics: readonly Diagnostic[];
  /** Steps that did not find any operation to work on at their position in the pipeline. */
  readonly idle?: readonly IdleStep[] | undefined;
  /** Trace of the run through a graph. */
  readonly trace?: readonly TraceEvent[] | undefined;
}

/** Records the runs of a plan on several inputs. */
export class Recorder {
  /** Instrumentation of the runs. */
  readonly watch: RunRecorder;
  readonly #assembly: AnyAssembly;
  readonly #runs: RecordedRun[] = [];

  constructor(assembly: AnyAssembly, managers: readonly RecordedManager[]) {
    this.#assembly = assembly;
    this.watch = new RunRecorder(managers);
  }

  /**
   * Ends the run on an input. If `source` returns the content of the input, also records the line of each diagnostic.
   */
  end(input: string, facts: RunFacts, source?: () => string | Uint8Array | undefined): void {
    const { trace, idle = [] } = facts;
    const reports = facts.ok ? idle.map((step) => idleDiagnostic(step)) : [];
    const ok = facts.ok && reports.every(({ severity }) => severity === "warning");
    const diagnostics = [...facts.diagnostics, ...reports];
    const visits = this.watch.take();
    const first = visits[0]?.steps[0];
    const hasLines = first !== undefined && diagnostics.some(({ at }) => at?.file === input);
    const content = hasLines ? source?.() : undefined;
    const lines = content === undefined ? [] : this.#linesOf(input, diagnostics, content, first?.before ?? 0);
    this.#runs.push({
      input,
      ok,
      diagnostics,
      ...(lines.some((line) => line !== null) && { lines }),
      ...(trace === undefined ? {} : { trace }),
      visits,
    });
  }

  #linesOf(
    input: string,
    diagnostics: readonly Diagnostic[],
    source: string | Uint8Array,
    snapshot: number,
  ): readonly (number | null)[] {
    const { snapshots, texts } = this.watch.recorded();
    const reader = new TextReader(texts);
    const chunks = new SnapshotReader(snapshots).chunks(snapshot);
    const printed = chunks.map((chunk) => reader.text(chunk)).join("");
    const text = typeof source === "string" ? source : new TextDecoder().decode(source);
    return diagnostics.map(({ at }) =>
      at?.file === input ? (printedLine(text, printed, at.line - 1, at.column - 1) ?? null) : null,
    );
  }

  /** Returns everything that was recorded so far. */
  recording(): Recording {
    return { ...recordPlan(this.#assembly), runs: this.#runs, ...this.watch.recorded() };
  }
}

/** Input of {@link recordRun}. */
export interface RecordedInput {
  /** Name of the input in diagnostics and on the page. */
  readonly file: string;
  /** Text of the input, or its bytes in binary form. */
  readonly text: string | Uint8Array;
}

/**
 * Records the plan of an assembly, and a run of the plan on each input. If an input cannot be parsed, its run contains
 * the errors. If the assembly does not have a plan, records only the diagnostics.
 *
 * @experimental
 */
export async function recordRun<F>(assembly: Assembly<F>, inputs: readonly RecordedInput[]): Promise<Recording> {
  const any = assembly as unknown as AnyAssembly<AnyFramework>;
  const { plan, graph, work } = any;
  if ((plan ?? graph) === undefined || inputs.length === 0) return recordPlan(any);
  await any.ready();
  const runner = graph === undefined ? any.passManager() : any.schedule();
  const plans = new Map(graph && allPipelines(graph.plan).map((one) => [one.path, one.plan]));
  const managers: RecordedManager[] =
    runner instanceof PassManager
      ? [{ manager: runner, plan }]
      : runner.pipelines.map(({ path, manager }) => ({ path, manager, plan: plans.get(path) }));
  const recorder = new Recorder(any, managers);
  const idle = idleReportsOf(any, managers);
  const instrumentations = [...(idle === undefined ? [] : [idle.watch]), recorder.watch];
  if (runner instanceof PassManager) for (const one of instrumentations) runner.addInstrumentation(one);
  for (const { file, text } of inputs) {
    const parsed = any.parse(text, { file });
    const refusal = parsed.ok ? beforeRun(work, parsed.root) : undefined;
    if (!parsed.ok || refusal !== undefined) {
      recorder.end(file, { ok: false, diagnostics: parsed.ok ? [refusal as Diagnostic] : parsed.diagnostics });
      continue;
    }
    const ran: ManagerRunResult & { readonly trace?: readonly TraceEvent[] } =
      runner instanceof PassManager
        ? await runner.runAsync(parsed.root, { input: file })
        : await runner.runAsync(parsed.root, { input: file, instrumentations });
    const { succeeded, diagnostics } = afterRun(work, ran.root, ran);
    recorder.end(file, { ok: succeeded, diagnostics, idle: idle?.take(), trace: ran.trace }, () => text);
  }
  return recorder.recording();
}

interface AnyFramework {
  readonly ir: IrAdapter<object>;
}
