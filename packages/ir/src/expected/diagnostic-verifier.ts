import { wholeMessage } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import { notProduced, unexpectedDiagnostic, wrongSeverity } from "../errors.ts";
import { scanExpectations } from "./expected-diagnostic.ts";
import type { ExpectedDiagnostic, ExpectedSeverity } from "./expected-diagnostic.ts";

/** Diagnostics to compare. `only-expected` ignores diagnostics without a directive. */
export type VerifyDiagnosticsLevel = "all" | "only-expected";

/**
 * Compares diagnostics with the `expected-error {{…}}` directives of a text, as `--verify-diagnostics` does
 * (`SourceMgrDiagnosticVerifierHandler`). Reports unexpected diagnostics immediately, and missing diagnostics at the
 * end.
 */
export class DiagnosticVerifier {
  readonly #file: string;
  readonly #level: VerifyDiagnosticsLevel;
  readonly #expected: readonly ExpectedDiagnostic[];
  readonly #report: (diagnostic: Diagnostic) => void;
  #succeeded = true;

  constructor(
    file: string,
    text: string,
    report: (diagnostic: Diagnostic) => void,
    level: VerifyDiagnosticsLevel = "all",
  ) {
    this.#file = file;
    this.#level = level;
    this.#report = (diagnostic) => {
      this.#succeeded = false;
      report(diagnostic);
    };
    this.#expected = scanExpectations(file, text, this.#report);
  }

  /** Compares a diagnostic and each of its notes with the directives. */
  handle(diagnostic: Diagnostic): void {
    const { at, severity, notes = [] } = diagnostic;
    this.#compare(wholeMessage(diagnostic), at, severity);
    for (const note of notes) this.#compare(wholeMessage(note), note.at ?? at, "note");
  }

  /**
   * Reports missing diagnostics. Returns whether exactly the expected diagnostics were reported. Call this method once,
   * at the end.
   */
  finish(): boolean {
    for (const { wasMatched, severity, text, at, line } of this.#expected) {
      if (!wasMatched) this.#report(notProduced(severity, text, line === undefined ? undefined : at));
    }
    return this.#succeeded;
  }

  #compare(message: string, at: SourceLocation | undefined, severity: ExpectedSeverity): void {
    let near: ExpectedDiagnostic | undefined;
    for (const expected of this.#expected) {
      if (at === undefined ? expected.line !== undefined : at.file !== this.#file || at.line !== expected.line)
        continue;
      if (!(expected.pattern?.test(message) ?? message.includes(expected.text))) continue;
      if (expected.severity === severity) {
        expected.wasMatched = true;
        return;
      }
      near = expected;
    }
    if (this.#level === "only-expected") return;
    if (near === undefined) this.#report(unexpectedDiagnostic(severity, message, at));
    else this.#report(wrongSeverity(severity, near.severity, near.line === undefined ? undefined : near.at));
  }
}
