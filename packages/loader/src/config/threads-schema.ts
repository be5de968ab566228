import { either, list, map, text } from "@passwright/sdk/loading";
import type { DataCheck, DataNode, Shape } from "@passwright/sdk/loading";

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
