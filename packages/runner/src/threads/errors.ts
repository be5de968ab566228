import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";

/** Operation that a thread was processing when the thread was lost, and the pass that was running. */
export interface LostWork {
  /** Name and symbol of the operation: `func.func @main`. */
  readonly operation: string;
  /** Name of the running pass, or of the last pass that ran. */
  readonly pass: string | undefined;
  /** Source position of the operation. */
  readonly at: SourceLocation | undefined;
  /** Text of the pipeline. */
  readonly pipeline: string;
  /**
   * Note that names the file with the saved operation, such as `the input was saved as main.reproducer.mlir`. The
   * operation is saved in its state before the pipeline.
   */
  readonly kept: string | undefined;
}

function lost(code: string, message: string, { at, pass, pipeline, kept }: LostWork, help: string): Diagnostic {
  return errorDiagnostic(code, message, help, { at, step: pass, notes: [`pipeline: \`${pipeline}\``, kept] });
}

/** Formats the pass and its operation: "pass `cse` on `func.func` @main". */
function workOf(work: LostWork): string {
  return `${work.pass === undefined ? "a pass" : passOf(work)} on ${work.operation}`;
}

export function threadDied(work: LostWork, reason: string): Diagnostic {
  const message = `a thread ended during ${workOf(work)}: ${reason}`;
  return lost("PWH0101", message, work, `debug ${passOf(work)} in a run without threads`);
}

export function outOfMemory(work: LostWork): Diagnostic {
  const message = `a thread ran out of memory during ${workOf(work)}`;
  const help = `increase the memory limit of the threads, or reduce the memory use of ${passOf(work)}`;
  return lost("PWH0102", message, work, help);
}

export function outOfTime(work: LostWork, seconds: number): Diagnostic {
  const message = `${workOf(work)} exceeded the time limit of ${seconds} s`;
  return lost("PWH0103", message, work, `increase the time limit, or correct ${passOf(work)}`);
}

export function neverSettled(work: LostWork): Diagnostic {
  const message = `${workOf(work)} awaits a promise that never settles`;
  const help = `correct ${passOf(work)} so that every promise settles, or report the problem to the author of the pass`;
  return lost("PWH0104", message, work, help);
}

function passOf({ pass }: LostWork): string {
  return pass === undefined ? "the pass" : `pass \`${pass}\``;
}
