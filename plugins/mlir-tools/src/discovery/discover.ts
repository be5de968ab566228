import { type Program } from "../program.ts";
import { runProcess } from "../run/process.ts";
import { readAnchors } from "./read-anchors.ts";
import { readHelp } from "./read-help.ts";
import { type Discovered } from "./tool-pass.ts";

/** Asks a program for its passes; `undefined` if its help shows none. Two short processes. */
export function discover({ path }: Program, args: readonly string[]): Discovered | undefined {
  const help = Buffer.from(runProcess(path, [...args, "--help"], "").stdout).toString();
  const passes = readHelp(help);
  if (passes.length === 0) return undefined;
  // On an operation that no dialect knows, nothing can run: all that there is to see is how the passes were nested.
  const names = passes.flatMap(({ name, isPipeline }) => (isPipeline === true ? [] : [`--${name}`]));
  const flags = ["--no-implicit-module", "--allow-unregistered-dialect", "--dump-pass-pipeline"];
  const dump = runProcess(path, [...args, ...flags, ...names], '"passwright.nothing"() : () -> ()\n');
  const anchors = readAnchors(dump.stderr);
  const anchored = passes.map((pass) => {
    const anchor = anchors.get(pass.name);
    return anchor === undefined ? pass : { ...pass, anchor };
  });
  return { passes: anchored, emitsBytecode: /^ *--emit-bytecode\b/m.test(help) };
}
