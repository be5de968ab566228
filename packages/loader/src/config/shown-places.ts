import type { Diagnostic, Note, SourceLocation } from "@passwright/core";
import { shownLine } from "@passwright/sdk/loading";
import type { CheckedConfig, ShownFile } from "./config.ts";
import { readText, statsOf } from "./files.ts";
import { isCode } from "./find-config.ts";

/**
 * Plans call the files of a config by names that are the same on every machine, and so does whoever complains about a plan.
 * Here they get the paths by which whoever reads the complaint can open them, and the line that it is about.
 */
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
    // Of what is said in a line only the line is known.
    return { file: file.shown, line: at.line, column: lineText.search(/\S|$/) + 1, lineText };
  };
  const opened = <T extends Diagnostic | Note>(one: T): T =>
    one.at === undefined ? one : { ...one, at: open(one.at) };
  return diagnostics.map((diagnostic) => {
    const { plugin, pluginKind, notes } = diagnostic;
    // What is a plugin's or a framework's is relative to that, unless the framework is the config itself.
    const isOwn = plugin === undefined || (pluginKind === "framework" && pipeline !== undefined);
    if (!isOwn) return diagnostic;
    return { ...opened(diagnostic), ...(notes === undefined ? {} : { notes: notes.map(opened) }) };
  });
}

/** A module has no places, and what came out of a pipe cannot be read again. */
function readLines({ path }: ShownFile): readonly string[] {
  const read = isCode(path) || statsOf(path)?.isFile() !== true ? undefined : readText(path);
  return read?.ok === true ? read.text.split("\n").map(shownLine) : [];
}
