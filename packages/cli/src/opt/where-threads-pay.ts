import type { FlagUse } from "./flags.ts";

/**
 * From how many bytes on threads pay unasked (docs/performance.md). Each thread compiles everything for itself, which V8 does
 * beside it: with two cores that is time that the other thread does not get, and before Node 24 it is a lot.
 */
export function largeFor(cores: number): number {
  if (cores >= 4) return 16_000_000;
  return Number.parseInt(process.versions.v8) >= 13 ? 32_000_000 : 80_000_000;
}

/** Flags that leave nothing to see but the output, and what passes counted. */
const PLAIN_FLAGS: ReadonlySet<string> = new Set([
  "allow-unregistered-dialect",
  "load-dialect-plugin",
  "load-pass-plugin",
  "mlir-pass-statistics",
  "mlir-pass-statistics-display",
  "mlir-print-op-on-diagnostic",
  "o",
  "p",
  "pass-pipeline",
  "threads",
  "threads-except",
  "verify-each",
]);

/** Whether threads can do all of it on parts of a text. */
export function areForParts(uses: readonly FlagUse[]): boolean {
  return uses.every(({ name }) => PLAIN_FLAGS.has(name));
}
