import { isDeepStrictEqual } from "node:util";
import { Worker } from "node:worker_threads";
import type { Diagnostic } from "@passwright/core";
import { placeOfThrown } from "@passwright/loader";
import type { PairReport } from "@passwright/runner";
import { contentOfMessage } from "@passwright/runner/inputs";
import * as errors from "./errors.ts";
import type { Assignment, Observation, Report } from "./protocol.ts";
import type { PublishedNeeds } from "./published.ts";

/** Results of one worker. */
export interface WorkerResult {
  readonly label: string;
  readonly findings: readonly Diagnostic[];
  readonly observations: readonly Observation[];
  /** Pairs of a plugin's step and a framework's step whose order changes the output. */
  readonly orders: readonly PairReport[];
  /** Files and packages that the plugin needs after it is published. Absent if the plugin does not load. */
  readonly needs: PublishedNeeds | undefined;
  readonly passesRun: number;
  readonly loaded: boolean;
}

/** Runs an assignment in a worker. Terminates the worker if one activity exceeds the time limit. */
export function supervise(assignment: Assignment, timeLimitMs: number): Promise<WorkerResult> {
  return new Promise((resolve) => {
    const findings: Diagnostic[] = [];
    const observations: Observation[] = [];
    let orders: readonly PairReport[] = [];
    let needs: PublishedNeeds | undefined;
    let label = assignment.plugin;
    let doing = "the start of the test";
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    // Runs plugins in a worker, where they cannot end the process, and where their output does not mix with the report.
    const worker = new Worker(new URL("./worker.js", import.meta.url), {
      workerData: assignment,
      stdout: true,
      stderr: true,
    });
    const end = (counts: { readonly passesRun: number; readonly loaded: boolean }, finding?: Diagnostic): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      if (finding !== undefined) findings.push(finding);
      const result = { label, findings, observations, orders, needs, ...counts };
      void worker.terminate().then(() => resolve(result));
    };
    const fail = (finding: Diagnostic): void => end({ passesRun: 0, loaded: false }, finding);
    const restart = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => fail(errors.neverEnds(label, doing, timeLimitMs)), timeLimitMs);
    };
    restart();
    worker.on("message", (message: unknown) => {
      const report = contentOfMessage(message) as Report | undefined;
      if (isOver || report === undefined) return;
      if (report.kind === "doing") doing = report.what;
      else if (report.kind === "plugin") ({ label } = report);
      else if (report.kind === "needs") ({ needs } = report);
      else if (report.kind === "finding") {
        // Ignores a repeated finding, because code that is loaded several times can report the same problem each time.
        if (!findings.some((one) => isDeepStrictEqual(one, report.diagnostic))) findings.push(report.diagnostic);
      } else if (report.kind === "observed") observations.push(report.observation);
      else if (report.kind === "orders") orders = report.pairs;
      else end(report);
      if (!isOver) restart();
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      const what = `${error.name}: ${error.message}`;
      const isOutOfMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      if (isOutOfMemory) fail(errors.endsTheRun(label, doing, what));
      else fail(errors.notCaught(label, doing, what, placeOfThrown(error, assignment.plugin)));
    });
    worker.on("exit", (code) => fail(errors.endsTheRun(label, doing, `the thread exited with code ${code}`)));
  });
}
