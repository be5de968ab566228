import { Random } from "./random.ts";

/*
 * Random programs in which nearly everything can be simplified: few values, many constants that are neutral or extreme,
 * conditions that are known in places, loops that run once, blocks that only jump on, values that go round unchanged.
 */

export interface FoldableProgram {
  readonly seed: number;
  /** Generic form, a single `builtin.module`; needs --allow-unregistered-dialect. */
  readonly text: string;
  /** How often each operation occurs, by name, sorted. */
  readonly histogram: ReadonlyMap<string, number>;
}

const constants: Readonly<Record<string, readonly string[]>> = {
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
const types = Object.keys(constants);
const integers = ["i8", "i32", "i64", "index", "i1", "vector<2xi32>"];
const floats = ["f16", "f32", "f64"];
const widths = ["i1", "i8", "i32", "i64"];

/** The same seed always gives the same program. */
export function generateFoldableProgram(seed: number, functions = 3): FoldableProgram {
  const writer = new Writer(seed);
  const texts = Array.from({ length: functions }, (_, i) => writer.function(`f${i}`));
  const histogram = new Map([...writer.histogram].sort(([a], [b]) => (a < b ? -1 : 1)));
  const callee = `"func.func"() <{function_type = (i32, i1, index, f32, i8, i64) -> (), sym_name = "callee", sym_visibility = "private"}> ({}) : () -> ()\n`;
  return { seed, text: `"builtin.module"() ({\n${callee}${texts.join("")}}) : () -> ()\n`, histogram };
}

class Writer {
  readonly histogram = new Map<string, number>();
  readonly #random: Random;
  #next = 0;
  #text = "";
  #scopes: Map<string, string[]>[] = [];
  /** Conditions of the regions around. */
  #conditions: string[] = [];

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  function(name: string): string {
    this.#text = "";
    this.#scopes = [new Map()];
    const inputs = ["i32", "i1", "index", "f32", "i8", "i64"];
    const names = inputs.map((type) => this.#define(type));
    const results = Array.from({ length: this.#random.below(3) }, () => this.#random.pick(types));
    const header = `"func.func"() <{function_type = (${inputs.join(", ")}) -> (${results.join(", ")}), sym_name = "${name}"}> ({\n`;
    const entry = `^bb0(${names.map((value, i) => `${value}: ${inputs[i]!}`).join(", ")}):\n`;
    this.#statements(4 + this.#random.below(10), 0);
    if (this.#random.chance(0.5)) this.#blocks(`${name}_`, () => this.#end("func.return", results));
    else this.#end("func.return", results);
    return `${header}${entry}${this.#text}}) : () -> ()\n`;
  }

  // Values.

  #fresh(): string {
    return `%v${this.#next++}`;
  }

  #define(type: string): string {
    const name = this.#fresh();
    this.#known(name, type);
    return name;
  }

  #known(name: string, type: string): void {
    const scope = this.#scopes.at(-1)!;
    scope.set(type, [...(scope.get(type) ?? []), name]);
  }

  #visible(type: string): readonly string[] {
    return this.#scopes.flatMap((scope) => scope.get(type) ?? []);
  }

  #use(type: string): string {
    const random = this.#random;
    const visible = this.#visible(type);
    if (type === "i1" && this.#conditions.length > 0 && random.chance(0.25)) return random.pick(this.#conditions);
    if (visible.length > 0 && random.chance(0.65)) return random.pick(random.chance(0.5) ? visible.slice(-3) : visible);
    if (random.chance(0.12)) return this.#op("toy.value", [], [], [type])[0]!;
    if (random.chance(0.03)) return this.#op("ub.poison", [], [], [type], "value = #ub.poison")[0]!;
    return this.#op("arith.constant", [], [], [type], `value = ${random.pick(constants[type]!)}`)[0]!;
  }

  #uses(list: readonly string[]): string[] {
    return list.map((type) => this.#use(type));
  }

  /** Writes an operation and answers the names of its results. */
  #op(
    name: string,
    operands: readonly string[],
    inputs: readonly string[],
    results: readonly string[],
    properties = "",
    rest = "",
  ): readonly string[] {
    this.histogram.set(name, (this.histogram.get(name) ?? 0) + 1);
    const base = this.#fresh();
    const names = results.map((_, i) => (results.length === 1 ? base : `${base}#${i}`));
    const left = results.length === 0 ? "" : `${base}${results.length === 1 ? "" : `:${results.length}`} = `;
    const attributes = properties === "" ? "" : ` <{${properties}}>`;
    this.#text += `${left}"${name}"(${operands.join(", ")})${rest.startsWith("[") ? rest : ""}${attributes}${rest.startsWith("[") ? "" : rest}`;
    this.#text += ` : (${inputs.join(", ")}) -> (${results.join(", ")})\n`;
    names.forEach((value, i) => this.#known(value, results[i]!));
    return names;
  }

  // Statements.

  #statements(count: number, depth: number): void {
    for (let i = 0; i < count; i++) this.#statement(depth);
  }

  #statement(depth: number): void {
    const random = this.#random;
    const nested: readonly (readonly [number, (depth: number) => void])[] = [
      [4, (d) => this.#if(d)],
      [3, (d) => this.#for(d)],
      [2, (d) => this.#while(d)],
      [1, (d) => this.#indexSwitch(d)],
      [1, (d) => this.#executeRegion(d)],
      [1, (d) => this.#parallel(d)],
    ];
    if (depth < 3 && random.chance(0.18)) {
      random.pickWeighted(nested)(depth + 1);
      return;
    }
    random.pickWeighted<() => void>([
      [9, () => this.#integer()],
      [3, () => this.#float()],
      [4, () => this.#compare()],
      [3, () => this.#select()],
      [6, () => this.#cast()],
      [1, () => this.#extended()],
      [2, () => this.#keep()],
      [1, () => this.#memory()],
      [1, () => this.#call()],
      [1, () => void this.#op("cf.assert", [this.#use("i1")], ["i1"], [], 'msg = "no"')],
    ])();
  }

  #keep(): void {
    const list = Array.from({ length: 1 + this.#random.below(2) }, () => this.#random.pick(types));
    this.#op("toy.use", this.#uses(list), list, []);
  }

  #integer(): void {
    const random = this.#random;
    const type = random.pick(integers);
    const flags = random.pick(["none", "none", "nsw", "nuw", "nsw, nuw"]);
    const overflow = `overflowFlags = #arith.overflow<${flags}>`;
    const [name, properties] = random.pick<readonly [string, string]>([
      ...["addi", "addi", "subi", "subi", "muli", "shli"].map((op) => [op, overflow] as const),
      ...[
        "andi",
        "ori",
        "xori",
        "xori",
        "maxsi",
        "minui",
        "divsi",
        "divui",
        "remsi",
        "shrui",
        "shrsi",
        "ceildivsi",
      ].map((op) => [op, ""] as const),
    ]);
    this.#op(`arith.${name}`, this.#uses([type, type]), [type, type], [type], properties);
  }

  #float(): void {
    const type = this.#random.pick(floats);
    const fastmath = `fastmath = #arith.fastmath<${this.#random.pick(["none", "fast", "contract"])}>`;
    const name = this.#random.pick(["addf", "subf", "mulf", "divf", "maximumf", "minnumf", "remf", "negf", "negf"]);
    const inputs = name === "negf" ? [type] : [type, type];
    this.#op(`arith.${name}`, this.#uses(inputs), inputs, [type], fastmath);
  }

  #compare(): void {
    const random = this.#random;
    if (random.chance(0.75)) {
      const type = random.pick(["i1", "i8", "i32", "i64", "index"]);
      this.#op("arith.cmpi", this.#uses([type, type]), [type, type], ["i1"], `predicate = ${random.below(10)} : i64`);
      return;
    }
    const type = random.pick(floats);
    const properties = `fastmath = #arith.fastmath<none>, predicate = ${random.below(16)} : i64`;
    this.#op("arith.cmpf", this.#uses([type, type]), [type, type], ["i1"], properties);
  }

  #select(): void {
    const type = this.#random.pick(types);
    const condition = type === "vector<2xi32>" && this.#random.chance(0.5) ? "vector<2xi1>" : "i1";
    const inputs = [condition, type, type];
    this.#op("arith.select", this.#uses(inputs), inputs, [type]);
  }

  #cast(): void {
    const random = this.#random;
    const from = random.below(widths.length);
    const to = random.below(widths.length);
    const cast = (name: string, source: string, target: string, properties = ""): void =>
      void this.#op(`arith.${name}`, [this.#use(source)], [source], [target], properties);
    if (from < to) cast(random.pick(["extsi", "extui"]), widths[from]!, widths[to]!);
    else if (from > to) cast("trunci", widths[from]!, widths[to]!, "overflowFlags = #arith.overflow<none>");
    else
      random.pick<() => void>([
        () => cast(random.pick(["index_cast", "index_castui"]), random.pick(["i32", "i64", "i8"]), "index"),
        () => cast(random.pick(["index_cast", "index_castui"]), "index", random.pick(["i32", "i64", "i8"])),
        () =>
          cast(
            "extf",
            ...random.pick<readonly [string, string]>([
              ["f16", "f32"],
              ["f32", "f64"],
              ["f16", "f64"],
            ]),
          ),
        () =>
          cast(
            "truncf",
            ...random.pick<readonly [string, string]>([
              ["f32", "f16"],
              ["f64", "f32"],
              ["f64", "f16"],
            ]),
          ),
        () => cast(random.pick(["sitofp", "uitofp"]), random.pick(["i8", "i32", "i64"]), random.pick(floats)),
        () => cast(random.pick(["fptosi", "fptoui"]), random.pick(floats), random.pick(["i8", "i32"])),
        () =>
          cast(
            "bitcast",
            ...random.pick<readonly [string, string]>([
              ["i32", "f32"],
              ["f32", "i32"],
              ["i64", "f64"],
            ]),
          ),
        () => {
          const [a, b] = [random.pick(types), random.pick(types)];
          this.#op("builtin.unrealized_conversion_cast", [this.#use(a)], [a], [b]);
        },
      ])();
  }

  /** Of what is certainly not poison, of which mlir-opt 22 dies here. */
  #extended(): void {
    const random = this.#random;
    const type = random.pick(["i32", "i8"]);
    const name = random.pick(["addui_extended", "mulsi_extended", "mului_extended"]);
    const second = name === "addui_extended" ? "i1" : type;
    const number = (): string =>
      random.chance(0.4)
        ? this.#op("toy.value", [], [], [type])[0]!
        : this.#op("arith.constant", [], [], [type], `value = ${random.pick(constants[type]!)}`)[0]!;
    this.#op(`arith.${name}`, [number(), number()], [type, type], [type, second]);
  }

  #memory(): void {
    const random = this.#random;
    const [size] = this.#uses(["index"]);
    const properties = "operandSegmentSizes = array<i32: 1, 0>";
    const [memory] = this.#op("memref.alloc", [size!], ["index"], ["memref<?xi32>"], properties);
    const [value, place] = this.#uses(["i32", "index"]);
    this.#op("memref.store", [value!, memory!, place!], ["i32", "memref<?xi32>", "index"], []);
    if (random.chance(0.5)) this.#op("memref.load", [memory!, place!], ["memref<?xi32>", "index"], ["i32"]);
    if (random.chance(0.5)) this.#op("memref.dim", [memory!, place!], ["memref<?xi32>", "index"], ["index"]);
  }

  #call(): void {
    const type = "(i32, i1, index, f32, i8, i64) -> ()";
    const inputs = ["i32", "i1", "index", "f32", "i8", "i64"];
    const operands = this.#uses(inputs);
    const [callee] = this.#op("func.constant", [], [], [type], "value = @callee");
    this.#op("func.call_indirect", [callee!, ...operands], [type, ...inputs], []);
  }

  // Regions.

  #end(terminator: string, results: readonly string[]): void {
    this.#op(terminator, this.#uses(results), results, []);
  }

  /** Text of a block with these arguments, whose statements and end `body` writes. */
  #block(label: string, argumentTypes: readonly string[], body: (names: readonly string[]) => void): string {
    const before = this.#text;
    this.#text = "";
    this.#scopes.push(new Map());
    const names = argumentTypes.map((type) => this.#define(type));
    body(names);
    this.#scopes.pop();
    const list = names.map((name, i) => `${name}: ${argumentTypes[i]!}`).join(", ");
    const text = `${label}${names.length === 0 ? "" : `(${list})`}:\n${this.#text}`;
    this.#text = before;
    return text;
  }

  #resultTypes(): readonly string[] {
    return Array.from({ length: this.#random.below(3) }, () => this.#random.pick(types));
  }

  #few(): number {
    return this.#random.below(4);
  }

  #if(depth: number): void {
    const random = this.#random;
    const results = this.#resultTypes();
    const condition = this.#use("i1");
    this.#conditions.push(condition);
    const side = (): string =>
      `{\n${this.#block(`^l${this.#next++}`, [], () => {
        this.#statements(this.#few(), depth);
        this.#end("scf.yield", results);
      })}}`;
    const first = side();
    const second = results.length > 0 || random.chance(0.5) ? side() : "{}";
    this.#conditions.pop();
    this.#op("scf.if", [condition], ["i1"], results, "", ` (${first}, ${second})`);
    if (random.chance(0.3)) this.#op("scf.if", [condition], ["i1"], [], "", ` (${this.#inline(depth)}, {})`);
  }

  #inline(depth: number): string {
    return `{\n${this.#block(`^l${this.#next++}`, [], () => {
      this.#statements(this.#few(), depth);
      this.#end("scf.yield", []);
    })}}`;
  }

  #for(depth: number): void {
    const carried = this.#resultTypes();
    const inputs = ["index", "index", "index", ...carried];
    const operands = this.#uses(inputs);
    const body = this.#block(`^l${this.#next++}`, ["index", ...carried], (names) => {
      this.#statements(this.#few(), depth);
      const yielded = carried.map((type, i) => (this.#random.chance(0.4) ? names[i + 1]! : this.#use(type)));
      this.#op("scf.yield", yielded, carried, []);
    });
    this.#op("scf.for", operands, inputs, carried, "", ` ({\n${body}})`);
  }

  #while(depth: number): void {
    const carried = this.#resultTypes();
    const passed = this.#random.chance(0.5) ? carried : this.#resultTypes();
    const operands = this.#uses(carried);
    let condition = "";
    const before = this.#block(`^l${this.#next++}`, carried, (names) => {
      this.#statements(this.#few(), depth);
      condition = this.#use("i1");
      if (this.#random.chance(0.3)) this.#op("scf.if", [condition], ["i1"], [], "", ` (${this.#inline(depth)}, {})`);
      const values = passed.map((type, i) =>
        passed === carried && this.#random.chance(0.5)
          ? names[i]!
          : this.#random.chance(0.2) && type === "i1"
            ? condition
            : this.#use(type),
      );
      this.#op("scf.condition", [condition, ...values], ["i1", ...passed], []);
    });
    const after = this.#block(`^l${this.#next++}`, passed, () => {
      this.#statements(this.#few(), depth);
      this.#end("scf.yield", carried);
    });
    this.#op("scf.while", operands, carried, passed, "", ` ({\n${before}}, {\n${after}})`);
  }

  #indexSwitch(depth: number): void {
    const results = this.#resultTypes();
    const argument = this.#use("index");
    const region = (): string =>
      `{\n${this.#block(`^l${this.#next++}`, [], () => {
        this.#statements(this.#few(), depth);
        this.#end("scf.yield", results);
      })}}`;
    const regions = [region(), region(), region()].join(", ");
    this.#op("scf.index_switch", [argument], ["index"], results, "cases = array<i64: 1, 4>", ` (${regions})`);
  }

  #executeRegion(depth: number): void {
    const results = this.#resultTypes();
    const entry = this.#block(`^l${this.#next++}`, [], () => {
      this.#statements(this.#few(), depth);
      if (this.#random.chance(0.5)) this.#blocks(`x${this.#next++}_`, () => this.#end("scf.yield", results));
      else this.#end("scf.yield", results);
    });
    this.#op("scf.execute_region", [], [], results, "", ` ({\n${entry}})`);
  }

  #parallel(depth: number): void {
    const inputs = ["index", "index", "index"];
    const [lower, upper] = this.#uses(["index", "index"]);
    const [step] = this.#op("arith.constant", [], [], ["index"], `value = ${1 + this.#random.below(2)} : index`);
    const body = this.#block(`^l${this.#next++}`, ["index"], () => {
      this.#statements(this.#few(), depth);
      this.#op("scf.reduce", [], [], []);
    });
    const properties = "operandSegmentSizes = array<i32: 1, 1, 1, 0>";
    this.#op("scf.parallel", [lower!, upper!, step!], inputs, [], properties, ` ({\n${body}})`);
  }

  // Blocks.

  /** Ends the block that is being written with a jump, and writes those that are jumped to. */
  #blocks(prefix: string, end: () => void): void {
    const random = this.#random;
    const count = 2 + random.below(5);
    const targets = Array.from({ length: count }, (_, i) => ({
      label: `^${prefix}${i}`,
      inputs: random.chance(0.6) ? [] : this.#resultTypes(),
    }));
    const last = targets.length - 1;
    const jump = (from: number): void => {
      const pick = (): (typeof targets)[number] =>
        targets[random.chance(0.75) ? Math.min(last, from + 1 + random.below(2)) : random.below(count)]!;
      const kind = random.pick(["br", "br", "cond_br", "cond_br", "switch"]);
      const chosen = kind === "br" ? [pick()] : [pick(), random.chance(0.3) ? targets[last]! : pick()];
      const values = chosen.map(({ inputs }) => this.#uses(inputs));
      const all = values.flat();
      const inputs = chosen.flatMap((target) => target.inputs);
      const labels = `[${chosen.map(({ label }) => label).join(", ")}]`;
      if (kind === "br") {
        this.#op("cf.br", all, inputs, [], "", labels);
        return;
      }
      const sizes = values.map((list) => list.length);
      if (kind === "cond_br") {
        const properties = `operandSegmentSizes = array<i32: 1, ${sizes.join(", ")}>`;
        this.#op("cf.cond_br", [this.#use("i1"), ...all], ["i1", ...inputs], [], properties, labels);
        return;
      }
      const properties = `case_operand_segments = array<i32: ${sizes[1]!}>, case_values = dense<${random.below(3)}> : vector<1xi32>, operandSegmentSizes = array<i32: 1, ${sizes.join(", ")}>`;
      this.#op("cf.switch", [this.#use("i32"), ...all], ["i32", ...inputs], [], properties, labels);
    };
    jump(-1);
    const texts = targets.map(({ label, inputs }, i) =>
      this.#block(label, inputs, () => {
        if (random.chance(0.6)) this.#statements(this.#few(), 2);
        if (i === last) end();
        else if (random.chance(0.05)) this.#op("ub.unreachable", [], [], []);
        else jump(i);
      }),
    );
    this.#text += texts.join("");
  }
}
