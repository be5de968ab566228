import type { PassDefinition } from "@passwright/core";
import type { Operation } from "@passwright/ir";
import { expect } from "chai";
import {
  describeProgram,
  generateProgram,
  perturb,
  runMlirOpt,
  runMlirOptOnEach,
  samples,
} from "@passwright/development";
import type { ProgramOptions } from "@passwright/development";
import { runPipeline } from "./run-pass.ts";

const flags = ["--mlir-print-op-generic", "--allow-unregistered-dialect"];

/** Expects that a pass and mlir-opt's pass with the same name print exactly the same text for each program. */
export function expectAsMlirOpt(
  definition: PassDefinition<Operation>,
  programs: readonly string[],
  options: { readonly anchor?: string; readonly debugInfo?: boolean; readonly names?: readonly string[] } = {},
): void {
  const { name } = definition.declaration;
  expectPipelineAsMlirOpt(options.anchor === undefined ? name : `${options.anchor}(${name})`, programs, options);
}

/** Expects that a pipeline has the same output as in mlir-opt. `pipeline` is the text inside of `builtin.module(…)`. */
export function expectPipelineAsMlirOpt(
  pipeline: string,
  programs: readonly string[],
  options: { readonly debugInfo?: boolean; readonly names?: readonly string[] } = {},
): void {
  const debug = options.debugInfo === true ? ["--mlir-print-debuginfo"] : [];
  const expected = runMlirOptOnEach([...flags, ...debug, `--pass-pipeline=builtin.module(${pipeline})`], programs);
  programs.forEach((program, i) => {
    const { text, result } = runPipeline(pipeline, program, options);
    const label = options.names?.[i] ?? `program ${i}`;
    expect(result.diagnostics, label).to.deep.equal([]);
    expect(fromFirstDifference(text, expected[i] as string), label).to.deep.equal(
      fromFirstDifference(expected[i] as string, text),
    );
  });
}

/**
 * Expects that a pipeline that can fail has the same output and the same errors as in mlir-opt. Returns the number of
 * programs on which the pipeline failed.
 */
export function expectVerdictsAsMlirOpt(pipeline: string, programs: readonly string[]): number {
  const args = [...flags, `--pass-pipeline=builtin.module(${pipeline})`, "--split-input-file"];
  const { stdout, stderr } = runMlirOpt(args, programs.join("// -----\n"));
  const outputs = stdout.split("// -----\n");
  const errors = [...stderr.matchAll(/^\S+?:(\d+):\d+: error: (.*)$/gm)].map(([, line, message]) => ({
    line: Number(line),
    message,
  }));
  let firstLine = 1;
  let failed = 0;
  programs.forEach((program, i) => {
    const nextLine = firstLine + program.split("\n").length;
    const expected = errors.filter(({ line }) => line >= firstLine && line < nextLine);
    const { text, result } = runPipeline(pipeline, program);
    const found = result.diagnostics.map(({ message, at }) => ({ line: firstLine - 1 + (at?.line ?? 0), message }));
    expect(found, program).to.deep.equal(expected);
    if (expected.length > 0) failed++;
    else expect(text.trimEnd(), program).to.equal(outputs[i]!.trimEnd());
    firstLine = nextLine;
  });
  return failed;
}

/** Expects that a pipeline prints the same text as mlir-opt to standard error, for each program. */
export function expectPrintsAsMlirOpt(pipeline: string, programs: readonly string[]): void {
  const text = programs.join("\n// -----\n");
  const args = [`--pass-pipeline=builtin.module(${pipeline})`, "--allow-unregistered-dialect"];
  const { stderr } = runMlirOpt([...args, "--mlir-disable-threading", "--split-input-file"], text);
  const printed = programs.map((program) => runPipeline(pipeline, program).printed).join("");
  expect(fromFirstDifference(printed, stderr)).to.deep.equal(fromFirstDifference(stderr, printed));
}

/**
 * Calls {@link expectAsMlirOpt} with `count` generated programs, whose text was changed randomly without a change of
 * meaning.
 */
