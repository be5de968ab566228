import { type Diagnostic, type SourceLocation } from "@passwright/core";

/** The column of a location of the IR counts bytes, that of a diagnostic UTF-16 units. */
function columnInUnits(line: string, column: number): number {
  return column < 1
    ? column
    : Buffer.from(line)
        .subarray(0, column - 1)
        .toString().length + 1;
}

/**
 * Adds the source line to places in a text that come without it: the location of an operation is a line and a column, and
 * only who read the text still has it.
 */
export class SourceLines {
  readonly #file: string;
  readonly #text: () => string;
  #lines: readonly string[] | undefined;

  /** `text` is asked for when something is to be shown. */
  constructor(file: string, text: () => string) {
    this.#file = file;
    this.#text = text;
  }

  addTo(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    return diagnostics.map((diagnostic) => ({
      ...diagnostic,
      ...(diagnostic.at === undefined ? {} : { at: this.#complete(diagnostic.at) }),
      ...(diagnostic.notes === undefined
        ? {}
        : {
            notes: diagnostic.notes.map((note) =>
              note.at === undefined ? note : { ...note, at: this.#complete(note.at) },
            ),
          }),
    }));
  }

  #complete(at: SourceLocation): SourceLocation {
    if (at.file !== this.#file || at.lineText !== undefined) return at;
    this.#lines ??= this.#text().split("\n");
    const lineText = this.#lines[at.line - 1];
    return lineText === undefined ? at : { ...at, lineText, column: columnInUnits(lineText, at.column) };
  }
}
