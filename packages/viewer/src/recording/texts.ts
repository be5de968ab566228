import { editsBetween, withEdits } from "./edits.ts";
import type { Edit } from "./edits.ts";

/** Replacement of lines, including their line ends. */
export type LineEdit = Edit<string>;

/** One text: complete, or as edits of an earlier text. */
export type RecordedText =
  | {
      /** Label of the printed operation, such as `func.func @main`. Absent for the text around the operations. */
      readonly label?: string;
      readonly text: string;
    }
  /** Index of an earlier text with the same label, and the edits from that text to this text, in order. */
  | { readonly base: number; readonly edits: readonly LineEdit[] };

/** Texts by index. Each text is stored only once. */
export type RecordedTexts = readonly RecordedText[];

/** Collects texts. Stores a text as edits of the last text with the same label if the edits are smaller. */
export class TextStore {
  /** Stored texts. Each text is complete, or consists of edits of an earlier text. */
  readonly texts: RecordedText[] = [];
  readonly #known = new Map<string, number>();
  readonly #last = new Map<string, { readonly index: number; readonly text: string }>();

  /** Returns the index of a text. */
  add(text: string, label?: string): number {
    const key = `${label ?? ""}\0${text}`;
    const known = this.#known.get(key);
    const name = label ?? "";
    if (known !== undefined) {
      this.#last.set(name, { index: known, text });
      return known;
    }
    const index = this.texts.length;
    const last = this.#last.get(name);
    const edits = last === undefined ? undefined : editsBetween(linesOf(last.text), linesOf(text));
    const isShorter = edits !== undefined && sizeOf(edits) < text.length;
    this.texts.push(
      isShorter
        ? { base: (last as { index: number }).index, edits }
        : { ...(label === undefined ? {} : { label }), text },
    );
    this.#known.set(key, index);
    this.#last.set(name, { index, text });
    return index;
  }
}

function sizeOf(edits: readonly LineEdit[]): number {
  return edits.reduce((sum, [, , ...inserted]) => sum + 12 + inserted.reduce((size, line) => size + line.length, 0), 0);
}

/** Splits a text after each line end. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Reads texts on demand. Caches the results. */
export class TextReader {
  readonly #texts: RecordedTexts;
  readonly #read = new Map<number, string>();

  constructor(texts: RecordedTexts) {
    this.#texts = texts;
  }

  /** Returns a stored text. */
  text(index: number): string {
    // Does not use recursion, because a chain of changes can be long.
    const chain: number[] = [];
    let at: number | undefined = index;
    while (at !== undefined && !this.#read.has(at)) {
      chain.push(at);
      const one: RecordedText | undefined = this.#texts[at];
      at = one !== undefined && "base" in one ? one.base : undefined;
    }
    for (const next of chain.reverse()) {
      const one = this.#texts[next];
      const text =
        one === undefined ? "" : "base" in one ? withEdits(linesOf(this.text(one.base)), one.edits).join("") : one.text;
      this.#read.set(next, text);
    }
    return this.#read.get(index) ?? "";
  }

  /** Returns the line edits that convert one text to another. */
  edits(from: number, to: number): readonly LineEdit[] {
    const one = this.#texts[to];
    return one !== undefined && "base" in one && one.base === from
      ? one.edits
      : editsBetween(linesOf(this.text(from)), linesOf(this.text(to)));
  }

  /** Returns the label of a text, such as the name of its operation. `undefined` for a text without a label. */
  label(index: number): string | undefined {
    let one = this.#texts[index];
    while (one !== undefined && "base" in one) one = this.#texts[one.base];
    return one?.label;
  }
}
