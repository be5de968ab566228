import type { Diagnostic } from "@passwright/core";
import type { TraceEvent } from "@passwright/graph";
import type { InstrumentData, LoadOptions } from "@passwright/loader";
import type { Slice } from "@passwright/sdk";
import type { IdleStep } from "@passwright/sdk/loading";
import type { Content, Input } from "../input/inputs.ts";
import type { Destination } from "../output/output.ts";
import type { StatisticsRow } from "../render/run-tables.ts";

/** The description of a run, as data: for this thread, or for one that can be ended. */
export interface RunJob {
  readonly load: LoadOptions;
  readonly cwd: string;
  /** Inputs as they are named; those of the config if there are none. */
  readonly named: readonly string[];
  /** The inputs of these names, if they are already known. */
  readonly inputs?: readonly Input[] | undefined;
  /** How many of them are done. */
  readonly from: number;
  /** Where results go: they are bytes where the IR has a binary form and the file is called so. */
  readonly destination: Destination;
  /** All of standard input, where it cannot be read any more. */
  readonly standardInput?: Uint8Array | undefined;
  /** Addresses of the first and last step to run; the whole plan without it. */
  readonly slice?: Slice | undefined;
  /** What flags ask to be shown of the run; goes before what the config asks for. */
  readonly instrument: InstrumentData;
  readonly allowUnregistered: boolean;
  /** What the config says if this is left out. */
  readonly verifyEach?: boolean | undefined;
  readonly hasCounts: boolean;
  /** Whether to find the steps that change nothing. */
  readonly hasIdle: boolean;
  /** What `--threads` says; else the config does. */
  readonly threads?: string | undefined;
  /** The time limit, which in threads is for each operation. */
  readonly seconds?: number | undefined;
  /** For a graph: whether its trace is printed. */
  readonly hasTrace: boolean;
  readonly debug: boolean;
  /** Whether files to watch are reported. */
  readonly isWatched: boolean;
}

/** What became of one input. */
export interface InputResult {
  /** The output; absent after a failure. */
  readonly content?: Content;
  /** Numbers of operations by name. */
  readonly counts?: { readonly before: ReadonlyMap<string, number>; readonly after: ReadonlyMap<string, number> };
  readonly diagnostics: readonly Diagnostic[];
  /** The way that the run took through a graph. */
  readonly trace?: readonly TraceEvent[];
  /** Steps that found nothing because of their position. */
  readonly idle?: readonly IdleStep[] | undefined;
  /** Addresses of the steps that changed nothing, for `--idle`. */
  readonly unchanged?: readonly string[] | undefined;
  /** What all passes counted so far, this input included. */
  readonly statistics: readonly StatisticsRow[];
}

/** The data for running an input again. */
export interface RunRecord {
  /** The input; only its size, in bytes, if it is too large to be copied. */
  readonly content: Content | { readonly size: number };
  /** The pipeline as MLIR's text. */
  readonly pipeline: string;
  readonly verifyEach: boolean;
  readonly allowUnregistered?: boolean;
  /** Whether the input is MLIR, so that it can contain the pipeline. */
  readonly isMlir: boolean;
  /** The packages whose passes are in the pipeline, as `passwright-opt --load-pass-plugin` takes them. */
  readonly packages?: readonly string[];
}

/** An event during a run. */
export type RunEvent =
  /** After loading: warnings, or the errors that ended it. `stacks` are those of exceptions, for `--debug`. */
  | { readonly kind: "loaded"; readonly diagnostics: readonly Diagnostic[]; readonly stacks: readonly string[] }
  /** It cannot go on. */
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "inputs"; readonly inputs: readonly Input[] }
  /** The run waits for threads that another part watches. */
  | { readonly kind: "waiting" }
  | { readonly kind: "started"; readonly index: number }
  /** The input that was started last was read; only in a thread that can be ended. */
  | { readonly kind: "read"; readonly record: RunRecord }
  | { readonly kind: "finished"; readonly index: number; readonly result: InputResult }
  /** What instruments say at the end: tables, and files that they could not write. */
  | { readonly kind: "reported"; readonly tables: readonly string[]; readonly diagnostics: readonly Diagnostic[] }
  /** Files and folders that the run depends on, if they are watched. */
  | { readonly kind: "dependsOn"; readonly paths: readonly string[] }
  /** What passes print, and stacks. */
  | { readonly kind: "printed"; readonly text: string };
