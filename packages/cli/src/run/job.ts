import type { Diagnostic } from "@passwright/core";
import type { TraceEvent } from "@passwright/graph";
import type { InstrumentData, LoadOptions } from "@passwright/loader";
import type { Slice } from "@passwright/sdk";
import type { IdleStep } from "@passwright/sdk/loading";
import type { Content, Input } from "../input/inputs.ts";
import type { Destination } from "../output/output.ts";
import type { StatisticsRow } from "../render/run-tables.ts";

/** What is to be run, as data: the same in this thread as in one that can be ended from outside. */
export interface RunJob {
  readonly load: LoadOptions;
  readonly cwd: string;
  /** Inputs as they are named; those of the config if there are none. */
  readonly named: readonly string[];
  /** What was found under these names, where that is known already. */
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
  /** Of a graph: whether its way is to be told. */
  readonly hasTrace: boolean;
  readonly debug: boolean;
  /** Whether somebody wants to know what there is to watch. */
  readonly isWatched: boolean;
}

/** What became of one input. */
export interface InputResult {
  /** What is printed or written at the end; absent if it failed. */
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

/** What is needed to run an input again. */
export interface RunRecord {
  /** The input; only its size, in bytes, if it is too large to be copied. */
  readonly content: Content | { readonly size: number };
  /** The pipeline as MLIR's text. */
  readonly pipeline: string;
  readonly verifyEach: boolean;
  readonly allowUnregistered?: boolean;
  /** Whether the input is MLIR, so that the pipeline can stand in it. */
  readonly isMlir: boolean;
  /** The packages whose passes are in the pipeline, as `passwright-opt --load-pass-plugin` takes them. */
  readonly packages?: readonly string[];
}

/** What a run tells while it goes on. */
export type RunEvent =
  /** Of loading: warnings, or the errors that ended it. `stacks` are those of what was thrown, for people who debug. */
  | { readonly kind: "loaded"; readonly diagnostics: readonly Diagnostic[]; readonly stacks: readonly string[] }
  /** It cannot go on. */
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "inputs"; readonly inputs: readonly Input[] }
  /** It waits for threads, which somebody else watches. */
  | { readonly kind: "waiting" }
  | { readonly kind: "started"; readonly index: number }
  /** The input that was started last was read; only in a thread that can be ended. */
  | { readonly kind: "read"; readonly record: RunRecord }
  | { readonly kind: "finished"; readonly index: number; readonly result: InputResult }
  /** What instruments say at the end: tables, and files that they could not write. */
  | { readonly kind: "reported"; readonly tables: readonly string[]; readonly diagnostics: readonly Diagnostic[] }
  /** Files and folders that it all depends on, where somebody watches them. */
  | { readonly kind: "dependsOn"; readonly paths: readonly string[] }
  /** What passes print, and stacks. */
  | { readonly kind: "printed"; readonly text: string };
