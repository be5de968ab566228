import { Random } from "./random.ts";

/** Options of {@link generateProgram}. The same options always give the same text. */
export interface ProgramOptions {
  readonly seed: number;
  /** Number of functions in the top module, including private functions. */
  readonly functions?: number;
  /** Approximate number of operations in each function, including nested operations. */
  readonly operationsPerFunction?: number;
  /** Nesting depth of `scf` operations. */
  readonly depth?: number;
  /** Whether programs also contain vectors. */
  readonly vectors?: boolean;
  /** Whether programs contain unregistered operations. If true, mlir-opt needs --allow-unregistered-dialect. */
  readonly unregistered?: boolean;
  /** Whether every operation has a location. mlir-opt prints locations with --mlir-print-debuginfo. */
  readonly locations?: boolean;
}

/** Value of a program, with its name, such as `%v3` or `%v3#1`. */
export interface Value {
  readonly name: string;
  readonly type: string;
}

/** A function that a call can refer to. */
export interface Callable {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly results: readonly string[];
}

/** The text of one operation in generic form, in parts. */
export interface Operation {
  readonly name: string;
  readonly operands: readonly Value[];
  readonly results: readonly string[];
  readonly properties?: string;
  readonly attributes?: string;
  readonly successors?: readonly string[];
  readonly regions?: readonly (() => void)[];
}

/**
 * Values, functions and globals that are visible at a point of the program, from this scope and the enclosing scopes.
 */
export class Scope {
  readonly parent: Scope | undefined;
  readonly values: Value[] = [];
  /** Earlier operations that the writer can repeat in this scope. */
  readonly repeatable: Repeatable[] = [];
  /** Functions that can be called. Set once per function. */
  readonly callables: readonly Callable[];
  /** Globals, each with its name and memref type. */
  readonly globals: readonly Value[];

  constructor(parent: Scope | undefined, callables?: readonly Callable[], globals?: readonly Value[]) {
    this.parent = parent;
    this.callables = callables ?? parent?.callables ?? [];
    this.globals = globals ?? parent?.globals ?? [];
  }

  /** Returns the entries of the enclosing scopes and of this scope. The nearest scope comes last. */
  visible<T>(list: (scope: Scope) => readonly T[]): T[] {
    const above = this.parent?.visible(list) ?? [];
    above.push(...list(this));
    return above;
  }
}

/** Lines of one operation, including regions, with the range of names that the operation defines. */
export interface Repeatable {
  readonly lines: readonly string[];
  readonly firstId: number;
  readonly endId: number;
  readonly results: readonly Value[];
}

/** Writes operations with new names and indentation, and counts them. */
export class ProgramWriter {
  readonly options: Required<ProgramOptions>;
  readonly random: Random;
  /** Number of operations that can still be added to the current function. Can become negative. */
  budget = 0;
  #lines: string[] = [];
  #indent = "";
  #nextId = 0;
  readonly #counts = new Map<string, number>();

  constructor(options: Required<ProgramOptions>) {
    this.options = options;
    this.random = new Random(options.seed);
  }

  text(): string {
    return this.#lines.join("");
  }

