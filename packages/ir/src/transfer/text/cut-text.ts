import type { CutText, TextToCut } from "@passwright/core";
import type { Operation } from "../../handles.ts";
import { parseModule } from "../../parse.ts";
import type { IrContext } from "../../store/store.ts";
import { operationsIn } from "../../store/walk-ids.ts";
import { byteString, bytesOf } from "../../text/bytes.ts";

interface Body {
  /** Offset after the opening brace of the module, or 0 if the text does not contain a module. */
  readonly bodyStart: number;
  /** Offset of the closing brace of the module, or the length of the text. */
  readonly bodyEnd: number;
}

export interface CutModule extends CutText, Body {
  readonly indentation: string;
}

/** Maximum length of the text, for example with globals, before the first operation at which the text can be cut. */
const FAR = 100_000;
/** Maximum number of braces that are tried as the opening brace of the module, because attributes contain braces. */
const MOST_BRACES = 8;
const [NEWLINE, CLOSING] = [10, 125];
/** Spaces and comments. */
const BLANK = /^(?:[ \t\r\n]|\/\/[^\n]*\n)*/;
const OPERATION = /^([ \t]*)"?([\w.$-]+)[^\w.$-]/gm;

/**
 * Cuts the text of a module into parts of similar size, without parsing. Cuts before lines that begin like the first
 * isolated operation. If such a line is inside an operation, the cut splits this operation, and parsing the parts fails
 * later. Returns `undefined` if the text cannot be cut in this way.
 */
export function cutText(context: IrContext, text: TextToCut, wanted: number): CutModule | undefined {
  const { bytes } = text;
  const body = bodyOf(context, text);
  if (body === undefined) return undefined;
  const { bodyStart, bodyEnd } = body;
  const beginning = byteString(bytes, bodyStart, Math.min(bodyEnd, bodyStart + FAR));
  const [blank] = BLANK.exec(beginning) as unknown as [string];
  const first = blank.lastIndexOf("\n") + 1;
  if (first === 0 && bodyStart > 0) return undefined;
  const indentation = blank.slice(first);
  const isStart = ([, before, name]: RegExpExecArray): boolean =>
    before === indentation && name!.includes(".") && context.operationName(name!).isIsolatedFromAbove;
  const start = [...beginning.slice(first).matchAll(OPERATION)].find(isStart);
  if (start === undefined) return undefined;
  const starts = [bodyStart];
  for (let i = 1; i < wanted; i++) {
    const wish = bodyStart + Math.floor((i * (bodyEnd - bodyStart)) / wanted);
    const at = findLine(bytes, bytesOf(start[0]), Math.max(wish, starts.at(-1)! + 1), bodyEnd);
    if (at < 0) break;
    starts.push(at);
  }
  return { ...text, ...body, starts, indentation };
}

/** Returns the offsets of the contents of the module, or of the whole text without a module. */
function bodyOf(context: IrContext, text: TextToCut): Body | undefined {
  const { bytes, length } = text;
  const beginning = byteString(bytes, 0, Math.min(length, FAR)).replace(BLANK, (blank) => " ".repeat(blank.length));
  if (!/^ *(?:module|"builtin\.module")/.test(beginning)) return { bodyStart: 0, bodyEnd: length };
  const bodyEnd = bytes.lastIndexOf(CLOSING, length - 1);
  const braces = [...beginning.slice(0, bodyEnd).matchAll(/\{/g)].slice(0, MOST_BRACES);
  return braces
    .map(({ index }) => ({ bodyStart: index + 1, bodyEnd }))
    .find((body) => headOf(context, { ...text, ...body }) !== undefined);
}

/** Returns the empty module that the text before and after the operations forms, or `undefined` for other texts. */
export function headOf(
  context: IrContext,
  { bytes, length, file, bodyStart, bodyEnd }: TextToCut & Body,
): Operation | undefined {
  const around = new Uint8Array(bodyStart + length - bodyEnd);
  around.set(bytes.subarray(0, bodyStart));
  around.set(bytes.subarray(bodyEnd, length), bodyStart);
  const parsed = parseModule(context, around, { file });
  if (!parsed.ok) return undefined;
  const { store, id } = parsed.op;
  const isPlain = store.reader?.hasAliases === false && store.resources.length === 0;
  return isPlain && operationsIn(store, id).length === 0 ? parsed.op : undefined;
}

/** Returns the start of the first line from `from` on that begins with the prefix, or -1 if none exists. */
export function findLine(bytes: Uint8Array, prefix: Uint8Array, from: number, end: number): number {
  let start = from === 0 ? 0 : bytes.indexOf(NEWLINE, from - 1) + 1 || end;
  while (start < end) {
    if (prefix.every((byte, i) => bytes[start + i] === byte)) return start;
    start = bytes.indexOf(NEWLINE, start) + 1 || end;
  }
  return -1;
}
