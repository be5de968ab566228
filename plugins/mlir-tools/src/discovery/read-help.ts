import type { ToolOption, ToolPass } from "./tool-pass.ts";

/** Matches `--name=<type> - summary`: the help of a pass, of an option of a pass, or of a flag of the program. */
const ENTRY = /^( *)--?([^\s=]+)(?:[= ]<([^>]*)>)? +- +(.*)$/;
/** Matches `=word   - summary`, a value of the preceding option. */
const WORD = /^ *=(\S+)/;
const SECTION = /^ *(Passes|Pass Pipelines):$/;

type Open<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/**
 * Parses passes from the `--help` output of a program that registers its passes with MLIR. Reads the sections `Passes:`
 * and `Pass Pipelines:`. The options of each pass are indented below the pass (`printOptionInfo` in
 * mlir/lib/Pass/PassRegistry.cpp).
 */
export function readHelp(help: string): ToolPass[] {
  const passes: Open<ToolPass>[] = [];
  let indent: number | undefined;
  let isInside = false;
  let isPipeline = false;
  let option: (Open<ToolOption> & { words?: string[] }) | undefined;
  for (const line of help.split(/\r?\n/)) {
    const section = SECTION.exec(line)?.[1];
    if (section !== undefined) {
      [isInside, indent, isPipeline] = [true, undefined, section !== "Passes"];
      continue;
    }
    if (!isInside) continue;
    const entry = ENTRY.exec(line);
    if (entry === null) {
      const word = WORD.exec(line)?.[1];
      if (word === undefined) isInside = false;
      else if (option !== undefined) option.words = [...(option.words ?? []), word];
      continue;
    }
    const [, spaces = "", name = "", type, summary = ""] = entry;
    indent ??= spaces.length;
    if (spaces.length < indent) isInside = false;
    else if (spaces.length === indent) {
      passes.push({ name, summary: summary.trim(), ...(isPipeline ? { isPipeline } : {}), options: [] });
      option = undefined;
    } else {
      option = { name, ...(type === undefined ? {} : { type }), summary: summary.trim() };
      passes.at(-1)?.options.push(option);
    }
  }
  return passes;
}
