import { isThrown } from "@passwright/core";

/**
 * The line of a syntax error in a file. Node keeps it from who imports the file, and tells it to who asks `node --check`,
 * which runs nothing. That costs a process, once, when there is an error anyway.
 */
export function placeOfSyntaxError(
  thrown: unknown,
  path: string,
): { readonly line: number; readonly column: number } | undefined {
  if (!isThrown(thrown, SyntaxError) || !/\.[cm]?js$/.test(path)) return undefined;
  const stderr = checked(path);
  const match = /^(?:file:\/\/)?[^\n]*:(\d+)\n([^\n]*)\n( *)\^/.exec(stderr);
  return match === null ? undefined : { line: Number(match[1]), column: (match[3] ?? "").length + 1 };
}

function checked(path: string): string {
  // Loaded for who is on the way to an error: it brings half of Node with it.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  try {
    return spawnSync(process.execPath, ["--check", path], { encoding: "utf8", timeout: 10_000 }).stderr ?? "";
  } catch {
    // Node's permission model may not let us: then the error has no line.
    return "";
  }
}
