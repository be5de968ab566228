import { wholeMessage } from "@passwright/core";
import type { Diagnostic, Severity, SourceLocation } from "@passwright/core";
import { badExpectation, notProduced, unexpectedDiagnostic, wrongSeverity } from "../errors.ts";

/** Diagnostics to compare. `only-expected` ignores diagnostics without a directive. */
export type VerifyDiagnosticsLevel = "all" | "only-expected";

/**
 * Compares diagnostics with `expected-error {{…}}` directives of a text (`SourceMgrDiagnosticVerifierHandler`). Reports
 * unexpected diagnostics immediately, and missing diagnostics at the end.
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

  /** Reports missing diagnostics. Returns whether exactly the expected diagnostics were reported. Call this last. */
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

/** Severity in a directive. Includes notes, because MLIR counts each note as a separate diagnostic. */
type ExpectedSeverity = Severity | "note";

/** A directive, such as `expected-error {{…}}`. */
interface ExpectedDiagnostic {
  readonly severity: ExpectedSeverity;
  /** Line of the expected diagnostic. `undefined` if the diagnostic must not have a file location. */
  line: number | undefined;
  readonly at: SourceLocation;
  readonly text: string;
  /** Pattern of the message for `expected-error-re`. Without a pattern, the message must contain `text`. */
  readonly pattern: RegExp | undefined;
  wasMatched: boolean;
}

const DIRECTIVE =
  /expected-(error|note|remark|warning)(-re)? *(?:@(?:([+-])([0-9]+)|(above|below|unknown)))? *\{\{(.*)\}\}$/;

/**
 * Scans the directives of a text (`mlir/lib/IR/Diagnostics.cpp`), at most one per line. `@above` refers to the last
 * line without a directive, and `@below` to the next. A directive with an invalid regular expression is ignored.
 */
function scanExpectations(file: string, text: string, report: (diagnostic: Diagnostic) => void): ExpectedDiagnostic[] {
  const expected: ExpectedDiagnostic[] = [];
  const lines = text.split("\n");
  let below: ExpectedDiagnostic[] = [];
  let lastWithout = 1;
  lines.forEach((line, index) => {
    const number = index + 1;
    const match = DIRECTIVE.exec(line.replace(/[ \t\v\f\r]+$/, ""));
    if (match === null) {
      for (const directive of below) directive.line = number;
      below = [];
      lastWithout = number;
      return;
    }
    const [, severity, isPattern, sign, offset, place, message = ""] = match;
    const at = { file, line: number, column: match.index + 1, lineText: line };
    const places = { above: lastWithout, below: lines.length, unknown: undefined };
    const pattern = isPattern === undefined ? undefined : patternOf(message, at, report);
    if (isPattern !== undefined && pattern === undefined) return;
    const directive: ExpectedDiagnostic = {
      severity: severity as ExpectedSeverity,
      line: place === undefined ? number + Number(`${sign ?? ""}${offset ?? 0}`) : places[place as keyof typeof places],
      at,
      text: message,
      pattern,
      wasMatched: false,
    };
    if (place === "below") below.push(directive);
    expected.push(directive);
  });
  return expected;
}

/** Returns the pattern of an `expected-error-re` message. Text outside `{{…}}` is literal. */
function patternOf(message: string, at: SourceLocation, report: (diagnostic: Diagnostic) => void): RegExp | undefined {
  let source = "";
  for (let rest = message; rest !== "";) {
    const start = rest.indexOf("{{");
    const before = start < 0 ? rest : rest.slice(0, start);
    source += before.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    if (start < 0) break;
    const end = rest.indexOf("}}", start + 2);
    if (end < 0) return void report(badExpectation("found start of regex with no end '}}'", message, at));
    const block = posixToJavaScript(rest.slice(start + 2, end));
    try {
      // Compiles the expression in each `{{…}}` separately, so that a parenthesis in one expression cannot match a
      // parenthesis in another expression.
      source += `(?:${new RegExp(block, "su").source})`;
    } catch (thrown) {
      return void report(badExpectation(`invalid regex: ${regexProblem(thrown as SyntaxError)}`, message, at));
    }
    rest = rest.slice(end + 2);
  }
  return new RegExp(source, "su");
}

const CLASSES: { readonly [name: string]: string } = {
  alnum: "a-zA-Z0-9",
  alpha: "a-zA-Z",
  blank: String.raw` \t`,
  digit: "0-9",
  lower: "a-z",
  punct: String.raw`!-\/:-@\[-\`{-~`,
  space: String.raw`\s`,
  upper: "A-Z",
  xdigit: "0-9a-fA-F",
};

/** Converts a POSIX regular expression to JavaScript. In POSIX, `\d` is the letter `d`, and a single `{` is literal. */
function posixToJavaScript(posix: string): string {
  return posix.replace(
    /\[(\^?)(\]?(?:\[:\w+:\]|[^\]])*)\]|\\([^])|\{(?![0-9]+(?:,[0-9]*)?\})|\}/g,
    (whole: string, not: string | undefined, inside: string | undefined, escaped: string | undefined) => {
      if (inside !== undefined) {
        const plain = inside.replace(/\[:(\w+):\]|[\\[\]]/g, (part, name: string | undefined) =>
          name === undefined ? `\\${part}` : (CLASSES[name] ?? part),
        );
        return `[${not}${plain}]`;
      }
      // Escapes only special characters, because the flag `u` does not allow other escapes.
      if (escaped !== undefined) return escaped.replace(/[\^$\\.*+?()[\]{}|/0-9]/, String.raw`\$&`);
      return whole === "}" ? whole : String.raw`\{`;
    },
  );
}

/** Returns LLVM's message for an invalid regular expression if it is known, and otherwise JavaScript's message. */
function regexProblem({ message }: SyntaxError): string {
  if (/group|Unmatched '\)'/.test(message)) return "parentheses not balanced";
  if (/character class/.test(message)) return "brackets ([ ]) not balanced";
  if (/othing to repeat/.test(message)) return "repetition-operator operand invalid";
  return message;
}
