import { escapeControlCharacters } from "./control-characters.ts";
import { readThrown } from "./thrown.ts";

/** Severity of a {@link Diagnostic}. An error stops the current task; warnings and remarks do not. */
export type Severity = "error" | "warning" | "remark";

/** Position in a text. Lines and columns start at 1. Columns count UTF-16 code units. */
export interface SourceLocation {
  /** Path as the user wrote it, `-` for standard input, or the name of a text without a file. */
  readonly file: string;
  /** Line number. 0 if only the file is known. */
  readonly line: number;
  /** Column number. Meaningless if `line` is 0. */
  readonly column: number;
  /** Text of the line, if available. Output shows the line with a caret under the column. */
  readonly lineText?: string;
  /** Number of columns that the caret underlines. Default: 1. */
  readonly length?: number;
  /** Calls that led to this position, innermost first. Set only if the operation's location contains calls. */
  readonly callers?: readonly SourceLocation[];
}

/** Additional information about a diagnostic, with an optional position. */
export interface Note {
  /** Headline of the note, shown on one line. Line breaks in the headline are shown as `\n`. */
  readonly message: string;
  /** Lines to show below the message, such as an operation or the output of a tool. */
  readonly lines?: readonly string[];
  /** Position that the note is about. */
  readonly at?: SourceLocation;
  /** Plugin, framework or config that the note is about. */
  readonly contributor?: string;
}

/** Problem that Passwright reports to the user, with its position, cause and help. `--json` prints it unchanged. */
export interface Diagnostic {
  /** Error code: `PW`, a letter for the package (C core, I ir, B builder, L loader, R command), and four digits. */
  readonly code: string;
  /** Severity: error, warning or remark. */
  readonly severity: Severity;
  /** One line in lower case without a full stop. Names are in backquotes. Messages from MLIR keep MLIR's quotes. */
  readonly message: string;
  /** Lines to show below the message. */
  readonly lines?: readonly string[];
  /** Position that the diagnostic is about. */
  readonly at?: SourceLocation;
  /** Plugin, framework, dialect or config in which the problem must be fixed, as `name` or `name version`. */
  readonly plugin?: string;
  /** Kind of the package in `plugin`. Absent for a plugin. */
  readonly pluginKind?: "framework" | "ir" | "dialect";
  /** Address of the pipeline step that the diagnostic is about. */
  readonly step?: string;
  /** Pass that the diagnostic is about. Set only for a pass that is not in the plan. */
  readonly pass?: string;
  /** Option with an invalid value. Empty if the problem is not about a single option. */
  readonly option?: string;
  /** Reason that the author of a rule gave, if the diagnostic is about a rule. */
  readonly reason?: string;
  /** Unknown name that caused the problem. */
  readonly unknown?: string;
  /** Known name that is most similar to the name in `unknown`. */
  readonly similar?: string;
  /** Additional information, in display order. */
  readonly notes?: readonly Note[];
  /** Problem in a text inside another text, such as a pipeline in an option. `message` also describes it. */
  readonly within?: Diagnostic;
  /** Ways to fix the problem. Each entry is one edit or command. */
  readonly help?: readonly string[];
}

/** Result of an operation that can fail: the data, or the errors. */
export type Result<Data, Failure = { readonly diagnostics: readonly Diagnostic[] }> =
  ({ readonly ok: true } & Data) | ({ readonly ok: false } & Failure);

/** Splits a text into its first line, as `message`, and its other lines, as `lines`. */
export function messageOf(text: string): Pick<Note, "message" | "lines"> {
  const [message = "", ...lines] = text.split("\n");
  return lines.length === 0 ? { message } : { message, lines };
}

/** Joins a message and its `lines`: the inverse of {@link messageOf}. */
export function wholeMessage({ message, lines = [] }: Pick<Note, "message" | "lines">): string {
  return [message, ...lines].join("\n");
}

/** Fields of a diagnostic other than code, message and help. Fields that are `undefined` are omitted. */
export type DiagnosticFacts = {
  readonly [K in Exclude<keyof Diagnostic, "code" | "message" | "notes" | "help">]?: Diagnostic[K] | undefined;
} & {
  readonly notes?: readonly (string | Note | undefined)[] | undefined;
};

/** Makes a diagnostic of the given severity. Default: an error. */
export function errorDiagnostic(
  code: string,
  message: string,
  help: string | readonly (string | undefined)[],
  { notes = [], ...facts }: DiagnosticFacts = {},
): Diagnostic {
  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined);
  const all = notes.flatMap((note): Note | [] => (typeof note === "string" ? { message: note } : (note ?? [])));
  const edits = [help].flat().filter((edit) => edit !== undefined);
  return {
    code,
    severity: "error",
    message,
    ...Object.fromEntries(known),
    ...(all.length > 0 && { notes: all }),
    ...(edits.length > 0 && { help: edits }),
  };
}

/** Returns whether diagnostics contain an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** Formats a list of names for a message. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ") || "none";
}

/** Error in the use of an API, with a diagnostic that commands can print like any other problem. */
export class UsageError extends Error {
  /** Diagnostic that describes the problem. */
  readonly diagnostic: Diagnostic;
  constructor(diagnostic: Diagnostic, options?: { readonly cause?: unknown }) {
    // Escapes the message, because Node prints the message of an uncaught error unchanged.
    super(escapeControlCharacters(diagnostic.message), options);
    this.name = "UsageError";
    this.diagnostic = diagnostic;
  }
}

/** Error that indicates a bug in Passwright. Code must not catch this error and continue. */
export class BugError extends Error {
  constructor(message: string) {
    super(`${message} (this is a bug in Passwright)`);
    this.name = "BugError";
  }
}

/** Throws a {@link BugError} if `condition` is false. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new BugError(message);
}

/** Returns the {@link Diagnostic} in a thrown value, which another copy of this package can have thrown. */
export function diagnosticOf(thrown: unknown): Diagnostic | undefined {
  const diagnostic = readThrown(thrown, "diagnostic");
  const [code, message] = [readThrown(diagnostic, "code"), readThrown(diagnostic, "message")];
  return typeof code === "string" && typeof message === "string" ? (diagnostic as Diagnostic) : undefined;
}

/** Returns the {@link Diagnostic} in a thrown value. Rethrows other values. */
export function diagnosticIn(thrown: unknown): Diagnostic {
  const diagnostic = diagnosticOf(thrown);
  if (diagnostic === undefined) throw thrown;
  return diagnostic;
}

/** Calls `run`. Returns the {@link Diagnostic} in the value that `run` throws, if any. Rethrows other values. */
export function diagnosticThrownBy(run: () => unknown): Diagnostic | undefined {
  try {
    run();
    return undefined;
  } catch (thrown) {
    return diagnosticIn(thrown);
  }
}
