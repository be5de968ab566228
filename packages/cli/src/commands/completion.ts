import { escapeControlCharacters } from "@passwright/core";
import { candidatesFor } from "../completion/candidates.ts";
import { scripts } from "../completion/scripts.ts";
import type { Shell } from "../completion/scripts.ts";
import * as errors from "../errors/index.ts";
import type { CommandBody } from "./command.ts";

/** Operand that the completion scripts pass to `passwright completion` to request candidates. */
const WORDS = "words";

/** `passwright completion`: prints a script for a shell or, after `words`, the candidates for a command line. */
export const completion: CommandBody = async (args, terminal) => {
  const [shell, ...rest] = args.operands;
  if (shell === WORDS) return printCandidates(rest, terminal);
  if (shell === undefined || !Object.hasOwn(scripts, shell))
    return { diagnostics: [errors.completionFor(shell, Object.keys(scripts))] };
  if (rest.length > 0) return { diagnostics: [errors.tooManyOperands("completion", 1)] };
  terminal.out(scripts[shell as Shell]);
  return 0;
};

async function printCandidates(words: readonly string[], { cwd, out }: Parameters<CommandBody>[1]): Promise<0> {
  const names = async (config: string | undefined) => (await import("../completion/names.ts")).namesOf(config, cwd);
  for (const { word, doc } of await candidatesFor(words, names))
    out(`${escapeControlCharacters(word)}\t${escapeControlCharacters(doc)}\n`);
  return 0;
}
