import { constants, floats, types } from "./foldable-writer.ts";
import type { FoldableWriter } from "./foldable-writer.ts";

const integers = ["i8", "i32", "i64", "index", "i1", "vector<2xi32>"];
const widths = ["i1", "i8", "i32", "i64"];

export function keep(writer: FoldableWriter): void {
  const list = Array.from({ length: 1 + writer.random.below(2) }, () => writer.random.pick(types));
  writer.op("toy.use", writer.uses(list), list, []);
}

export function integer(writer: FoldableWriter): void {
  const random = writer.random;
  const type = random.pick(integers);
  const flags = random.pick(["none", "none", "nsw", "nuw", "nsw, nuw"]);
  const overflow = `overflowFlags = #arith.overflow<${flags}>`;
  const [name, properties] = random.pick<readonly [string, string]>([
    ...["addi", "addi", "subi", "subi", "muli", "shli"].map((op) => [op, overflow] as const),
    ...["andi", "ori", "xori", "xori", "maxsi", "minui", "divsi", "divui", "remsi", "shrui", "shrsi", "ceildivsi"].map(
      (op) => [op, ""] as const,
    ),
  ]);
  writer.op(`arith.${name}`, writer.uses([type, type]), [type, type], [type], properties);
}

export function float(writer: FoldableWriter): void {
  const type = writer.random.pick(floats);
  const fastmath = `fastmath = #arith.fastmath<${writer.random.pick(["none", "fast", "contract"])}>`;
  const name = writer.random.pick(["addf", "subf", "mulf", "divf", "maximumf", "minnumf", "remf", "negf", "negf"]);
  const inputs = name === "negf" ? [type] : [type, type];
  writer.op(`arith.${name}`, writer.uses(inputs), inputs, [type], fastmath);
}

export function compare(writer: FoldableWriter): void {
  const random = writer.random;
  if (random.chance(0.75)) {
    const type = random.pick(["i1", "i8", "i32", "i64", "index"]);
    writer.op("arith.cmpi", writer.uses([type, type]), [type, type], ["i1"], `predicate = ${random.below(10)} : i64`);
    return;
  }
  const type = random.pick(floats);
  const properties = `fastmath = #arith.fastmath<none>, predicate = ${random.below(16)} : i64`;
  writer.op("arith.cmpf", writer.uses([type, type]), [type, type], ["i1"], properties);
}

export function select(writer: FoldableWriter): void {
  const type = writer.random.pick(types);
  const condition = type === "vector<2xi32>" && writer.random.chance(0.5) ? "vector<2xi1>" : "i1";
  const inputs = [condition, type, type];
  writer.op("arith.select", writer.uses(inputs), inputs, [type]);
}

export function cast(writer: FoldableWriter): void {
  const random = writer.random;
  const from = random.below(widths.length);
  const to = random.below(widths.length);
  const cast = (name: string, source: string, target: string, properties = ""): void =>
    void writer.op(`arith.${name}`, [writer.use(source)], [source], [target], properties);
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
        writer.op("builtin.unrealized_conversion_cast", [writer.use(a)], [a], [b]);
      },
    ])();
}

/**
 * Writes an extended arithmetic operation of the dialect `arith`, such as `arith.addui_extended`. Uses only values that
 * are not poison, because mlir-opt 22 crashes if an extended operation has a poison operand.
 */
export function extended(writer: FoldableWriter): void {
  const random = writer.random;
  const type = random.pick(["i32", "i8"]);
  const name = random.pick(["addui_extended", "mulsi_extended", "mului_extended"]);
  const second = name === "addui_extended" ? "i1" : type;
  const number = (): string =>
    random.chance(0.4)
      ? writer.op("toy.value", [], [], [type])[0]!
      : writer.op("arith.constant", [], [], [type], `value = ${random.pick(constants[type]!)}`)[0]!;
  writer.op(`arith.${name}`, [number(), number()], [type, type], [type, second]);
}

export function memory(writer: FoldableWriter): void {
  const random = writer.random;
  const [size] = writer.uses(["index"]);
  const properties = "operandSegmentSizes = array<i32: 1, 0>";
  const [memory] = writer.op("memref.alloc", [size!], ["index"], ["memref<?xi32>"], properties);
  const [value, place] = writer.uses(["i32", "index"]);
  writer.op("memref.store", [value!, memory!, place!], ["i32", "memref<?xi32>", "index"], []);
  if (random.chance(0.5)) writer.op("memref.load", [memory!, place!], ["memref<?xi32>", "index"], ["i32"]);
  if (random.chance(0.5)) writer.op("memref.dim", [memory!, place!], ["memref<?xi32>", "index"], ["index"]);
}

export function call(writer: FoldableWriter): void {
  const type = "(i32, i1, index, f32, i8, i64) -> ()";
  const inputs = ["i32", "i1", "index", "f32", "i8", "i64"];
  const operands = writer.uses(inputs);
  const [callee] = writer.op("func.constant", [], [], [type], "value = @callee");
  writer.op("func.call_indirect", [callee!, ...operands], [type, ...inputs], []);
}
