import { invariant } from "../diagnostic.ts";
import { codeText, isCode } from "./code-value.ts";
import type { OptionSpec, OptionSpecs, OptionValues } from "./option-spec.ts";
import { splitList, splitOptions, trim, unwrap } from "./option-text.ts";
import { isPlainObject } from "./option-value.ts";

/** Option to print, with one text for its value, or with one text for each element of a list. */
interface Written {
  readonly name: string;
  readonly text: string | readonly string[];
  /** Whether the texts have outer braces, which parsing removes. */
  readonly isTable: boolean;
}

/** Returns the options to print, or `undefined` if a value has no text. Omits unset lists and unknown defaults. */
function optionsToWrite(specs: OptionSpecs, { values, given }: OptionValues): Written[] | undefined {
  const written: Written[] = [];
  for (const [name, spec] of Object.entries(specs)) {
    if (!given.has(name) && (spec.isList || spec.isUnknownByDefault === true)) continue;
    const text = spec.print(values[name]);
    if (text === undefined) return undefined;
    written.push({ name, text, isTable: spec.isTable ?? false });
  }
  return written;
}

type Spell = (written: Written) => readonly string[] | undefined;

const asMlir: Spell = ({ text }) => [typeof text === "string" ? spellAsMlir(text) : spellListAsMlir(text)];

const asCanBeRead: Spell = (written) => {
  const { text, isTable } = written;
  // Keeps MLIR's spelling for tables, because their text already has braces.
  if (isTable) return asMlir(written);
  if (typeof text !== "string") return spellList(text);
  const spelling = spellValue(text);
  return spelling === undefined ? undefined : [spelling];
};

/** Matches unpaired surrogates, which are lost when text is written to a file. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;

function isReadBack(text: string, written: readonly Written[]): boolean {
  if (!hasBalancedBraces(text) || LONE_SURROGATE.test(text)) return false;
  const read = new Map<string, string[]>();
  for (const { key, value } of splitOptions(text)) {
    const wanted = written.find(({ name }) => name === key)?.text;
    if (value === undefined || wanted === undefined) return false;
    const parts = typeof wanted === "string" ? [value] : splitList(value);
    read.set(key, [...(read.get(key) ?? []), ...parts]);
  }
  return written.every(({ name, text: wanted, isTable }) => {
    const texts = typeof wanted === "string" ? [wanted] : wanted;
    const parts = isTable ? texts.map((one) => trim(one.slice(1, -1))) : texts;
    const found = read.get(name);
    return found !== undefined && found.length === parts.length && parts.every((part, index) => part === found[index]);
  });
}

/** Joins the options with spaces. As in MLIR, an unset list is printed as an empty text between spaces. */
function assemble(names: readonly string[], written: readonly Written[], spell: Spell): string | undefined {
  const parts: string[] = [];
  for (const name of [...names].sort()) {
    const option = written.find((one) => one.name === name);
    const spellings = option === undefined ? [] : spell(option);
    if (spellings === undefined) return undefined;
    parts.push(spellings.map((spelling) => `${name}=${spelling}`).join(" "));
  }
  return parts.join(" ");
}

/** Returns a text that parses to the options, preferably in MLIR's spelling, or `undefined` if none exists. */
function write(
  names: readonly string[],
  written: readonly Written[] | undefined,
  isUsable: (text: string) => boolean = () => true,
): string | undefined {
  if (written === undefined) return undefined;
  for (const spell of [asMlir, asCanBeRead]) {
    const text = assemble(names, written, spell);
    if (text !== undefined && isReadBack(text, written) && isUsable(text)) return text;
  }
  return undefined;
}

/** Returns a text that parses to the options, or `undefined` if no text represents them. */
export function writeOptions(specs: OptionSpecs, options: OptionValues): string | undefined {
  return write(Object.keys(specs), optionsToWrite(specs, options));
}

/** Returns whether the parser removes braces around `text`. It does not if `text` has an unpaired quote. */
function comesOutOfBraces(text: string): boolean {
  return unwrap(`{${text}}`) === trim(text);
}

function inBraces(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `{${text}}`;
}

/** Formats a table of options in braces. */
export function writeTable(specs: OptionSpecs, options: OptionValues): string | undefined {
  return inBraces(write(Object.keys(specs), optionsToWrite(specs, options), comesOutOfBraces));
}

