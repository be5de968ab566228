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

/** How a schedule is run. A schedule keeps nothing of its own between runs, so all of this belongs to one of them. */
export interface ScheduleRunOptions<Op extends object> extends Pick<RunOptions, "onDiagnostic"> {
  /** Run the IR's verifier after every pass that changed something; true if left out. */
  readonly verifyEach?: boolean;
  /** Hooks around the passes of all pipelines. Each visit of a pipeline is a run of a manager to them. */
  readonly instrumentations?: readonly Instrumentation<Op>[];
  /** Gets what passes print. */
  readonly output?: (text: string) => void;
  /** Where passes that make pipelines from text look names up. */
  readonly registry?: PassRegistry<Op>;
  /** Runs nested pipelines elsewhere, in threads for instance; used by `runAsync` only. */
  readonly executor?: NestedExecutor<Op>;
}

/** A pipeline of a schedule: what reports are made of. */
export interface ScheduledPipeline<Op extends object> {
  /** With the names of the subgraphs around it. */
  readonly path: string;
  /** The IR that it begins with. */
  readonly adapter: IrAdapter<Op>;
  readonly manager: OpPassManager<Op>;
}

/**
 * A graph, compiled: the RFC's `PipelineSchedule`. It never changes and can run any number of times; as with managers,
 * statistics of its passes add up.
 */
export class PipelineSchedule<Op extends object> {
  readonly adapter: IrAdapter<Op>;
  readonly anchor: string | undefined;
  readonly #stages: readonly Stage<Op>[];
  readonly #maxVisits: number;
  /** That of the visit that was started last. */
  #manager: PassManager<Op> | undefined = undefined;

  /** @internal Made by a graph. */
  constructor(adapter: IrAdapter<Op>, stages: readonly Stage<Op>[], options: PipelineGraphOptions<Op>) {
    this.adapter = adapter;
    this.anchor = options.anchor === "any" ? undefined : options.anchor;
    this.#stages = stages;
    this.#maxVisits = options.maxVisits ?? 1_000_000;
  }

  /** The pass that runs now or whose promise a run waits for. */
  get atWork(): PassAtWork | undefined {
    return this.#manager?.atWork;
  }

  /** The anchor as text: `any` where there is none. */
  get anchorText(): string {
    return this.anchor ?? "any";
  }

  /** The pipelines with passes, in order, those of subgraphs included. */
  get pipelines(): readonly ScheduledPipeline<Op>[] {
    const list = (stages: readonly Stage<Op>[]): ScheduledPipeline<Op>[] =>
      stages.flatMap(({ node: { path }, adapter, manager, stages: inner }) =>
        inner === undefined ? (manager === undefined ? [] : [{ path, adapter, manager }]) : list(inner),
      );
    return list(this.#stages);
  }

  /** The IRs that its pipelines run on, each once, in order. */
  get irs(): readonly IrAdapter<Op>[] {
    const all = this.pipelines.flatMap(({ adapter, manager }) => managerOver(adapter, manager).irs);
    return [...new Set([this.adapter, ...all])];
  }

  /** Adapter for instrumentations, as that of a pass manager: it behaves as the IR that the run is in. */
  get runningAdapter(): IrAdapter<Op> {
    const { irs, adapter } = this;
    return irs.length === 1 ? adapter : followAdapter(irs, () => this.#manager?.runningIr ?? adapter);
  }

  /** Visits every pass, in the order of the schedule. */
  forEachPass(visit: (pass: Pass<Op>) => void): void {
    for (const { manager } of this.pipelines) manager.forEachPass(visit);
  }

  /**
   * Runs the graph on `op`, as `PassManager.run` does: problems are answered, not thrown. The run ends at the first pipeline
   * that fails. The attribute `pipeline.jump_target` is never left on `op`.
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

  /** Like {@link run}, and waits for passes that answer a promise. */
  async runAsync(op: Op, options: ScheduleRunOptions<Op> = {}): Promise<ScheduleRunResult> {
    const run = this.#start(op, options);
    const values = new RunValues();
    return run.withinAsync(async () => {
      const steps = run.steps();
      for (let step = steps.next(); ;) {
        if (step.done === true) return run.result(step.value);
        const { manager, runOptions } = this.#managerFor(step.value, run, options, values);
        // One pipeline after the other, as they depend on each other.
        step = steps.next(await manager.runAsync(run.op, runOptions));
      }
    });
  }

  #start(op: Op, { onDiagnostic }: ScheduleRunOptions<Op>): GraphRun<Op> {
    return new GraphRun(this.adapter, this.#stages, op, { maxVisits: this.#maxVisits, onDiagnostic });
  }

  /** A manager for one visit of a pipeline, over the same passes every time. */
  #managerFor(
    { stage, onJump }: StageRun<Op>,
    run: GraphRun<Op>,
    { verifyEach = true, instrumentations = [], output, registry, executor }: ScheduleRunOptions<Op>,
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
    return { manager, runOptions: { onJump, onDiagnostic, values } };
  }
}

function managerOver<Op extends object>(adapter: IrAdapter<Op>, pipeline: OpPassManager<Op>): PassManager<Op> {
  const { anchor } = pipeline;
  const manager = new PassManager(adapter, anchor === undefined ? {} : { anchor });
  manager.append(pipeline);
  return manager;
}

/** An error says in which pipeline it came up; what passes remark does not need it. */
function inPipeline(diagnostic: Diagnostic, path: string): Diagnostic {
  if (diagnostic.severity !== "error") return diagnostic;
  return { ...diagnostic, notes: [...(diagnostic.notes ?? []), { message: `in pipeline \`${path}\`` }] };
}