export function expectAsMlirOptOnRandom(
  definition: PassDefinition<Operation>,
  generation: ProgramOptions & { readonly count: number },
  options: { readonly anchor?: string } = {},
): void {
  const { name } = definition.declaration;
  expectPipelineAsMlirOptOnRandom(options.anchor === undefined ? name : `${options.anchor}(${name})`, generation);
}

export function expectPipelineAsMlirOptOnRandom(
  pipeline: string,
  generation: ProgramOptions & { readonly count: number },
): void {
  const { texts, names } = generate(generation);
  expectPipelineAsMlirOpt(pipeline, texts, { debugInfo: generation.locations === true, names });
}

/**
 * Returns `count` generated and perturbed programs. `names` contains the calls that generate the same programs again.
 */
export function generate(generation: ProgramOptions & { readonly count: number }): {
  readonly texts: readonly string[];
  readonly names: readonly string[];
} {
  const { count, seed, ...rest } = generation;
  const programs = Array.from({ length: samples(count) }, (_, i) => generateProgram({ ...rest, seed: seed + i }));
  return {
    texts: programs.map((program) => perturb(program.text, program.options.seed)),
    names: programs.map(describeProgram),
  };
}

type Kind = ProgramOptions & { readonly count: number };

/**
 * Kinds of programs on which every pass is tested, with 500 programs in total. The programs are small, so that the
 * tests can try many programs.
 */
const plain: Kind = { seed: 10_000, count: 300, functions: 4, operationsPerFunction: 14 };
const located: Kind = { seed: 20_000, count: 100, functions: 3, operationsPerFunction: 14, locations: true };
const unregistered: Kind = {
  seed: 30_000,
  count: 100,
  functions: 3,
  operationsPerFunction: 14,
  depth: 5,
  unregistered: true,
};
/** Kind of programs that replaces `unregistered` for passes that refuse unregistered operations. */
const symbols: Kind = { seed: 40_000, count: 100, functions: 9, operationsPerFunction: 5, vectors: false };

const generated = new Map<object, ReturnType<typeof generate>>();

/**
 * Expects that a pipeline has the same output as in mlir-opt on 500 generated programs, of which 100 have locations.
 */
export function expectAsMlirOptOnCorpus(pipeline: string, options: { readonly registeredOnly?: boolean } = {}): void {
  for (const kind of [plain, located, options.registeredOnly === true ? symbols : unregistered]) {
    let programs = generated.get(kind);
    if (programs === undefined) generated.set(kind, (programs = generate(kind)));
    const { texts, names } = programs;
    expectPipelineAsMlirOpt(pipeline, texts, { debugInfo: kind.locations === true, names });
  }
}

/** Returns a few lines of `text` around the first line that differs from `other`. Ignores empty lines at the end. */
function fromFirstDifference(text: string, other: string): readonly string[] {
  const lines = text.trimEnd().split("\n");
  const others = other.trimEnd().split("\n");
  const at = lines.findIndex((line, i) => line !== others[i]);
  if (at < 0) return lines.length < others.length ? ["(ends earlier)"] : [];
  return lines.slice(Math.max(0, at - 2), at + 3);
}

/**
 * Expects that a pipeline has the same output as in mlir-opt. For programs on which mlir-opt crashes or creates invalid
 * IR, expects only that the pipeline does not report diagnostics. Returns the number of programs on which mlir-opt
 * succeeds.
 */
export function expectAsMlirOptWhereItSucceeds(pipeline: string, programs: readonly string[]): number {
  let compared = 0;
  programs.forEach((program, i) => {
    const { code, stdout } = runMlirOpt([...flags, `--pass-pipeline=builtin.module(${pipeline})`], program);
    const { text, result } = runPipeline(pipeline, program);
    expect(result.diagnostics, `program ${i}`).to.deep.equal([]);
    if (code !== 0) return;
    compared++;
    expect(fromFirstDifference(text, stdout), `program ${i}`).to.deep.equal(fromFirstDifference(stdout, text));
  });
  return compared;
}
