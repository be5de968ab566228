/** How options are written between the braces of a pass: `key=value` pairs with spaces between, values in quotes or braces. */

const QUOTES = new Set(["'", '"']);

/** One `key=value`, or a key alone, in which case `value` is undefined. */
export interface OptionToken {
  readonly key: string;
  readonly value: string | undefined;
}

/** From an opening quote to its partner; a quote without a partner is an ordinary character. */
function skipQuoted(text: string, at: number): number {
  const close = text.indexOf(text[at] ?? "", at + 1);
  return close < 0 ? at : close;
}

/** From an opening brace to its partner, or to the end of the text. Braces in quotes do not count. */
function skipBraces(text: string, at: number): number {
  let depth = 1;
  let index = at + 1;
  for (; index < text.length; index++) {
    const char = text[index] ?? "";
    if (QUOTES.has(char)) index = skipQuoted(text, index);
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return index;
  }
  return text.length - 1;
}

/**
 * Takes one layer of quotes or braces off a value. `{a},{b}` keeps its braces: they are two groups, not one layer.
 */
export function unwrap(raw: string): string {
  const text = raw.trim();
  if (text.length < 2) return text;
  const first = text[0] ?? "";
  const last = text.at(-1);
  if (QUOTES.has(first) && last === first) return text.slice(1, -1).trim();
  if (first === "{" && skipBraces(text, 0) === text.length - 1 && last === "}") return text.slice(1, -1).trim();
  return text;
}

/**
 * Splits the text between a pass's braces. Only a space (0x20) separates options; a key with nothing in front of its `=`
 * is skipped, as MLIR skips it (mlir/lib/Pass/PassRegistry.cpp).
 */
export function splitOptions(text: string): OptionToken[] {
  const tokens: OptionToken[] = [];
  let rest = text;
  while (rest !== "") {
    let end = 0;
    while (end < rest.length && rest[end] !== " " && rest[end] !== "=") end++;
    const key = unwrap(rest.slice(0, end));
    if (rest[end] !== "=") {
      rest = rest.slice(end).trimStart();
      if (key !== "") tokens.push({ key, value: undefined });
      continue;
    }
    rest = rest.slice(end + 1);
    for (end = 0; end < rest.length && rest[end] !== " "; end++) {
      const char = rest[end] ?? "";
      if (QUOTES.has(char)) end = skipQuoted(rest, end);
      else if (char === "{") end = skipBraces(rest, end);
    }
    const value = unwrap(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
    if (key !== "") tokens.push({ key, value });
  }
  return tokens;
}

const CLOSERS = new Map([
  ["{", "}"],
  ["(", ")"],
  ["[", "]"],
]);

/** Splits the value of a list option at commas outside brackets and quotes. The empty value is the empty list. */
export function splitList(text: string): string[] {
  if (text === "" || text === '""' || text === "''") return [];
  const parts: string[] = [];
  const expected: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text[index] ?? "";
    const closer = CLOSERS.get(char);
    if (QUOTES.has(char)) index = skipQuoted(text, index);
    else if (closer !== undefined) expected.push(closer);
    else if (char === expected.at(-1)) expected.pop();
    else if (char === "," && expected.length === 0) {
      parts.push(unwrap(text.slice(start, index)));
      start = index + 1;
    }
  }
  parts.push(unwrap(text.slice(start)));
  return parts;
}

/** Whether writing `value` plainly would split it at a space when it is read back. */
export function needsBraces(value: string): boolean {
  const space = value.indexOf(" ");
  if (space < 0) return false;
  const escapes = ["{", "'", '"'].map((char) => value.indexOf(char)).filter((index) => index >= 0);
  return escapes.every((index) => space < index);
}
