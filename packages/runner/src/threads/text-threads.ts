import { setImmediate as nextTurn } from "node:timers/promises";
import { printPipeline } from "@passwright/core";
import type { OpPassManager, PassManager, TextAnswer, TextToCut } from "@passwright/core";
import { addCounts } from "./job.ts";
import type { TextJob, TextJobAnswer, ThreadContents } from "./job.ts";
import { runText } from "./run-text.ts";
import { knowsPasses } from "./threads.ts";
import type { ThreadsOptions } from "./threads.ts";

/** Settings of {@link runOnTextParts}. */
export interface TextThreadsOptions<Op extends object> extends Pick<
  ThreadsOptions<Op>,
  "pool" | "adapter" | "registry" | "setup"
> {
  /** Whether this thread also processes parts. If true, an endless loop or a crash of a pass affects this thread. */
  readonly takesPart?: boolean;
}

/**
 * Size of a part, in bytes. Smaller parts cost more time for joining. With larger parts, threads are idle at the end.
 */
const PART = 1_000_000;
const PARTS_PER_THREAD = 2;

/**
 * Runs a pipeline on the parts of a text in parallel. The input and the output are bytes. The output is the same as for
 * a run on the whole text. Requires a pipeline that is completely nested and whose passes are registered. Does nothing
 * and returns `undefined` if the pipeline does not meet these conditions. Also returns `undefined` if a part failed or
 * had output.
 */
export async function runOnTextParts<Op extends object>(
  manager: PassManager<Op>,
  text: TextToCut,
  { pool, adapter, registry, setup, takesPart = false }: TextThreadsOptions<Op>,
): Promise<readonly Uint8Array[] | undefined> {
  const texts = adapter.transfer?.texts;
  const threads = pool.limits.threads + (takesPart ? 1 : 0);
  if (texts === undefined || threads < 2 || !isOfParts(manager) || !knowsPasses(registry, manager)) return undefined;
  const wanted = Math.max(threads * PARTS_PER_THREAD, Math.ceil(text.length / PART));
  const cut = texts.cut({ ...text, bytes: shared(text.bytes) }, wanted);
  if (cut === undefined || cut.starts.length < 2) return undefined;
  const { verifyEach, isEmpty } = manager;
  const job: TextJob = { setup, pipeline: isEmpty ? undefined : printPipeline(manager), verifyEach, text: cut };
  const taken = new Int32Array(new SharedArrayBuffer(4));
  const running = Array.from({ length: pool.limits.threads }, () => pool.takeParts(job, taken));
  if (takesPart) {
    // Waits one turn of the event loop, so that the other threads start first.
    running.push(runText(nextTurn({ adapter, registry } as ThreadContents), job, taken));
  }
  const answers = await Promise.all(running);
  const answered: (TextAnswer | undefined)[] = cut.starts.map(() => undefined);
  for (const answer of answers) for (const [part, one] of answer?.parts ?? []) answered[part] = one;
  const all = answered.filter((one) => one !== undefined);
  if (answers.includes(undefined) || all.length < answered.length) return undefined;
  const joined = texts.join(cut, all);
  if (joined !== undefined) for (const answer of answers) addCounts(manager, (answer as TextJobAnswer).counts);
  return joined;
}

/** Returns whether the pipeline consists only of nested pipelines that are allowed to run in threads. */
function isOfParts<Op extends object>({ elements }: OpPassManager<Op>): boolean {
  return elements.every((element) => element.kind === "nested" && element.manager.threading);
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
