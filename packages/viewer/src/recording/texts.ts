import { diffArrays } from "diff";

/** Replaces lines: index of the first line, number of removed lines, and the inserted lines. */
export type LineEdit = readonly [line: number, removed: number, ...inserted: readonly string[]];

/** One text, whole or as a change of an earlier one. */
export type RecordedText = {
  /** Operation that it is the text of: `func.func @main`. Absent for what is around the operations. */
  readonly label?: string;
} & (
  | { readonly text: string }
  /** Index of the earlier text, and its changes in order. */
  | { readonly base: number; readonly edits: readonly LineEdit[] }
);

/** Texts by index. Each is stored once. */
export type RecordedTexts = readonly RecordedText[];

/** Bound of the search for a shortest difference, in lines. Beyond it, one edit replaces everything that differs. */
const MOST_EDITS = 2000;

/** Collects texts, each as its difference from the last text with the same label. */
export class TextStore {
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
    const edits = last === undefined ? undefined : editsBetween(last.text, text);
    const isShorter = edits !== undefined && sizeOf(edits) < text.length;
    const labelled = label === undefined ? {} : { label };
    this.texts.push(
      isShorter ? { ...labelled, base: (last as { index: number }).index, edits } : { ...labelled, text },
    );
    this.#known.set(key, index);
    this.#last.set(name, { index, text });
    return index;
  }
}

function sizeOf(edits: readonly LineEdit[]): number {
  return edits.reduce((sum, [, , ...inserted]) => sum + 12 + inserted.reduce((size, line) => size + line.length, 0), 0);
}

/** Returns the changes that lead from one text to another. Lines keep their ends. */
export function editsBetween(before: string, after: string): readonly LineEdit[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const [oldMiddle, newMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  if (oldMiddle.length === 0 && newMiddle.length === 0) return [];
  const parts = diffArrays(oldMiddle, newMiddle, { maxEditLength: MOST_EDITS });
  if (parts === undefined) return [[start, oldMiddle.length, ...newMiddle]];
  const edits: [number, number, ...string[]][] = [];
  let line = start;
  let isOpen = false;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      line += value.length;
      isOpen = false;
      continue;
    }
    if (!isOpen) edits.push([line, 0]);
    const edit = edits.at(-1) as [number, number, ...string[]];
    isOpen = true;
    if (removed) {
      edit[1] += value.length;
      line += value.length;
    } else for (const one of value) edit.push(one);
  }
  return edits;
}

/** Splits a text after each line end. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Returns the text that changes lead to. */
export function withEdits(before: string, edits: readonly LineEdit[]): string {
  const lines = linesOf(before);
  const parts: string[] = [];
  let at = 0;
  for (const [line, removed, ...inserted] of edits) {
    for (; at < line; at++) parts.push(lines[at] ?? "");
    for (const one of inserted) parts.push(one);
    at = line + removed;
  }
  for (; at < lines.length; at++) parts.push(lines[at] ?? "");
  return parts.join("");
}

/** Reads texts on demand. Keeps those that were read. */
export class TextReader {
  readonly #texts: RecordedTexts;
  readonly #read = new Map<number, string>();

  constructor(texts: RecordedTexts) {
    this.#texts = texts;
  }

  text(index: number): string {
    // A chain of changes may be long.
    const chain: number[] = [];
    let at: number | undefined = index;
    while (at !== undefined && !this.#read.has(at)) {
      chain.push(at);
      const one: RecordedText | undefined = this.#texts[at];
      at = one !== undefined && "base" in one ? one.base : undefined;
    }
    for (const next of chain.reverse()) {
      const one = this.#texts[next];
      const text = one === undefined ? "" : "base" in one ? withEdits(this.text(one.base), one.edits) : one.text;
      this.#read.set(next, text);
    }
    return this.#read.get(index) ?? "";
  }

  label(index: number): string | undefined {
    return this.#texts[index]?.label;
  }
}
