import { expect } from "chai";
import {
  applyPatternsGreedily,
  Context,
  defineDialect,
  dialects,
  FrozenPatternSet,
  matchConstant,
  parseModule,
} from "@passwright/ir";
import type { OpDefinition, RewritePattern } from "@passwright/ir";

/** Operations whose folders must be called again, unless all data that they read is known to be the same. */
const definitions: Record<string, OpDefinition> = {
  number: { traits: ["ConstantLike", "Pure"], fold: (op) => op.attr("value") },
  /** The constant to which this operation folds does not depend only on the attributes of the operation. */
  one: {
    traits: ["ConstantLike", "Pure"],
    fold: (op) => op.attr("n") && op.context.parseAttribute(`1 : ${op.resultType().byteText}`),
  },
  ofAttribute: { traits: ["Pure"], fold: (op) => (op.attr("folds") === undefined ? undefined : op.operand(0)) },
  ofType: { traits: ["Pure"], fold: (op) => (op.resultType().byteText === "i32" ? op.operand(0) : undefined) },
  ofConstant: { traits: ["Pure"], fold: (op) => (op.constant(0)?.byteText === "1 : i32" ? op.operand(1) : undefined) },
  ofSame: { traits: ["Pure"], fold: (op) => (op.isSameOperand(0, 1) ? op.operand(0) : undefined) },
  ofTwo: { traits: ["Pure"], fold: (op) => (op.numOperands === 2 ? op.operand(0) : undefined) },
  ofDefinition: {
    traits: ["Pure"],
    fold: (op) => (op.definedBy(0, "t.given")?.getAttr("folds") === undefined ? undefined : op.operand(1)),
  },
  ofStore: {
    traits: ["Pure"],
    fold(op) {
      const { store } = op;
      const type = store.valueType[store.opFirstResult[op.id]!]!;
      return store.context.types[type]!.byteText === "i32" ? op.operand(0) : undefined;
    },
  },
};

function parse(lines: string, ops: Record<string, OpDefinition>) {
  const context = new Context({
    dialects: [
      ...dialects,
      defineDialect({
        name: "t",
        ops,
        allowUnknownOps: true,
        materializeConstant: (builder, value, type) =>
          builder.create("t.number", { results: [type], attributes: { value } }),
      }),
    ],
    allowUnregistered: true,
  });
  const parsed = parseModule(context, `"builtin.module"() ({ ${lines} }) : () -> ()`);
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  return { context, module: parsed.op };
}

/** Simplifies a program, and returns the operations that define the operands of `"t.use"`. */
function simplified(lines: string, ops = definitions, patterns: readonly RewritePattern[] = []): readonly string[] {
  const { context, module } = parse(lines, ops);
  applyPatternsGreedily(module, new FrozenPatternSet(context, patterns), { useTopDownTraversal: true });
  const use = module.getRegion(0).front!.operations.find((op) => op.name === "t.use")!;
  return use.operands.map((value) => value.definingOp!.name);
}

/** Returns a program that contains an operation twice, with operands that differ only in the given parts. */
function twice(name: string, first: readonly string[], second: readonly string[]): string {
  const [left = "", right = ""] = [first, second].map(
    ([operands, attributes, result], i) =>
      `%${i} = "t.${name}"(${operands}) ${attributes} : (${operands!.includes(",") ? "i32, i32" : "i32"}) -> ${result}`,
  );
  return `%a, %b = "t.given"() : () -> (i32, i32) %c, %d = "t.given"() {folds} : () -> (i32, i32)
    %x = "t.number"() {value = 2 : i32} : () -> i32 %y = "t.number"() {value = 1 : i32} : () -> i32
    ${left} ${right} "t.use"(%0, %1) : (${first[2]}, ${second[2]}) -> ()`;
}

describe("folding without effect", () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ["ofAttribute", ["%a", "", "i32"], ["%a", "{folds}", "i32"]],
    ["ofType", ["%a", "", "i64"], ["%a", "", "i32"]],
    ["ofStore", ["%a", "", "i64"], ["%a", "", "i32"]],
    ["ofConstant", ["%x, %a", "", "i32"], ["%y, %a", "", "i32"]],
    ["ofSame", ["%a, %b", "", "i32"], ["%a, %a", "", "i32"]],
    ["ofTwo", ["%a", "", "i32"], ["%a, %b", "", "i32"]],
    ["ofDefinition", ["%a, %b", "", "i32"], ["%c, %d", "", "i32"]],
  ];
  for (const [name, first, second] of cases) {
    it(`is not taken for all like it: ${name}`, () => {
      expect(simplified(twice(name, first, second))).to.deep.equal([`t.${name}`, "t.given"]);
      expect(simplified(twice(name, second, first))).to.deep.equal(["t.given", `t.${name}`]);
    });
  }

  it("happens once if the folder looks only at the definitions of the operands", () => {
    let asked = 0;
    const fold: OpDefinition["fold"] = (op) => {
      asked++;
      return op.definedById(0, "t.number") === 0 && op.constant(1) === undefined ? undefined : op.operand(0);
    };
    const ops = { ...definitions, counted: { traits: ["Pure"], fold } satisfies OpDefinition };
    const line = (i: number, operands: string) => `%${i} = "t.counted"(${operands}) : (i32, i32) -> i32`;
    const lines = Array.from({ length: 50 }, (_, i) => line(i, i % 2 === 0 ? "%a, %b" : "%b, %a"));
    const uses = `"t.use"(${lines.map((_, i) => `%${i}`).join()}, %50) : (${lines.map(() => "i32").join()}, i32) -> ()`;
    const made = '%a, %b = "t.given"() : () -> (i32, i32) %x = "t.number"() {value = 1 : i32} : () -> i32';
    const found = simplified(`${made} ${lines.join(" ")} ${line(50, "%a, %x")} ${uses}`, ops);
    expect(found).to.deep.equal([...lines.map(() => "t.counted"), "t.given"]);
    expect(asked).to.equal(2);
  });

  it("of constants: their values may depend on their types", () => {
    const { module } = parse(
      `%0 = "t.one"() {n} : () -> i32 %1 = "t.one"() {n} : () -> i64 "t.use"(%0, %1) : (i32, i64) -> ()`,
      { ...definitions, one: { ...definitions["one"]!, attributes: { n: {} } } },
    );
    const constants = module
      .getRegion(0)
      .front!.operations.slice(0, 2)
      .map((op) => matchConstant(op));
    expect(constants.map((attribute) => attribute!.byteText)).to.deep.equal(["1 : i32", "1 : i64"]);
  });
});

describe("patterns with operand patterns", () => {
  it("are called once for each combination", () => {
    let asked = 0;
    const pattern: RewritePattern = {
      name: "negated twice",
      root: "t.negate",
      couldMatchOperands(store, op) {
        asked++;
        const owner = store.valueOwner[store.operandValue[store.opFirstOperand[op]!]!]!;
        return owner > 0 && store.opName[owner] === store.opName[op];
      },
      matchAndRewrite(op, rewriter) {
        rewriter.replaceOp(op, [op.getOperand(0).definingOp!.getOperand(0)]);
        return true;
      },
    };
    const lines = Array.from({ length: 9 }, (_, i) => `%${i + 1} = "t.negate"(%${i}) : (i32) -> i32`);
    const uses = '"t.use"(%9, %8) : (i32, i32) -> ()';
    const text = `%0 = "t.given"() : () -> i32 ${lines.join(" ")} ${uses}`;
    expect(simplified(text, { negate: { traits: ["Pure"] } }, [pattern])).to.deep.equal(["t.negate", "t.given"]);
    expect(asked).to.equal(2);
  });
});
