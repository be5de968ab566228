import { ProgramWriter } from "./program-writer.ts";
import type { ProgramOptions } from "./program-writer.ts";
import { writeModule } from "./program-symbols.ts";

export interface Program {
  readonly options: Required<ProgramOptions>;
  /** Generic form, a single `builtin.module`. */
  readonly text: string;
  /** How often each operation occurs, by name, sorted. */
  readonly histogram: ReadonlyMap<string, number>;
}

/**
 * A random valid program over builtin, func, arith, cf, scf and memref, with what general passes look for: repeated
 * operations, dead ones, unused private symbols, blocks that nothing reaches, rounding divisions.
 */
export function generateProgram(options: ProgramOptions): Program {
  const full: Required<ProgramOptions> = {
    functions: 5,
    operationsPerFunction: 30,
    depth: 3,
    vectors: true,
    unregistered: false,
    locations: false,
    ...options,
  };
  const writer = new ProgramWriter(full);
  writeModule(writer);
  return { options: full, text: writer.text(), histogram: writer.histogram() };
}

/** Runs `body` on `count` programs; an error is prefixed with the call that makes the program again. */
export function forEachProgram(
  options: ProgramOptions & { readonly count: number },
  body: (program: Program) => void,
): void {
  const { count, ...rest } = options;
  for (let i = 0; i < count; i++) {
    const program = generateProgram({ ...rest, seed: options.seed + i });
    try {
      body(program);
    } catch (error) {
      if (error instanceof Error) error.message = `${describeProgram(program)}: ${error.message}`;
      throw error;
    }
  }
}

/** The call that makes the program again. */
export function describeProgram(program: Program): string {
  return `generateProgram(${JSON.stringify(program.options)})`;
}
