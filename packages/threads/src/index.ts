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
} from "./job.ts";
export { type JobResult, type Loss, type PoolLimits, ThreadPool } from "./pool.ts";
export { JobRunner } from "./run-job.ts";
export { runOnTextParts, type TextThreadsOptions } from "./text-threads.ts";
export { Threads, type ThreadsOptions } from "./threads.ts";
