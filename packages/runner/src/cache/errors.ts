import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/** Reports PWH0301: results of a run cannot be reused. */
export function notCached(reasons: readonly string[]): Diagnostic {
  const message = "the results are not cached, because equal inputs might have different results in the next run";
  const help = "change the code and settings that the notes list, or use `passwright run` without `--cache`";
  return errorDiagnostic("PWH0301", message, help, { severity: "warning", notes: reasons });
}

/** Reports PWH0302: a cached result differs from a new result. */
export function cachedResultDiffers(file: string): Diagnostic {
  const message = `the cached result of \`${file}\` differs from the result of a new run`;
  const help =
    "add everything that a pass reads to its `reads`, or declare `deterministic: false`; then run `passwright cache --clear`";
  return errorDiagnostic("PWH0302", message, help, { at: { file, line: 0, column: 0 } });
}

/** Reports PWH0304: the folder of the cache cannot be changed. */
export function unusableCache(folder: string, reason: string): Diagnostic {
  const message = `the cache in \`${folder}\` cannot be changed: ${reason}`;
  return errorDiagnostic("PWH0304", message, "make the folder writable, remove it, or free space on its disk");
}

/** Reports PWH0303: the package that stores results is not installed. */
export function missingCachePackage(): Diagnostic {
  const message = "the cache needs the package `cacache`, which is not installed";
  return errorDiagnostic("PWH0303", message, "install it with `npm install cacache`");
}
