import type { CutText, TextToCut } from "@passwright/core";
import { OperationParser } from "../../parser/operation-parser.ts";
import { byteClass, CLASS_WORD, ifParsed } from "../../parser/reader.ts";
import { resolveLocation } from "../../store/location.ts";
import type { IrContext } from "../../store/store.ts";
import { byteString, encodeUtf8 } from "../../text/bytes.ts";
import { Source } from "../../text/source.ts";

/** Text with the offsets at which it is cut. */
export interface CutModule extends CutText {
  /**
   * Offsets of the operations: the text before `bodyStart` ends with the opening brace of the module, and the text from
   * `bodyEnd` on starts with the closing brace. If the text does not contain a module, the texts before `bodyStart` and
   * from `bodyEnd` on are empty.
   */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** Indentation of lines with operations. */
  readonly indentation: string;
}

/** Attributes and location of a module, without the contents of the module. */
export interface ModuleHead {
  readonly properties: string | undefined;
  readonly attributes: string | undefined;
  readonly location: { readonly line: number; readonly column: number };
}

/**
 * Cuts the text of a module into parts of similar size, without parsing. Cuts before lines that begin like the first
 * operation. If such a line is inside an operation, the cut splits this operation, and parsing the parts fails later.
 * Returns `undefined` if the text cannot be cut in this way.
 */
export function cutText(context: IrContext, text: TextToCut, wanted: number): CutModule | undefined {
  const { bytes } = text;
  const body = bodyOf(context, text);
  if (body === undefined) return undefined;
  const { start: bodyStart, end: bodyEnd } = body;
  const first = lineStartOf(bytes, bodyStart, bodyEnd);
  const pattern = first < 0 ? undefined : firstStart(bytes, first, bodyEnd, context);
  if (pattern === undefined) return undefined;
  const starts = [bodyStart];
  const size = (bodyEnd - bodyStart) / wanted;
  for (let i = 1; i < wanted; i++) {
    const at = findLine(
      bytes,
      pattern,
      Math.max(bodyStart + Math.floor(i * size), (starts.at(-1) as number) + 1),
      bodyEnd,
    );
    if (at < 0) break;
    if (at > (starts.at(-1) as number)) starts.push(at);
  }
  const indentation = byteString(bytes, first, skipBlank(bytes, first, bodyEnd));
  return { ...text, starts, bodyStart, bodyEnd, indentation };
}

const NEWLINE = 10;
const [SPACE, TAB, QUOTE, BRACE, CLOSING] = [32, 9, 34, 123, 125];

/**
 * Maximum number of opening braces that are tried as the opening brace of the module. Attributes can contain braces
 * before it.
 */
const MOST_BRACES = 8;
/** Maximum length of the text before the operations. */
const LONGEST_HEAD = 4096;

/** Returns the contents of the module, or the whole text without a module. */
function bodyOf(context: IrContext, text: TextToCut): { readonly start: number; readonly end: number } | undefined {
  const { bytes, length } = text;
  const begin = startsWith(bytes, skipBlank(bytes, 0, length), "module", '"builtin.module"');
  if (!begin) return { start: 0, end: length };
  let end = length - 1;
  while (end >= 0 && bytes[end] !== CLOSING) end--;
  let at = 0;
  for (let tried = 0; tried < MOST_BRACES; tried++) {
    at = bytes.indexOf(BRACE, at) + 1;
    if (at === 0 || at > Math.min(end, LONGEST_HEAD)) return undefined;
    const body = { bodyStart: at, bodyEnd: end };
    if (headOf(context, { ...text, ...body }) !== undefined) return { start: at, end };
  }
  return undefined;
}

/**
 * Parses the text before and after the operations. Returns `undefined` unless the two texts, joined, are exactly one
 * empty module.
 */
