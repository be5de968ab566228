import type { Diagnostic } from "@passwright/core";
import type { TraceEvent } from "@passwright/graph";
import type { InstrumentData, LoadOptions } from "@passwright/loader";
import type { Slice } from "@passwright/sdk";
import type { IdleStep } from "@passwright/sdk/loading";
import type { Recording } from "@passwright/viewer";
import type { Content, Input } from "../input/inputs.ts";
import type { Destination } from "../output/output.ts";
import type { StatisticsRow } from "../render/run-tables.ts";

/** The description of a run, as data: for this thread, or for one that can be ended. */
export interface RunJob {
  readonly load: LoadOptions;
  readonly cwd: string;
  /** Names of inputs. Default: those of the config. */
  readonly named: readonly string[];
  /** The inputs of these names, if they are already known. */
  readonly inputs?: readonly Input[] | undefined;
  /** Number of inputs that are done. */
  readonly from: number;
  /** Target of the results. The name of a file determines whether it contains text or the binary form. */
  readonly destination: Destination;
  /** Standard input, if it was read already. */
  readonly standardInput?: Uint8Array | undefined;
  /** Addresses of the first and last step. Default: the whole plan. */
  readonly slice?: Slice | undefined;
  /** Requested reports; override those of the config. */
  readonly instrument: InstrumentData;
  readonly allowUnregistered: boolean;
  /** Default: from the config. */
  readonly verifyEach?: boolean | undefined;
  readonly hasCounts: boolean;
  /** Whether to find the steps that change nothing. */
  readonly hasIdle: boolean;
  /** Value of `--threads`. Default: from the config. */
  readonly threads?: string | undefined;
  /** Time limit in seconds; in threads for each operation. */
  readonly seconds?: number | undefined;
  /** For a graph: whether its trace is printed. */
  readonly hasTrace: boolean;
  /** Whether to record the run. With `plan`, a plan without inputs is recorded too. */
  readonly recording?: "run" | "plan" | undefined;
  readonly debug: boolean;
  /** Whether files to watch are reported. */
  readonly isWatched: boolean;
}

/** Result of one input. */
export interface InputResult {
  /** The output; absent after a failure. */
  readonly content?: Content;
  /** Numbers of operations by name. */
  readonly counts?: { readonly before: ReadonlyMap<string, number>; readonly after: ReadonlyMap<string, number> };
  readonly diagnostics: readonly Diagnostic[];
  /** Path of the run through a graph. */
  readonly trace?: readonly TraceEvent[];
  /** Steps that found nothing because of their position. */
  readonly idle?: readonly IdleStep[] | undefined;
  /** Addresses of the steps that changed nothing, for `--idle`. */
  readonly unchanged?: readonly string[] | undefined;
  /** Statistics of all passes so far, including this input. */
  readonly statistics: readonly StatisticsRow[];
}

/** The data for running an input again. */
export interface RunRecord {
  /** The input, or its size in bytes if it is too large to be copied. */
  readonly content: Content | { readonly size: number };
  /** The pipeline in MLIR's text. */
  readonly pipeline: string;
  readonly verifyEach: boolean;
  readonly allowUnregistered?: boolean;
  /** Whether the input is MLIR, so that it can contain the pipeline. */
  readonly isMlir: boolean;
  /** Packages with passes of the pipeline, for `passwright-opt --load-pass-plugin`. */
  readonly packages?: readonly string[];
}

/** An event during a run. */
export type RunEvent =
  /** After loading: warnings, or the errors that ended it. `stacks` are those of exceptions, for `--debug`. */
  | { readonly kind: "loaded"; readonly diagnostics: readonly Diagnostic[]; readonly stacks: readonly string[] }
  /** Errors that end the run. */
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "inputs"; readonly inputs: readonly Input[] }
  /** The run waits for threads that another part watches. */
  | { readonly kind: "waiting" }
  | { readonly kind: "started"; readonly index: number }
  /** The current input was read. Only in watched threads. */
  | { readonly kind: "read"; readonly record: RunRecord }
  | { readonly kind: "finished"; readonly index: number; readonly result: InputResult }
  /** The recording of all runs. */
  | { readonly kind: "recorded"; readonly recording: Recording }
  /** Final reports: tables, and files that could not be written. */
  | { readonly kind: "reported"; readonly tables: readonly string[]; readonly diagnostics: readonly Diagnostic[] }
  /** Files and folders that the run depends on, if they are watched. */
  | { readonly kind: "dependsOn"; readonly paths: readonly string[] }
  /** Output of passes, and stacks. */
  | { readonly kind: "printed"; readonly text: string };
