import { type MessagePort } from "node:worker_threads";
import { type NestedAnswer, type NestedJob, type ThreadSetup, type ThreadSetupModule } from "./job.ts";
import { writeProgress } from "./progress.ts";
import { JobRunner } from "./run-job.ts";

/** A job as it is handed to a thread of this process. */
export interface ThreadTask {
  readonly job: NestedJob;
  /** Where the thread is; it can be read when the thread is gone. */
  readonly progress: Int32Array;
  /** Closes with the thread, which has nothing else to do with it. */
  readonly life: MessagePort;
}

/** Without an answer nothing is wrong with any operation, but the job cannot be done here. */
export interface ThreadAnswer {
  readonly answer?: NestedAnswer;
}

const runners = new Map<string, Promise<JobRunner>>();

/** What a thread of the pool does. Everything of a setup is loaded once. */
export default async function runTask({ job, progress }: ThreadTask): Promise<ThreadAnswer> {
  try {
    const runner = await runnerFor(job.setup);
    return { answer: await runner.runJob(job, (index, pass) => writeProgress(progress, index, pass)) };
  } catch {
    // It is run where it came from, and whatever is wrong is said there.
    return {};
  }
}

function runnerFor(setup: ThreadSetup): Promise<JobRunner> {
  const key = JSON.stringify(setup);
  let runner = runners.get(key);
  if (runner === undefined) runners.set(key, (runner = makeRunner(setup)));
  return runner;
}

async function makeRunner({ module, data }: ThreadSetup): Promise<JobRunner> {
  const { setUp } = (await import(module)) as ThreadSetupModule;
  const contents = await setUp(data as never);
  await contents.adapter.load?.();
  return new JobRunner(contents);
}
