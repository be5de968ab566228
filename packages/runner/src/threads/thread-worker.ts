import { parentPort } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import type {
  NestedAnswer,
  NestedJob,
  TextJob,
  TextJobAnswer,
  ThreadContents,
  ThreadSetup,
  ThreadSetupModule,
} from "./job.ts";
import { ownMessage } from "../inputs/own-message.ts";
import { writeProgress, writeUnsettled } from "./progress.ts";
import { JobRunner } from "./run-job.ts";
import { runText } from "./run-text.ts";

/** Job for a thread of this process. */
export interface ThreadTask {
  readonly job: { readonly nested: NestedJob } | { readonly text: TextJob; readonly taken: Int32Array };
  /** Shared memory with the current position of the thread. Can be read after the thread has ended. */
  readonly progress: Int32Array;
}

/** Result of a job. Empty if the job cannot run in a thread. */
export interface ThreadAnswer {
  readonly answer?: NestedAnswer | TextJobAnswer;
}

/** Adapter and passes of a setup, and their runner. */
interface Loaded {
  readonly contents: ThreadContents;
  readonly runner: JobRunner;
}

const port = parentPort as MessagePort;
guardKill();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
port.on("message", (task: ThreadTask) => void runTask(task).then((answer) => port.postMessage(ownMessage(answer))));

const loaded = new Map<string, Promise<Loaded>>();

/** Runs a job. Loads the setup of the job if no earlier job has loaded this setup. */
async function runTask({ job, progress }: ThreadTask): Promise<ThreadAnswer> {
  const holdAgain = endIfUnsettled(port, progress);
  try {
    if ("text" in job) {
      const contents = load(job.text.setup).then((one) => one.contents);
      let ticks = 0;
      const answer = await runText(contents, job.text, job.taken, () => writeProgress(progress, ticks++, undefined));
      return answer === undefined ? {} : { answer };
    }
    const { runner } = await load(job.nested.setup);
    return { answer: await runner.runJob(job.nested, (index, pass) => writeProgress(progress, index, pass)) };
  } catch {
    // Does not report the exception, because the sender runs the job itself and then reports the error.
    return {};
  } finally {
    holdAgain();
  }
}

function load(setup: ThreadSetup): Promise<Loaded> {
  const key = JSON.stringify(setup);
  let found = loaded.get(key);
  if (found === undefined) loaded.set(key, (found = loadOnce(setup)));
  return found;
}

async function loadOnce({ module, data }: ThreadSetup): Promise<Loaded> {
  const { setUp } = (await import(module)) as ThreadSetupModule;
  const contents = await setUp(data as never);
  await contents.adapter.load?.();
  return { contents, runner: new JobRunner(contents) };
}

/**
 * Lets this thread exit if a job waits for a promise that no code can settle anymore. Otherwise, the port would keep
 * the thread alive, and the job would never end. Returns a function that restores the port.
 */
function endIfUnsettled(port: MessagePort, progress: Int32Array): () => void {
  port.unref();
  const end = (): never => {
    writeUnsettled(progress);
    process.exit(1);
  };
  process.once("beforeExit", end);
  return () => {
    process.off("beforeExit", end);
    port.ref();
  };
}

/** Replaces `process.kill` in this thread. If code kills this process, only the thread ends, as with `process.exit`. */
function guardKill(): void {
  const { kill } = process;
  process.kill = (pid, signal) =>
    pid === process.pid && signal !== 0 ? process.exit(1) : kill.call(process, pid, signal);
}
