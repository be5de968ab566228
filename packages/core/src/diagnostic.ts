import { escapeControlCharacters } from "./control-characters.ts";
import { readThrown } from "./thrown.ts";

/** How bad a {@link Diagnostic} is: an error stops what was asked for, the others do not. */
export type Severity = "error" | "warning" | "remark";

/** A place in some text that a person can open: lines and columns count from 1, columns in UTF-16 units. */
export interface SourceLocation {
  /** As the user would write it: a path, `-`, or the name of a text that is in no file. */
  readonly file: string;
  /** 0 where there is no text, and `file` is all that can be said. */
  readonly line: number;
  readonly column: number;
  /** The text of that line, where the reporter has it: it is shown with a caret under the column. */
  readonly lineText?: string;
  /** How many columns it is about, where that is more than the one. */
  readonly length?: number;
}

/** A further fact that belongs to a diagnostic, with a place of its own if it has one. */
export interface Note {
  /** One line: a line break in it is shown as `\n`. */
  readonly message: string;
  /** More lines, which are shown below the message: an operation, or the output of a tool. */
  readonly lines?: readonly string[];
  readonly at?: SourceLocation;
}

/**
 * Something to tell the user, as data: what is wrong, where, why, and what to try next. Everything that Passwright
 * reports has this form; `--json` prints it as it stands.
 */
export interface Diagnostic {
  /** `PW` and a letter for the package (C core, I ir, B builder, L loader, R command), then four digits. */
  readonly code: string;
  readonly severity: Severity;
  /** One line, lower case, without a full stop. Names stand in backquotes, or in MLIR's quotes where MLIR has the words. */
  readonly message: string;
  /** More lines of the message, which are shown below it. */
  readonly lines?: readonly string[];
  readonly at?: SourceLocation;
  /** The plugin, framework or config that is to blame or that has to change, as `name` or `name version`. */
  readonly plugin?: string;
  /** What `plugin` names, where that is no plugin. */
  readonly pluginKind?: "framework" | "ir";
  /** The step of the pipeline, by its address. */
  readonly step?: string;
  readonly notes?: readonly Note[];
  /** What is wrong with a text inside of the one that this is about: a pipeline in an option. The message says it, too. */
  readonly within?: Diagnostic;
  /** What to do about it, each an edit or a command that can be tried as it is. */
  readonly help?: readonly string[];
}

/** A text that may have several lines, as a message: its first line, and the others in `lines`. */
export function messageOf(text: string): Pick<Note, "message" | "lines"> {
  const [message = "", ...lines] = text.split("\n");
  return lines.length === 0 ? { message } : { message, lines };
}

/** The text that {@link messageOf} took apart. */
export function wholeMessage({ message, lines = [] }: Pick<Note, "message" | "lines">): string {
  return [message, ...lines].join("\n");
}

/** An error in words: where it is, what else belongs to it, and what to do. */
export function errorDiagnostic(
  code: string,
  message: string,
  where: Pick<Diagnostic, "at" | "plugin" | "pluginKind" | "step">,
  notes: readonly (string | Note)[],
  help: readonly string[],
): Diagnostic {
  const all = notes.map((note): Note => (typeof note === "string" ? { message: note } : note));
  return { code, severity: "error", message, ...where, ...(all.length === 0 ? {} : { notes: all }), help };
}

/** Thrown at a caller who used an API wrongly. It carries a diagnostic, so that a command can print it like any other. */
export class UsageError extends Error {
  readonly diagnostic: Diagnostic;
  constructor(diagnostic: Diagnostic, options?: { readonly cause?: unknown }) {
    // Node prints it as it is where nothing catches it.
    super(escapeControlCharacters(diagnostic.message), options);
    this.name = "UsageError";
    this.diagnostic = diagnostic;
  }
}

/** Passwright itself is wrong. Nobody catches it to go on. */
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

/** The end of a `switch` over a union: the compiler proves that it is not reached. */
export function assertNever(value: never): never {
  throw new BugError(`unexpected value ${JSON.stringify(value)}`);
}

/** Returns the {@link Diagnostic} that a thrown value carries, from this copy of the package or from another. */
export function diagnosticOf(thrown: unknown): Diagnostic | undefined {
  const diagnostic = readThrown(thrown, "diagnostic");
  const [code, message] = [readThrown(diagnostic, "code"), readThrown(diagnostic, "message")];
  return typeof code === "string" && typeof message === "string" ? (diagnostic as Diagnostic) : undefined;
}
