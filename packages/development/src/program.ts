import { ProgramWriter } from "./program-writer.ts";
import type { ProgramOptions } from "./program-writer.ts";
import { writeModule } from "./program-symbols.ts";

export interface Program {
  readonly options: Required<ProgramOptions>;
  /** Text in generic form, with a single `builtin.module`. */
  readonly text: string;
  /** Number of occurrences of each operation, sorted by name. */
  readonly histogram: ReadonlyMap<string, number>;
}

/**
 * Returns a random valid program with operations of builtin, func, arith, cf, scf and memref that general passes can
 * simplify: repeated and dead operations, unused private symbols, unreachable blocks, rounding divisions.
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

/**
 * Runs `body` on `count` programs. If `body` throws, the message of the error begins with the call that creates the
 * program.
 */
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

/** Returns the call that creates the program. */
export function describeProgram(program: Program): string {
  return `generateProgram(${JSON.stringify(program.options)})`;
}
