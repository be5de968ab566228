import type { TrialOutcome, TrialInput } from "./trial.ts";

/** Returns whether an outcome shows the fault. */
export type FaultTest = (outcome: TrialOutcome, input: TrialInput) => boolean | Promise<boolean>;

const CRASH_CODES = ["PWC0406", "PWC0413", "PWI0019"];
const INVALID_CODE = "PWC0409";

/** Tests that do not need an external program. */
export const faults = {
  /** Returns a test that holds if a pass, an analysis or a dialect throws. */
  crash: (): FaultTest => hasCode(...CRASH_CODES),
  /** Returns a test that holds if the verifier refuses the result of a pass. */
  invalid: (): FaultTest => (outcome) => !outcome.isValid || hasCode(INVALID_CODE)(outcome),
  /** Returns a test that holds if the output is missing or differs from the expected text. */
  differsFrom:
    (expected: string): FaultTest =>
    ({ output }) =>
      output !== expected,
  /** Returns a test that holds if the run reports an error with this code. */
  error: (code: string): FaultTest => hasCode(code),
  /** Returns a test that holds if `passwright run` ends with this exit code. */
  exit:
    (code: number): FaultTest =>
    ({ ok, isValid }) =>
      (ok && isValid ? 0 : 1) === code,
};

function hasCode(...codes: readonly string[]): (outcome: TrialOutcome) => boolean {
  return ({ diagnostics }) => diagnostics.some(({ code, severity }) => severity === "error" && codes.includes(code));
}
