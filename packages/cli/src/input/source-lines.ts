import type { Diagnostic, Note, SourceLocation } from "@passwright/core";
import { causeOf, keepCause } from "@passwright/sdk/loading";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const NEWLINE = 10;

/** Adds the text of source lines to positions, because locations of operations contain only line and column. */
export class SourceLines {
  readonly #file: string;
  readonly #text: () => Uint8Array;
  #starts: readonly number[] | undefined;

  /** `file` is a path, and `text` returns the content. Calls `text` only if a diagnostic has a position. */
  constructor(file: string, text: () => Uint8Array) {
    this.#file = file;
    this.#text = text;
  }

  addTo(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    const complete = <T extends Diagnostic | Note>(one: T): T =>
      one.at === undefined ? one : { ...one, at: this.#complete(one.at) };
    return diagnostics.map((one) => ({ ...complete(one), ...(one.notes && { notes: one.notes.map(complete) }) }));
  }

  #complete(at: SourceLocation): SourceLocation {
    if (at.file !== this.#file || at.lineText !== undefined) return at;
    const text = this.#text();
    this.#starts ??= startsIn(text);
    const start = this.#starts[at.line - 1];
    if (start === undefined) return at;
    const end = text.indexOf(NEWLINE, start);
    const line = text.subarray(start, end < 0 ? text.length : end);
    return { ...at, lineText: decoder.decode(line), column: columnInUnits(line, at.column) };
  }
}

function columnInUnits(line: Uint8Array, column: number): number {
  return column < 1 ? column : decoder.decode(line.subarray(0, column - 1)).length + 1;
}

function startsIn(text: Uint8Array): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, at + 1)) starts.push(at + 1);
  return starts;
}

/** Adds the name of the input as the position to each diagnostic without a position. */
export function inFile(file: string, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const at: SourceLocation = { file, line: 0, column: 0 };
  return diagnostics.map((one) => (one.at === undefined ? keepCause({ ...one, at }, causeOf(one)) : one));
}
