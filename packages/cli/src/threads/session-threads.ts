import { isDeepStrictEqual } from "node:util";
import type { IrAdapter, NestedExecutor } from "@passwright/core";
import type { LoadOptions, Session } from "@passwright/loader";
import { sendable } from "../commands/load.ts";
import type { Input } from "../input/inputs.ts";
import type { Executable } from "../run/executable.ts";
import { inputKeeper } from "../run/reproducer.ts";
import type { KeepInput } from "../run/reproducer.ts";
import { keepHere } from "./wanted-threads.ts";
import type { WantedThreads } from "./wanted-threads.ts";

export interface SessionThreads {
  readonly executor: NestedExecutor<object>;
  readonly whereItPays: boolean;
  readonly isBusy: boolean;
  close(): Promise<void>;
}

export async function startSessionThreads(
  session: Session,
  executable: Executable,
  wanted: WantedThreads,
  job: { readonly load: LoadOptions; readonly cwd: string },
  current: () => { readonly input: Input; readonly verifyEach: boolean },
): Promise<SessionThreads | undefined> {
  const { registry } = executable;
  if (registry === undefined) return undefined;
  const { ThreadPool, Threads } = await import("@passwright/runner/threads");
  const { count, whereItPays, except, ...limits } = wanted;
  for (const { manager } of executable.managers) keepHere(manager, except);
  const pool = new ThreadPool({ threads: count, ...limits });
  const adapter = session.framework.ir;
  const keep = keeperOf(adapter, inputKeeper({ cwd: job.cwd }), current);
  const setup = { module: new URL("./session-setup.js", import.meta.url).href, data: sendable(job.load) };
  return {
    executor: new Threads({ pool, adapter, registry, setup, whereItPays, keep }),
    whereItPays,
    get isBusy() {
      return pool.isBusy;
    },
    close: () => pool.close(),
  };
}

/** Makes a function that saves the whole IR and the pipeline after a thread is lost, and returns a note. */
export function keeperOf<Op extends object>(
  adapter: IrAdapter<Op>,
  keep: KeepInput,
  current: () => { readonly input: Input; readonly verifyEach: boolean },
): (op: Op, pipeline: string) => string {
  let last: { readonly key: unknown; readonly note: string } | undefined;
  return (op, pipeline) => {
    const { input, verifyEach } = current();
    const { top, anchors } = aroundOf(adapter, op);
    const content = adapter.bytes?.print(top, {}) ?? adapter.print?.(top, {}) ?? "";
    const whole = anchors.reduceRight((inner, anchor) => `${anchor}(${inner})`, pipeline);
    const key = [input.file, content, whole];
    if (last !== undefined && isDeepStrictEqual(last.key, key)) return last.note;
    const isMlir = adapter.name === "mlir";
    const note = keep(input, { content, pipeline: whole, isMlir, verifyEach }, "thread-reproducer");
    last = { key, note };
    return note;
  };
}

/** Returns the names of all operations that contain `op`, and the outermost operation, which can be `op` itself. */
function aroundOf<Op extends object>(
  adapter: IrAdapter<Op>,
  op: Op,
): { readonly top: Op; readonly anchors: readonly string[] } {
  const anchors: string[] = [];
  let top = op;
  for (let parent = adapter.parentOf?.(op); parent !== undefined; parent = adapter.parentOf?.(top)) {
    anchors.unshift(adapter.nameOf(parent).text);
    top = parent;
  }
  return { top, anchors };
}