  histogram(): ReadonlyMap<string, number> {
    return new Map([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Writes `operation` and makes its results visible in `scope`. */
  write(scope: Scope, operation: Operation): readonly Value[] {
    const startLine = this.#lines.length;
    const firstId = this.#nextId;
    const results = this.#nameResults(operation.results);
    const lead = results.length === 0 ? "" : `${(results[0] as Value).name.replace("#0", `:${results.length}`)} = `;
    const operands = operation.operands.map((operand) => operand.name).join(", ");
    const successors = operation.successors === undefined ? "" : `[${operation.successors.join(", ")}]`;
    const properties = operation.properties === undefined ? "" : ` <{${operation.properties}}>`;
    this.#lines.push(`${this.#indent}${lead}"${operation.name}"(${operands})${successors}${properties}`);
    if (operation.regions !== undefined) this.#writeRegions(operation.regions);
    const attributes = operation.attributes === undefined ? "" : ` {${operation.attributes}}`;
    const inputs = operation.operands.map((operand) => operand.type).join(", ");
    this.#lines.push(`${attributes} : (${inputs}) -> ${typeList(operation.results)}${this.#location()}\n`);
    this.#counts.set(operation.name, (this.#counts.get(operation.name) ?? 0) + 1);
    this.budget--;
    scope.values.push(...results);
    if (isRepeatable(operation)) {
      const lines = this.#lines.slice(startLine);
      scope.repeatable.push({ lines, firstId, endId: this.#nextId, results });
    }
    return results;
  }

  /** Writes an earlier operation again, with new names. */
  repeat(scope: Scope, { lines, firstId, endId, results }: Repeatable): void {
    const shift = this.#nextId - firstId;
    const rename = (text: string): string =>
      text.replace(/(?<=[%^][a-z]+)\d+/g, (id) => (+id >= firstId && +id < endId ? String(+id + shift) : id));
    // Keeps the original indentation, because parsers ignore indentation.
    this.#lines.push(...lines.map(rename));
    this.#nextId = endId + shift;
    for (const [, name] of lines.join("").matchAll(/"([\w.]+)"\(/g)) {
      this.#counts.set(name as string, (this.#counts.get(name as string) ?? 0) + 1);
      this.budget--;
    }
    scope.values.push(...results.map(({ name, type }) => ({ name: rename(name), type })));
  }

  /** Opens a block with arguments of the types `types`. The arguments are visible in `scope`. */
  openBlock(label: string, types: readonly string[], scope: Scope): readonly Value[] {
    const values = types.map((type) => ({ name: `%a${this.#nextId++}`, type }));
    const list = values.map(({ name, type }) => `${name}: ${type}${this.#location()}`).join(", ");
    this.#lines.push(`${this.#indent.slice(2)}${label}${list === "" ? "" : `(${list})`}:\n`);
    scope.values.push(...values);
    return values;
  }

  freshLabel(): string {
    return `^b${this.#nextId++}`;
  }

  /**
   * Runs `body`, and returns its output instead of writing it. {@link place} writes the output later, because blocks
   * can be written in any order.
   */
  aside(body: () => void): readonly string[] {
    const saved = this.#lines;
    this.#lines = [];
    body();
    const written = this.#lines;
    this.#lines = saved;
    return written;
  }

  place(lines: readonly string[]): void {
    for (const line of lines) this.#lines.push(line);
  }

  #nameResults(types: readonly string[]): Value[] {
    if (types.length === 0) return [];
    const id = this.#nextId++;
    return types.map((type, i) => ({ name: types.length === 1 ? `%v${id}` : `%v${id}#${i}`, type }));
  }

  #writeRegions(regions: readonly (() => void)[]): void {
    const outer = this.#indent;
    regions.forEach((region, i) => {
      this.#lines.push(i === 0 ? " ({\n" : `${outer}}, {\n`);
      this.#indent = `${outer}  `;
      region();
      this.#indent = outer;
    });
    this.#lines.push(`${outer}})`);
  }

  #location(): string {
    if (!this.options.locations) return "";
    const place = `"file${this.random.below(2)}.mlir":${this.random.between(1, 40)}:${this.random.between(1, 9)}`;
    return this.random.chance(0.1) ? " loc(unknown)" : ` loc(${place})`;
  }
}

export function typeList(types: readonly string[]): string {
  return types.length === 1 ? (types[0] as string) : `(${types.join(", ")})`;
}

function isRepeatable({ name, successors, regions }: Operation): boolean {
  if (successors !== undefined || name === "builtin.module" || name === "func.func") return false;
  if (/^(scf\.(yield|condition)|func\.return)$/.test(name)) return false;
  return regions === undefined || name.startsWith("scf.");
}
