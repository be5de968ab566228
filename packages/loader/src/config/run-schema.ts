import { either, flag, list, map, onlyTrue, text, word } from "@passwright/sdk/loading";
import type { DataCheck, DataNode, Shape } from "@passwright/sdk/loading";

/** What `passwright run` shows of a run, as data. */
export interface InstrumentData {
  readonly verifyEach?: boolean;
  readonly timing?: true | { readonly display?: "tree" | "list"; readonly format?: "text" | "json" };
  readonly statistics?: true | { readonly display?: "pipeline" | "list" };
  readonly printIr?: PrintIrData;
  readonly reproducer?: string | { readonly file: string; readonly local?: boolean };
  readonly verifyIsolation?: boolean;
  readonly trace?: string;
}

/** When to print the IR, as data: passes by name, or all. */
export interface PrintIrData {
  readonly before?: "all" | readonly string[];
  readonly after?: "all" | readonly string[];
  readonly afterFailure?: boolean;
  readonly onlyWhenChanged?: boolean;
  readonly moduleScope?: boolean;
  /** A folder for one file a dump, in place of standard error. */
  readonly tree?: string;
}

const passes: Shape<"all" | readonly string[]> = either<"all" | readonly string[]>("all, or a list of passes", {
  scalar: word(["all"], "all, or a list of passes"),
  list: list(text()),
});

const printIr: Shape<PrintIrData> = map<PrintIrData>({
  before: { doc: "all, or names of passes: print the IR before these", shape: passes },
  after: { doc: "all, or names of passes: print the IR after these", shape: passes },
  afterFailure: { doc: "print after passes that fail, and after no others", shape: flag },
  onlyWhenChanged: { doc: "print only after passes that changed the IR", shape: flag },
  moduleScope: { doc: "print all of the top operation", shape: flag },
  tree: { doc: "a folder for one file a dump, relative to this file", shape: text() },
});

/** The key `instrument`. */
export const instrument: Shape<InstrumentData> = map<InstrumentData>({
  verifyEach: { doc: "verify the IR after each pass; true if left out", shape: flag },
  timing: {
    doc: "show how long passes took: true, or { display: tree | list, format: text | json }",
    shape: either<NonNullable<InstrumentData["timing"]>>("true, or { display, format }", {
      scalar: onlyTrue,
      map: map<{ display?: "tree" | "list"; format?: "text" | "json" }>({
        display: { doc: "tree: along the pipeline; list: by name", shape: word(["tree", "list"]) },
        format: { doc: "text or json", shape: word(["text", "json"]) },
      }),
    }),
  },
  statistics: {
    doc: "show what passes counted: true, or { display: pipeline | list }",
    shape: either<NonNullable<InstrumentData["statistics"]>>("true, or { display }", {
      scalar: onlyTrue,
      map: map<{ display?: "pipeline" | "list" }>({
        display: { doc: "pipeline: along the pipeline; list: by name", shape: word(["pipeline", "list"]) },
      }),
    }),
  },
  printIr: { doc: "print the IR before or after passes", shape: printIr },
  reproducer: {
    doc: "a file, relative to this one, for what is needed to run a failure again; or { file, local }",
    shape: either<NonNullable<InstrumentData["reproducer"]>>("a file, or { file, local }", {
      scalar: text("a file, or { file, local }"),
      map: map<{ file: string; local?: boolean }>({
        file: { doc: "the file", required: true, shape: text() },
        local: { doc: "the IR right before the pass that failed, and only that pass", shape: flag },
      }),
    }),
  },
  verifyIsolation: { doc: "end the run when a pass writes beside or around its operation", shape: flag },
  trace: { doc: "a file, relative to this one, for a trace that Perfetto opens", shape: text() },
});

/** The same with the texts that are files named as such: for whoever makes them absolute. */
export function withFiles(data: InstrumentData, file: (path: string) => string): InstrumentData {
  const { printIr: print, reproducer, trace } = data;
  return {
    ...data,
    ...(print?.tree === undefined ? {} : { printIr: { ...print, tree: file(print.tree) } }),
    ...(reproducer === undefined
      ? {}
      : {
          reproducer:
            typeof reproducer === "string" ? file(reproducer) : { ...reproducer, file: file(reproducer.file) },
        }),
    ...(trace === undefined ? {} : { trace: file(trace) }),
  };
}

/** How many threads: `auto` for as many as there are cores, where they pay. Fewer than two are none. */
export type ThreadCount = "auto" | number;

/** Whether nested pipelines run in threads, as data. */
export interface ThreadsData {
  readonly count: ThreadCount;
  /** Anchors of nested pipelines that stay where they are: `gpu.func`, or `any` for those that are op-agnostic. */
  readonly except?: readonly string[];
  /** Heap of each thread, in MiB; a pass that needs more may end the process. */
  readonly memory?: number;
}

const COUNT = "auto, or a number of threads from 0 to 1024";

/** More threads than anybody has cores, and more memory than there is, are mistakes. */
const [MOST_THREADS, MOST_MEMORY] = [1024, 2 ** 20];

function whole(check: DataCheck, node: DataNode, path: string, expected: string, most: number): number | undefined {
  const value = node.kind === "scalar" ? node.value : undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most) return value;
  return check.wrong(node, path, expected);
}

const count: Shape<ThreadCount> = {
  read: (check, node, path) =>
    node.kind === "scalar" && node.value === "auto" ? "auto" : whole(check, node, path, COUNT, MOST_THREADS),
  schema: () => ({ anyOf: [{ const: "auto" }, { type: "integer", minimum: 0, maximum: MOST_THREADS }] }),
};

const memory: Shape<number> = {
  read(check, node, path) {
    const expected = "MiB, a whole number from 16 up";
    const found = whole(check, node, path, expected, MOST_MEMORY);
    return found === undefined || found >= 16 ? found : check.wrong(node, path, expected);
  },
  schema: () => ({ type: "integer", minimum: 16, maximum: MOST_MEMORY }),
};

/** The key `threads`. */
export const threads: Shape<ThreadsData> = either<ThreadsData>(
  "auto, a number of threads, or { count, except, memory }",
  {
    scalar: {
      read(check, node, path) {
        const found = count.read(check, node, path);
        return found === undefined ? undefined : { count: found };
      },
      schema: (definitions) => count.schema(definitions),
    },
    map: map<ThreadsData>({
      count: { doc: COUNT, required: true, shape: count },
      except: { doc: "anchors of nested pipelines that stay in one thread: gpu.func, any", shape: list(text()) },
      memory: {
        doc: "limit of the heap of each thread, in MiB; a pass that needs more may end the process",
        shape: memory,
      },
    }),
  },
);
