/**
 * Syntax of the options in a pass's braces: `key=value` pairs, separated by spaces, with values in optional quotes or
 * braces. The functions copy the steps of mlir/lib/Pass/PassRegistry.cpp, because existing pipelines depend on MLIR's
 * treatment of unusual text.
 */

/** Characters that C++'s `isspace` accepts. JavaScript's `trim` would remove more characters. */
const SPACES = " \t\n\v\f\r";

const CLOSERS = new Map([
  ["{", "}"],
  ["(", ")"],
  ["[", "]"],
  ['"', '"'],
  ["'", "'"],
]);

export interface OptionToken {
  readonly key: string;
  /** Value without its outer quotes or braces. `undefined` for a key without a value. */
  readonly value: string | undefined;
}

/** Removes spaces at the start, as `llvm::StringRef::ltrim` does. */
export function trimStart(text: string): string {
  let start = 0;
  while (start < text.length && SPACES.includes(text[start] as string)) start++;
  return text.slice(start);
}

/** Removes spaces at both ends, as `llvm::StringRef::trim` does. */
export function trim(text: string): string {
  let end = text.length;
  while (end > 0 && SPACES.includes(text[end - 1] as string)) end--;
  return trimStart(text.slice(0, end));
}

function isQuote(char: string): boolean {
  return char === "'" || char === '"';
}

/** Returns the index of the first `wanted` from `from` on that is outside brackets and quotes, or -1. */
function findOutside(text: string, from: number, wanted: string): number {
  for (let index = from; index < text.length; index++) {
    const char = text[index] as string;
    if (char === wanted) return index;
    const closer = CLOSERS.get(char);
    if (closer === undefined) continue;
    index = isQuote(char) ? text.indexOf(closer, index + 1) : findOutside(text, index + 1, closer);
    if (index < 0) return -1;
  }
  return -1;
}

/** Removes the outer quotes or braces of a value. Keeps braces that do not belong together, as in `{a},{b}`. */
export function unwrap(raw: string): string {
  const text = trim(raw);
  if (text.length < 2) return text;
  const first = text[0] as string;
  const isLayer = isQuote(first)
    ? text.endsWith(first)
    : first === "{" && findOutside(text, 1, "}") === text.length - 1;
  return isLayer ? trim(text.slice(1, -1)) : text;
}

/** Returns the index of the closing quote, or `at` for an unpaired quote, which is an ordinary character. */
function skipQuoted(text: string, at: number): number {
  const close = text.indexOf(text[at] as string, at + 1);
  return close < 0 ? at : close;
}

/** Returns the index of the closing brace, or the last index without one. Ignores braces in quotes. */
function skipBraces(text: string, at: number): number {
  let depth = 1;
  for (let index = at + 1; index < text.length; index++) {
    const char = text[index] as string;
    if (isQuote(char)) index = skipQuoted(text, index);
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return index;
  }
  return text.length - 1;
}

/** Splits the text between a pass's braces at spaces (0x20) into options. Skips options whose key is empty. */
export function splitOptions(text: string): OptionToken[] {
  const tokens: OptionToken[] = [];
  let rest = text;
  while (rest !== "") {
    let end = 0;
    while (end < rest.length && rest[end] !== " " && rest[end] !== "=") end++;
    const key = unwrap(rest.slice(0, end));
    if (rest[end] !== "=") {
      rest = trimStart(rest.slice(end));
      if (key !== "") tokens.push({ key, value: undefined });
      continue;
    }
    rest = rest.slice(end + 1);
    for (end = 0; end < rest.length && rest[end] !== " "; end++) {
      const char = rest[end] as string;
      if (isQuote(char)) end = skipQuoted(rest, end);
      else if (char === "{") end = skipBraces(rest, end);
    }
    const value = unwrap(rest.slice(0, end));
    rest = trimStart(rest.slice(end));
    if (key !== "") tokens.push({ key, value });
  }
  return tokens;
}

/** Splits the value of a list option at commas outside brackets and quotes. An empty value is an empty list. */
export function splitList(text: string): string[] {
  if (text === "") return [];
  const parts: string[] = [];
  let rest = text;
  for (let comma = findOutside(rest, 0, ","); comma >= 0; comma = findOutside(rest, 0, ",")) {
    parts.push(unwrap(rest.slice(0, comma)));
    rest = rest.slice(comma + 1);
  }
  parts.push(unwrap(rest));
  return parts;
}
