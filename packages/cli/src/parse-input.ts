import { type Diagnostic, type IrAdapter } from "@passwright/core";
import { type Session } from "@passwright/loader";
import * as errors from "./errors.ts";
import { type Content, type Input } from "./read-input.ts";
import { SourceLines } from "./source-lines.ts";

/** An input as the IR that it stands for, parsed and verified. */
export type Parsed =
  | { readonly ok: true; readonly op: object; readonly lines: SourceLines }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** What the adapter of a framework lacks to run on text. */
export function lacksOfAdapter({ framework: { ir, name } }: Session): readonly Diagnostic[] {
  return [
    ...(ir.parse === undefined ? [errors.cannotParse(ir.name, name)] : []),
    ...(ir.print === undefined ? [errors.cannotPrint(ir.name, name)] : []),
  ];
}

export function parseInput(
  adapter: IrAdapter<object>,
  { file }: Input,
  content: Content,
  options: { readonly allowUnregistered: boolean },
): Parsed {
  const isText = typeof content === "string";
  const parsed = isText
    ? adapter.parse?.(content, { file, ...options })
    : adapter.binary?.parse(content, { file, ...options });
  if (parsed?.ok !== true) return { ok: false, diagnostics: parsed?.diagnostics ?? [] };
  const lines = new SourceLines(file, () => (isText ? content : ""));
  const invalid: Diagnostic[] = [];
  if (adapter.verify?.(parsed.op, { recursive: true }, (found) => invalid.push(found)) === false) {
    return { ok: false, diagnostics: lines.addTo(invalid) };
  }
  return { ok: true, op: parsed.op, lines };
}
