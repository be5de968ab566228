import { followAdapter, PassManager, RunValues } from "@passwright/core";
import { registryOf } from "@passwright/builder";
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
import type { GraphState } from "../register/graph-state.ts";
import { GraphRun } from "./graph-run.ts";
import type { StageRun } from "./graph-run.ts";
import type { Stage } from "./stage.ts";
import type { ScheduleRunResult } from "./trace.ts";

/** Options of a run, which do not affect later runs. */
export interface ScheduleRunOptions<Op extends object> extends Pick<RunOptions, "input" | "onDiagnostic" | "signal"> {
  /** Whether the verifier runs after every pass that changed the IR. Default: true. */
  readonly verifyEach?: boolean;
  /**
   * Instrumentations of the passes in all pipelines. The instrumentations see each visit of a pipeline as a separate
   * run of a manager.
   */
  readonly instrumentations?: readonly Instrumentation<Op>[];
  /** Called with the text that passes print. */
  readonly output?: (text: string) => void;
  /** Registry for passes that parse pipelines. Default: the registry of the schedule. */
  readonly registry?: PassRegistry<Op>;
  /** Executor that runs nested pipelines elsewhere, for example in worker threads. Used only by `runAsync`. */
  readonly executor?: NestedExecutor<Op>;
}

/** Pipeline of a schedule, as reports show it. */
export interface ScheduledPipeline<Op extends object> {
  /** Path of the pipeline: the names of the enclosing subgraphs, and the name of the pipeline. */
  readonly path: string;
  /** Adapter of the IR at the start of the pipeline. */
  readonly adapter: IrAdapter<Op>;
  /** Manager that runs the pipeline. */
  readonly manager: OpPassManager<Op>;
}

/**
 * Ordered graph that can run any number of times: the `PipelineSchedule` of the RFC. A run changes only the statistics
 * of the passes, which add up over all runs.
 */
export class PipelineSchedule<Op extends object> {
  /** Adapter of the IR. */
  readonly adapter: IrAdapter<Op>;
  /** Passes and named pipelines of the graph's catalogue, for passes that parse pipelines. */
  readonly registry: PassRegistry<Op>;
  /** Operation that the first pipeline runs on. `undefined` if this pipeline runs on any operation. */
  readonly anchor: string | undefined;
  readonly #stages: readonly Stage<Op>[];
  readonly #maxVisits: number;
  /** Manager of the current visit. */
  #manager: PassManager<Op> | undefined = undefined;

  /** @internal Use `PipelineGraph.createPipelineSchedule` to create a schedule. */
  constructor(adapter: IrAdapter<Op>, stages: readonly Stage<Op>[], options: GraphState<Op>["options"]) {
    this.adapter = adapter;
    this.registry = registryOf(options.catalogue);
    this.anchor = options.anchor === "any" ? undefined : options.anchor;
    this.#stages = stages;
    this.#maxVisits = options.maxVisits ?? 1_000_000;
  }

  /** Pass that is running or whose promise is awaited. */
  get atWork(): PassAtWork | undefined {
    return this.#manager?.atWork;
  }

  /** Name of the anchor, or `any` for a graph without an anchor. */
  get anchorText(): string {
    return this.anchor ?? "any";
  }

  /** Pipelines with passes, in order, including the pipelines of subgraphs. */
  get pipelines(): readonly ScheduledPipeline<Op>[] {
    const list = (stages: readonly Stage<Op>[]): ScheduledPipeline<Op>[] =>
      stages.flatMap(({ node: { path }, adapter, manager, stages: inner }) =>
        inner === undefined ? (manager === undefined ? [] : [{ path, adapter, manager }]) : list(inner),
      );
    return list(this.#stages);
  }

  /** IRs of the pipelines, in order and without duplicates. */
  get irs(): readonly IrAdapter<Op>[] {
    const all = this.pipelines.flatMap(({ adapter, manager }) => managerOver(adapter, manager).irs);
    return [...new Set([this.adapter, ...all])];
  }

  /** Adapter for instrumentations. Forwards each call to the adapter of the IR that the run is working on. */
  get runningAdapter(): IrAdapter<Op> {
    const { irs, adapter } = this;
    return irs.length === 1 ? adapter : followAdapter(irs, () => this.#manager?.runningIr ?? adapter);
  }

  /** Calls `visit` for every pass, in the order of the schedule. */
  forEachPass(visit: (pass: Pass<Op>) => void): void {
    for (const { manager } of this.pipelines) manager.forEachPass(visit);
  }

  /**
   * Runs the graph on `op`. Like `PassManager.run`, returns errors instead of throwing them. The run ends at the first
   * pipeline that fails. Removes the attribute `pipeline.jump_target` from `op`.
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

  /** Runs the graph like {@link run}, but awaits passes that return a promise. */
  async runAsync(op: Op, options: ScheduleRunOptions<Op> = {}): Promise<ScheduleRunResult> {
    const run = this.#start(op, options);
    const values = new RunValues();
    return run.withinAsync(async () => {
      const steps = run.steps();
      for (let step = steps.next(); ;) {
        if (step.done === true) return run.result(step.value);
        const { manager, runOptions } = this.#managerFor(step.value, run, options, values);
        // Runs one pipeline at a time, because each pipeline depends on the results of earlier pipelines.
        step = steps.next(await manager.runAsync(run.op, runOptions));
      }
    });
  }

  #start(op: Op, { onDiagnostic }: ScheduleRunOptions<Op>): GraphRun<Op> {
    return new GraphRun(this.adapter, this.#stages, op, { maxVisits: this.#maxVisits, onDiagnostic });
  }

  /** Returns a manager for one visit of a pipeline. All visits share the same pass instances. */
  #managerFor(
    { stage, hooks }: StageRun<Op>,
    run: GraphRun<Op>,
    {
      verifyEach = true,
      instrumentations = [],
      output,
      registry = this.registry,
      executor,
      input,
      signal,
    }: ScheduleRunOptions<Op>,
    values: RunValues,
  ): { readonly manager: PassManager<Op>; readonly runOptions: RunOptions } {
    const manager = managerOver(stage.adapter, stage.manager as OpPassManager<Op>);
    this.#manager = manager;
    manager.verifyEach = verifyEach;
    manager.output = output;
    manager.registry = registry;
    // Executors can transfer only operations of the IR with which the graph starts.
    manager.executor = stage.adapter === this.adapter ? executor : undefined;
    for (const instrumentation of instrumentations) manager.addInstrumentation(instrumentation);
    const onDiagnostic = (diagnostic: Diagnostic): void => run.report(inPipeline(diagnostic, stage.node.path));
    return { manager, runOptions: { input, ...(signal && { signal }), ...hooks, onDiagnostic, values } };
  }
}

function managerOver<Op extends object>(adapter: IrAdapter<Op>, pipeline: OpPassManager<Op>): PassManager<Op> {
  const { anchor } = pipeline;
  const manager = new PassManager(adapter, anchor === undefined ? {} : { anchor });
  manager.append(pipeline);
  return manager;
}

/** Adds a note with the path of the pipeline to an error. Returns warnings and remarks unchanged. */
function inPipeline(diagnostic: Diagnostic, path: string): Diagnostic {
  if (diagnostic.severity !== "error") return diagnostic;
  return { ...diagnostic, notes: [...(diagnostic.notes ?? []), { message: `in pipeline \`${path}\`` }] };
}
