import type { Diagnostic } from "@passwright/core";
import { during } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import { adapterAtWork } from "../run/activities.ts";
import { parseContent, verifyAll } from "./adapter-text.ts";
import type { IrOwner } from "./adapter-text.ts";
import * as errors from "../errors.ts";
import { isBinaryFile } from "./read-input.ts";
import type { Input } from "./read-input.ts";
import { SourceLines } from "./source-lines.ts";

/** An input as the IR that it stands for, parsed and verified. */
export type Parsed =
  | { readonly ok: true; readonly op: object; readonly lines: SourceLines }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** What the adapter of a framework lacks to run on text. */
export function lacksOfAdapter({ framework: { ir, name } }: Session): readonly Diagnostic[] {
  return [
    ...(ir.parse === undefined && ir.bytes === undefined ? [errors.cannotParse(ir.name, name)] : []),
    ...(ir.print === undefined && ir.bytes === undefined ? [errors.cannotPrint(ir.name, name)] : []),
  ];
}

export function parseInput(
  owner: IrOwner,
  { file }: Input,
  bytes: Uint8Array,
  options: { readonly allowUnregistered: boolean },
): Parsed {
  const parsed = during(adapterAtWork(owner, "parsing", file), () => parseContent(owner, bytes, { file, ...options }));
  if (!parsed.ok) return parsed;
  const lines = new SourceLines(file, () => (isBinaryFile(file, owner.ir) ? new Uint8Array() : bytes));
  const invalid = during(adapterAtWork(owner, "verifying", file), () => verifyAll(owner, parsed.op));
  if (invalid !== undefined) return { ok: false, diagnostics: lines.addTo(invalid) };
  return { ok: true, op: parsed.op, lines };
}
