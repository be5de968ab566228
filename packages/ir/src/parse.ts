import type { Diagnostic } from "@passwright/core";
import { isBytecode, notOneOperation, tooLarge } from "./errors.ts";
import { Operation } from "./handles.ts";
import { requireAliases } from "./parser/location-parser.ts";
import { OperationParser } from "./parser/operation-parser.ts";
import { ParseFailure } from "./parser/reader.ts";
import { appendRegion, insertBlock, removeOp } from "./store/edit.ts";
import { encodeLocation } from "./store/location.ts";
import type { IrContext, Store } from "./store/store.ts";
import { byteStringOf } from "./text/bytes.ts";
import { Source } from "./text/source.ts";

/** Result of parsing: a module, or the errors. */
export type ParseResult =
  { readonly ok: true; readonly op: Operation } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Largest byte offset that a location can store as a signed 30-bit number. */
const LARGEST = 2 ** 29 - 1;

/**
 * Parses a module. As in `mlir-opt`, puts the operations into a new module, unless the text is exactly one
 * `builtin.module`. `text` can be UTF-8 bytes, which is faster. Does not copy the array if 16 zeros follow the first
 * `length` bytes. Ignores `file` if `text` is a {@link Source}, because a source contains a file name. If
 * `implicitModule` is false, the text must be one operation of any kind.
 */
export function parseModule(
  context: IrContext,
  text: string | Uint8Array | Source,
  options: { readonly file?: string; readonly length?: number; readonly implicitModule?: boolean } = {},
): ParseResult {
  const source = sourceOf(text, options.file ?? "-", options.length);
  const { file, bytes } = source;
  if ([0x4d, 0x4c, 0xef, 0x52].every((byte, i) => byte === bytes[i]))
    return { ok: false, diagnostics: [isBytecode(file)] };
  if (source.end > LARGEST) return { ok: false, diagnostics: [tooLarge(source.end, { file, line: 1, column: 1 })] };
  try {
    const { store, block, reader } = new OperationParser(context, source).parse();
    requireAliases(reader);
    const top = options.implicitModule === false ? onlyOneOf(store, block) : topOf(store, block);
    return { ok: true, op: Operation.of(store, top) };
  } catch (thrown) {
    if (thrown instanceof ParseFailure) return { ok: false, diagnostics: thrown.diagnostics };
    throw thrown;
  }
}

function sourceOf(text: string | Uint8Array | Source, file: string, length: number | undefined): Source {
  if (typeof text === "string") return Source.fromText(text, file);
  return text instanceof Uint8Array ? Source.fromBytes(text, file, length) : text;
}

function onlyOneOf(store: Store, block: number): number {
  let count = 0;
  for (let op = store.blockFirstOp[block]!; op !== 0; op = store.opNext[op]!) count++;
  const top = store.blockFirstOp[block]!;
  if (count !== 1) {
    const { file, origin } = store.source!;
    throw new ParseFailure([notOneOperation(count, { file, ...origin })]);
  }
  removeOp(store, top);
  return top;
}

/** Returns the module if it is the only operation, or else a new module around the operations. */
function topOf(store: Store, block: number): number {
  const { context } = store;
  const moduleName = context.operationName("builtin.module");
  const first = store.blockFirstOp[block]!;
  if (first !== 0 && store.opNext[first] === 0 && store.opName[first] === moduleName.id) {
    removeOp(store, first);
    return first;
  }
  const module = store.newOp(moduleName.id);
  const region = store.newRegion(module);
  appendRegion(store, module, region);
  insertBlock(store, block, region, 0);
  const { file, origin } = store.source!;
  const start = context.internAttribute({ kind: "file-location", file: byteStringOf(file), ...origin });
  store.opLocation[module] = encodeLocation(start);
  return module;
}
