import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { CONFIG_ENDINGS, statsOf } from "@passwright/loader";
import * as errors from "../errors.ts";
import type { Target } from "../session/session.ts";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * Commands that read no inputs refuse all that is left of their operands: a folder may be misspelt, a file no config, or a
 * second one.
 */
export function checkOperands(command: string, { config, inputs }: Target, { cwd }: Terminal): readonly Diagnostic[] {
  return inputs.map((input) => {
    const path = resolve(cwd, input);
    if (input !== "-" && !existsSync(path)) return errors.noSuchInput(input, similarPath(input, cwd));
    const isConfig = statsOf(path)?.isDirectory() === true || CONFIG_ENDINGS.includes(extname(input));
    return config !== undefined && isConfig
      ? errors.secondConfig(command, config, input)
      : errors.noConfigFile(command, input);
  });
}

/** What lies beside a path that is not there, and is called something like it. */
function similarPath(path: string, cwd: string): string | undefined {
  const folder = dirname(path);
  try {
    const similar = suggest(basename(path), readdirSync(resolve(cwd, folder)));
    return similar === undefined ? undefined : join(folder, similar).replaceAll("\\", "/");
  } catch {
    // The folder is not there either.
    return undefined;
  }
}
