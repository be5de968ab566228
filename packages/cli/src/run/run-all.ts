import { readFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import type { Diagnostic } from "@passwright/core";
import type { CheckedConfig } from "@passwright/loader";
import type { Executor, InProcess, LostInput, Pool, PoolOptions } from "@passwright/runner/inputs";
import { sendable } from "../commands/load.ts";
import { refusalOf } from "../errors/refusal.ts";
import { isContent, namedInputs, withoutMark } from "../input/inputs.ts";
import type { Input } from "../input/inputs.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { mayStartWorkers } from "../threads/wanted-threads.ts";
import { ACTIVITY_BYTES, badEndOf, loadingLimit, problemOf } from "../threads/watched-thread.ts";
import { jobsOf, observed } from "./input-jobs.ts";
import type { RunEvent, RunProperties, RunJob } from "./job.ts";
import { openRun } from "./open-run.ts";
import type { OpenedRun } from "./open-run.ts";
import type { ReproducerFiles } from "./reproducer.ts";
import { openStore, reusing } from "./reused-results.ts";
import type { RunReport } from "./run-report.ts";

export interface Distribution {
  /** Number of workers. Default: the number of cores, or fewer for a short run. */
  readonly jobs: number | undefined;
  readonly isolate: boolean;
  /** Maximum heap size of a worker, in MiB. By default, all worker processes together can use half of the memory. */
  readonly memory: number | undefined;
  readonly bail: boolean;
}

/** Exception that ends loading in this thread, because the config contains code that can end its process. */
class NeedsWorkers extends Error {}

/**
 * Runs all inputs. A single input runs in this thread. Several inputs run in this thread if one job is requested, or if
 * the inputs share files. If the config names only Passwright's packages, this thread starts to run the inputs, and
 * workers start if the run takes long. Otherwise, the inputs run in workers, so that a crash affects only one input.
 * Limits of time and memory also require a worker, because only a worker can be terminated.
 */
export async function runAll(
  job: RunJob,
  distribution: Distribution,
  report: RunReport,
  terminal: Terminal,
): Promise<ExitCode> {
  const { isolate, bail, memory } = distribution;
  // Node's permission model can deny workers.
  const jobs = distribution.jobs ?? (mayStartWorkers() ? undefined : 1);
  const named = job.named.length === 0 ? undefined : await namedInputs(job.named, job.cwd);
  const known: RunJob = named === undefined || named.diagnostics.length > 0 ? job : { ...job, inputs: named.inputs };
  // Lets the complete program run the command, because bundled scripts do not contain the cache and the queue.
  if (job.isCached === true || job.queue !== undefined) terminal.beforeCode?.();
  const needsWorker = job.seconds !== undefined || isolate || memory !== undefined;
  const isParallel = (count: number): boolean => jobs !== 1 && count > 1;
  const { reproducer, trace, printIr } = job.instrument;
  const isSerial = (job.threads ?? job.recording) !== undefined || (reproducer ?? trace ?? printIr?.tree) !== undefined;
  // Does not use workers after the first round of `--watch`, because most results are then cached.
  const isWarm = (terminal.kept?.size ?? 0) > 0;
  const isForWorkers =
    needsWorker || (!isSerial && !isWarm && jobs !== undefined && isParallel(known.inputs?.length ?? 0));
  if (job.queue === undefined && isForWorkers) return runInWorkers(known, distribution, report, terminal);
  if (await lacksCache(job, report)) return report.end();
  if (job.queue !== undefined) {
    const { runQueued } = await import("./run-queued.ts");
    return runQueued(known, job.queue, bail, report, terminal);
  }
  const mustBeOwn = jobs === undefined && !isSerial && !isWarm && isParallel(known.inputs?.length ?? 0);
  // Whether only Passwright's packages run, whose passes do not have to be isolated from this process. `undefined` until
  // the config is known. Code that runs earlier is the code of the config.
  let isOwn: boolean | undefined;
  const beforeCode = (): void => {
    isOwn ??= false;
    if (mustBeOwn && !isOwn) throw new NeedsWorkers();
    terminal.beforeCode?.();
  };
  const onConfig = ({ framework, ir, plugins }: CheckedConfig): void => {
    const packages = [framework ?? [], ir ?? [], plugins].flat();
    isOwn ??= packages.every(({ text }) => text.startsWith("@passwright/"));
    if (mustBeOwn && !isOwn) throw new NeedsWorkers();
  };
  const load = { ...known.load, onConfig, beforeCode };
  const opened = await openRun(
    { ...known, load },
    {
      ...terminal,
      report: (event) => report.take(event),
      stream: (text) => report.take({ kind: "printed", text }),
      ...(terminal.progress === undefined ? {} : { phase: (what: string) => report.live.phase(what) }),
      beforeCode,
    },
  ).catch((thrown: unknown) => {
    if (thrown instanceof NeedsWorkers) return "needs workers" as const;
    throw thrown;
  });
  if (opened === "needs workers") return runInWorkers(known, distribution, report, terminal);
  if (opened === undefined || report.isRefused) return report.end();
  const { inputs, facts } = opened;
  if (known.inputs !== undefined || facts.isSerial || isWarm || isOwn === true || !isParallel(inputs.length)) {
    const canGrow = isOwn === true && jobs === undefined && !isSerial && !facts.isSerial;
    return runHere(opened, { ...known, inputs }, distribution, report, terminal, canGrow);
  }
  await opened.close();
  return runInWorkers({ ...known, inputs }, distribution, report, terminal, opened);
}

/** Runs the inputs in this thread. If `canGrow` is set, also uses workers if the run takes long. */
async function runHere(
  { inputs, runner, facts, close }: OpenedRun,
  job: RunJob,
  distribution: Distribution,
  report: RunReport,
  terminal: Terminal,
  canGrow = false,
): Promise<ExitCode> {
  await report.begin();
  const { bail } = distribution;
  const jobs = jobsOf(inputs, job, facts.hasMaps, terminal);
  if (inputs.length === 1 && job.isCached !== true) {
    report.live.started(inputs[0]?.file ?? "");
    for await (const only of jobs) report.finished(await runner.run(only, true));
  } else {
    const { InProcess, runInputs } = await import("@passwright/runner/inputs");
    const here = new InProcess({
      run(input, isAlone) {
        report.live.started(input.name);
        return runner.run(input, isAlone);
      },
    });
    const all = canGrow ? await growing(here, inputs.length, facts, job, report, terminal) : here;
    const { executor, finish } = await reusing(all, job, facts, report, terminal.kept);
    for await (const result of runInputs(observed(executor, report), jobs, { bail })) report.finished(result);
    await finish();
    await all.close();
  }
  report.reported(await close());
  return report.end();
}

async function growing(
  here: InProcess,
  expected: number,
  facts: RunProperties,
  job: RunJob,
  report: RunReport,
  terminal: Terminal,
): Promise<Executor> {
  const { Growing, Pool, SENDING_MS, startPace } = await import("@passwright/runner/inputs");
  const { ReproducerFiles } = await import("./reproducer.ts");
  const files = new ReproducerFiles(terminal);
  const startPool = (first: number): Pool =>
    new Pool({
      ...poolOptions(job, availableParallelism() - 1, report),
      first,
      expected,
      explain: (lost) => explain(lost, facts, files),
    });
  return new Growing({ here, expected, pace: startPace(performance.now(), SENDING_MS), startPool });
}

/** Reports an error if the run needs a cache and the package for the cache is not installed. */
async function lacksCache({ isCached, cwd }: RunJob, report: RunReport): Promise<boolean> {
  if (isCached !== true) return false;
  try {
    await openStore(cwd);
    return false;
  } catch (thrown) {
    report.refuse([refusalOf(thrown)]);
    return true;
  }
}

/** Runs the inputs in workers. `opened` is the run in this thread, which has already reported the events of loading. */
async function runInWorkers(
  job: RunJob,
  { jobs: wanted, isolate, bail, memory }: Distribution,
  report: RunReport,
  terminal: Terminal,
  opened?: OpenedRun,
): Promise<ExitCode> {
  terminal.beforeCode?.();
  const { NoWorker, Pool, runInputs } = await import("@passwright/runner/inputs");
  const { ReproducerFiles } = await import("./reproducer.ts");
  const files = new ReproducerFiles(terminal);
  const controller = new AbortController();
  const forget = terminal.onInterrupt?.(() => controller.abort());
  const { inputs: known = [], seconds } = job;
  const jobs = wanted ?? availableParallelism();
  let inputs: readonly Input[] = opened?.inputs ?? [];
  let facts: RunProperties | undefined = opened?.facts;
  const pool: Pool = new Pool({
    ...poolOptions(job, jobs, report),
    first: wanted === undefined ? 1 : Math.min(wanted, Math.max(known.length, 1)),
    expected: known.length,
    isolate,
    memory: memory ?? (isolate ? Math.floor(totalmem() / 2 ** 21 / jobs) : undefined),
    seconds,
    openSeconds: seconds === undefined ? undefined : loadingLimit(seconds),
    signal: controller.signal,
    onEvent(event) {
      const one = event as RunEvent;
      if (opened !== undefined && one.kind !== "recorded") return;
      if (one.kind === "inputs") ({ inputs } = one);
      if (one.kind === "facts") ({ facts } = one);
      report.take(one);
    },
    explain: (lost) => explain(lost, facts, files),
  });
  try {
    // The first worker starts while this thread loads the package.
    if (await lacksCache(job, report)) return report.end();
    const refusal = await pool.opened();
    if (refusal?.kind === "lost") report.refuse([problemOf(badEndOf(refusal))]);
    if (refusal !== undefined || report.isRefused) return report.end(controller.signal.aborted);
    if (facts?.isSerial === true) pool.limitTo(1);
    pool.expect(inputs.length);
    await report.begin();
    const { executor, finish } =
      facts === undefined
        ? { executor: pool, finish: async () => undefined }
        : await reusing(pool, job, facts, report, terminal.kept);
    const options = { bail, signal: controller.signal };
    const all = jobsOf(inputs, job, facts?.hasMaps === true, terminal);
    for await (const result of runInputs(observed(executor, report), all, options)) report.finished(result);
    await finish();
  } catch (thrown) {
    if (!(thrown instanceof NoWorker) || thrown.refusal.kind !== "lost") throw thrown;
    report.refuse([problemOf(badEndOf(thrown.refusal))]);
  } finally {
    forget?.();
    await pool.close();
  }
  return report.end(controller.signal.aborted);
}

function poolOptions(job: RunJob, workers: number, report: RunReport): PoolOptions {
  return {
    setup: { module: new URL("./run-setup.js", import.meta.url).href, data: { ...job, load: sendable(job.load) } },
    workers,
    sharedBytes: ACTIVITY_BYTES,
    onStart: ({ name }) => report.live.started(name),
  };
}

/** Describes why an input was not finished, and saves the input if a pass ran. */
function explain(lost: LostInput, facts: RunProperties | undefined, files: ReproducerFiles): Diagnostic {
  const end = badEndOf(lost);
  const { name, content: given } = lost.job;
  let kept: string | undefined;
  if (end.activity?.step !== undefined && facts !== undefined) {
    const path = isContent(given) ? "" : given.path;
    try {
      const content = withoutMark(isContent(given) ? Buffer.from(given) : readFileSync(path));
      kept = files.keep({ file: name, path }, { ...facts.record, content });
    } catch {
      // The input cannot be read again: it is a pipe, or a file that no longer exists.
    }
  }
  return problemOf(end, { input: name, kept });
}
