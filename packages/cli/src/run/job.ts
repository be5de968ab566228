import type { Diagnostic } from "@passwright/core";
import type { TraceEvent } from "@passwright/graph";
import type { InstrumentData, LoadOptions } from "@passwright/loader";
import type { Slice } from "@passwright/sdk";
import type { IdleStep } from "@passwright/sdk/loading";
import type { StatisticsTree, TimingTree } from "@passwright/instrument";
import type { InputResult } from "@passwright/runner";
import type { DeclaredReads, RunCode } from "@passwright/runner/reuse";
import type { Recording } from "@passwright/viewer";
import type { Content, Input } from "../input/inputs.ts";
import type { NamedOutput } from "../output/output-check.ts";
import type { Source } from "../output/result-files.ts";
import type { Destination } from "../output/output.ts";
import type { Dependencies, Terminal } from "../terminal/terminal.ts";
import type { ThreadActivity } from "../threads/watched-thread.ts";

/** Description of a run, as data that can be sent to another thread. */
export interface RunJob {
  readonly load: LoadOptions;
  readonly cwd: string;
  /** Names of inputs. Default: the inputs of the config. */
  readonly named: readonly string[];
  /** Inputs that `named` refers to. Absent if these inputs are not known yet. */
  readonly inputs?: readonly Input[] | undefined;
  /** Destination of the results. The name of a file determines whether the file contains text or the binary form. */
  readonly destination: Destination;
  /** Files that flags name and the run writes. The run is refused if one of them is an input or a config. */
  readonly outputs?: readonly NamedOutput[] | undefined;
  /** Addresses of the first and last step. Default: the whole plan. */
  readonly slice?: Slice | undefined;
  /** Requested reports, which override the reports in the config. */
  readonly instrument: InstrumentData;
  readonly allowUnregistered: boolean;
  /** Whether the verifier runs after each pass. Default: the value in the config. */
  readonly verifyEach?: boolean | undefined;
  readonly hasCounts: boolean;
  readonly hasIdle: boolean;
  /** Value of `--threads`. Default: the value in the config. */
  readonly threads?: string | undefined;
  /** Time limit in seconds. In threads, the limit applies to each operation. */
  readonly seconds?: number | undefined;
  readonly hasTrace: boolean;
  /** Whether to record the run. The value `plan` also records the plan if the run does not have inputs. */
  readonly recording?: "run" | "plan" | undefined;
  readonly debug: boolean;
  readonly isWatched: boolean;
  readonly isCached?: boolean | undefined;
  readonly queue?: string | undefined;
}

/** Data about the run of one input, for the reports on the command line. */
export interface InputReport {
  readonly counts?: { readonly before: OperationCounts; readonly after: OperationCounts };
  readonly trace?: readonly TraceEvent[];
  /** Steps that did not find any operation to work on at their position in the pipeline. */
  readonly idle?: readonly IdleStep[] | undefined;
  /** Addresses of the steps that did not change the input, for `--idle`. */
  readonly unchanged?: readonly string[] | undefined;
  /** Statistics of each pipeline as trees, if they were requested. */
  readonly trees?: readonly PipelineStatistics[];
  readonly times?: TimingTree;
  readonly problems?: readonly Diagnostic[];
}

export type OperationCounts = readonly (readonly [name: string, count: number])[];

export interface PipelineStatistics {
  readonly path?: string | undefined;
  readonly tree: StatisticsTree;
}

export type RunResult = InputResult<InputReport>;

export interface RunRecord {
  readonly content: Content;
  readonly pipeline: string;
  readonly verifyEach: boolean;
  readonly allowUnregistered?: boolean;
  /** Whether the input is MLIR. A file with MLIR can also contain the pipeline. */
  readonly isMlir: boolean;
  /** Packages that contain passes of the pipeline, for `passwright-opt --load-pass-plugin`. */
  readonly packages?: readonly string[];
}

/** Properties of a run that the config and the code of packages determine. */
export interface RunProperties {
  /** All data for running an input again, except the content of the input. */
  readonly record: Omit<RunRecord, "content">;
  /** Whether all inputs must run in one worker, because the inputs share threads or the files of reports. */
  readonly isSerial: boolean;
  /** Whether the last IR has source maps. With source maps, a result depends on the path of its file. */
  readonly hasMaps: boolean;
  readonly instrument: InstrumentData;
  /** Whether the run writes a recording. */
  readonly hasRecording: boolean;
  /** Code and files on which results depend, if they are recorded. */
  readonly code?: RunCode | undefined;
  /** Files that passes read according to their declarations, if the run is watched. */
  readonly reads?: Pick<DeclaredReads, "facts" | "refusals"> | undefined;
}

/** An event of a run, except the result of an input. */
export type RunEvent =
  /** Diagnostics of loading, and for `--debug` the stacks of exceptions. */
  | { readonly kind: "loaded"; readonly diagnostics: readonly Diagnostic[]; readonly stacks: readonly string[] }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] }
  /** Inputs of the run, and the other files that it uses. */
  | { readonly kind: "inputs"; readonly inputs: readonly Input[]; readonly used: readonly Source[] }
  /** The recording of all runs so far. */
  | { readonly kind: "recorded"; readonly recording: Recording }
  | { readonly kind: "facts"; readonly facts: RunProperties }
  | { readonly kind: "dependsOn"; readonly dependencies: Dependencies }
  | { readonly kind: "printed"; readonly text: string };

export interface RunHost extends Pick<Terminal, "beforeCode" | "allLoaded" | "dependsOn"> {
  report(event: RunEvent): void;
  /** Function that receives output of passes immediately. Absent if several inputs run at the same time. */
  readonly stream?: (text: string) => void;
  readonly phase?: (what: string) => void;
  /** Called while this thread waits for other threads, which have separate time limits. */
  readonly waiting?: () => void;
  /** Record of activities. Present only in workers. */
  readonly activity?: ThreadActivity;
}
