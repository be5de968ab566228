import type { Diagnostic, Note, SourceLocation } from "@passwright/core";
import { shownLine } from "@passwright/sdk/loading";
import type { CheckedConfig, ShownFile } from "./config.ts";
import { readText, statsOf } from "./files.ts";
import { isCode } from "./find-config.ts";

/** Replaces machine-independent names of config files in diagnostics by paths, and adds the source line. */
export function withShownPlaces(
  diagnostics: readonly Diagnostic[],
  { shown, pipeline }: CheckedConfig,
): readonly Diagnostic[] {
  const files = new Map(shown.map((file) => [file.name, file]));
  const lines = new Map<ShownFile, readonly string[]>();
  const linesOf = (file: ShownFile): readonly string[] => {
    const read = lines.get(file) ?? readLines(file);
    lines.set(file, read);
    return read;
  };
  const open = (at: SourceLocation): SourceLocation => {
    const file = at.lineText === undefined ? files.get(at.file) : undefined;
    if (file === undefined) return at;
    const lineText = linesOf(file)[at.line - 1];
    if (lineText === undefined) return { ...at, file: file.shown };
    // Points to the first character of the line, because the column is unknown.
    return { file: file.shown, line: at.line, column: lineText.search(/\S|$/) + 1, lineText };
  };
  const opened = <T extends Diagnostic | Note>(one: T): T =>
    one.at === undefined ? one : { ...one, at: open(one.at) };
  return diagnostics.map((diagnostic) => {
    const { plugin, pluginKind, notes } = diagnostic;
    // Positions of a plugin or framework are relative to its package, unless the framework is the config.
    const isOwn = plugin === undefined || (pluginKind === "framework" && pipeline !== undefined);
    if (!isOwn) return diagnostic;
    return { ...opened(diagnostic), ...(notes === undefined ? {} : { notes: notes.map(opened) }) };
  });
}

/**
 * Returns the lines of a config. Empty for modules, which have no positions, and for a pipe, which cannot be read
 * again.
 */
function readLines({ path }: ShownFile): readonly string[] {
  const read = isCode(path) || statsOf(path)?.isFile() !== true ? undefined : readText(path);
  return read?.ok === true ? read.text.split("\n").map(shownLine) : [];
}
