import { expect } from "chai";
import {
  applyPatternsGreedily,
  Context,
  defineDialect,
  type DialectDefinition,
  dialects,
  FrozenPatternSet,
  parseModule,
} from "@passwright/ir";

type Materialize = NonNullable<DialectDefinition["materializeConstant"]>;

/** What stands in a module of three operations that fold to 7, once they were folded to constants of a dialect. */
function folded(materializeConstant: Materialize): readonly string[] {
  const toy = defineDialect({
    name: "toy",
    ops: {
      number: { traits: ["ConstantLike", "Pure"], attributes: { value: {} }, fold: (op) => op.attr("value") },
      wide: { traits: ["Pure"] },
      seven: { traits: ["Pure"], fold: (op) => op.context.parseAttribute("7 : i32") },
    },
    materializeConstant,
  });
  const context = new Context({ dialects: [...dialects, toy], allowUnregistered: true });
  const lines = [0, 1, 2].map((i) => `%${i} = "toy.seven"() : () -> i32`);
  const parsed = parseModule(
    context,
    `"builtin.module"() ({ ${lines.join(" ")} "any.use"(%0, %1, %2) : (i32, i32, i32) -> () }) : () -> ()`,
  );
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  // Constants are not made one: what stands there is what was made.
  applyPatternsGreedily(parsed.op, new FrozenPatternSet(context, []), { cseConstants: false });
  return parsed.op.getRegion(0).front!.operations.map((op) => {
    const value = op.getAttr("value")?.byteText;
    return [op.name, ...(value === undefined ? [] : [value]), ...op.operands.map((of) => of.definingOp!.name)].join(
      " ",
    );
  });
}

describe("constants that a dialect makes", () => {
  it("are made again as they were made first", () => {
    let asked = 0;
    const lines = folded((builder, value, type) => {
      asked++;
      return builder.create("toy.number", { results: [type], attributes: { value } });
    });
    const number = "toy.number 7 : i32";
    expect(lines).to.deep.equal([number, number, number, "any.use toy.number toy.number toy.number"]);
    expect(asked).to.equal(1);
  });

  it("may take more than one operation, all of which are made each time", () => {
    let asked = 0;
    const lines = folded((builder, value, type) => {
      asked++;
      const number = builder.create("toy.number", { results: [type], attributes: { value } });
      return builder.create("toy.wide", { operands: number.results, results: [type] });
    });
    const [number, wide] = ["toy.number 7 : i32", "toy.wide toy.number"];
    expect(lines).to.deep.equal([number, wide, number, wide, number, wide, "any.use toy.wide toy.wide toy.wide"]);
    expect(asked).to.equal(3);
  });

  it("may not exist", () => {
    const seven = "toy.seven";
    expect(folded(() => undefined)).to.deep.equal([seven, seven, seven, `any.use ${seven} ${seven} ${seven}`]);
  });
});
