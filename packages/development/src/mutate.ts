import { Random } from "./random.ts";

const PIECE =
  /"(?:[^"\\\n]|\\.)*"|\/\/.*|[%^@#!]?[A-Za-z_$][\w$.-]*|[%^#!]\d+|\d+\.\d*(?:[eE][-+]?\d+)?|0x[0-9A-Fa-f]+|\d+|->|::|[^\s]/g;

const CHARACTERS = "%^@#!\"'(){}[]<>=:,.-+*/?\\ \n\tabexif019_$\u0000é";

/**
 * Makes one random mistake in a text, as a person does while typing: removes, repeats, exchanges or moves characters,
 * words or lines, or removes the end of the text. The result can still be valid. The same seed gives the same result.
 */
export function mutate(text: string, seed: number): string {
  const random = new Random(seed);
  return random.pickWeighted<(text: string, random: Random) => string>([
    [3, character],
    [6, word],
    [1, line],
    [0.5, cutOff],
  ])(text, random);
}

function character(text: string, random: Random): string {
  const at = random.below(text.length);
  const other = random.pick([...CHARACTERS]);
  return random.pick([
    splice(text, at, 1, ""),
    splice(text, at, 0, other),
    splice(text, at, 1, other),
    splice(text, at, 2, `${text[at + 1] ?? ""}${text[at]!}`),
  ]);
}

function word(text: string, random: Random): string {
  const words = [...text.matchAll(PIECE)].map((match) => ({ at: match.index, text: match[0] }));
  if (words.length === 0) return text;
  const index = random.below(words.length);
  const one = words[index]!;
  const next = words[index + 1] ?? one;
  const other = random.pick(words);
  // Replaces a token with a token of the same kind. The syntax then often stays valid, so the text reaches more checks.
  const alike = random.pick(words.filter(({ text: candidate }) => candidate[0] === one.text[0]));
  const { length } = one.text;
  return random.pickWeighted<() => string>([
    [2, () => splice(text, one.at, length, "")],
    [1, () => splice(text, one.at + length, 0, ` ${one.text}`)],
    [1, () => splice(splice(text, next.at, next.text.length, one.text), one.at, length, next.text)],
    [2, () => splice(text, one.at, length, other.text)],
    [3, () => splice(text, one.at, length, alike.text)],
    [1, () => splice(text, one.at, 0, `${other.text} `)],
    [1, () => splice(text, one.at + length, 0, random.pick(["0", "x", "_", "."]))],
  ])();
}

function line(text: string, random: Random): string {
  const lines = text.split("\n");
  const at = random.below(lines.length);
  if (random.chance(0.5)) lines.splice(at, 1);
  else lines.splice(random.below(lines.length + 1), 0, lines[at]!);
  return lines.join("\n");
}

function cutOff(text: string, random: Random): string {
  return text.slice(0, random.below(text.length));
}

function splice(text: string, at: number, removed: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at + removed);
}
