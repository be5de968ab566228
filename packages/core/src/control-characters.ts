/**
 * Characters that a terminal interprets or that change how surrounding text is shown, as the content of a character
 * class: C0 and C1 control characters, line and paragraph separators, and bidirectional formatting marks.
 */
export const CONTROL_CHARACTERS: string =
  "\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";

/** Matches control characters and, because of the flag `u`, unpaired surrogates, which UTF-8 cannot represent. */
const CONTROL = /* @__PURE__ */ new RegExp(`[${CONTROL_CHARACTERS}\\ud800-\\udfff]`, "gu");

/** Returns whether `text` contains a control character, which names must not contain. */
export function hasControlCharacters(text: string): boolean {
  return text.search(CONTROL) >= 0;
}

const SHORT: { readonly [character: string]: string } = { "\n": "\\n", "\t": "\\t", "\r": "\\r" };

function escapeOne(character: string): string {
  return SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Returns `text` on one line, with control characters as escape sequences such as `\n` or `\u001b`. */
export function escapeControlCharacters(text: string): string {
  return text.replace(CONTROL, escapeOne);
}

/** Escapes a source line. Keeps tabs, which align the caret below the line, and removes a final carriage return. */
export function escapeSourceLine(line: string): string {
  return line.replace(/\r$/, "").replace(CONTROL, (one) => (one === "\t" ? one : escapeOne(one)));
}

/** Returns a copy of `data` with the control characters of all strings escaped. */
export function escapeData<T>(data: T): T {
  const top: { readonly data?: T } = {};
  // Uses a list instead of recursion, because reports of nested managers can be deeper than the stack.
  const waiting: [into: object, key: string, value: unknown][] = [[top, "data", data]];
  for (const [into, key, given] of waiting) {
    const isList = Array.isArray(given);
    const isTable = typeof given === "object" && given !== null && Object.getPrototypeOf(given) === Object.prototype;
    const text = typeof given === "string" ? escapeControlCharacters(given) : given;
    const value = isList ? [] : isTable ? {} : text;
    const property = { value, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(into, escapeControlCharacters(key), property);
    if (isList || isTable) for (const [name, one] of Object.entries(given)) waiting.push([value as object, name, one]);
  }
  return top.data as T;
}
