import { errorDiagnostic as error } from "@passwright/core";
import type { Diagnostic, OpPlace, SourceLocation } from "@passwright/core";

export function timingStopped(): Diagnostic {
  const message = "the `Timing` object is stopped, so it cannot measure another run";
  return error("PWN0101", message, "create a new `Timing` object for this run");
}

export function missingPart(part: string, adapter: string, feature: string): Diagnostic {
  const message = `${feature} needs \`${part}\`, which the adapter of IR \`${adapter}\` does not have`;
  return error("PWN0102", message, `add \`${part}\` to the adapter, or turn off ${feature}`);
}

/** Location of a reproducer, or the reason why no reproducer was written, with the next step for the user. */
export interface ReproducerOutcome {
  readonly text: string;
  readonly help: string;
}

/** Makes PWN0201, in MLIR's wording. */
export function reproducerWritten(
  running: string,
  { text, help }: ReproducerOutcome,
  at: SourceLocation | undefined,
  isMlir: boolean,
): Diagnostic {
  const place = at === undefined ? {} : { at };
  const message = `Failures have been detected while processing ${isMlir ? "an MLIR" : "a"} pass pipeline`;
  const notes = [{ message: `Pipeline failed while executing ${running}: ${text}`, ...place }];
  return error("PWN0201", message, help, { ...place, notes });
}

export function badReproducer(message: string, at: SourceLocation): Diagnostic {
  const help = 'use only the keys `pipeline: "builtin.module(…)"`, `disable_threading: true` and `verify_each: true`';
  return error("PWN0202", message, help, { at });
}

export const WROTE_OUTSIDE = "PWN0301";

/** Pass, and the operation on which it ran, for messages. */
export interface PassOnOp {
  readonly pass: string;
  readonly on: string;
  readonly at: SourceLocation | undefined;
}

/**
 * Makes PWN0301. `steps` contains the passes that might have made the change, or only the responsible pass if it is
 * known.
 */
export function wroteOutside(steps: readonly PassOnOp[], damage: string): Diagnostic {
  const known = steps.length === 1 ? steps[0] : undefined;
  const what = known === undefined ? "a pass" : `pass \`${known.pass}\` on ${known.on}`;
  const message = `${what} changed IR that it must not change: ${damage}`;
  const help = "anchor the pass on an operation that contains everything that the pass changes";
  const possible = steps.map(({ pass, on }) => `possibly \`${pass}\` on ${on}`);
  return error(WROTE_OUTSIDE, message, help, {
    at: known?.at,
    step: known?.pass,
    notes: known === undefined ? possible : [],
  });
}

export function analysisWrote(analysis: string, { name, symbol, at }: OpPlace): Diagnostic {
  const place = symbol === undefined ? `'${name}'` : `'${name}' @${symbol}`;
  const message = `analysis \`${analysis}\` changed operation ${place}`;
  return error("PWN0302", message, "turn the analysis into a pass, or remove its changes to the IR", { at });
}

export function keptState({ pass, on, at }: PassOnOp): Diagnostic {
  const message = `pass \`${pass}\` keeps state between operations: a new instance of the pass has a different result for ${on}`;
  const help = "reset the state at the start of `runOnOperation`, or anchor the pass on a surrounding operation";
  return error("PWN0303", message, help, { at, step: pass });
}

export function brokePreservation({ pass, on, at }: PassOnOp, analysis: string): Diagnostic {
  const message = `pass \`${pass}\` declares that it preserves analysis \`${analysis}\`, but changed the result of the analysis on ${on}`;
  const help = `remove \`${analysis}\` from \`preserves\` of the pass, or remove the change from the pass`;
  return error("PWN0305", message, help, { at, step: pass });
}

export function worksOnMore({ pass, on, at }: PassOnOp): Diagnostic {
  const message = `pass \`${pass}\` changed ${on}, which does not contain any operation in \`worksOn\` of the pass`;
  const help = "add to `worksOn` the operations that the pass changes, or remove `worksOn`";
  return error("PWN0306", message, help, { at, step: pass });
}

/** Makes PWN0304. `step` is the pass that caused the difference, if it is known. */
export function dependsOnSiblings(step: PassOnOp | undefined): Diagnostic {
  const help = "anchor the pass on an operation that contains everything that the pass reads";
  const what = step === undefined ? "the result" : `the result of pass \`${step.pass}\` for ${step.on}`;
  const message = `${what} depends on the order in which sibling operations are processed`;
  return error("PWN0304", message, help, { at: step?.at, step: step?.pass });
}

/** Makes PWN0307. `problem` is the error of the run on the copy. */
export function failsOnCopy(ir: string, { message, at, step }: Diagnostic): Diagnostic {
  const help = `correct \`clone\` of IR \`${ir}\`, or remove state that the pass keeps between runs`;
  return error("PWN0307", `the passes fail on a copy of their input, but not on the input: ${message}`, help, {
    at,
    step,
  });
}
