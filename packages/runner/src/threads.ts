export {
  type Count,
  type NestedAnswer,
  type NestedJob,
  type TextJob,
  type TextJobAnswer,
  type ThreadContents,
  type ThreadSetup,
  type ThreadSetupModule,
  toJson,
} from "./threads/job.ts";
export { type JobResult, type Loss, type PoolLimits, ThreadPool } from "./threads/thread-pool.ts";
export { JobRunner } from "./threads/run-job.ts";
export { runOnTextParts, type TextThreadsOptions } from "./threads/text-threads.ts";
export { Threads, type ThreadsOptions } from "./threads/threads.ts";
