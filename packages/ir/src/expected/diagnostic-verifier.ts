import { wholeMessage } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import { notProduced, unexpectedDiagnostic, wrongSeverity } from "../errors.ts";
import { scanExpectations } from "./expected-diagnostic.ts";
import type { ExpectedDiagnostic, ExpectedSeverity } from "./expected-diagnostic.ts";

/** `only-expected` says nothing of diagnostics that no directive asks for. */
export type VerifyDiagnosticsLevel = "all" | "only-expected";

/**
 * Compares diagnostics with what the `expected-error {{…}}` of a text expect, as `--verify-diagnostics` does
 * (`SourceMgrDiagnosticVerifierHandler`). What does not fit goes to `report` as it is found, what did not come at the end.
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

  /** A diagnostic that was produced; each of its notes is compared on its own. */
  handle(diagnostic: Diagnostic): void {
    const { at, severity, notes = [] } = diagnostic;
    this.#compare(wholeMessage(diagnostic), at, severity);
    for (const note of notes) this.#compare(wholeMessage(note), note.at ?? at, "note");
  }

  /** Whether all that was expected was produced, and nothing else. To be asked once, at the end. */
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
