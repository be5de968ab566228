import type { Diagnostic, SourceLocation } from "@passwright/core";

/** Operation on which a thread was lost, and the pass that ran. */
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
   * Note about the saved operation, in its state before the thread was lost: `the input was saved as
   * main.reproducer.mlir`.
   */
  readonly kept: string | undefined;
}

function lost(code: string, message: string, { at, pass, pipeline, kept }: LostWork, help: string): Diagnostic {
  const notes = [{ message: `pipeline: \`${pipeline}\`` }];
  if (kept !== undefined) notes.push({ message: kept });
  const place = { ...(at === undefined ? {} : { at }), ...(pass === undefined ? {} : { step: pass }) };
  return { code, severity: "error", message, ...place, notes, help: [help] };
}

function where({ operation, pass }: LostWork): string {
  return pass === undefined ? operation : `${operation}, in pass \`${pass}\``;
}

export function threadDied(work: LostWork, reason: string): Diagnostic {
  const message = `a thread ended on ${where(work)}: ${reason}`;
  return lost("PWH0101", message, work, "run without threads to see which pass ends the process");
}

export function outOfMemory(work: LostWork): Diagnostic {
  const message = `a thread ran out of memory on ${where(work)}`;
  return lost(
    "PWH0102",
    message,
    work,
    "run without threads under `node --max-old-space-size=…`, or correct the pass that allocates without limit",
  );
}

export function outOfTime(work: LostWork, seconds: number): Diagnostic {
  const message = `a thread spent more than ${seconds} s on ${where(work)}`;
  return lost("PWH0103", message, work, "increase the time limit, or correct the pass that does not end");
}

export function neverSettled(work: LostWork): Diagnostic {
  const message = `a promise never settled on ${where(work)}`;
  return lost(
    "PWH0104",
    message,
    work,
    `settle every promise that ${passOf(work)} awaits, or report this to its author`,
  );
}

function passOf({ pass }: LostWork): string {
  return pass === undefined ? "the pass" : `pass \`${pass}\``;
}
