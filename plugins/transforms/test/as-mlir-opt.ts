import { type PassDefinition } from "@passwright/core";
import { type Operation } from "@passwright/ir";
import { expect } from "chai";
import {
  describeProgram,
  generateProgram,
  perturb,
  type ProgramOptions,
  runMlirOptOnEach,
  samples,
} from "@passwright/test-support";
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
    expect(fromFirstDifference(text, expected[i] as string), label).to.deep.equal(
      fromFirstDifference(expected[i] as string, text),
    );
  });
}

/** The same of `count` generated programs, in other words than they were generated in. */
export function expectAsMlirOptOnRandom(
  definition: PassDefinition<Operation>,
  generation: ProgramOptions & { readonly count: number },
  options: { readonly anchor?: string } = {},
): void {
  const { count, seed, ...rest } = generation;
  const programs = Array.from({ length: samples(count) }, (_, i) => generateProgram({ ...rest, seed: seed + i }));
  const texts = programs.map((program) => perturb(program.text, program.options.seed));
  const debugInfo = generation.locations === true;
  expectAsMlirOpt(definition, texts, { ...options, debugInfo, names: programs.map(describeProgram) });
}

/** A few lines of `text` around the first in which it differs from `other`; empty lines at the end do not count. */
function fromFirstDifference(text: string, other: string): readonly string[] {
  const lines = text.trimEnd().split("\n");
  const others = other.trimEnd().split("\n");
  const at = lines.findIndex((line, i) => line !== others[i]);
  if (at < 0) return lines.length < others.length ? ["(ends earlier)"] : [];
  return lines.slice(Math.max(0, at - 2), at + 3);
}
