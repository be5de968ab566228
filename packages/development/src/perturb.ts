import { renameBlocks, renameValues } from "./perturb-names.ts";
import { labelEntries, respell, shuffleDictionaries } from "./perturb-spelling.ts";
import { Random } from "./random.ts";
import { tokenize } from "./tokens.ts";
import type { Token } from "./tokens.ts";

/**
 * Changes the spelling of a program in generic form, but not its meaning: the names of values and blocks, spacing,
 * comments, the order of dictionaries, and spellings of attributes and types. mlir-opt prints the same output for both
 * texts. The output differs from both texts, so a comparison also detects a printer that only copies its input.
 */
export function perturb(text: string, seed: number): string {
  const random = new Random(seed);
  let tokens = tokenize(text);
  for (const step of [shuffleDictionaries, labelEntries, respell, renameBlocks, renameValues])
    tokens = step(tokens, random);
  return space(tokens, random);
}

/**
 * Changes the spelling of a program in custom form like {@link perturb}, but changes only names, spacing and
 * dictionaries, because other changes require the grammar.
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

/**
 * Returns whether a token needs a space to separate it from a neighbor. For example, a name can end in `-`, which would
 * form an arrow with a following `>`.
 */
function isWordLike({ kind, text }: Token): boolean {
  return kind !== "mark" || text === "-" || text === ">" || text === "<" || text === ":" || text === "#";
}
