// Functions that find and read tests in a checkout of llvm-project, for the scripts that run these tests.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Returns the paths of all tests in a folder. If `path` is a file, returns only `path`. */
export function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true }).filter((name) => name.endsWith(".mlir"));
  return entries.sort().map((name) => join(path, name));
}

/** Returns the commands of the RUN lines of a test. A backslash at the end of a line continues the command. */
export function runLines(text) {
  const lines = [];
  let open = false;
  for (const [, content] of text.matchAll(/^.*?RUN: *(.*)$/gm)) {
    const part = content.replace(/\\\s*$/, "");
    if (open) lines.push(`${lines.pop()} ${part}`);
    else lines.push(part);
    open = /\\\s*$/.test(content);
  }
  return lines;
}
