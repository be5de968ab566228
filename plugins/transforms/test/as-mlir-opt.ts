import { type PassDefinition } from "@passwright/core";
import { type Operation } from "@passwright/ir";
import { expect } from "chai";
import { describeProgram, generateProgram, perturb, type ProgramOptions, runMlirOptOnEach } from "@passwright/test-support";
import { runPass } from "./run-pass.ts";

const flags = ["--mlir-print-op-generic", "--allow-unregistered-dialect"];

/** Expects of each program, byte for byte, what mlir-opt makes of it with the pass of that name. */
export function expectAsMlirOpt(
  definition: PassDefinition<Operation>,
  programs: readonly string[],
  options: { readonly anchor?: string; readonly debugInfo?: boolean; readonly names?: readonly string[] } = {},
): void {
  const { name } = definition.declaration;
  const pipeline = options.anchor === undefined ? name : `${options.anchor}(${name})`;
  const debug = options.debugInfo === true ? ["--mlir-print-debuginfo"] : [];
  const expected = runMlirOptOnEach([...flags, ...debug, `--pass-pipeline=builtin.module(${pipeline})`], programs);
  programs.forEach((program, i) => {
    const { text, result } = runPass(definition, program, options);
    const label = options.names?.[i] ?? `program ${i}`;
    expect(result.diagnostics, label).to.deep.equal([]);
    // mlir-opt puts an empty line behind what it prints.
    expect(`${text}\n`, label).to.equal(endsInEmptyLine(expected[i] as string));
  });
}

/** The same of `count` generated programs, in other words than they were generated in. */
export function expectAsMlirOptOnRandom(
  definition: PassDefinition<Operation>,
  generation: ProgramOptions & { readonly count: number },
  options: { readonly anchor?: string } = {},
): void {
  const { count, seed, ...rest } = generation;
  const programs = Array.from({ length: count }, (_, i) => generateProgram({ ...rest, seed: seed + i }));
  const texts = programs.map((program) => perturb(program.text, program.options.seed));
  const debugInfo = generation.locations === true;
  expectAsMlirOpt(definition, texts, { ...options, debugInfo, names: programs.map(describeProgram) });
}

function endsInEmptyLine(text: string): string {
  return `${text.trimEnd()}\n\n`;
}
