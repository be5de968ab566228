import { renameBlocks, renameValues } from "./perturb-names.ts";
import { labelEntries, respell, shuffleDictionaries } from "./perturb-spelling.ts";
import { Random } from "./random.ts";
import { tokenize } from "./tokens.ts";
import type { Token } from "./tokens.ts";

/**
 * Rewrites a generic-form program into another text with the same meaning: other names of values and blocks, other
 * spacing, comments, another order in dictionaries, longer or shorter spellings. mlir-opt prints the same for both, and
 * what it prints is neither, so a program that copied its input through would be caught.
 */
export function perturb(text: string, seed: number): string {
  const random = new Random(seed);
  let tokens = tokenize(text);
  for (const step of [shuffleDictionaries, labelEntries, respell, renameBlocks, renameValues])
    tokens = step(tokens, random);
  return space(tokens, random);
}

/** The same for a program in custom form, as far as one can go without its grammar: names, spacing, dictionaries. */
export function perturbCustom(text: string, seed: number): string {
  const random = new Random(seed);
  let tokens = tokenize(text);
  for (const step of [shuffleDictionaries, renameBlocks, renameValues]) tokens = step(tokens, random);
  return space(tokens, random);
}

function space(tokens: readonly Token[], random: Random): string {
  let text = "";
  let previous: Token = { kind: "mark", text: "" };
  for (const token of tokens) {
    text += gap(previous, token, random) + token.text;
    previous = token;
  }
  return `${text}\n`;
}

function gap(previous: Token, next: Token, random: Random): string {
  if (previous.text === "::" || next.text === "::") return "";
  const mustSeparate = isWordLike(previous) && isWordLike(next);
  return random.pickWeighted([
    [8, " "],
    [mustSeparate ? 0 : 5, ""],
    [1, "\n"],
    [0.5, "\t  "],
    [0.2, ' // not "%code" {\n'],
  ]);
}

/** Whether the token could grow into, or out of, a neighbour: names may end in `-`, which must not meet a `>`. */
function isWordLike({ kind, text }: Token): boolean {
  return kind !== "mark" || text === "-" || text === ">" || text === "<" || text === ":" || text === "#";
}
