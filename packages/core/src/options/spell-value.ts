import { splitList, splitOptions } from "./option-text.ts";

/** Whether MLIR would put braces around `text`: a space comes before anything that protects it. */
function isBracedByMlir(text: string): boolean {
  const space = text.indexOf(" ");
  if (space < 0) return false;
  const protectors = ["{", "'", '"'].map((char) => text.indexOf(char)).filter((index) => index >= 0);
  return protectors.every((index) => space < index);
}

/** The pipeline parser finds the end of the options by counting braces, and knows no quotes. */
export function hasBalancedBraces(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "{") depth++;
    else if (char === "}" && --depth < 0) return false;
  }
  return depth === 0;
}

/** As MLIR writes it (mlir/include/mlir/Pass/PassOptions.h, `printOptionValue`), which need not be how it can be read. */
export function spellAsMlir(text: string): string {
  return isBracedByMlir(text) ? `{${text}}` : text;
}

/** `text` plainly, and in each kind of wrapping. */
function wrappings(text: string): readonly string[] {
  return [spellAsMlir(text), text, `{${text}}`, `"${text}"`, `'${text}'`];
}

/** What may stand behind an option: another one. A quote without a partner looks for one there. */
const ANY_FOLLOWER = [" z=", " z='", ' z="'];
const PLAIN_FOLLOWER = [" z="];

/** What is read where `spelling` stands behind a `key=`. */
function readValue(spelling: string, follower: string): string | undefined {
  const [first, second, ...more] = splitOptions(`k=${spelling}${follower}`);
  return first?.key === "k" && second?.key === "z" && more.length === 0 ? first.value : undefined;
}

/** The first candidate that is read as wanted whatever follows it, else the first that is where nothing odd does. */
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

/**
 * How to write the text of a value behind `key=`, so that reading it gives that text again. `undefined` if there is no
 * way: with unbalanced braces, with space at either end, and with some wild mixtures of quotes and spaces.
 */
export function spellValue(text: string): string | undefined {
  return findSpelling(wrappings(text), (value) => value === text);
}

/** How to write an element of a list between others. */
function spellBetween(text: string): string | undefined {
  const candidates = wrappings(text).filter((candidate) => hasBalancedBraces(candidate));
  const isReadBetween = (candidate: string): boolean =>
    findSpelling([`{x,${candidate},y}`], (value) => isList(value, ["x", text, "y"])) !== undefined;
  return candidates.find((candidate) => isReadBetween(candidate));
}

/** How to write a list of one element that swallows what follows it, as an open bracket or quote does. */
function spellAlone(text: string): string | undefined {
  const candidates = [`{${text}}`, ...wrappings(text).flatMap((one) => [`{${one}}`, one])];
  return findSpelling(candidates, (value) => isList(value, [text]));
}

/**
 * How to write the texts of a list's elements: what to put behind `key=`, as often as there are answers, for lists append.
 * That is once, unless elements contain unpaired brackets or quotes. `undefined` if there is no way.
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

export function spellListAsMlir(texts: readonly string[]): string {
  return `{${texts.map((text) => spellAsMlir(text)).join(",")}}`;
}
