import { printPipeline } from "@passwright/core";
import type { OpPassManager, PassManager, TextAnswer, TextToCut } from "@passwright/core";
import { addCounts } from "./job.ts";
import type { TextJob, TextJobAnswer, ThreadContents } from "./job.ts";
import { makeTaken, takerOf } from "./parts.ts";
import { runText } from "./run-text.ts";
import { knowsPasses } from "./threads.ts";
import type { ThreadsOptions } from "./threads.ts";

/** What works on a text, and how. */
export interface TextThreadsOptions<Op extends object> extends Pick<
  ThreadsOptions<Op>,
  "pool" | "adapter" | "registry" | "setup"
> {
  /** This thread takes parts, too, and the pool has one thread less to do: what goes wrong here is not contained. */
  readonly takesPart?: boolean;
}

/** Smaller parts are more work to join, larger ones leave threads without any in the end. */
const PART = 1_000_000;
const PARTS_PER_THREAD = 2;

/**
 * Runs a pipeline on a text from bytes to bytes, part by part in several threads, where nobody has to see the whole: all
 * of the pipeline is nested, and its passes are known by their names. The bytes are those that a run on the whole would
 * have printed. Answers `undefined` where that cannot be or anything failed or spoke; nothing was done then.
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
  const taken = makeTaken();
  const running = Array.from({ length: pool.limits.threads }, () => pool.takeParts(job, taken));
  // The others are on their way before this one begins.
  if (takesPart) running.push(takeHere({ adapter, registry } as ThreadContents, job, taken));
  const answers = await Promise.all(running);
  const answered: (TextAnswer | undefined)[] = cut.starts.map(() => undefined);
  for (const answer of answers) for (const [part, one] of answer?.parts ?? []) answered[part] = one;
  const all = answered.filter((one) => one !== undefined);
  if (answers.includes(undefined) || all.length < answered.length) return undefined;
  const joined = texts.join(cut, all);
  if (joined !== undefined) for (const answer of answers) addCounts(manager, (answer as TextJobAnswer).counts);
  return joined;
}

/** Whether no pass sees more than one operation of the text, and each adaptor may be run in threads. */
function isOfParts<Op extends object>({ elements }: OpPassManager<Op>): boolean {
  return elements.every((element) => element.kind === "nested" && element.manager.threading);
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

async function takeHere(contents: ThreadContents, job: TextJob, taken: Int32Array): Promise<TextJobAnswer | undefined> {
  // The others are on their way before this one begins.
  await new Promise((resolve) => setImmediate(resolve));
  const taker = takerOf(taken, job.text);
  try {
    return await runText(contents, job, taker);
  } catch {
    // It is run as a whole then, and whatever is wrong is said there.
    return void taker.giveUp();
  }
}
