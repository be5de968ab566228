import type { Diagnostic } from "@passwright/core";

/** What one check found: a sentence, and what is wrong if something is. */
export interface CheckResult {
  readonly check: "resolve" | "permute" | "inputs" | "dedup" | "properties";
  /** What was looked at, and what came of it; without it the diagnostics say all. */
  readonly says?: string;
  readonly diagnostics: readonly Diagnostic[];
}

export function isOk({ diagnostics }: CheckResult): boolean {
  return diagnostics.every(({ severity }) => severity !== "error");
}
