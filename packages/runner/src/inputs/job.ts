import type { Diagnostic } from "@passwright/core";
import type { ModuleRequest } from "../cache/module-recorder.ts";

/** One input of a run, as data. This thread, a worker, or a different machine can run the job. */
export interface InputJob {
  /** Name in messages. */
  readonly name: string;
  /** Content of the input, or the file that contains the content. */
  readonly content: string | Uint8Array | InputFile;
  /** Path of the result. The extension can select the binary form of an IR. */
  readonly resultName?: string;
}

/** A file that the worker reads. */
export interface InputFile {
  /** Absolute path. */
  readonly path: string;
  /** Whether the user named this file. A file that the user names can be a pipe or a device. */
  readonly isNamed?: boolean;
  /** Hash of the content, if known. */
  readonly hash?: string;
}

/** Returns whether the content of a job is in a file. */
export function isFile(content: InputJob["content"]): content is InputFile {
  return typeof content !== "string" && !(content instanceof Uint8Array);
}

/** Durations of the stages of a run, in milliseconds. */
export interface InputTiming {
  /** Time for reading the file. */
  readonly read: number;
  /** Time for parsing the text. */
  readonly parse: number;
  /** Time for all passes. */
  readonly passes: number;
  /** Time for printing the result. */
  readonly print: number;
}

/** Value of one statistic of one step, for one input. */
export interface InputStatistic {
  /** Address of the step. In a graph, starts with the path of the pipeline. */
  readonly step: string;
  /** Name of the pass. */
  readonly pass: string;
  /** Name of the statistic. */
  readonly name: string;
  /** Meaning of the statistic. */
  readonly description: string;
  /** Value for the input. */
  readonly value: number;
  /** Whether the combined value of several inputs is the maximum instead of the sum. */
  readonly isMaximum?: boolean;
}

/** Result of one input, as data. */
export interface InputResult<Report = unknown> {
  /** Name of the input. */
  readonly name: string;
  /** Whether all passes succeeded, and the result was printed. */
  readonly ok: boolean;
  /** The result as text, or in binary form. Absent if the run of the input failed. */
  readonly output?: string | Uint8Array;
  /** Source map as JSON text, if the configuration of the tool requires a separate source map. */
  readonly map?: string;
  /** Errors, warnings and remarks of the run. */
  readonly diagnostics: readonly Diagnostic[];
  /** Text that was printed by passes and instrumentations. */
  readonly printed?: string;
  /** Statistics of all passes, in the order of the pipeline. */
  readonly statistics: readonly InputStatistic[];
  /** Durations of the stages of the run. Absent if durations were not measured. */
  readonly timing?: InputTiming;
  /** Additional data that the runner reports, such as the jumps of a graph and idle steps. */
  readonly report?: Report;
  /**
   * Files that passes read while they ran, according to the IR: absolute paths and patterns. Absent if none are known.
   */
  readonly dependencies?: readonly string[];
  /** Modules that the worker has loaded since its last result, if loaded modules are recorded. */
  readonly modules?: readonly ModuleRequest[];
  /** Source of the result: `run` for this machine, `cache`, or the name of another machine. */
  readonly from: string;
  /** Number of the worker, for reports of times. */
  readonly worker?: number;
}

/** Data from which a worker makes its runner. The worker imports `module` and calls its export `open` with `data`. */
export interface RunSetup {
  /** URL of a module. */
  readonly module: string;
  /** Argument of `open`: data that can be cloned, including the options of the run. */
  readonly data: unknown;
}

/** Exports of {@link RunSetup.module}. */
export interface RunSetupModule {
  /**
   * Prepares a run, and returns a runner for its inputs. Returns `undefined` if the setup refused the run and reported
   * the reason.
   */
  open(data: never, context: WorkerContext): InputRunner | undefined | Promise<InputRunner | undefined>;
}

/** Functions and memory that a worker provides to its setup. */
export interface WorkerContext {
  /** Sends data to {@link PoolOptions.onEvent}. */
  report(event: unknown): void;
  /**
   * Restarts the time limits of running inputs. A setup must call this function while inputs wait for other threads.
   */
  waiting(): void;
  /** Stores data that explains why this worker ended, if it ends unexpectedly: see {@link LostInput.last}. */
  last(data: unknown): void;
  /** Memory of this worker. The main thread can read this memory even if the worker hangs or has ended. */
  readonly memory?: SharedArrayBuffer;
}

/** Runs inputs. Several calls to `run` can be active at once while passes wait for promises. */
export interface InputRunner {
  /**
   * Runs an input. `isAlone` means that no other input runs, and that the results of all earlier inputs were delivered.
   */
  run(job: InputJob, isAlone?: boolean): Promise<InputResult>;
}

/**
 * Runs inputs. Implementations run inputs in this thread, in workers or on other machines, or add a cache to a
 * different executor.
 */
export interface Executor {
  /** Number of jobs that can run at once. Can change between jobs. */
  readonly width: number;
  /**
   * Runs a job. If the input fails, the promise resolves to a result with the errors. Rejects if `signal` aborts the
   * job before the job starts.
   */
  run(job: InputJob, signal?: AbortSignal): Promise<InputResult>;
  /** Ends all workers. */
  close(): Promise<void>;
}

/** Reason of the abort at the end of a run, after which results of unfinished jobs are not used. */
export const RUN_ENDED: Error = new Error("the run has ended");
