import { UsageError } from "@passwright/core";
import { notForQueues, QueueExecutor } from "@passwright/runner/reuse";
import { interruptible } from "../terminal/interruptible.ts";
import type { ExitCode } from "../terminal/terminal.ts";
import { runJobs } from "./input-jobs.ts";
import type { RunRequest } from "./input-jobs.ts";
import { openRun } from "./open-run.ts";
import { reasonsAgainst } from "./reused-results.ts";
import { settingsOf } from "./shared-settings.ts";

/** Time in milliseconds after which the command reports that no worker is connected. */
const PATIENCE_MS = 5000;

/** Runs all inputs on the workers of a queue. The calling process loads the plan and writes the results. */
export async function runQueued(request: RunRequest, url: string): Promise<ExitCode> {
  const { job, report, terminal } = request;
  const opened = await openRun(job, { ...terminal, report: (event) => report.take(event) });
  if (opened === undefined || report.isRefused) return report.end();
  await opened.close();
  const { code } = opened.facts;
  const reasons = reasonsAgainst(opened.facts);
  if (code === undefined || reasons.length > 0) throw new UsageError(notForQueues(reasons));
  const print = (text: string): void => report.take({ kind: "printed", text: `${text}\n` });
  const queue = await QueueExecutor.open({
    url,
    run: { facts: code.facts, hash: code.hash, settings: settingsOf(job) },
    onState: (state) => print(state === "lost" ? "the queue is lost; waiting for it" : "the queue is connected"),
  });
  const patience = setTimeout(() => {
    const help = "start one in the folder of the config with `passwright worker URL`";
    void queue.workers().then((count) => count === 0 && print(`no worker is connected to the queue: ${help}`));
  }, PATIENCE_MS);
  try {
    const { isStopped } = await interruptible(terminal, (signal) => runJobs(queue, opened, request, signal));
    return report.end(isStopped);
  } finally {
    clearTimeout(patience);
    await queue.close();
  }
}
