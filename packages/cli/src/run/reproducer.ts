import { basename, extname, resolve } from "node:path";
import { renderReproducer } from "@passwright/instrument";
import type { Reproducer } from "@passwright/instrument";
import { statsOf } from "@passwright/loader";
import { join as shellWords } from "shlex";
import type { Content, Input } from "../input/inputs.ts";
import { writeOutput } from "../output/output.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { RunRecord } from "./job.ts";

/** Maximum size of a copied input, in bytes. The user still has the file of a larger input. */
const LARGEST_COPY = 2 ** 20;

/**
 * Saves an input unless it is too large. Returns a note about the file, or the reason for not saving the input. `what`
 * is a part of the name of the file.
 */
export type KeepInput = (input: Input, record: RunRecord, what?: string) => string;

/**
 * Returns a function that saves unfinished inputs in the current folder, inputs in MLIR together with the pipeline. Does
 * not overwrite the files in `inputs`.
 */
export function inputKeeper(
  { cwd, writes }: Pick<Terminal, "cwd" | "writes">,
  inputs: () => readonly Input[] = () => [],
): KeepInput {
  const taken = new Set<string>();
  const nameFor = (file: string, isMlir: boolean, what: string): string => {
    const ending = file === "-" ? (isMlir ? ".mlir" : ".txt") : extname(file);
    const stem = `${file === "-" ? "stdin" : basename(file, ending)}.${what}`;
    const paths = new Set(inputs().map(({ path }) => path));
    const isTaken = (one: string): boolean => taken.has(one) || paths.has(resolve(cwd, one));
    let name = `${stem}${ending}`;
    for (let count = 2; isTaken(name); count++) name = `${stem}-${count}${ending}`;
    taken.add(name);
    return name;
  };
  return (input, record, what = "reproducer") => {
    const { content, pipeline, isMlir, verifyEach } = record;
    if (content.length > LARGEST_COPY)
      return `the input is not kept: it has ${(content.length / 2 ** 20).toFixed(1)} MiB${againText(input, record)}`;
    const name = nameFor(input.file, isMlir, what);
    const options = { pipeline, disableThreading: false, verifyEach };
    writes?.(resolve(cwd, name));
    const written = writeOutput(name, isMlir ? withPipeline(content, options) : content, cwd);
    if (!written.ok) return `the input could not be kept as ${name}: ${written.reason}`;
    if (!isMlir || record.packages === undefined) return `the input was saved as ${name}`;
    return `the input was saved as ${name}; ${commandText(["--run-reproducer", ...flagsOf(record), name])}`;
  };
}

/** Returns the end of a note: a command that runs the input again, or an empty string if this is not possible. */
function againText({ file, path }: Input, record: RunRecord): string {
  if (!record.isMlir || record.packages === undefined || statsOf(path)?.isFile() !== true) return "";
  const verify = record.verifyEach ? [] : ["--verify-each=false"];
  return `; ${commandText([...flagsOf(record), ...verify, `--pass-pipeline=${record.pipeline}`, file])}`;
}

/** Adds the pipeline to an input. Latin-1 preserves bytes that are not UTF-8, and the added text is ASCII. */
function withPipeline(content: Content, options: Reproducer): Content {
  if (typeof content === "string") return renderReproducer(content, options);
  return Buffer.from(renderReproducer(Buffer.from(content).toString("latin1"), options), "latin1");
}

function flagsOf({ packages = [], allowUnregistered }: RunRecord): string[] {
  const plugins = packages.map((one) => `--load-pass-plugin=${one}`);
  return allowUnregistered === true ? ["--allow-unregistered-dialect", ...plugins] : plugins;
}

function commandText(args: readonly string[]): string {
  return `to run it again: ${shellWords(["passwright-opt", ...args])}`;
}
