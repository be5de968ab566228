import { readFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { diagnosticIn } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { CheckedConfig } from "@passwright/loader";
import type { Executor, InProcess, LostInput, Pool } from "@passwright/runner/inputs";
import { isContent, namedInputs, withoutMark } from "../input/inputs.ts";
import type { Input } from "../input/inputs.ts";
import { interruptible } from "../terminal/interruptible.ts";
import type { ExitCode } from "../terminal/terminal.ts";
import { mayStartWorkers } from "../threads/wanted-threads.ts";
import { badEndOf, problemOf } from "../threads/watched-thread.ts";
import { jobsOf, poolOptions, runJobs } from "./input-jobs.ts";
import type { RunRequest } from "./input-jobs.ts";
import type { RunEvent, RunProperties, RunJob } from "./job.ts";
import { openRun } from "./open-run.ts";
import type { OpenedRun } from "./open-run.ts";
import type { KeepInput } from "./reproducer.ts";

/** Exception that ends loading in this thread, because the config contains code that can end its process. */
class NeedsWorkers extends Error {}

/**
 * Runs all inputs. A single input runs in this thread. Several inputs run in this thread if one job is requested, or if
 * the inputs share files. If the config names only Passwright's packages, this thread starts to run the inputs, and
 * workers start if the run takes long. Otherwise, the inputs run in workers, so that a crash affects only one input.
 * Limits of time and memory also require a worker, because only a worker can be terminated.
 */
export async function runAll(request: RunRequest): Promise<ExitCode> {
  const { report } = request;
  try {
    return await runSomewhere(request);
  } catch (thrown) {
    // For example, the package for the cache is not installed.
    report.refuse([diagnosticIn(thrown)]);
    return report.end();
  }
}

async function runSomewhere({ job, ...others }: RunRequest): Promise<ExitCode> {
  const { distribution, report, terminal } = others;
  const { isolate, memory } = distribution;
  // Node's permission model can deny workers.
  const jobs = distribution.jobs ?? (mayStartWorkers() ? undefined : 1);
  const named = job.named.length === 0 ? undefined : await namedInputs(job.named, job.cwd);
  const known: RunJob = named === undefined || named.diagnostics.length > 0 ? job : { ...job, inputs: named.inputs };
  const request = { ...others, job: known };
  // Lets the complete program run the command, because bundled scripts do not contain the cache and the queue.
  if (job.isCached === true || job.queue !== undefined) terminal.beforeCode?.();
  if (job.queue !== undefined) return (await import("./run-queued.ts")).runQueued(request, job.queue);
  const needsWorker = job.seconds !== undefined || isolate || memory !== undefined;
  const isParallel = (count: number): boolean => jobs !== 1 && count > 1;
  const { reproducer, trace, printIr } = job.instrument;
  const isSerial = (job.threads ?? job.recording) !== undefined || (reproducer ?? trace ?? printIr?.tree) !== undefined;
  // Does not use workers after the first round of `--watch`, because most results are then cached.
  const isWarm = (terminal.kept?.size ?? 0) > 0;
  const canSpread = !isSerial && !isWarm && isParallel(known.inputs?.length ?? 0);
  if (needsWorker || (canSpread && jobs !== undefined)) return runInWorkers(request);
  // Whether only Passwright's packages run, whose passes do not have to be isolated from this process. `undefined` until
  // the config is known. Code that runs earlier is the code of the config.
  let isOwn: boolean | undefined;
  const decide = (areOwn: boolean): void => {
    isOwn ??= areOwn;
    if (canSpread && !isOwn) throw new NeedsWorkers();
  };
  const beforeCode = (): void => {
    decide(false);
    terminal.beforeCode?.();
  };
  const onConfig = ({ framework, ir, plugins }: CheckedConfig): void =>
    decide([framework ?? [], ir ?? [], plugins].flat().every(({ text }) => text.startsWith("@passwright/")));
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
  if (opened === "needs workers") return runInWorkers(request);
  if (opened === undefined || report.isRefused) return report.end();
  const { inputs, facts } = opened;
  const found = { ...others, job: { ...known, inputs } };
  if (known.inputs !== undefined || facts.isSerial || isWarm || isOwn === true || !isParallel(inputs.length))
    return runHere(found, opened, isOwn === true && jobs === undefined && !isSerial && !facts.isSerial);
  await opened.close();
  return runInWorkers(found, opened);
}

async function runHere(request: RunRequest, opened: OpenedRun, canGrow: boolean): Promise<ExitCode> {
  const { job, report, terminal } = request;
  const { inputs, runner, facts, close } = opened;
  if (inputs.length === 1 && job.isCached !== true) {
    await report.begin();
    report.live.started(inputs[0]?.file ?? "");
    for await (const only of jobsOf(inputs, job, facts.hasMaps, terminal))
      report.finished(await runner.run(only, true));
  } else {
    const { InProcess } = await import("@passwright/runner/inputs");
    const here = new InProcess({
      run(input, isAlone) {
        report.live.started(input.name);
        return runner.run(input, isAlone);
      },
    });
    const all = canGrow ? await growing(here, opened, request) : here;
    await runJobs(all, opened, request);
    await all.close();
  }
  report.reported(await close());
  return report.end();
}

async function growing(here: InProcess, { inputs, facts }: OpenedRun, request: RunRequest): Promise<Executor> {
  const { job, report, terminal } = request;
  const { Growing, Pool, SENDING_MS, startPace } = await import("@passwright/runner/inputs");
  const { inputKeeper } = await import("./reproducer.ts");
  const keep = inputKeeper(terminal, () => inputs);
  const expected = inputs.length;
  const startPool = (first: number): Pool =>
    new Pool({
      ...poolOptions(job, availableParallelism() - 1),
      first,
      expected,
      onStart: ({ name }) => report.live.started(name),
      explain: (lost) => explain(lost, facts, keep),
    });
  return new Growing({ here, expected, pace: startPace(performance.now(), SENDING_MS), startPool });
}

/** Runs the inputs in workers. `opened` is the run in this thread, which has already reported the events of loading. */
async function runInWorkers(request: RunRequest, opened?: OpenedRun): Promise<ExitCode> {
  const { job, distribution, report, terminal } = request;
  const { jobs: wanted, isolate, memory } = distribution;
  terminal.beforeCode?.();
  const { NoWorker, Pool } = await import("@passwright/runner/inputs");
  const { inputKeeper } = await import("./reproducer.ts");
  const { inputs: known = [] } = job;
  const jobs = wanted ?? availableParallelism();
  let inputs: readonly Input[] = opened?.inputs ?? [];
  const keep = inputKeeper(terminal, () => inputs);
  let facts: RunProperties | undefined = opened?.facts;
  const { isStopped } = await interruptible(terminal, async (signal) => {
    const pool: Pool = new Pool({
      ...poolOptions(job, jobs),
      first: wanted === undefined ? 1 : Math.min(wanted, Math.max(known.length, 1)),
      expected: known.length,
      isolate,
      memory: memory ?? (isolate ? Math.floor(totalmem() / 2 ** 21 / jobs) : undefined),
      signal,
      onStart: ({ name }) => report.live.started(name),
      onEvent(event) {
        const one = event as RunEvent;
        if (opened !== undefined && one.kind !== "recorded") return;
        if (one.kind === "inputs") ({ inputs } = one);
        if (one.kind === "facts") ({ facts } = one);
        report.take(one);
      },
      explain: (lost) => explain(lost, facts, keep),
    });
    try {
      const refusal = await pool.opened();
      if (refusal?.kind === "lost") report.refuse([problemOf(badEndOf(refusal))]);
      if (refusal !== undefined || report.isRefused || facts === undefined) return;
      if (facts.isSerial) pool.limitTo(1);
      pool.expect(inputs.length);
      await runJobs(pool, { inputs, facts }, request, signal);
    } catch (thrown) {
      if (!(thrown instanceof NoWorker) || thrown.refusal.kind !== "lost") throw thrown;
      report.refuse([problemOf(badEndOf(thrown.refusal))]);
    } finally {
      await pool.close();
    }
  });
  return report.end(isStopped);
}

/** Describes why an input was not finished, and saves the input if a pass ran. */
function explain(lost: LostInput, facts: RunProperties | undefined, keep: KeepInput): Diagnostic {
  const end = badEndOf(lost);
  const { name, content: given } = lost.job;
  let kept: string | undefined;
  if (end.activity?.step !== undefined && facts !== undefined) {
    const path = isContent(given) ? "" : given.path;
    try {
      const content = withoutMark(isContent(given) ? Buffer.from(given) : readFileSync(path));
      kept = keep({ file: name, path }, { ...facts.record, content });
    } catch {
      // The input cannot be read again: it is a pipe, or a file that no longer exists.
    }
  }
  return problemOf(end, { input: name, kept });
}
