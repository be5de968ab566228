import { stackOf } from "@passwright/core";
import type { SourceLocation } from "@passwright/core";
import { makeSourceOf } from "./source-of.ts";

const PLACE = /((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^\s()]*?):(\d+)(?::(\d+))?(?=\s|\)|$)/g;

/**
 * Where in a package something was thrown, as its author would open it: the first place in the stack that is inside of the
 * package. For a syntax error Node puts the place on top of the stack.
 */
export function placeOfThrown(thrown: unknown, folder: string): SourceLocation | undefined {
  const stack = stackOf(thrown) ?? "";
  const sourceOf = makeSourceOf(folder);
  for (const [, file, line, column] of stack.matchAll(PLACE)) {
    if (file === undefined || file.includes("/node_modules/")) continue;
    const source = sourceOf({ file, line: Number(line), column: Number(column ?? 1) });
    if (source !== undefined) return { ...source, column: 1 };
  }
  return undefined;
}