export function headOf(
  context: IrContext,
  { bytes, length, file, bodyStart, bodyEnd }: Omit<CutModule, "starts" | "indentation">,
): ModuleHead | undefined {
  const isImplicit = bodyStart === 0;
  if (isImplicit) return { properties: undefined, attributes: undefined, location: { line: 0, column: 0 } };
  const around = new Uint8Array(bodyStart + length - bodyEnd);
  around.set(bytes.subarray(0, bodyStart));
  around.set(bytes.subarray(bodyEnd, length), bodyStart);
  return ifParsed(() => {
    const { store, block, reader } = new OperationParser(context, Source.fromBytes(around, file)).parse();
    const op = store.blockFirstOp[block]!;
    const isOne = op !== 0 && store.opNext[op] === 0 && store.opName[op] === context.operationName("builtin.module").id;
    const isPlain = !reader.hasAliases && store.resources.length === 0;
    if (!isOne || !isPlain) return undefined;
    const location = resolveLocation(store, store.opLocation[op]!).data;
    if (location.kind !== "file-location") return undefined;
    return {
      properties: context.attributes[store.opProperties[op]!]?.toString(),
      attributes: context.attributes[store.opAttributes[op]!]?.toString(),
      location: { line: location.line, column: location.column },
    };
  });
}

/**
 * Maximum number of bytes that are searched for the first operation before which the text can be cut. The limit leaves
 * room for globals before the first function.
 */
const FAR = 100_000;

/**
 * Finds the first line that starts with an isolated operation and has the same indentation as the line at `first`.
 * Returns the bytes that {@link startOf} returns for this line.
 */
function firstStart(bytes: Uint8Array, first: number, end: number, context: IrContext): Uint8Array | undefined {
  const indentation = bytes.subarray(first, skipBlank(bytes, first, end));
  for (let line = first; line < Math.min(end, first + FAR);) {
    const isIndented = indentation.every((byte, i) => bytes[line + i] === byte);
    const found = isIndented ? startOf(bytes, line, end, context) : undefined;
    if (found !== undefined) return found;
    const newline = bytes.indexOf(NEWLINE, line);
    if (newline < 0) return undefined;
    line = newline + 1;
  }
  return undefined;
}

/**
 * Returns the bytes that identify a line with an operation: the line end before it, the indentation, and the name of
 * the operation. Returns `undefined` if the line does not start with the name of a registered isolated operation.
 */
function startOf(bytes: Uint8Array, line: number, end: number, context: IrContext): Uint8Array | undefined {
  let at = line;
  while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
  const isQuoted = bytes[at] === QUOTE;
  const start = isQuoted ? at + 1 : at;
  let stop = start;
  while (stop < end && byteClass[bytes[stop]!] === CLASS_WORD) stop++;
  const name = String.fromCharCode(...bytes.subarray(start, Math.min(stop, start + 100)));
  if (stop === start || !name.includes(".")) return undefined;
  if (!context.operationName(name).isIsolatedFromAbove) return undefined;
  const pattern = new Uint8Array(1 + stop - line + 1);
  pattern[0] = NEWLINE;
  pattern.set(bytes.subarray(line, stop + 1), 1);
  return pattern;
}

/** Returns the start of the first line from `from` on that is neither empty nor a comment, or -1 if none exists. */
function lineStartOf(bytes: Uint8Array, from: number, end: number): number {
  const at = skipBlank(bytes, from, end);
  if (at >= end) return -1;
  const line = bytes.lastIndexOf(NEWLINE, at) + 1;
  return line > from || from === 0 ? line : -1;
}

/** Skips space and comments. */
function skipBlank(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const c = bytes[at]!;
    if (c === 47 && bytes[at + 1] === 47) {
      const next = bytes.indexOf(NEWLINE, at);
      if (next < 0) return end;
      at = next;
    } else if (c !== SPACE && c !== TAB && c !== NEWLINE && c !== 13) return at;
  }
  return end;
}

/**
 * Returns the start of the first line from `from` on that begins with the pattern, or -1 if none exists. The pattern
 * includes the line end before the line.
 */
function findLine(bytes: Uint8Array, pattern: Uint8Array, from: number, end: number): number {
  for (let at = bytes.indexOf(NEWLINE, from); at >= 0 && at < end; at = bytes.indexOf(NEWLINE, at + 1)) {
    let i = 1;
    while (i < pattern.length && bytes[at + i] === pattern[i]) i++;
    if (i === pattern.length) return at + 1;
  }
  return -1;
}

function startsWith(bytes: Uint8Array, at: number, ...texts: readonly string[]): boolean {
  return texts.some((text) => encodeUtf8(text).every((byte, i) => bytes[at + i] === byte));
}