/** Formats a value that is not a list. Returns `undefined` for a value that no option accepts. */
function textOfValue(value: unknown, inner?: OptionSpecs): string | undefined {
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  if (typeof value === "number")
    return Number.isFinite(value) ? (Object.is(value, -0) ? "-0" : String(value)) : undefined;
  if (isCode(value)) return codeText(value);
  return isPlainObject(value) ? inBraces(writeData(value, comesOutOfBraces, inner)) : undefined;
}

function writtenData(name: string, value: unknown, spec?: OptionSpec<unknown>): Written | undefined {
  const values: readonly unknown[] = Array.isArray(value) ? Array.from<unknown>(value) : [value];
  // Only the definition of an option distinguishes a map, which is written as JSON, from a table of options.
  if (
    spec !== undefined &&
    spec.inner === undefined &&
    (spec.kind === "union" || values.some((one) => typeof one === "object"))
  ) {
    const text = spec.print(value);
    return text === undefined ? undefined : { name, text, isTable: false };
  }
  const texts = values.map((one) => textOfValue(one, spec?.inner)).filter((text) => text !== undefined);
  const tables = values.filter(isPlainObject).length;
  if (texts.length < values.length || (tables > 0 && tables < values.length)) return undefined;
  return { name, text: Array.isArray(value) ? texts : (texts[0] as string), isTable: tables > 0 };
}

function writeData(
  data: { readonly [name: string]: unknown },
  isUsable?: (text: string) => boolean,
  specs: OptionSpecs = {},
): string | undefined {
  const entries = Object.entries(data).filter(([, value]) => value !== undefined);
  const known = new Map(Object.entries(specs));
  const written = entries
    .map(([name, value]) => writtenData(name, value, known.get(name)))
    .filter((one) => one !== undefined);
  if (written.length < entries.length) return undefined;
  return write(
    written.map(({ name }) => name),
    written,
    isUsable,
  );
}

/**
 * Formats options from data so that they parse to the same options, or returns `undefined` if no text exists. Options
 * of the kinds `record` and `anyOf` require `specs`.
 */
export function printOptionData(data: { readonly [name: string]: unknown }, specs?: OptionSpecs): string | undefined {
  const text = writeData(data, undefined, specs);
  return text === "" ? text : inBraces(text);
}

/** Formats options exactly as MLIR dumps them, for readers. The text does not always parse to the same options. */
export function dumpOptions(specs: OptionSpecs, options: OptionValues): string {
  if (Object.keys(specs).length === 0) return "";
  return `{${assemble(Object.keys(specs), optionsToWrite(specs, options) ?? [], asMlir) ?? ""}}`;
}

/** Formats options as MLIR dumps them, but spells values differently if the text would not parse to them. */
export function printOptions(specs: OptionSpecs, options: OptionValues): string {
  if (Object.keys(specs).length === 0) return "";
  const text = writeOptions(specs, options);
  invariant(text !== undefined, "options that text cannot hold are refused when they are made");
  return `{${text}}`;
}

/** Returns whether MLIR prints braces around `text`: a space in `text` must precede all quotes and opening braces. */
function isBracedByMlir(text: string): boolean {
  const space = text.indexOf(" ");
  if (space < 0) return false;
  const protectors = ["{", "'", '"'].map((char) => text.indexOf(char)).filter((index) => index >= 0);
  return protectors.every((index) => space < index);
}

/** Returns whether braces are balanced. The pipeline parser counts all braces, even those in quotes. */
function hasBalancedBraces(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "{") depth++;
    else if (char === "}" && --depth < 0) return false;
  }
  return depth === 0;
}

/** Returns MLIR's spelling of a value, `printOptionValue`, which does not always parse to the same value. */
function spellAsMlir(text: string): string {
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
function spellValue(text: string): string | undefined {
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
function spellList(texts: readonly string[]): readonly string[] | undefined {
  const asMlir = spellListAsMlir(texts);
  const between = texts.map((text) => spellBetween(text));
  const together = between.includes(undefined) ? [asMlir] : [asMlir, `{${between.join(",")}}`];
  const found = findSpelling(together, (value) => isList(value, texts));
  if (found !== undefined) return [found];
  const alone = texts.map((text) => spellAlone(text));
  return alone.includes(undefined) ? undefined : (alone as string[]);
}

/** Returns MLIR's spelling of a list. */
function spellListAsMlir(texts: readonly string[]): string {
  return `{${texts.map((text) => spellAsMlir(text)).join(",")}}`;
}
