import { invariant } from "../diagnostic.ts";
import { type OptionSpecs, type OptionValues } from "./option-spec.ts";
import { splitList, splitOptions, unwrap } from "./option-text.ts";
import { hasBalancedBraces, spellAsMlir, spellList, spellListAsMlir, spellValue } from "./spell-value.ts";

/** An option that is to be written, and the text of its value, or of each element of it. */
interface Written {
  readonly name: string;
  readonly text: string | readonly string[];
  /** Options inside of a value bring braces of their own, which are off when they are read. */
  readonly isTable: boolean;
}

/** All options, but for those that were never set and are lists, or have a default that nobody here knows. */
function optionsToWrite(specs: OptionSpecs, { values, given }: OptionValues): Written[] {
  return Object.entries(specs)
    .filter(([name, spec]) => given.has(name) || !(spec.isList || spec.isUnknownByDefault === true))
    .map(([name, spec]) => ({ name, text: spec.print(values[name]), isTable: spec.isTable ?? false }));
}

type Spell = (text: string | readonly string[]) => readonly string[] | undefined;

const asMlir: Spell = (text) => [typeof text === "string" ? spellAsMlir(text) : spellListAsMlir(text)];

const asCanBeRead: Spell = (text) => {
  if (typeof text !== "string") return spellList(text);
  const spelling = spellValue(text);
  return spelling === undefined ? undefined : [spelling];
};

/** Whether `text` is read as what was to be written. */
function isReadBack(text: string, written: readonly Written[]): boolean {
  if (!hasBalancedBraces(text)) return false;
  const read = new Map<string, string[]>();
  for (const { key, value } of splitOptions(text)) {
    const wanted = written.find(({ name }) => name === key)?.text;
    if (value === undefined || wanted === undefined) return false;
    const parts = typeof wanted === "string" ? [value] : splitList(value);
    read.set(key, [...(read.get(key) ?? []), ...parts]);
  }
  return written.every(({ name, text: wanted, isTable }) => {
    const texts = typeof wanted === "string" ? [wanted] : wanted;
    const parts = isTable ? texts.map(unwrap) : texts;
    const found = read.get(name);
    return found !== undefined && found.length === parts.length && parts.every((part, index) => part === found[index]);
  });
}

/** The options with spaces between. MLIR writes nothing for a list that was not set, and the spaces around it. */
function assemble(specs: OptionSpecs, written: readonly Written[], spell: Spell): string | undefined {
  const parts: string[] = [];
  for (const name of Object.keys(specs).sort()) {
    const option = written.find((one) => one.name === name);
    const spellings = option === undefined ? [] : spell(option.text);
    if (spellings === undefined) return undefined;
    parts.push(spellings.map((spelling) => `${name}=${spelling}`).join(" "));
  }
  return parts.join(" ");
}

/** The options as text that is read back as them, in MLIR's spelling if that is; `undefined` if there is no such text. */
export function writeOptions(specs: OptionSpecs, options: OptionValues): string | undefined {
  const written = optionsToWrite(specs, options);
  return [asMlir, asCanBeRead]
    .map((spell) => assemble(specs, written, spell))
    .find((text) => text !== undefined && isReadBack(text, written));
}

/** Exactly what MLIR dumps, for people to read: a text of quotes and spaces may be read as something else. */
export function dumpOptions(specs: OptionSpecs, options: OptionValues): string {
  if (Object.keys(specs).length === 0) return "";
  return `{${assemble(specs, optionsToWrite(specs, options), asMlir) ?? ""}}`;
}

/**
 * Writes options as MLIR dumps them: all of them, sorted by name, lists only when they were set. Where MLIR's spelling
 * would be read as something else, another is chosen.
 */
export function printOptions(specs: OptionSpecs, options: OptionValues): string {
  if (Object.keys(specs).length === 0) return "";
  const text = writeOptions(specs, options);
  invariant(text !== undefined, "options that no text holds are refused when they are made");
  return `{${text}}`;
}
