import { Random } from "./random.ts";

/** What {@link generateProgram} is to make. The same options always give the same text. */
export interface ProgramOptions {
  readonly seed: number;
  /** Functions in the top module, the private ones included. */
  readonly functions?: number;
  /** About so many operations in each function, nested ones included. */
  readonly operationsPerFunction?: number;
  /** How deep `scf` operations nest. */
  readonly depth?: number;
  /** Vectors beside scalars. */
  readonly vectors?: boolean;
  /** Operations that no dialect registered; mlir-opt then needs --allow-unregistered-dialect. */
  readonly unregistered?: boolean;
  /** A location after every operation; mlir-opt prints them with --mlir-print-debuginfo. */
  readonly locations?: boolean;
}

/** A value by its spelling, `%v3` or `%v3#1`. */
export interface Value {
  readonly name: string;
  readonly type: string;
}

/** A function that a call may name. */
export interface Callable {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly results: readonly string[];
}

/** One operation in generic form, its parts as text. */
export interface Operation {
  readonly name: string;
  readonly operands: readonly Value[];
  readonly results: readonly string[];
  readonly properties?: string;
  readonly attributes?: string;
  readonly successors?: readonly string[];
  readonly regions?: readonly (() => void)[];
}

/** What can be seen at a point of the program: everything of the enclosing scopes, and what was added here. */
export class Scope {
  readonly parent: Scope | undefined;
  readonly values: Value[] = [];
  /** Operations that may be repeated here. */
  readonly repeatable: Repeatable[] = [];
  /** What functions of this scope may call; given once per function. */
  readonly callables: readonly Callable[];
  /** Globals by name and memref type. */
  readonly globals: readonly Value[];

  constructor(parent: Scope | undefined, callables?: readonly Callable[], globals?: readonly Value[]) {
    this.parent = parent;
    this.callables = callables ?? parent?.callables ?? [];
    this.globals = globals ?? parent?.globals ?? [];
  }

  /** What this scope and those around it hold, the nearest last. */
  visible<T>(list: (scope: Scope) => readonly T[]): T[] {
    const above = this.parent?.visible(list) ?? [];
    above.push(...list(this));
    return above;
  }
}

/** Lines of one operation, regions included, with the names it defines between two counts. */
export interface Repeatable {
  readonly lines: readonly string[];
  readonly firstId: number;
  readonly endId: number;
  readonly results: readonly Value[];
}

/** Writes operations with fresh names and the right indentation, and counts them. */
export class ProgramWriter {
  readonly options: Required<ProgramOptions>;
  readonly random: Random;
  /** Operations left to write in the current function; goes below zero. */
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

  /** Writes the same operation once more, under new names. */
  repeat(scope: Scope, { lines, firstId, endId, results }: Repeatable): void {
    const shift = this.#nextId - firstId;
    const rename = (text: string): string =>
      text.replace(/(?<=[%^][a-z]+)\d+/g, (id) => (+id >= firstId && +id < endId ? String(+id + shift) : id));
    // The indentation of where it stood first: the shape of the text carries no meaning.
    this.#lines.push(...lines.map(rename));
    this.#nextId = endId + shift;
    for (const [, name] of lines.join("").matchAll(/"([\w.]+)"\(/g)) {
      this.#counts.set(name as string, (this.#counts.get(name as string) ?? 0) + 1);
      this.budget--;
    }
    scope.values.push(...results.map(({ name, type }) => ({ name: rename(name), type })));
  }

  /** Opens a block with arguments of these types, visible in `scope`. */
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

  /** Collects what `body` writes, to be placed with {@link place}: blocks may stand in any order. */
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
