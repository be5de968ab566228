export type TokenKind = "string" | "value" | "block" | "symbol" | "word" | "opaque" | "arrow" | "mark";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ["opaque", /\{-#[^]*?#-\}/y],
  ["string", /"(?:[^"\\]|\\.)*"/y],
  ["value", /%(?:\d+|[a-zA-Z$._-][\w$.-]*)(?:#\d+)?/y],
  ["block", /\^(?:\d+|[a-zA-Z$._-][\w$.-]*)/y],
  ["symbol", /@(?:[a-zA-Z_][\w$.]*|"(?:[^"\\]|\\.)*")/y],
  ["arrow", /->/y],
  ["word", /-?\d+\.\d*(?:[eE][-+]?\d+)?|-?\d\w*|[#!]?[a-zA-Z_][\w$.]*|[#!]\d+/y],
  ["mark", /::|[^]/y],
];

/**
 * Types whose `<…>` has its own syntax, in which spaces can matter. A type of this kind, with its `<…>`, is one token.
 */
const withOpaqueBody =
  /^(?:[#!][\w$.]+|memref|tensor|vector|dense|dense_resource|sparse|affine_map|affine_set|strided|complex|tuple)$/;

/** Returns the tokens of a program in generic form, without spaces and comments. A type with its `<…>` is one token. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    let token = tokenAt(text, at);
    at += token.text.length;
    if (token.kind === "word" && text[at] === "<" && withOpaqueBody.test(token.text)) {
      const end = endOfBody(text, at);
      token = { kind: "opaque", text: token.text + text.slice(at, end) };
      at = end;
    }
    tokens.push(token);
  }
  return tokens;
}

function tokenAt(text: string, at: number): Token {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) return { kind, text: match[0] };
  }
  throw new Error(`no token at offset ${at}`);
}

function skipSpace(text: string, at: number): number {
  const space = /(?:\s|\/\/.*)*/y;
  space.lastIndex = at;
  return at + (space.exec(text)?.[0].length ?? 0);
}

/** Returns the offset after the `>` that closes the `<` at `at`. Skips arrows, comparisons and strings. */
function endOfBody(text: string, at: number): number {
  const piece = /"(?:[^"\\]|\\.)*"|->|[=>]=|<|>|[^"<>=-]+|./gsy;
  piece.lastIndex = at;
  for (let depth = 0, match = piece.exec(text); match !== null; match = piece.exec(text)) {
    if (match[0] === "<") depth++;
    if (match[0] === ">" && --depth === 0) return piece.lastIndex;
  }
  throw new Error(`unbalanced < at offset ${at}`);
}
