import { splitList, splitOptions } from "./option-text.ts";

/** Returns whether MLIR prints braces around `text`: a space in `text` must precede all quotes and opening braces. */
function isBracedByMlir(text: string): boolean {
  const space = text.indexOf(" ");
  if (space < 0) return false;
  const protectors = ["{", "'", '"'].map((char) => text.indexOf(char)).filter((index) => index >= 0);
  return protectors.every((index) => space < index);
}

/** Returns whether braces are balanced. The pipeline parser counts all braces, even those in quotes. */
export function hasBalancedBraces(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "{") depth++;
    else if (char === "}" && --depth < 0) return false;
  }
  return depth === 0;
}

/** Returns MLIR's spelling of a value, `printOptionValue`, which does not always parse to the same value. */
export function spellAsMlir(text: string): string {
  return isBracedByMlir(text) ? `{${text}}` : text;
}

/** Returns possible spellings: MLIR's spelling, and `text` unchanged, in braces, and in each kind of quotes. */
function wrappings(text: string): readonly string[] {
  return [spellAsMlir(text), text, `{${text}}`, `"${text}"`, `'${text}'`];
}

/** Texts to try after an option. Some texts contain a quote, which could close an unpaired quote in the option. */
const ANY_FOLLOWER = [" z=", " z='", ' z="'];
const PLAIN_FOLLOWER = [" z="];

/** Returns the value of `key` that results from parsing `key=`, `spelling` and `follower` as one text. */
function readValue(spelling: string, follower: string): string | undefined {
  const [first, second, ...more] = splitOptions(`k=${spelling}${follower}`);
  return first?.key === "k" && second?.key === "z" && more.length === 0 ? first.value : undefined;
}

/**
 * Returns the first candidate that parses to the wanted value regardless of the following text or, if none exists, at
 * least if the following text does not contain quotes.
 */
function findSpelling(candidates: readonly string[], isWanted: (value: string) => boolean): string | undefined {
  const balanced = candidates.filter((candidate) => hasBalancedBraces(candidate));
  for (const followers of [ANY_FOLLOWER, PLAIN_FOLLOWER]) {
    const found = balanced.find((candidate) =>
      followers.every((follower) => {
        const value = readValue(candidate, follower);
        return value !== undefined && isWanted(value);
      }),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function isList(value: string, texts: readonly string[]): boolean {
  const read = splitList(value);
  return read.length === texts.length && read.every((text, index) => text === texts[index]);
}

/** Returns a spelling that parses to `text` after `key=`, or `undefined` if quotes and spaces do not allow one. */
export function spellValue(text: string): string | undefined {
  return findSpelling(wrappings(text), (value) => value === text);
}

/** Returns a spelling of a list element. The spelling parses to `text` if other elements precede and follow it. */
function spellBetween(text: string): string | undefined {
  const candidates = wrappings(text).filter((candidate) => hasBalancedBraces(candidate));
  const isReadBetween = (candidate: string): boolean =>
    findSpelling([`{x,${candidate},y}`], (value) => isList(value, ["x", text, "y"])) !== undefined;
  return candidates.find((candidate) => isReadBetween(candidate));
}

/** Returns a spelling of a list with the single element `text`, which can have an unpaired bracket or quote. */
function spellAlone(text: string): string | undefined {
  const candidates = [`{${text}}`, ...wrappings(text).flatMap((one) => [`{${one}}`, one])];
  return findSpelling(candidates, (value) => isList(value, [text]));
}

/**
 * Returns the texts that together represent a list, each to write after `key=`, or `undefined`. If an element has an
 * unpaired bracket or quote, each element has a separate text: a repeated option appends its values.
 */
export function spellList(texts: readonly string[]): readonly string[] | undefined {
  const asMlir = spellListAsMlir(texts);
  const between = texts.map((text) => spellBetween(text));
  const together = between.includes(undefined) ? [asMlir] : [asMlir, `{${between.join(",")}}`];
  const found = findSpelling(together, (value) => isList(value, texts));
  if (found !== undefined) return [found];
  const alone = texts.map((text) => spellAlone(text));
  return alone.includes(undefined) ? undefined : (alone as string[]);
}

/** Returns MLIR's spelling of a list. */
export function spellListAsMlir(texts: readonly string[]): string {
  return `{${texts.map((text) => spellAsMlir(text)).join(",")}}`;
}
