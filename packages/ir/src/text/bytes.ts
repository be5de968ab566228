/*
 * Text inside this package is either a `Uint8Array` of UTF-8 or a "byte string": a JavaScript string with one UTF-16
 * unit per byte. Byte strings are cheap to slice, hash and compare, and represent even invalid UTF-8 without loss.
 */

// Global classes that this package uses. All current JavaScript hosts provide these classes.
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label: string, options: { readonly ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}

const encoder = new TextEncoder();
// A byte order mark at the start of a chunk is part of the text.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Returns the bytes `[start, end)` as a byte string. */
export function byteString(bytes: Uint8Array, start: number, end: number): string {
  const length = end - start;
  if (length < 24) {
    let text = "";
    for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]!);
    return text;
  }
  if (length > LARGE && isAsciiBetween(bytes, start, end)) return decoder.decode(bytes.subarray(start, end));
  // Uses chunks that are smaller than the limit for call arguments in all engines.
  const chunks: string[] = [];
  for (let i = start; i < end; i += 8192) {
    chunks.push(String.fromCharCode.apply(null, bytes.subarray(i, Math.min(end, i + 8192)) as unknown as number[]));
  }
  return chunks.length === 1 ? chunks[0]! : chunks.join("");
}

/** Length of a text above which the host's functions are faster than a loop. */
const LARGE = 256;

function isAsciiBetween(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i]! > 127) return false;
  return true;
}

export function bytesOf(byteText: string): Uint8Array {
  if (byteText.length > LARGE && isAscii(byteText)) return encoder.encode(byteText);
  const bytes = new Uint8Array(byteText.length);
  for (let i = 0; i < byteText.length; i++) bytes[i] = byteText.charCodeAt(i);
  return bytes;
}

/** Decodes a byte string. */
export function textOf(byteText: string): string {
  return isAscii(byteText) ? byteText : decoder.decode(bytesOf(byteText));
}

/** Encodes a string as a byte string. */
export function byteStringOf(text: string): string {
  if (isAscii(text)) return text;
  const bytes = encoder.encode(text);
  return byteString(bytes, 0, bytes.length);
}

function isAscii(text: string): boolean {
  if (text.length > LARGE) return !NOT_ASCII.test(text);
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

// For long texts, this regular expression is faster than a loop.
const NOT_ASCII = /[^\0-\x7f]/;

const HEX = "0123456789ABCDEF";

/** Returns a byte string in quotes, escaped as `llvm::printEscapedString` does. */
export function quoted(byteText: string): string {
  if (isPlain(byteText)) return `"${byteText}"`;
  const out = new Uint8Array(byteText.length * 3 + 2);
  let at = 0;
  out[at++] = 34;
  for (let i = 0; i < byteText.length; i++) {
    const c = byteText.charCodeAt(i);
    const isPrinted = c >= 32 && c < 127 && c !== 34;
    if (!isPrinted || c === 92) out[at++] = 92;
    if (isPrinted) out[at++] = c;
    else {
      out[at++] = HEX.charCodeAt(c >> 4);
      out[at++] = HEX.charCodeAt(c & 15);
    }
  }
  out[at++] = 34;
  return byteString(out, 0, at);
}

/** Returns whether a byte string needs no escapes in quotes. */
export function isPlain(byteText: string): boolean {
  return PLAIN.test(byteText);
}

const PLAIN = /^[ !#-[\]-~]*$/;

const BARE = /^[A-Za-z_][A-Za-z0-9_$.]*$/;

/** Returns a name unchanged if MLIR's lexer reads it as one token, and otherwise in quotes (`printKeywordOrString`). */
export function keywordOrString(byteText: string): string {
  return BARE.test(byteText) ? byteText : quoted(byteText);
}

/** Returns the text of a symbol name after `@`. For an empty name, MLIR prints a placeholder. */
export function symbolText(byteText: string): string {
  return byteText === "" ? "<<INVALID EMPTY SYMBOL>>" : keywordOrString(byteText);
}

/** Returns an equal string that compares fast, because engines store each property key only once. */
export function internalized(text: string): string {
  return Object.keys({ [text]: 0 })[0]!;
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
