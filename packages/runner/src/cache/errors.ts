import type { Diagnostic } from "@passwright/core";

/** Reports PWH0301: results of a run cannot be reused. */
export function notCached(reasons: readonly string[]): Diagnostic {
  return {
    code: "PWH0301",
    severity: "warning",
    message: "the results are not cached, because equal inputs might have different results in the next run",
    notes: reasons.map((message) => ({ message })),
    help: ["remove `--cache`, or change the code and settings that the notes list"],
  };
}

/** Reports PWH0302: a cached result differs from a new result. */
export function cachedResultDiffers(file: string): Diagnostic {
  return {
    code: "PWH0302",
    severity: "error",
    message: `the cached result of \`${file}\` differs from the result of a new run`,
    at: { file, line: 0, column: 0 },
    help: [
      "add everything that a pass reads to its `reads`, or declare `deterministic: false`; then run `passwright cache --clear`",
    ],
  };
}

/** Reports PWH0304: the folder of the cache cannot be changed. */
export function unusableCache(folder: string, reason: string): Diagnostic {
  return {
    code: "PWH0304",
    severity: "error",
    message: `the cache in \`${folder}\` cannot be changed: ${reason}`,
    help: ["make the folder writable, or remove it"],
  };
}

/** Reports PWH0303: the package that stores results is not installed. */
export function missingCachePackage(): Diagnostic {
  return {
    code: "PWH0303",
    severity: "error",
    message: "the cache needs the package `cacache`, which is not installed",
    help: ["install it with `npm install cacache`"],
  };
}
