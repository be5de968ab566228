/**
 * Characters that a terminal obeys, or that change how the text around them is shown: C0 and C1 control characters, line and
 * paragraph separators, and marks that change the direction of writing. Written for a class of a regular expression.
 */
export const CONTROL_CHARACTERS: string =
  "\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";

/** With `u`, a surrogate in the pattern matches only one without a partner, which no UTF-8 file can hold. */
const CONTROL = new RegExp(`[${CONTROL_CHARACTERS}\\ud800-\\udfff]`, "u");
const ALL_CONTROL = new RegExp(CONTROL, "gu");
const ALL_BUT_TABS = new RegExp(`(?!\\t)${CONTROL.source}`, "gu");

/** Whether `text` has a character that a terminal would obey instead of showing it. Names must not have any. */
export function hasControlCharacters(text: string): boolean {
  return CONTROL.test(text);
}

const SHORT: { readonly [character: string]: string } = { "\n": "\\n", "\t": "\\t", "\r": "\\r" };

function escapeOne(character: string): string {
  return SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** `text` on one line, as it can be shown: each control character is replaced by its escape, `\n` or `\u001b`. */
export function escapeControlCharacters(text: string): string {
  return text.replace(ALL_CONTROL, escapeOne);
}

/** A line of source text, as it can be shown. Tabs stay, so that a caret below it lines up; the end of a CRLF is dropped. */
export function escapeSourceLine(line: string): string {
  return line.replace(/\r$/, "").replace(ALL_BUT_TABS, escapeOne);
}

/** Copies data with the control characters of all strings in it escaped, for renderers of text. */
export function escapeData<T>(data: T): T {
  if (typeof data === "string") return escapeControlCharacters(data) as T;
  if (Array.isArray(data)) return data.map((one: unknown) => escapeData(one)) as T;
  if (typeof data !== "object" || data === null || Object.getPrototypeOf(data) !== Object.prototype) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [escapeControlCharacters(key), escapeData<unknown>(value)]),
  ) as T;
}
