import { isDigit, isLetter } from "./reader.ts";

const isWord = (c: number): boolean => isLetter(c) || isDigit(c);

/** Returns the error in the token at `at` and its position, or `undefined` for a valid token (`Lexer::lexToken`). */
export function lexicalError(
  bytes: Uint8Array,
  at: number,
  end: number,
): { readonly message: string; readonly at: number } | undefined {
  if (at >= end) return undefined;
  const c = String.fromCharCode(bytes[at]!);
  const behind = String.fromCharCode(bytes[at + 1]!);
  // Without regular expressions: V8 compiles them at their first use, which fails if little of the stack is left.
  if (isWord(bytes[at]!) || ",(){}[]<>=+*?|:/-".includes(c)) return undefined;
  switch (c) {
    case '"':
      return stringError(bytes, at, end);
    case ".":
      if (behind === "." && bytes[at + 2] === 46) return undefined;
      return { message: "expected three consecutive dots for an ellipsis", at: at + 1 };
    case "@":
      if (behind === '"') return stringError(bytes, at + 1, end);
      if (isLetter(bytes[at + 1]!)) return undefined;
      return { message: "@ identifier expected to start with letter or '_'", at: at + 1 };
    case "#":
    case "!":
    case "%":
    case "^":
      if (c === "#" && behind === "-" && bytes[at + 2] === 125) return undefined;
      return isWord(bytes[at + 1]!) || "$.-".includes(behind) ? undefined : { message: INVALID_NAME[c], at };
    default:
      return { message: "unexpected character", at };
  }
}

const INVALID_NAME = {
  "#": "invalid attribute name",
  "!": "invalid type identifier",
  "%": "invalid SSA name",
  "^": "invalid block name",
} as const;

function stringError(bytes: Uint8Array, start: number, end: number): ReturnType<typeof lexicalError> {
  let at = start + 1;
  for (; bytes[at] !== 34; at++) {
    const c = bytes[at]!;
    if (c === 10 || c === 11 || c === 12 || (c === 0 && at >= end))
      return { message: "expected '\"' in string literal", at };
    if (c !== 92) continue;
    const length = escapeLength(bytes, at);
    if (length === 0) return { message: "unknown escape in string literal", at };
    at += length - 1;
  }
  return undefined;
}

/** Returns the length of the escape at a backslash: two or three, or 0 if the escape is invalid. */
export function escapeLength(bytes: Uint8Array, at: number): number {
  const c = bytes[at + 1]!;
  if (c === 34 || c === 92 || c === 110 || c === 116) return 2;
  return hexValue(c) >= 0 && hexValue(bytes[at + 2]!) >= 0 ? 3 : 0;
}

/** Returns the value of a hexadecimal digit, or -1 for other bytes. */
export function hexValue(c: number): number {
  if (c >= 48 && c <= 57) return c - 48;
  if (c >= 65 && c <= 70) return c - 55;
  return c >= 97 && c <= 102 ? c - 87 : -1;
}
