import { renameBlocks, renameValues } from "./perturb-names.ts";
import { labelEntries, respell, shuffleDictionaries } from "./perturb-spelling.ts";
import { Random } from "./random.ts";
import { tokenize } from "./tokens.ts";
import type { Token } from "./tokens.ts";

/**
 * Rewrites a program in generic form into another text with the same meaning: with other names of values and blocks,
 * spacing, comments, order in dictionaries, and spellings. mlir-opt prints the same text for both programs. Its output
 * differs from both, so a program that copies its input is caught.
 */
export function perturb(text: string, seed: number): string {
  const random = new Random(seed);
  let tokens = tokenize(text);
  for (const step of [shuffleDictionaries, labelEntries, respell, renameBlocks, renameValues])
    tokens = step(tokens, random);
  return space(tokens, random);
}

/**
 * Rewrites a program in custom form like `perturb`, as far as this is possible without the grammar: names, spacing and
 * dictionaries.
 */
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
    text += spaceBetween(previous, token, random) + token.text;
    previous = token;
  }
  return `${text}\n`;
}

function spaceBetween(previous: Token, next: Token, random: Random): string {
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

/** Returns whether a token could merge with a neighbor: names can end in `-`, which must not precede `>`. */
function isWordLike({ kind, text }: Token): boolean {
  return kind !== "mark" || text === "-" || text === ">" || text === "<" || text === ":" || text === "#";
}
