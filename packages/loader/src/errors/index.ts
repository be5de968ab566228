import type { Diagnostic } from "@passwright/core";

/* Errors of this package, PWL0001 to PWL0499. Errors about the contents of data are in data/errors.ts of the SDK. */

export * from "./code.ts";
export * from "./configs.ts";
export * from "./packages.ts";

/** Returns the failed result of a function that returns all problems together. */
export function refused(...diagnostics: readonly Diagnostic[]): Refused {
  return { ok: false, diagnostics };
}

export type Refused = { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
