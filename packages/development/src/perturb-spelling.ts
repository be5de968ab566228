import type { Random } from "./random.ts";
import type { Token } from "./tokens.ts";

/** Shuffles the entries of every dictionary. */
export function shuffleDictionaries(tokens: readonly Token[], random: Random): readonly Token[] {
  const result: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    const end = token.text === "{" && !opensRegion(tokens, i) ? closing(tokens, i) : -1;
    const entries = end < 0 ? [] : splitAtCommas(shuffleDictionaries(tokens.slice(i + 1, end), random));
    result.push(token);
    if (entries.length === 0 || !entries.every(isEntry)) continue;
    random.shuffled(entries).forEach((entry, at) => {
      if (at > 0) result.push(mark(","));
      result.push(...entry);
    });
    i = end - 1;
  }
  return result;
}

/** Adds labels to entry blocks without a label. */
export function labelEntries(tokens: readonly Token[], random: Random): readonly Token[] {
  return tokens.flatMap((token, i) => {
    const next = tokens[i + 1];
    const isUnlabelled = opensRegion(tokens, i) && next?.kind !== "block" && next?.text !== "}";
    return isUnlabelled && random.chance(0.3) ? [token, { kind: "block", text: `^entry${i}` }, mark(":")] : [token];
  });
}

/** Changes the spelling of attributes and types. */
export function respell(tokens: readonly Token[], random: Random): readonly Token[] {
  const result: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    const next = tokens[i + 1]?.text ?? "";
    const previous = tokens[i - 1];
    if (!random.chance(0.5)) result.push(token);
    else if (token.kind === "symbol") result.push(quotedSymbol(token));
    else if (token.kind === "opaque") result.push({ kind: "opaque", text: respellBody(token.text) });
    else if (previous?.kind === "arrow" && isSimpleType(token)) result.push(mark("("), token, mark(")"));
    else if (token.kind === "word" && isKey(previous, token, next)) result.push(quoted(token));
    else if (token.kind === "word" && previous?.text === "=" && next === ":")
      i += respellNumber(tokens, i, result, random);
    else result.push(token);
  }
  return result;
}

function quotedSymbol({ kind, text }: Token): Token {
  return { kind, text: text.startsWith('@"') ? text : `@"${text.slice(1)}"` };
}

function quoted({ text }: Token): Token {
  return { kind: "string", text: `"${text}"` };
}

/** Removes the spaces in a text such as `dense<[1, 2]>`. */
function respellBody(text: string): string {
  return text.startsWith("dense<") && !text.includes('"') ? text.replaceAll(", ", ",") : text;
}

function isSimpleType({ kind, text }: Token): boolean {
  return kind === "opaque"
    ? /^(memref|vector|tensor)</.test(text)
    : kind === "word" && /^(i\d+|f\d+|index)$/.test(text);
}

/** Returns whether a token is the name of a dictionary entry, that is, a name that precedes `=`. */
function isKey(previous: Token | undefined, { text }: Token, next: string): boolean {
  return /^[a-z_]\w*$/i.test(text) && (previous?.text === "{" || previous?.text === ",") && next === "=";
}

/**
 * Changes the spelling of the number at `at`. Returns the number of following tokens to drop: 2 for a colon and a
 * default type, and otherwise 0.
 */
function respellNumber(tokens: readonly Token[], at: number, result: Token[], random: Random): number {
  const { text } = tokens[at] as Token;
  const type = tokens[at + 2]?.text ?? "";
  const isDefaultType = type === (/[.e]/.test(text) ? "f64" : "i64");
  const respelled = random.chance(0.5) ? otherNumber(text) : text;
  result.push({ kind: "word", text: respelled });
  return isDefaultType && /^-?\d/.test(text) && random.chance(0.5) ? 2 : 0;
}

/**
 * Returns a different spelling of a number: hexadecimal for integers, and a shorter fraction with the same value for
 * floats.
 */
function otherNumber(text: string): string {
  if (/^\d+$/.test(text)) return `0x${Number(text).toString(16)}`;
  return text.replace(/^(-?\d+\.\d+?)0*e\+00$/, "$1");
}

/** Returns whether a token opens a region. Regions are in parentheses, between commas: `({`, `}, {`. */
function opensRegion(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.text !== "{") return false;
  const previous = tokens[at - 1]?.text;
  if (previous === "(") return true;
  return previous === "," && tokens[at - 2]?.text === "}" && enclosingMark(tokens, at) === "(";
}

function enclosingMark(tokens: readonly Token[], at: number): string | undefined {
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    const text = tokens[i]?.text ?? "";
    if (text === ")" || text === "]" || text === "}") depth++;
    if ((text === "(" || text === "[" || text === "{") && depth-- === 0) return text;
  }
  return undefined;
}

function closing(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let i = at; i < tokens.length; i++) {
    const text = tokens[i]?.text ?? "";
    if (text === "(" || text === "[" || text === "{") depth++;
    if ((text === ")" || text === "]" || text === "}") && --depth === 0) return i;
  }
  return -1;
}

function splitAtCommas(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (/^[([{<]$/.test(token.text)) depth++;
    if (/^[)\]}>]$/.test(token.text)) depth--;
    if (token.text === "," && depth === 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function isEntry(tokens: readonly Token[]): boolean {
  const [key, equals] = tokens;
  const isName = key?.kind === "string" || (key?.kind === "word" && /^[a-z_]/i.test(key.text));
  return isName && (equals === undefined || equals.text === "=");
}

function mark(text: string): Token {
  return { kind: "mark", text };
}
