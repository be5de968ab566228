import type { Diagnostic, SourceLocation } from "@passwright/core";

/** The operation that a thread was at when it was lost, and what ran on it. */
export interface LostWork {
  /** `func.func @main`. */
  readonly operation: string;
  /** The pass that ran; the last one, where a pass had just ended. */
  readonly pass: string | undefined;
  readonly at: SourceLocation | undefined;
  readonly pipeline: string;
  /** A note about the operation before its thread was lost: `the input is kept as main.reproducer.mlir`. */
  readonly kept: string | undefined;
}

function lost(code: string, message: string, { at, pass, pipeline, kept }: LostWork, help: string): Diagnostic {
  const notes = [{ message: `the pipeline is \`${pipeline}\`` }];
  if (kept !== undefined) notes.push({ message: kept });
  const place = { ...(at === undefined ? {} : { at }), ...(pass === undefined ? {} : { step: pass }) };
  return { code, severity: "error", message, ...place, notes, help: [help] };
}

function where({ operation, pass }: LostWork): string {
  return pass === undefined ? operation : `${operation}, in pass \`${pass}\``;
}

export function threadDied(work: LostWork, reason: string): Diagnostic {
  const message = `a thread died at ${where(work)}: ${reason}`;
  return lost("PWH0101", message, work, "run it without threads, so that the pass that ends the process can be seen");
}

export function outOfMemory(work: LostWork): Diagnostic {
  const message = `a thread had no memory left at ${where(work)}`;
  return lost(
    "PWH0102",
    message,
    work,
    "run it without threads under `node --max-old-space-size=…`, or look for a pass that grows without end",
  );
}

export function outOfTime(work: LostWork, seconds: number): Diagnostic {
  const message = `a thread was at ${where(work)} for more than ${seconds} s`;
  return lost("PWH0103", message, work, "give it more time, or look for a pass that never ends");
}

export function neverSettled(work: LostWork): Diagnostic {
  const message = `a promise never settled at ${where(work)}`;
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
