import type { Diagnostic, Note, SourceLocation } from "@passwright/core";
import type { CheckedConfig, ShownFile } from "./config.ts";
import { readText, statsOf } from "./files.ts";

/** Replaces the name of a config file in each position with the path of the file, and adds the source line. */
export function withShownPlaces(
  diagnostics: readonly Diagnostic[],
  { shown, pipeline }: CheckedConfig,
): readonly Diagnostic[] {
  const files = new Map(shown.map((file) => [file.name, file]));
  const lines = new Map<ShownFile, readonly string[]>();
  const linesOf = (file: ShownFile): readonly string[] => {
    // A pipe cannot be read twice.
    const read = lines.has(file) || statsOf(file.path)?.isFile() !== true ? undefined : readText(file.path);
    const all = lines.get(file) ?? (read?.ok === true ? read.text.split(/\r?\n/) : []);
    lines.set(file, all);
    return all;
  };
  const open = (at: SourceLocation, about: Diagnostic | undefined): SourceLocation => {
    const file = at.lineText === undefined ? files.get(at.file) : undefined;
    if (file === undefined) return at;
    const all = linesOf(file);
    const lineText = all[at.line - 1];
    if (lineText === undefined) return { ...at, file: file.shown };
    // An entry without a column is the first entry on its line.
    const entry = at.column > 1 ? flowEntryAt(lineText, at.column - 1) : undefined;
    const named = about && wordOf(about, entry ?? entryAt(all, at.line - 1));
    if (named !== undefined)
      return { file: file.shown, ...named, line: at.line + named.line, lineText: all[at.line + named.line - 1] ?? "" };
    const column = entry === undefined ? lineText.search(/\S|$/) + 1 : at.column;
    return { file: file.shown, line: at.line, column, lineText };
  };
  const opened = <T extends Diagnostic | Note>(one: T, about?: Diagnostic): T =>
    one.at === undefined ? one : { ...one, at: open(one.at, about) };
  return diagnostics.map((diagnostic) => {
    const { plugin, pluginKind, notes } = diagnostic;
    // A diagnostic about a plugin or framework has a position in the package, unless the config itself is the
    // framework.
    const isOwn = plugin === undefined || (pluginKind === "framework" && pipeline !== undefined);
    if (!isOwn) return diagnostic;
    const shownNotes = notes?.map((note) => opened(note));
    return { ...opened(diagnostic, diagnostic), ...(shownNotes && { notes: shownNotes }) };
  });
}

/** Returns the lines of an entry: its first line, and the following lines with larger indentation. */
function entryAt(lines: readonly string[], first: number): readonly string[] {
  const indent = (line: string): number => line.search(/\S|$/);
  const [start = "", ...rest] = lines.slice(first);
  const end = rest.findIndex((line) => line.trim() !== "" && indent(line) <= indent(start));
  return [start, ...(end < 0 ? rest : rest.slice(0, end))];
}

/** Returns a line in which only the entry at `start` is not blank, or `undefined` if the entry has several lines. */
function flowEntryAt(line: string, start: number): readonly string[] | undefined {
  let depth = 0;
  for (let at = start; at < line.length; at++) {
    if ("{[".includes(line[at] as string)) depth++;
    else if ("}]".includes(line[at] as string) && --depth <= 0) return [" ".repeat(start) + line.slice(start, at + 1)];
  }
  return undefined;
}

/** Finds the subject of a diagnostic in the lines of an entry: an unknown name, an option, or a pass. */
function wordOf(
  { unknown, option, pass, step }: Diagnostic,
  lines: readonly string[],
): { readonly line: number; readonly column: number } | undefined {
  const stepName = step
    ?.split("::")
    .at(-1)
    ?.replace(/[#@]\d+$/, "");
  for (const word of [unknown, option, pass, stepName]) {
    if (word === undefined || word === "") continue;
    for (const [line, lineText] of lines.entries()) {
      const at = indexOfWord(lineText, word, word === option);
      if (at >= 0) return { line, column: at + 1 };
    }
  }
  return undefined;
}

/** Returns the index of a word in a line, or -1. The word must be a key if and only if `isKey` is true. */
function indexOfWord(line: string, word: string, isKey: boolean): number {
  for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
    const after = line.slice(at + word.length);
    const isWhole = !/[\w.:-]$/.test(line.slice(at - 1, at)) && !/^[\w-]/.test(after);
    if (isWhole && isKey === /^["']?\s*:/.test(after)) return at;
  }
  return -1;
}
