import { expect } from "chai";
import {
  anyType,
  Context,
  defineDialect,
  dialects,
  isConstantLike,
  matchConstant,
  materializeConstant,
  OpBuilder,
  parseModule,
} from "@passwright/ir";
import type { Operation, ValueDefinition } from "@passwright/ir";

/** Toy dialect of numbers with a constant, a commutative sum that folds zero, and a negation. */
const value = (name: string): ValueDefinition => ({ name, type: anyType });

const toy = defineDialect({
  name: "toy",
  ops: {
    number: { traits: ["ConstantLike", "Pure"], fold: (op) => op.attr("value") },
    tagged: { traits: ["ConstantLike", "Pure"], attributes: { tag: {} }, fold: (op) => op.attr("value") },
    sum: {
      traits: ["Commutative", "Pure"],
      fold: (op) => (op.constant(1)?.byteText === "0 : i32" ? op.operand(0) : undefined),
    },
    both: { traits: ["Idempotent", "Pure"], operands: [value("x"), value("y")], results: [value("r")] },
    flip: { traits: ["Involution", "Pure"], operands: [value("x")], results: [value("r")] },
    first: { traits: ["Pure"], fold: (op) => op.operand(0) },
    pair: { traits: ["Pure"], fold: (op) => Array.from({ length: op.numOperands }, (_, i) => op.operand(i)) },
  },
  materializeConstant: (builder, value, type) =>
    type.kind === "integer" ? builder.create("toy.number", { results: [type], attributes: { value } }) : undefined,
});

function foldAll(lines: string): readonly string[] {
  const context = new Context({ dialects: [...dialects, toy], allowUnregistered: true });
  const parsed = parseModule(context, `"builtin.module"() ({ ${lines} }) : () -> ()`);
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  return parsed.op.getRegion(0).front!.operations.map((op) => describeFold(op));
}

function describeFold(op: Operation): string {
  const results = op.fold();
  if (results === undefined) return `${op.name}: nothing`;
  if (results.length === 0) return `${op.name}: ${op.operands.map((value) => value.definingOp!.name).join(" ")}`;
  const texts = results.map((result) => ("data" in result ? result.toString() : `of ${result.definingOp!.name}`));
  return `${op.name}: ${texts.join(" ")}`;
}

const zero = '%zero = "toy.number"() {value = 0 : i32} : () -> i32';
const any = '%any = "toy.any"() : () -> i32';

describe("fold", () => {
  it("asks the operation", () => {
    const lines = `${zero} ${any} %0 = "toy.sum"(%any, %zero) : (i32, i32) -> i32`;
    expect(foldAll(lines)).to.deep.equal(["toy.number: 0 : i32", "toy.any: nothing", "toy.sum: of toy.any"]);
  });

  it("accepts one value for each result, and an empty list for a change in place", () => {
    const pairOf = (operands: string, types: string): string =>
      `${zero} ${any} %0:2 = "toy.pair"(${operands}) : (${types}) -> (i32, i32)`;
    expect(foldAll(pairOf("%any, %zero", "i32, i32"))[2]).to.equal("toy.pair: of toy.any of toy.number");
    expect(foldAll(pairOf("", ""))[2]).to.equal("toy.pair: ");
    const two = `${any} %0:2 = "toy.first"(%any) : (i32) -> (i32, i32)`;
    expect(() => foldAll(two)).to.throw("`fold` of `toy.first` returned 1 instead of 2 values");
    expect(() => foldAll(pairOf("%any", "i32"))).to.throw("`fold` of `toy.pair` returned 1 instead of 2 values");
  });

  it("moves constants to the right in commutative operations", () => {
    const lines = `${zero} ${any} %0 = "toy.sum"(%zero, %any) : (i32, i32) -> i32`;
    expect(foldAll(lines)[2]).to.equal("toy.sum: toy.any toy.number");
  });

  it("folds idempotent operations and involutions", () => {
    const lines = `${any} %0 = "toy.both"(%any, %any) : (i32, i32) -> i32
      %1 = "toy.flip"(%any) : (i32) -> i32 %2 = "toy.flip"(%1) : (i32) -> i32`;
    expect(foldAll(lines).slice(1)).to.deep.equal([
      "toy.both: of toy.any",
      "toy.flip: nothing",
      "toy.flip: of toy.any",
    ]);
  });

  it("considers the expected types of operands", () => {
    const context = new Context({ dialects: [...dialects, toy], allowUnregistered: true });
    const parsed = parseModule(
      context,
      `"builtin.module"() ({ ${any} %0 = "toy.sum"(%any, %any) : (i32, i32) -> i32 }) : () -> ()`,
    );
    if (!parsed.ok) throw new Error("the test's program is wrong");
    const [first, sum] = parsed.op.getRegion(0).front!.operations;
    const known = context.parseAttribute("0 : i32");
    expect(sum!.fold([undefined, known])).to.deep.equal([first!.getResult(0)]);
    expect(sum!.fold()).to.equal(undefined);
  });

  it("makes constants of attributes where the dialect has an operation for them", () => {
    const context = new Context({ dialects: [...dialects, toy] });
    const parsed = parseModule(context, `"builtin.module"() ({ ${zero} }) : () -> ()`);
    if (!parsed.ok) throw new Error("the test's program is wrong");
    const number = parsed.op.getRegion(0).front!.front!;
    const builder = OpBuilder.after(number);
    const one = context.parseAttribute("1 : i32");
    const made = materializeConstant(builder, number, one, number.getResult(0).type);
    expect(made!.toString()).to.contain('"toy.number"() {value = 1 : i32}');
    expect(isConstantLike(made!)).to.equal(true);
    expect(matchConstant(made!.getResult(0))).to.equal(one);
    expect(materializeConstant(builder, number, one, context.parseType("f32"))).to.equal(undefined);
  });

  it("looks at all attributes of a constant, not at properties that others have, too", () => {
    const context = new Context({ dialects: [...dialects, toy] });
    const lines = [1, 2].map((value) => `"toy.tagged"() <{tag = "t"}> {value = ${value} : i32} : () -> i32`);
    const parsed = parseModule(context, `"builtin.module"() ({ ${lines.join(" ")} }) : () -> ()`);
    if (!parsed.ok) throw new Error("the test's program is wrong");
    const made = parsed.op.getRegion(0).front!.operations.map((op) => matchConstant(op.getResult(0))?.byteText);
    expect(made).to.deep.equal(["1 : i32", "2 : i32"]);
  });
});
