import { followAdapter, PassManager, RunValues } from "@passwright/core";
import type {
  Diagnostic,
  Instrumentation,
  IrAdapter,
  NestedExecutor,
  OpPassManager,
  Pass,
  PassAtWork,
  PassRegistry,
  RunOptions,
} from "@passwright/core";
import type { PipelineGraphOptions } from "../register/graph-state.ts";
import { GraphRun } from "./graph-run.ts";
import type { StageRun } from "./graph-run.ts";
import type { Stage } from "./stage.ts";
import type { ScheduleRunResult } from "./trace.ts";

/** Options of a run. A schedule has no state between runs. */
export interface ScheduleRunOptions<Op extends object> extends Pick<RunOptions, "input" | "onDiagnostic"> {
  /** Whether the verifier runs after every pass that changed the IR. Default: true. */
  readonly verifyEach?: boolean;
  /** Hooks around the passes of all pipelines. For them, each visit of a pipeline is a run of a manager. */
  readonly instrumentations?: readonly Instrumentation<Op>[];
  /** Receives the output of passes. */
  readonly output?: (text: string) => void;
  /** Registry for passes that make pipelines from text. */
  readonly registry?: PassRegistry<Op>;
  /** Runs nested pipelines elsewhere, for example in threads; only in `runAsync`. */
  readonly executor?: NestedExecutor<Op>;
}

/** A pipeline of a schedule, for reports. */
export interface ScheduledPipeline<Op extends object> {
  /** The name, after those of the enclosing subgraphs. */
  readonly path: string;
  /** The IR at its beginning. */
  readonly adapter: IrAdapter<Op>;
  readonly manager: OpPassManager<Op>;
}

/**
 * A compiled graph: the RFC's `PipelineSchedule`. Immutable; can run any number of times. As with managers, statistics
 * of its passes add up.
 */
export class PipelineSchedule<Op extends object> {
  readonly adapter: IrAdapter<Op>;
  readonly anchor: string | undefined;
  readonly #stages: readonly Stage<Op>[];
  readonly #maxVisits: number;
  /** The manager of the current visit. */
  #manager: PassManager<Op> | undefined = undefined;

  /** @internal Made by a graph. */
  constructor(adapter: IrAdapter<Op>, stages: readonly Stage<Op>[], options: PipelineGraphOptions<Op>) {
    this.adapter = adapter;
    this.anchor = options.anchor === "any" ? undefined : options.anchor;
    this.#stages = stages;
    this.#maxVisits = options.maxVisits ?? 1_000_000;
  }

  /** The pass that is running, or whose promise a run awaits. */
  get atWork(): PassAtWork | undefined {
    return this.#manager?.atWork;
  }

  /** The anchor as text; `any` without one. */
  get anchorText(): string {
    return this.anchor ?? "any";
  }

  /** The pipelines with passes, in order, including those of subgraphs. */
  get pipelines(): readonly ScheduledPipeline<Op>[] {
    const list = (stages: readonly Stage<Op>[]): ScheduledPipeline<Op>[] =>
      stages.flatMap(({ node: { path }, adapter, manager, stages: inner }) =>
        inner === undefined ? (manager === undefined ? [] : [{ path, adapter, manager }]) : list(inner),
      );
    return list(this.#stages);
  }

  /** The IRs of its pipelines, without duplicates, in order. */
  get irs(): readonly IrAdapter<Op>[] {
    const all = this.pipelines.flatMap(({ adapter, manager }) => managerOver(adapter, manager).irs);
    return [...new Set([this.adapter, ...all])];
  }

  /** Adapter for instrumentations, like that of a pass manager: it behaves like the adapter of the current IR. */
  get runningAdapter(): IrAdapter<Op> {
    const { irs, adapter } = this;
    return irs.length === 1 ? adapter : followAdapter(irs, () => this.#manager?.runningIr ?? adapter);
  }

  /** Visits every pass, in the order of the schedule. */
  forEachPass(visit: (pass: Pass<Op>) => void): void {
    for (const { manager } of this.pipelines) manager.forEachPass(visit);
  }

  /**
   * Runs the graph on `op` like `PassManager.run`: errors are returned, not thrown. The run ends at the first pipeline
   * that fails. Removes the attribute `pipeline.jump_target` from `op`.
   */
  run(op: Op, options: ScheduleRunOptions<Op> = {}): ScheduleRunResult {
    const run = this.#start(op, options);
    const values = new RunValues();
    return run.within(() => {
      const steps = run.steps();
      for (let step = steps.next(); ;) {
        if (step.done === true) return run.result(step.value);
        const { manager, runOptions } = this.#managerFor(step.value, run, options, values);
        step = steps.next(manager.run(run.op, runOptions));
      }
    });
  }

  /** Like {@link run}, but awaits passes that return a promise. */
  async runAsync(op: Op, options: ScheduleRunOptions<Op> = {}): Promise<ScheduleRunResult> {
    const run = this.#start(op, options);
    const values = new RunValues();
    return run.withinAsync(async () => {
      const steps = run.steps();
      for (let step = steps.next(); ;) {
        if (step.done === true) return run.result(step.value);
        const { manager, runOptions } = this.#managerFor(step.value, run, options, values);
        // Sequential, because pipelines depend on each other.
        step = steps.next(await manager.runAsync(run.op, runOptions));
      }
    });
  }

  #start(op: Op, { onDiagnostic }: ScheduleRunOptions<Op>): GraphRun<Op> {
    return new GraphRun(this.adapter, this.#stages, op, { maxVisits: this.#maxVisits, onDiagnostic });
  }

  /** Makes a manager for one visit of a pipeline, with the same passes each time. */
  #managerFor(
    { stage, hooks }: StageRun<Op>,
    run: GraphRun<Op>,
    { verifyEach = true, instrumentations = [], output, registry, executor, input }: ScheduleRunOptions<Op>,
    values: RunValues,
  ): { readonly manager: PassManager<Op>; readonly runOptions: RunOptions } {
    const manager = managerOver(stage.adapter, stage.manager as OpPassManager<Op>);
    this.#manager = manager;
    manager.verifyEach = verifyEach;
    manager.output = output;
    manager.registry = registry;
    // Executors transfer operations of the first IR only.
    manager.executor = stage.adapter === this.adapter ? executor : undefined;
    for (const instrumentation of instrumentations) manager.addInstrumentation(instrumentation);
    const onDiagnostic = (diagnostic: Diagnostic): void => run.report(inPipeline(diagnostic, stage.node.path));
    return { manager, runOptions: { input, ...hooks, onDiagnostic, values } };
  }
}

function managerOver<Op extends object>(adapter: IrAdapter<Op>, pipeline: OpPassManager<Op>): PassManager<Op> {
  const { anchor } = pipeline;
  const manager = new PassManager(adapter, anchor === undefined ? {} : { anchor });
  manager.append(pipeline);
  return manager;
}

/** Errors name their pipeline; remarks of passes do not. */
function inPipeline(diagnostic: Diagnostic, path: string): Diagnostic {
  if (diagnostic.severity !== "error") return diagnostic;
  return { ...diagnostic, notes: [...(diagnostic.notes ?? []), { message: `in pipeline \`${path}\`` }] };
}
