import type { Plan } from "@passwright/builder";
import { PassManager } from "@passwright/core";
import type { Diagnostic, IrAdapter, ManagerRunResult } from "@passwright/core";
import { allPipelines } from "@passwright/graph";
import type { GraphPlan, TraceEvent } from "@passwright/graph";
import type { Clock } from "@passwright/instrument";
import type { Assembly } from "@passwright/sdk";
import { afterRun, beforeRun, idleDiagnostic } from "@passwright/sdk/loading";
import type { Assembly as AnyAssembly } from "@passwright/sdk/loading";
import { recordPlan } from "./record-plan.ts";
import type { RecordedRun, Recording } from "./recording.ts";
import { RunRecorder } from "./run-recorder.ts";
import { TextStore } from "./texts.ts";
import type { RecordedManager } from "./run-recorder.ts";

declare const performance: { now(): number };

const CLOCK: Clock = () => performance.now();

/** Result of a run, for a recording. */
export interface RunFacts {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly trace?: readonly TraceEvent[] | undefined;
}

/** Records the runs of a plan on several inputs. */
export class Recorder {
  /** Instrumentation of the runs. */
  readonly watch: RunRecorder;
  readonly #assembly: AnyAssembly;
  readonly #texts = new TextStore();
  readonly #runs: RecordedRun[] = [];

  constructor(assembly: AnyAssembly, managers: readonly RecordedManager[], clock: Clock = CLOCK) {
    this.#assembly = assembly;
    this.watch = new RunRecorder(managers, this.#texts, clock);
  }

  /** Ends the run on an input. */
  end(input: string, { ok, diagnostics, trace }: RunFacts): void {
    const visits = this.watch.take();
    this.#runs.push({ input, ok, diagnostics, ...(trace === undefined ? {} : { trace }), visits });
  }

  recording(): Recording {
    return { ...recordPlan(this.#assembly), runs: this.#runs, texts: this.#texts.texts };
  }
}

/** Input of {@link recordRun}. */
export interface RecordedInput {
  /** Name in diagnostics and on the page. */
  readonly file: string;
  readonly text: string | Uint8Array;
}

/**
 * Records the plan of an assembly and its run on inputs. An input that cannot be parsed has a run with the errors. Without
 * a plan, only the diagnostics are recorded.
 */
export async function recordRun<F>(assembly: Assembly<F>, inputs: readonly RecordedInput[]): Promise<Recording> {
  const any = assembly as unknown as AnyAssembly<AnyFramework>;
  const { plan, graph, work } = any;
  if ((plan ?? graph) === undefined || inputs.length === 0) return recordPlan(any);
  await any.ready();
  const runner = graph === undefined ? any.passManager() : any.schedule();
  const managers: RecordedManager[] =
    runner instanceof PassManager
      ? [{ manager: runner, plan }]
      : runner.pipelines.map(({ path, manager }) => ({ path, manager, plan: graph && planOf(graph.plan, path) }));
  const recorder = new Recorder(any, managers);
  const idle = any.idleReports(managers);
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
    const found = (idle?.take() ?? []).map((step) => idleDiagnostic(step));
    const ok = succeeded && found.every(({ severity }) => severity === "warning");
    recorder.end(file, { ok, diagnostics: [...diagnostics, ...(succeeded ? found : [])], trace: ran.trace });
  }
  return recorder.recording();
}

interface AnyFramework {
  readonly ir: IrAdapter<object>;
}

/** Returns the plan of a pipeline of a graph. */
export function planOf(graph: GraphPlan, path: string): Plan | undefined {
  return allPipelines(graph).find((one) => one.path === path)?.plan;
}
