import type { Program } from "../program.ts";
import { runProcess, unnaturalEnd } from "../run/process.ts";
import { readAnchors } from "./read-anchors.ts";
import { readHelp } from "./read-help.ts";
import type { Discovered } from "./tool-pass.ts";

/** Time limit for each run of the program. The value is an estimate, and allows for slow and busy machines. */
const TIME_LIMIT_MS = 30_000;

/**
 * Reads the passes of a program from the program's help. Starts two short processes. Returns `undefined` if the program
 * fails or the help does not contain passes. This result is not cached.
 */
export function discover({ path }: Program, args: readonly string[]): Discovered | undefined {
  const ended = runProcess(path, [...args, "--help"], "", TIME_LIMIT_MS);
  if (ended.unstartable !== undefined || unnaturalEnd(ended) !== undefined) return undefined;
  const help = Buffer.from(ended.stdout).toString();
  const passes = readHelp(help);
  if (passes.length === 0) return undefined;
  // Runs the program on an unknown operation. The passes do not run on this operation, so the program only prints how
  // its passes are nested.
  const names = passes.flatMap(({ name, isPipeline }) => (isPipeline === true ? [] : [`--${name}`]));
  const flags = ["--no-implicit-module", "--allow-unregistered-dialect", "--dump-pass-pipeline"];
  const nothing = '"passwright.nothing"() : () -> ()\n';
  const dump = runProcess(path, [...args, ...flags, ...names], nothing, TIME_LIMIT_MS);
  const anchors = readAnchors(dump.stderr);
  const anchored = passes.map((pass) => {
    const anchor = anchors.get(pass.name);
    return anchor === undefined ? pass : { ...pass, anchor };
  });
  return { passes: anchored, emitsBytecode: /^ *--emit-bytecode\b/m.test(help) };
}
