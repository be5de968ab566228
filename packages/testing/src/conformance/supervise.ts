import { Worker } from "node:worker_threads";
import type { Diagnostic } from "@passwright/core";
import * as errors from "./errors.ts";
import type { Assignment, Observation, Report } from "./protocol.ts";

/** What came out of one worker. */
export interface WorkerResult {
  readonly label: string;
  readonly findings: readonly Diagnostic[];
  readonly observations: readonly Observation[];
  readonly passesRun: number;
  readonly loaded: boolean;
}

/** Lets a worker do an assignment, and ends it when one step of it takes longer than the limit. */
export function supervise(assignment: Assignment, timeLimitMs: number): Promise<WorkerResult> {
  return new Promise((resolve) => {
    const findings: Diagnostic[] = [];
    const observations: Observation[] = [];
    let label = assignment.plugin;
    let doing = "starting";
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    // What plugins print is no part of the report, and the thread has no right to end the process.
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
      const result = { label, findings, observations, ...counts };
      void worker.terminate().then(() => resolve(result));
    };
    const fail = (finding: Diagnostic): void => end({ passesRun: 0, loaded: false }, finding);
    const restart = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => fail(errors.neverEnds(label, doing, timeLimitMs)), timeLimitMs);
    };
    restart();
    worker.on("message", (report: Report) => {
      if (isOver) return;
      if (report.kind === "doing") doing = report.what;
      else if (report.kind === "plugin") ({ label } = report);
      else if (report.kind === "finding") findings.push(report.diagnostic);
      else if (report.kind === "observed") observations.push(report.observation);
      else end(report);
      if (!isOver) restart();
    });
    worker.on("error", (error) => fail(errors.worksNoMore(label, doing, `${error.name}: ${error.message}`)));
    worker.on("exit", (code) =>
      fail(errors.worksNoMore(label, doing, `the thread ended by itself, with code ${code}`)),
    );
  });
}
