import { Random } from "./random.ts";

export const constants: Readonly<Record<string, readonly string[]>> = {
  i1: ["true", "false"],
  i8: ["0 : i8", "1 : i8", "-1 : i8", "127 : i8", "-128 : i8", "3 : i8"],
  i32: ["0 : i32", "1 : i32", "-1 : i32", "2 : i32", "7 : i32", "31 : i32", "2147483647 : i32"],
  i64: ["0 : i64", "1 : i64", "-1 : i64", "5 : i64", "-9223372036854775808 : i64"],
  index: ["0 : index", "1 : index", "2 : index", "4 : index", "-1 : index"],
  f16: ["0.0 : f16", "1.0 : f16", "-0.0 : f16", "0.1 : f16"],
  f32: ["0.0 : f32", "-0.0 : f32", "1.0 : f32", "2.5 : f32", "0x7F800000 : f32", "0x7FC00000 : f32", "1.0e+10 : f32"],
  f64: ["0.0 : f64", "1.0 : f64", "-3.5 : f64", "0.1 : f64"],
  "vector<2xi32>": ["dense<0> : vector<2xi32>", "dense<1> : vector<2xi32>", "dense<[1, -1]> : vector<2xi32>"],
  "vector<2xi1>": ["dense<true> : vector<2xi1>", "dense<[true, false]> : vector<2xi1>"],
};
export const types: readonly string[] = Object.keys(constants);
export const floats: readonly string[] = ["f16", "f32", "f64"];

/** Function that writes a statement in a region with this nesting depth. */
export type Statement = (writer: FoldableWriter, depth: number) => void;

/** Incomplete text of a function, with the values that are available at the end of this text. */
export class FoldableWriter {
  readonly random: Random;
  readonly histogram = new Map<string, number>();
  /** Text of the current block. */
  text = "";
  /** Conditions of the enclosing regions. */
  readonly conditions: string[] = [];
  /** Whether new values can be constants. */
  usesConstants = true;
  readonly #statement: Statement;
  #next = 0;
  #scopes: Map<string, string[]>[] = [];

  constructor(seed: number, statement: Statement) {
    this.random = new Random(seed);
    this.#statement = statement;
  }

  /** Starts a new function, which does not contain text or values yet. */
  begin(): void {
    this.text = "";
    this.#scopes = [new Map()];
  }

  /** Returns an unused name. */
  label(prefix: string): string {
    return `${prefix}${this.#next++}`;
  }

  /** Writes `count` statements into the current block. */
  statements(count: number, depth: number): void {
    for (let i = 0; i < count; i++) this.#statement(this, depth);
  }

  /** Makes a new value available, and returns its name. */
  define(type: string): string {
    const name = this.label("%v");
    this.#known(name, type);
    return name;
  }

  #known(name: string, type: string): void {
    const scope = this.#scopes.at(-1)!;
    scope.set(type, [...(scope.get(type) ?? []), name]);
  }

  /** Returns the available values of a type. */
  visible(type: string): readonly string[] {
    return this.#scopes.flatMap((scope) => scope.get(type) ?? []);
  }

  /** Returns a value of a type: usually an available value, and otherwise the result of a new operation. */
  use(type: string): string {
    const random = this.random;
    const visible = this.visible(type);
    if (type === "i1" && this.conditions.length > 0 && random.chance(0.25)) return random.pick(this.conditions);
    if (visible.length > 0 && random.chance(0.65)) return random.pick(random.chance(0.5) ? visible.slice(-3) : visible);
    if (!this.usesConstants || random.chance(0.12)) return this.op("toy.value", [], [], [type])[0]!;
    if (random.chance(0.03)) return this.op("ub.poison", [], [], [type], "value = #ub.poison")[0]!;
    return this.op("arith.constant", [], [], [type], `value = ${random.pick(constants[type]!)}`)[0]!;
  }

  uses(list: readonly string[]): string[] {
    return list.map((type) => this.use(type));
  }

  /** Writes an operation, and returns the names of the operation's results. */
  op(
    name: string,
    operands: readonly string[],
    inputs: readonly string[],
    results: readonly string[],
    properties = "",
    rest = "",
  ): readonly string[] {
    this.histogram.set(name, (this.histogram.get(name) ?? 0) + 1);
    const base = this.label("%v");
    const names = results.map((_, i) => (results.length === 1 ? base : `${base}#${i}`));
    const left = results.length === 0 ? "" : `${base}${results.length === 1 ? "" : `:${results.length}`} = `;
    const attributes = properties === "" ? "" : ` <{${properties}}>`;
    this.text += `${left}"${name}"(${operands.join(", ")})${rest.startsWith("[") ? rest : ""}${attributes}${rest.startsWith("[") ? "" : rest}`;
    this.text += ` : (${inputs.join(", ")}) -> (${results.join(", ")})\n`;
    names.forEach((value, i) => this.#known(value, results[i]!));
    return names;
  }

  /** Ends the current block with a terminator whose operands have the types `results`. */
  end(terminator: string, results: readonly string[]): void {
    this.op(terminator, this.uses(results), results, []);
  }

  /** Returns the text of a block. `body` writes the statements and the terminator. */
  block(label: string, argumentTypes: readonly string[], body: (names: readonly string[]) => void): string {
    const before = this.text;
    this.text = "";
    this.#scopes.push(new Map());
    const names = argumentTypes.map((type) => this.define(type));
    body(names);
    this.#scopes.pop();
    const list = names.map((name, i) => `${name}: ${argumentTypes[i]!}`).join(", ");
    const text = `${label}${names.length === 0 ? "" : `(${list})`}:\n${this.text}`;
    this.text = before;
    return text;
  }

  /** Returns at most two random types, for the arguments or results of a region or block. */
  resultTypes(): readonly string[] {
    return Array.from({ length: this.random.below(3) }, () => this.random.pick(types));
  }

  /** Returns a small random number: the number of statements in a nested block. */
  few(): number {
    return this.random.below(4);
  }
}
