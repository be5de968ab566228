import { type Diagnostic } from "@passwright/core";
import { readReproducer } from "@passwright/instrument";
import { type Operation, type Source } from "@passwright/ir";

/** What a reproducer says of how to run it. Nothing, for a text that is none. */
export interface StoredRun {
  readonly pipeline?: string;
  readonly disableThreading?: boolean;
  readonly verifyEach?: boolean;
}

export type StoredRunResult =
  ({ readonly ok: true } & StoredRun) | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Reads the reproducer in a text, and takes it out of what was parsed from that text, so that it is not printed. */
export function takeReproducer(source: Source, op: Operation): StoredRunResult {
  const text = new TextDecoder().decode(source.bytes.subarray(0, source.end));
  const read = readReproducer(text, source.file);
  if (!read.ok) return { ok: false, diagnostic: inWhole(source, read.diagnostic) };
  const { resources } = op.store;
  const index = resources.findIndex(
    ({ section, group }) => section === "external_resources" && group === "mlir_reproducer",
  );
  if (index >= 0) resources.splice(index, 1);
  return { ok: true, ...read.reproducer };
}

/** The text may be a part of another. */
function inWhole({ origin }: Source, diagnostic: Diagnostic): Diagnostic {
  const { at } = diagnostic;
  return at === undefined || origin.line === 0
    ? diagnostic
    : { ...diagnostic, at: { ...at, line: at.line + origin.line - 1 } };
}
