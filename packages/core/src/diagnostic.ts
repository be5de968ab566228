import { escapeControlCharacters } from "./control-characters.ts";
import { readThrown } from "./thrown.ts";

/** Severity of a {@link Diagnostic}. An error stops the current task; warnings and remarks do not. */
export type Severity = "error" | "warning" | "remark";

/** Position in a text. Lines and columns count from 1, columns in UTF-16 units. */
export interface SourceLocation {
  /** Path as the user wrote it, `-` for standard input, or the name of a text that is not in a file. */
  readonly file: string;
  /** Line number. 0 if only the file is known. */
  readonly line: number;
  /** Column number. Meaningless if `line` is 0. */
  readonly column: number;
  /** Text of that line, if available. It is shown with a caret under the column. */
  readonly lineText?: string;
  /** Number of columns that the diagnostic covers. Default: 1. */
  readonly length?: number;
}

/** Additional fact in a diagnostic, with its own position if it has one. */
export interface Note {
  /** First line of the note. A line break in it is shown as `\n`. */
  readonly message: string;
  /** Further lines, shown below the message: an operation, or the output of a tool. */
  readonly lines?: readonly string[];
  /** Position that the note is about. */
  readonly at?: SourceLocation;
  /** Plugin, framework or config that the note is about. */
  readonly contributor?: string;
}

/**
 * Problem to report to the user, as data: what is wrong, where, why, and what to try next. Everything that Passwright
 * reports has this form; `--json` prints it unchanged.
 */
export interface Diagnostic {
  /** Error code: `PW`, a letter for the package (C core, I ir, B builder, L loader, R command), then four digits. */
  readonly code: string;
  /** Whether this is an error, a warning or a remark. */
  readonly severity: Severity;
  /**
   * One line, lower case, without a full stop. Names are in backquotes, or in MLIR's quotes if the message is MLIR's.
   */
  readonly message: string;
  /** Further lines of the message, shown below it. */
  readonly lines?: readonly string[];
  /** Position that the diagnostic is about. */
  readonly at?: SourceLocation;
  /** Plugin, framework or config that caused the problem or has to change, as `name` or `name version`. */
  readonly plugin?: string;
  /** Kind of the package named by `plugin`, if it is not a plugin. */
  readonly pluginKind?: "framework" | "ir";
  /** Address of the pipeline step. */
  readonly step?: string;
  /** Pass that the diagnostic is about, if it is not in the plan. */
  readonly pass?: string;
  /** Option whose value is invalid; empty if there are no options at all. */
  readonly option?: string;
  /** Reason that the author of the rule gave. */
  readonly reason?: string;
  /** Name that the problem is about and that does not exist. */
  readonly unknown?: string;
  /** Known name that is most like `unknown`. */
  readonly similar?: string;
  /** Additional facts, in the order in which they are shown. */
  readonly notes?: readonly Note[];
  /**
   * Problem in a text inside the one that this diagnostic is about: a pipeline in an option. `message` contains it as
   * well.
   */
  readonly within?: Diagnostic;
  /** What to do about it: each entry is one edit or command. */
  readonly help?: readonly string[];
}

/** Converts text that may have several lines to a message and `lines`. */
export function messageOf(text: string): Pick<Note, "message" | "lines"> {
  const [message = "", ...lines] = text.split("\n");
  return lines.length === 0 ? { message } : { message, lines };
}

/** Returns the text that {@link messageOf} split. */
export function wholeMessage({ message, lines = [] }: Pick<Note, "message" | "lines">): string {
  return [message, ...lines].join("\n");
}

/** Parts of a diagnostic besides code, message and help. Parts that are `undefined` are left out. */
export type DiagnosticFacts = {
  readonly [K in Exclude<keyof Diagnostic, "code" | "message" | "notes" | "help">]?: Diagnostic[K] | undefined;
} & {
  readonly notes?: readonly (string | Note | undefined)[] | undefined;
};

/** Returns an error, or a diagnostic of another `severity`. */
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

/** Lists names for a message. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ") || "none";
}

/** Thrown for a wrong use of an API. Carries a diagnostic, so that a command can print it like any other. */
export class UsageError extends Error {
  /** Problem that the error reports. */
  readonly diagnostic: Diagnostic;
  constructor(diagnostic: Diagnostic, options?: { readonly cause?: unknown }) {
    // Node prints the message of an uncaught error without escaping it.
    super(escapeControlCharacters(diagnostic.message), options);
    this.name = "UsageError";
    this.diagnostic = diagnostic;
  }
}

/** Thrown for a bug in Passwright. Must not be caught to continue. */
export class BugError extends Error {
  constructor(message: string) {
    super(`${message} (this is a bug in Passwright)`);
    this.name = "BugError";
  }
}

/** Throws a {@link BugError} unless `condition` holds. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new BugError(message);
}

/** Marks the end of a `switch` over a union: the compiler proves that it is not reached. */
export function assertNever(value: never): never {
  throw new BugError(`unexpected value ${JSON.stringify(value)}`);
}

/** Returns the {@link Diagnostic} that a thrown value carries, from this copy of the package or from another. */
export function diagnosticOf(thrown: unknown): Diagnostic | undefined {
  const diagnostic = readThrown(thrown, "diagnostic");
  const [code, message] = [readThrown(diagnostic, "code"), readThrown(diagnostic, "message")];
  return typeof code === "string" && typeof message === "string" ? (diagnostic as Diagnostic) : undefined;
}
