import type { Diagnostic, Note, SourceLocation } from "@passwright/core";
import { shownLine } from "@passwright/sdk/loading";
import type { CheckedConfig, ShownFile } from "./config.ts";
import { readText, statsOf } from "./files.ts";
import { isCode } from "./find-config.ts";

/** Replaces the machine-independent names of config files in diagnostics by paths, and adds the text of the line. */
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
    // The column is unknown.
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

/** Modules have no positions, and a pipe cannot be read again. */
function readLines({ path }: ShownFile): readonly string[] {
  const read = isCode(path) || statsOf(path)?.isFile() !== true ? undefined : readText(path);
  return read?.ok === true ? read.text.split("\n").map(shownLine) : [];
}
