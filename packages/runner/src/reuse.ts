export {
  Cached,
  type CacheCounts,
  type CachedOptions,
  type Verified,
  type WholeJob,
  withContent,
} from "./cache/cached.ts";
export { cachedResultDiffers, notCached } from "./cache/errors.ts";
export { type DeclaredReads, type FilesRead, readDeclared, readFiles } from "./cache/declared-reads.ts";
export { collectFacts, type Fact, hashOf, type RunFacts } from "./cache/facts.ts";
export { type MatchedPattern } from "./cache/patterns.ts";
export { ModuleRecorder, type ModuleRequest } from "./cache/module-recorder.ts";
export {
  type CachedResult,
  cacheFolderOf,
  type CacheStatistics,
  type LateModule,
  ResultCache,
  type ResultStore,
} from "./cache/result-cache.ts";
export { type FilesOfRun } from "./cache/file-times.ts";
export { factsOfRun, type RunCode, type RunParts } from "./cache/run-facts.ts";
export { notForQueues } from "./queue/errors.ts";
export { QueueExecutor, type QueueOptions } from "./queue/queue-executor.ts";
export { type OnState, type QueueRun } from "./queue/queue-run.ts";
export { type PreparedRun, type PrepareResult, type ServeOptions, serveQueue } from "./queue/queue-worker.ts";
