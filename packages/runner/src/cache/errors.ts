import type { Diagnostic } from "@passwright/core";

/** PWH0301: results of a run cannot be reused. */
export function notCached(reasons: readonly string[]): Diagnostic {
  return {
    code: "PWH0301",
    severity: "warning",
    message: "the results are not cached, because the next run may have different results for equal inputs",
    notes: reasons.map((message) => ({ message })),
    help: ["remove the cause, or remove `--cache`"],
  };
}

/** PWH0302: a cached result differs from a new result. */
export function cachedResultDiffers(file: string): Diagnostic {
  return {
    code: "PWH0302",
    severity: "error",
    message: `the cached result of \`${file}\` differs from the result of a new run`,
    at: { file, line: 0, column: 0 },
    help: [
      "correct the pass that is not deterministic or does not declare all `reads`, and run `passwright cache --clear`",
    ],
  };
}

/** PWH0303: the package that stores results is not installed. */
export function missingCachePackage(): Diagnostic {
  return {
    code: "PWH0303",
    severity: "error",
    message: "the cache needs the package `cacache`, which is not installed",
    help: ["install it with `npm install cacache`"],
  };
}
