import { pathToFileURL } from "node:url";
import { describeThrown, type Diagnostic, stackOf } from "@passwright/core";

const causes = new WeakMap<Diagnostic, unknown>();

/** Remembers what was thrown, for those who want the stack. It is no part of the diagnostic, which is plain data. */
export function keepCause(diagnostic: Diagnostic, thrown: unknown): Diagnostic {
  causes.set(diagnostic, thrown);
  return diagnostic;
}

/** What was thrown and led to a diagnostic, if something was. */
export function causeOf(diagnostic: Diagnostic): unknown {
  return causes.get(diagnostic);
}

/** A thrown value on one line. */
export function thrownText(thrown: unknown): string {
  return describeThrown(thrown).split("\n", 1)[0] ?? "";
}

/** The first place in `path` that the stack of a thrown value tells of; for a syntax error Node puts it on top. */
export function thrownPlace(
  thrown: unknown,
  path: string,
): { readonly line: number; readonly column: number } | undefined {
  const stack = stackOf(thrown) ?? "";
  for (const name of [pathToFileURL(path).href, path]) {
    const at = stack.indexOf(`${name}:`);
    const match = at < 0 ? undefined : /^:(\d+)(?::(\d+))?/.exec(stack.slice(at + name.length));
    if (match !== null && match !== undefined) return { line: Number(match[1]), column: Number(match[2] ?? 1) };
  }
  return undefined;
}
