import type { CutText, IrAdapter, OpPassManager, PackedOperations, PassRegistry, TextAnswer } from "@passwright/core";

/**
 * Data from which a thread makes the adapter and the passes of a job, because objects with functions cannot be sent to
 * a thread. The thread imports `module` and calls its export `setUp` with `data`. The thread and the sender of the job
 * must have the same IR and the same passes.
 */
export interface ThreadSetup {
  /** URL of a module, from `import.meta.resolve` or `new URL("./threads.js", import.meta.url).href`. */
  readonly module: string;
  /**
   * Argument of `setUp`, for example a list of plugins. Must be JSON data, so that jobs can be sent to other machines.
   */
  readonly data: unknown;
}

/** Exports of {@link ThreadSetup.module}. */
export interface ThreadSetupModule {
  /** Returns the adapter and the registry that the thread uses. Called once per thread. */
  setUp(data: never): ThreadContents | Promise<ThreadContents>;
}

/** IR and passes in a thread. */
export interface ThreadContents {
  /** Adapter of the IR. */
  readonly adapter: IrAdapter<object>;
  /** Passes by name. */
  readonly registry: PassRegistry<object>;
}

/** Operations and the pipelines to run on these operations, as data that can be sent to a thread or another machine. */
export interface NestedJob {
  /** Adapter and passes that the job needs. */
  readonly setup: ThreadSetup;
  /** Number of the run. Jobs of the same run share initialized passes in each thread. */
  readonly run: number;
  /** Texts of pipelines: `func.func(cse)`. */
  readonly pipelines: readonly string[];
  /** Index in `pipelines` for each operation. */
  readonly pipelineOf: readonly number[];
  /** Whether the verifier runs after each pass. */
  readonly verifyEach: boolean;
  /** Name of the input, for passes. */
  readonly input?: string | undefined;
  /** Packed operations. */
  readonly operations: PackedOperations;
}

/** Result of a job. */
export interface NestedAnswer {
  /** Packed form of the operations on which the pipeline succeeded without diagnostics or printed text. */
  readonly operations: PackedOperations;
  /** Statistics of the passes of each pipeline, counted on the returned operations. */
  readonly counts: readonly (readonly Count[])[];
}

/** Text that is cut into parts, and the pipeline to run on each part. */
export interface TextJob {
  /** Adapter and passes that the job needs. */
  readonly setup: ThreadSetup;
  /** Text of the whole pipeline. If `undefined`, parts are only parsed, verified and printed. */
  readonly pipeline: string | undefined;
  /** Whether the verifier runs after each pass. */
  readonly verifyEach: boolean;
  /** Text and the positions of its parts. */
  readonly text: CutText;
}

/** Results of one thread: the parts of a text that this thread processed. */
export interface TextJobAnswer {
  /** Index and result of each part. */
  readonly parts: readonly (readonly [number, TextAnswer])[];
  /** Statistics of all passes, counted on these parts. */
  readonly counts: readonly Count[];
}

/** Value of one statistic of a pass. */
export interface Count {
  /** Sum of the values or, if `isMaximum` is set, the largest value. */
  readonly value: number;
  /** Whether `value` is a maximum instead of a sum. */
  readonly isMaximum: boolean;
}

/**
 * Serializes a job or the result of a job, so that a {@link JobRunner} in another process or machine can run the job.
 * Typed arrays become plain arrays.
 */
export function toJson(data: NestedJob | NestedAnswer): string {
  return JSON.stringify(data, (_, value: unknown) => (value instanceof Int32Array ? Array.from(value) : value));
}

/** Returns the value of a statistic as data. */
export function countOf({ value, isMaximum }: Count): Count {
  return { value, isMaximum };
}

/** Adds the statistics that another thread counted to the statistics of the passes in `manager`. */
export function addCounts<Op extends object>(manager: OpPassManager<Op>, counted: readonly Count[]): void {
  let at = 0;
  manager.forEachPass(({ statistics }) => {
    for (const counter of Object.values(statistics)) {
      const { value, isMaximum } = counted[at++] ?? { value: 0, isMaximum: false };
      if (isMaximum) counter.updateMax(value);
      else if (value !== 0) counter.add(value);
    }
  });
}
