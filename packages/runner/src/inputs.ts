export { assemblyRunner, assemblySetup } from "./inputs/assembly-runner.ts";
export { Growing, type GrowingOptions } from "./inputs/growing.ts";
export { InProcess } from "./inputs/in-process.ts";
export {
  type Executor,
  type InputFile,
  type InputJob,
  type InputResult,
  type InputRunner,
  type InputStatistic,
  type InputTiming,
  type RunSetup,
  type RunSetupModule,
  type WorkerContext,
} from "./inputs/job.ts";
export { type LaneLimits, type Loss, type LostInput } from "./inputs/lane.ts";
export { contentOfMessage, ownMessage } from "./inputs/own-message.ts";
export { SENDING_MS, startPace } from "./inputs/pace.ts";
export { NoWorker, Pool, type PoolOptions, type Refusal } from "./inputs/pool.ts";
export { runInputs, type RunInputsOptions } from "./inputs/run-inputs.ts";
export { endThread } from "./inputs/worker.ts";
