import { either, flag, list, map, mapped, onlyTrue, text, word } from "@passwright/sdk/loading";
import type { Shape } from "@passwright/sdk/loading";

/** Key `instrument`: reports of `passwright run`. */
export interface InstrumentData {
  /** Whether the verifier runs after each pass. Default: `true`. */
  readonly verifyEach?: boolean;
  /** Prints the times of all steps after the run. */
  readonly timing?: true | { readonly display?: "tree" | "list"; readonly format?: "text" | "json" };
  /** Prints the statistics of all passes after the run. */
  readonly statistics?: true | { readonly display?: "pipeline" | "list" };
  /** Prints the IR before or after passes. */
  readonly printIr?: PrintIrData;
  /** Writes a file that reproduces a failure. */
  readonly reproducer?: string | { readonly file: string; readonly local?: boolean };
  /** Whether to check that passes read and change only what they declare. Default: `false`. */
  readonly verifyIsolation?: boolean;
  /** Writes the times of all steps to this file, for `chrome://tracing`. */
  readonly trace?: string;
}

/** Passes before or after which the IR is printed: a list of names, or all passes. */
export interface PrintIrData {
  /** Passes before which the IR is printed. */
  readonly before?: "all" | readonly string[];
  /** Passes after which the IR is printed. */
  readonly after?: "all" | readonly string[];
  /** Whether to print the IR only after passes that fail. Overrides `after`. Default: `false`. */
  readonly afterFailure?: boolean;
  /** Whether to print only after passes that changed the IR. Default: `false`. */
  readonly onlyWhenChanged?: boolean;
  /** Whether to print the whole top operation instead of only the operation that the pass runs on. Default: `false`. */
  readonly moduleScope?: boolean;
  /** Folder that gets one file per dump. Default: dumps are written to standard error. */
  readonly tree?: string;
}

const passes: Shape<"all" | readonly string[]> = either<"all" | readonly string[]>("all, or a list of passes", {
  scalar: word(["all"], "all, or a list of passes"),
  list: list(text()),
});

const printIr: Shape<PrintIrData> = map<PrintIrData>({
  before: { doc: "print the IR before these passes: all, or a list of names", shape: passes },
  after: { doc: "print the IR after these passes: all, or a list of names", shape: passes },
  afterFailure: { doc: "print only after passes that fail", shape: flag },
  onlyWhenChanged: { doc: "print only after passes that changed the IR", shape: flag },
  moduleScope: { doc: "print the whole top operation", shape: flag },
  tree: { doc: "a folder for one file per dump, relative to this file", shape: text() },
});

export const instrument: Shape<InstrumentData> = map<InstrumentData>({
  verifyEach: { doc: "verify the IR after each pass (default: true)", shape: flag },
  timing: {
    doc: "report the time of passes: true, or { display: tree | list, format: text | json }",
    shape: either<NonNullable<InstrumentData["timing"]>>("true, or { display, format }", {
      scalar: onlyTrue,
      map: map<{ display?: "tree" | "list"; format?: "text" | "json" }>({
        display: { doc: "tree: along the pipeline; list: by name", shape: word(["tree", "list"]) },
        format: { doc: "text or json", shape: word(["text", "json"]) },
      }),
    }),
  },
  statistics: {
    doc: "report the statistics of passes: true, or { display: pipeline | list }",
    shape: either<NonNullable<InstrumentData["statistics"]>>("true, or { display }", {
      scalar: onlyTrue,
      map: map<{ display?: "pipeline" | "list" }>({
        display: { doc: "pipeline: along the pipeline; list: by name", shape: word(["pipeline", "list"]) },
      }),
    }),
  },
  printIr: { doc: "print the IR before or after passes", shape: printIr },
  reproducer: {
    doc: "a file for a reproducer of a failure, relative to this file; or { file, local }",
    shape: either<NonNullable<InstrumentData["reproducer"]>>("a file, or { file, local }", {
      scalar: text("a file, or { file, local }"),
      map: map<{ file: string; local?: boolean }>({
        file: { doc: "the file", required: true, shape: text() },
        local: { doc: "true: only the failed pass, with the IR right before the pass", shape: flag },
      }),
    }),
  },
  verifyIsolation: { doc: "stop if a pass changes IR outside of its operation", shape: flag },
  trace: { doc: "a file for a trace that Perfetto opens, relative to this file", shape: text() },
});

/** Returns the data with the path of each output file replaced by the result of `file`. */
export function withFiles(data: InstrumentData, file: (path: string) => string): InstrumentData {
  const { printIr: print, reproducer, trace } = data;
  return {
    ...data,
    ...(print?.tree !== undefined && { printIr: { ...print, tree: file(print.tree) } }),
    ...(reproducer !== undefined && {
      reproducer: typeof reproducer === "string" ? file(reproducer) : { ...reproducer, file: file(reproducer.file) },
    }),
    ...(trace !== undefined && { trace: file(trace) }),
  };
}

/** Number of threads. `auto` means one thread per core if threads are faster. 0 and 1 disable additional threads. */
export type ThreadCount = "auto" | number;

/** Key `threads`: threads for nested pipelines. */
export interface ThreadsData {
  /** Number of threads, or `auto`. */
  readonly count: ThreadCount;
  /** Anchors of nested pipelines on the main thread: `gpu.func`, or `any` for op-agnostic pipelines. */
  readonly except?: readonly string[];
  /** Maximum heap size of each thread, in MiB. If a pass needs more memory, the process can end. */
  readonly memory?: number;
}

const COUNT = "auto, or a number of threads from 0 to 1024";

/** Maximum number of threads, and maximum memory in MiB. A config with a larger number probably contains a mistake. */
const [MOST_THREADS, MOST_MEMORY] = [1024, 2 ** 20];

const whole = (expected: string, minimum: number, maximum: number): Shape<number> => ({
  read(check, node, path) {
    const value = node.kind === "scalar" ? node.value : undefined;
    const isValid = typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum;
    return isValid ? value : check.wrong(node, path, expected);
  },
  schema: () => ({ type: "integer", minimum, maximum }),
});

const threadNumber = whole(COUNT, 0, MOST_THREADS);

const count: Shape<ThreadCount> = {
  read: (check, node, path) =>
    node.kind === "scalar" && node.value === "auto" ? "auto" : threadNumber.read(check, node, path),
  schema: (definitions) => ({ anyOf: [{ const: "auto" }, threadNumber.schema(definitions)] }),
};

export const threads: Shape<ThreadsData> = either<ThreadsData>(
  "auto, a number of threads, or { count, except, memory }",
  {
    scalar: mapped(count, (found) => ({ count: found })),
    map: map<ThreadsData>({
      count: { doc: COUNT, required: true, shape: count },
      except: { doc: "anchors of nested pipelines that run in the main thread: gpu.func, any", shape: list(text()) },
      memory: {
        doc: "maximum heap of each thread, in MiB; a pass that needs more memory can end the process",
        shape: whole("a whole number of MiB, at least 16", 16, MOST_MEMORY),
      },
    }),
  },
);
