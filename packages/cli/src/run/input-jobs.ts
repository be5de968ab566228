import { displayPath } from "@passwright/loader";
import type { Executor, InputJob, InputResult, PoolOptions } from "@passwright/runner/inputs";
import { sendable } from "../commands/load.ts";
import { mirroredPaths } from "../output/mirrored-paths.ts";
import type { Input } from "../input/inputs.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { ACTIVITY_BYTES } from "../threads/watched-thread.ts";
import type { RunJob } from "./job.ts";
import type { OpenedRun } from "./open-run.ts";
import { reusing } from "./reused-results.ts";
import type { RunReport } from "./run-report.ts";

export interface Distribution {
  /** Number of workers. Default: the number of cores, or fewer for a short run. */
  readonly jobs: number | undefined;
  readonly isolate: boolean;
  /** Maximum heap size of a worker, in MiB. By default, all worker processes together can use half of the memory. */
  readonly memory: number | undefined;
  readonly bail: boolean;
}

export interface RunRequest {
  readonly job: RunJob;
  readonly distribution: Distribution;
  readonly report: RunReport;
  readonly terminal: Terminal;
}

const LOADING_SECONDS = 5;

/** Returns the jobs of inputs. A job contains the path of its result only if the result depends on it. */
export async function* jobsOf(
  inputs: readonly Input[],
  { destination, cwd }: Pick<RunJob, "destination" | "cwd">,
  hasMaps: boolean,
  terminal: Pick<Terminal, "readInput">,
): AsyncGenerator<InputJob> {
  let standard: Promise<Uint8Array> | undefined;
  const paths = hasMaps && destination.kind === "folder" ? mirroredPaths(destination.folder, inputs, cwd).paths : [];
  const own = paths.map((path) => displayPath(path, cwd));
  for (const [index, { file, path, isNamed }] of inputs.entries()) {
    const { kind } = destination;
    const resultName = kind === "standard" ? "" : kind === "file" ? destination.file : (own[index] ?? file);
    const content =
      file === "-" ? await (standard ??= terminal.readInput()) : { path, ...(isNamed === true && { isNamed }) };
    yield { name: file, content, resultName };
  }
}

export async function runJobs(
  executor: Executor,
  { inputs, facts }: Pick<OpenedRun, "inputs" | "facts">,
  { job, distribution: { bail }, report, terminal }: RunRequest,
  signal?: AbortSignal,
): Promise<void> {
  const { runInputs } = await import("@passwright/runner/inputs");
  await report.begin();
  const { executor: whole, finish } = await reusing(executor, job, facts, report, terminal.kept);
  const jobs = jobsOf(inputs, job, facts.hasMaps, terminal);
  const onResult = (result: InputResult): void => report.live.counted(result);
  for await (const result of runInputs(whole, jobs, { bail, onResult, ...(signal && { signal }) }))
    report.finished(result);
  await finish();
}

export function poolOptions(job: RunJob, workers: number): Omit<PoolOptions, "explain"> {
  const { seconds } = job;
  return {
    setup: { module: new URL("./run-setup.js", import.meta.url).href, data: { ...job, load: sendable(job.load) } },
    workers,
    seconds,
    openSeconds: seconds === undefined ? undefined : Math.max(seconds, LOADING_SECONDS),
    sharedBytes: ACTIVITY_BYTES,
  };
}
