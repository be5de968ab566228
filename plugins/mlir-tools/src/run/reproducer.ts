import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Program } from "../program.ts";
import { writeWhole } from "../write-whole.ts";
import { runProcess } from "./process.ts";

const PIPELINE = /^ *pipeline: "((?:[^"\\]|\\.)*)",?$/m;

/** Local reproducer of a program's failure: the IR before the failed pass, and a pipeline with this pass only. */
export interface Reproducer {
  readonly text: Buffer;
  readonly pipeline: string;
}

/**
 * Runs a failed program again with MLIR's local reproducer. The local reproducer copies the IR before each pass, which
 * is too slow for the first run. Returns `undefined` if the program does not fail again.
 */
export function failAgain(
  program: Program,
  args: readonly string[],
  pipeline: string,
  input: string | Uint8Array,
): Reproducer | undefined {
  const folder = mkdtempSync(join(tmpdir(), "passwright-"));
  const file = join(folder, "reproducer.mlir");
  const flags = [
    "--mlir-disable-threading",
    `--mlir-pass-pipeline-crash-reproducer=${file}`,
    "--mlir-pass-pipeline-local-reproducer",
    "-o",
    join(folder, "out"),
  ];
  try {
    runProcess(program.path, [...args, ...flags, `--pass-pipeline=${pipeline}`], input);
    const text = readFileSync(file);
    const found = PIPELINE.exec(text.toString())?.[1];
    return found === undefined ? undefined : { text, pipeline: found };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the name of the pass in the pipeline of a local reproducer: `cse` for `builtin.module(func.func(cse{…}))`.
 */
export function innermostPass(pipeline: string): string | undefined {
  return /^(?:[^({]*\()*([^({),]+)/.exec(pipeline)?.[1];
}

/** Returns a reproducer with the whole input and pipeline, for a program that did not write a local reproducer. */
export function wholeReproducer(input: Buffer, pipeline: string): Buffer {
  const quoted = pipeline.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  const end = input.at(-1) === 0x0a ? "" : "\n";
  const section = `${end}
{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "${quoted}",
      disable_threading: true,
      verify_each: true
    }
  }
#-}
`;
  return Buffer.concat([input, Buffer.from(section)]);
}

/** Writes a reproducer atomically. Returns the path of the file, or the reason why the file cannot be written. */
export function keepReproducer(
  folder: string,
  program: Program,
  text: Buffer,
): { readonly file: string } | { readonly reason: string } {
  // Loads `node:crypto` only here, because loading it takes longer than loading the rest of this package.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const file = join(folder, `${basename(program.path)}-${hash}.mlir`);
  const reason = writeWhole(file, text);
  return reason === undefined ? { file } : { reason };
}
