import type { Diagnostic } from "@passwright/core";
import { readReproducer } from "@passwright/instrument";
import type { Operation, Source } from "@passwright/ir";

/** What a reproducer says of how to run it. Nothing, for a text that is none. */
export interface StoredRun {
  readonly pipeline?: string;
  readonly disableThreading?: boolean;
  readonly verifyEach?: boolean;
}

export type StoredRunResult =
  ({ readonly ok: true } & StoredRun) | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Reads the reproducer in a text. */
export function readStoredRun(source: Source): StoredRunResult {
  const text = new TextDecoder().decode(source.bytes.subarray(0, source.end));
  const read = readReproducer(text, source.file);
  return read.ok ? { ok: true, ...read.reproducer } : { ok: false, diagnostic: inWhole(source, read.diagnostic) };
}

/** Takes the reproducer out of what was parsed from such a text, so that it is not printed. */
export function eraseStoredRun({ store: { resources } }: Operation): void {
  const isReproducer = ({ section, group }: (typeof resources)[number]): boolean =>
    section === "external_resources" && group === "mlir_reproducer";
  const index = resources.findIndex(isReproducer);
  if (index >= 0) resources.splice(index, 1);
}

/** Of two things that are wrong with one text the one that comes first, which is where reading it stopped. */
export function firstOf(left: Diagnostic, right: Diagnostic): Diagnostic {
  const lineOf = ({ at }: Diagnostic): number => at?.line ?? 0;
  return lineOf(right) < lineOf(left) ? right : left;
}

/** The text may be a part of another. */
function inWhole({ origin }: Source, diagnostic: Diagnostic): Diagnostic {
  const { at } = diagnostic;
  return at === undefined || origin.line === 0
    ? diagnostic
    : { ...diagnostic, at: { ...at, line: at.line + origin.line - 1 } };
}
