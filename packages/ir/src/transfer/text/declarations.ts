import type { Operation } from "../../handles.ts";
import { parseModule } from "../../parse.ts";
import type { IrContext, Store } from "../../store/store.ts";
import { byteString, byteStringOf, bytesOf } from "../../text/bytes.ts";
import { findLine } from "./cut-text.ts";
import type { CutModule } from "./cut-text.ts";

const UNKNOWN = -1;

/** Declares the function `name` (a byte string) for a block, unlinked so that walks skip it. Returns 0 if unknown. */
export type Declare = (store: Store, block: number, name: string) => number;

/**
 * Returns a function that declares functions of a text, for symbol lookups from other parts. Parses the first line of a
 * function on its first use, so functions with a signature of several lines are not included.
 */
export function declarationsOf(context: IrContext, cut: CutModule): Declare {
  let lines: Map<string, number> | undefined;
  const heads = new Map<string, Operation | undefined>();
  return (store, block, name) => {
    lines ??= functionsOf(cut);
    if (!heads.has(name)) heads.set(name, parseHead(context, cut, lines.get(name) ?? UNKNOWN));
    const head = heads.get(name);
    if (head === undefined) return 0;
    const { id } = head.clone({ into: store });
    store.opBlock[id] = block;
    return id;
  };
}

function parseHead(context: IrContext, cut: CutModule, start: number): Operation | undefined {
  if (start === UNKNOWN) return undefined;
  const { bytes, bodyEnd, file } = cut;
  const newline = bytes.indexOf(10, start);
  const end = newline < 0 || newline > bodyEnd ? bodyEnd : newline;
  const text = byteString(bytes, start, end).trimEnd();
  // A line that does not open a body is a complete declaration, unless the next line continues the declaration.
  const next = byteString(bytes, end, Math.min(bodyEnd, end + 200));
  if (!text.endsWith("{") && !/^\s*(?:$|\/\/|"|[a-z_]\w*\.)/i.test(next)) return undefined;
  const parsed = parseModule(context, bytesOf(text.replace(/\{$/, "")), { file, implicitModule: false });
  return parsed.ok ? parsed.op : undefined;
}

function functionsOf({ bytes, bodyStart, bodyEnd, indentation }: CutModule): Map<string, number> {
  const lines = new Map<string, number>();
  const prefix = bytesOf(byteStringOf(`${indentation}func.func `));
  for (let at = bodyStart; (at = findLine(bytes, prefix, at, bodyEnd)) >= 0; at++) {
    const line = byteString(bytes, at + prefix.length, Math.min(bodyEnd, at + prefix.length + 400));
    const name = /^\s*(?:(?:private|public|nested)\s+)?@([\w$.]+)\s*\(/.exec(line)?.[1];
    // Does not declare functions whose name occurs twice, because it is unknown which of the functions is nested.
    if (name !== undefined) lines.set(name, lines.has(name) ? UNKNOWN : at);
  }
  return lines;
}
