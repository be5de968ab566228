import type { Diagnostic } from "@passwright/core";

/** PWH0301: results of a run cannot be used again. */
export function notCached(reasons: readonly string[]): Diagnostic {
  return {
    code: "PWH0301",
    severity: "warning",
    message: "the results are not cached, because equal inputs may have other results in the next run",
    notes: reasons.map((message) => ({ message })),
    help: ["remove the cause, or leave `--cache` out"],
  };
}

/** PWH0302: a cached result differs from a new one. */
export function cachedResultDiffers(file: string): Diagnostic {
  return {
    code: "PWH0302",
    severity: "error",
    message: `the cached result of \`${file}\` differs from that of a new run`,
    at: { file, line: 0, column: 0 },
    help: [
      "find the pass that is not deterministic or reads more than `reads` declares, and run `passwright cache --clear`",
    ],
  };
}
