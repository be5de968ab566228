import type { Result } from "@passwright/core";
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { readInputBytes } from "../input/inputs.ts";

export type ExpandedArguments = Result<{ readonly argv: readonly string[] }, { readonly problem: string }>;

/** Replaces each argument `@FILE` with the content of the file, if it exists. Like LLVM, resolves names from `cwd`. */
export function expandResponseFiles(argv: readonly string[], cwd: string): ExpandedArguments {
  // Fast path: most command lines do not contain response files.
  if (!argv.some((argument) => argument.startsWith("@"))) return { ok: true, argv };
  try {
    return { ok: true, argv: expanded(argv, cwd, []) };
  } catch (thrown) {
    if (thrown instanceof BadResponseFile) return { ok: false, problem: thrown.message };
    throw thrown;
  }
}

class BadResponseFile extends Error {}

/** Replaces response files in arguments. `around` lists the response files from which these arguments come. */
function expanded(argv: readonly string[], cwd: string, around: readonly string[]): string[] {
  return argv.flatMap((argument) => {
    if (!argument.startsWith("@")) return [argument];
    const path = resolve(cwd, argument.slice(1));
    const text = textOf(path);
    if (text === undefined) return [argument];
    const file = realpathSync(path);
    if (around.includes(file)) throw new BadResponseFile(`recursive expansion of: '${path}'`);
    return expanded(argumentsIn(text), cwd, [...around, file]);
  });
}

/** Reads a file in UTF-8, or in UTF-16 with a byte order mark. */
function textOf(path: string): string | undefined {
  const read = readInputBytes(path);
  if (!read.ok && read.isMissing) return undefined;
  if (!read.ok) throw new BadResponseFile(`cannot not open file '${path}': ${read.reason}`);
  const bytes = Buffer.from(read.bytes.subarray(0, read.length));
  const mark = bytes.toString("latin1", 0, 2);
  return new TextDecoder(mark === "\u00FF\u00FE" ? "utf-16le" : mark === "\u00FE\u00FF" ? "utf-16be" : "utf-8").decode(
    bytes,
  );
}

/** Splits a text into arguments at spaces, like GNU programs. Quotes and backslashes protect spaces. */
function argumentsIn(text: string): string[] {
  const words: string[] = [];
  let [word, quote] = ["", ""];
  const end = (): void => {
    if (word !== "") words.push(word);
    word = "";
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === "\\" && at + 1 < text.length) word += text[++at];
    else if (char === quote) quote = "";
    else if (quote !== "") word += char;
    else if (char === '"' || char === "'") quote = char;
    else if (" \t\r\n".includes(char)) end();
    else word += char;
  }
  end();
  return words;
}
