import type { Diagnostic, SourceLocation } from "@passwright/core";
import { causeOf, keepCause } from "@passwright/loader";

/** Adds the name of an input to diagnostics without a location: not every adapter knows where operations come from. */
export function inFile(file: string, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const at: SourceLocation = { file, line: 0, column: 0 };
  return diagnostics.map((one) => (one.at === undefined ? keepCause({ ...one, at }, causeOf(one)) : one));
}
