import type { Outcome, TrialInput } from "./trial.ts";

/** Returns whether an outcome shows the fault. */
export type FaultTest = (outcome: Outcome, input: TrialInput) => boolean | Promise<boolean>;

const CRASH_CODES = ["PWC0406", "PWC0413"];
const INVALID_CODE = "PWC0409";

/** Tests that need no program. */
export const faults = {
  /** A pass or an analysis throws. */
  crash: (): FaultTest => hasCode(...CRASH_CODES),
  /** The verifier refuses the result of a pass. */
  invalid: (): FaultTest => (outcome) => !outcome.isValid || hasCode(INVALID_CODE)(outcome),
  /** The output differs from a text, or there is none. */
  differsFrom:
    (expected: string): FaultTest =>
    ({ output }) =>
      output !== expected,
  /** The run reports an error with this code. */
  error: (code: string): FaultTest => hasCode(code),
  /** `passwright run` ends with this exit code. */
  exit:
    (code: number): FaultTest =>
    ({ ok, isValid }) =>
      (ok && isValid ? 0 : 1) === code,
};

function hasCode(...codes: readonly string[]): (outcome: Outcome) => boolean {
  return ({ diagnostics }) => diagnostics.some(({ code, severity }) => severity === "error" && codes.includes(code));
}
