import { pathToFileURL } from "node:url";
import { stackOf } from "@passwright/core";

/** Returns the first place in `path` in the stack of a thrown value; Node puts the place of a syntax error on top. */
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
