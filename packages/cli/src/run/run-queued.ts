import { runInputs } from "@passwright/runner/inputs";
import { notForQueues, QueueExecutor } from "@passwright/runner/reuse";
import { refusalOf } from "../errors/refusal.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { jobsOf, observed } from "./input-jobs.ts";
import type { RunJob } from "./job.ts";
import { openRun } from "./open-run.ts";
import { reasonsAgainst, reusing } from "./reused-results.ts";
import type { RunReport } from "./run-report.ts";
import { settingsOf } from "./shared-settings.ts";

/** Time in milliseconds after which the command reports that no worker is connected. */
const PATIENCE_MS = 5000;

/** Runs all inputs on the workers of a queue. The calling process loads the plan and writes the results. */
export async function runQueued(
  job: RunJob,
  url: string,
  bail: boolean,
  report: RunReport,
  terminal: Terminal,
): Promise<ExitCode> {
  const opened = await openRun(job, { ...terminal, report: (event) => report.take(event) });
  if (opened === undefined || report.isRefused) return report.end();
  const { inputs, facts } = opened;
  await opened.close();
  const reasons = reasonsAgainst(facts);
  if (facts.code === undefined || reasons.length > 0) {
    report.refuse([notForQueues(reasons)]);
    return report.end();
  }
  const print = (text: string): void => report.take({ kind: "printed", text: `${text}\n` });
  let queue: QueueExecutor;
  try {
    const run = { facts: facts.code.facts, hash: facts.code.hash, settings: settingsOf(job) };
    queue = await QueueExecutor.open({
      url,
      run,
      onState: (state) => print(state === "lost" ? "the queue is lost; waiting for it" : "the queue is connected"),
    });
  } catch (thrown) {
    report.refuse([refusalOf(thrown)]);
    return report.end();
  }
  const patience = setTimeout(() => {
    const help = "start one in the folder of the config with `passwright worker URL`";
    void queue.workers().then((count) => count === 0 && print(`no worker is connected to the queue: ${help}`));
  }, PATIENCE_MS);
  const controller = new AbortController();
  const forget = terminal.onInterrupt?.(() => controller.abort());
  try {
    await report.begin();
    const { executor, finish } = await reusing(queue, job, facts, report, undefined);
    const options = { bail, signal: controller.signal };
    const jobs = jobsOf(inputs, job, facts.hasMaps, terminal);
    for await (const result of runInputs(observed(executor, report), jobs, options)) report.finished(result);
    await finish();
  } finally {
    clearTimeout(patience);
    forget?.();
    await queue.close();
  }
  return report.end(controller.signal.aborted);
}
