import { expect } from "chai";
import { applyPatternsGreedily, Context, defineDialect, dialects, FrozenPatternSet, parseModule } from "@passwright/ir";
import type { DialectDefinition } from "@passwright/ir";

type Materialize = NonNullable<DialectDefinition["materializeConstant"]>;

/** Name and result type of an operation that folds to 7. */
type Seven = readonly [name: string, type: string];

const THREE: readonly Seven[] = Array.from({ length: 3 }, () => ["toy.seven", "i32"]);

/**
 * Folds operations that fold to 7, with a dialect that materializes constants as given. Returns the resulting
 * operations.
 */
function folded(materializeConstant: Materialize, sevens: readonly Seven[] = THREE): readonly string[] {
  const toy = defineDialect({
    name: "toy",
    ops: {
      number: { traits: ["ConstantLike", "Pure"], attributes: { value: {} }, fold: (op) => op.attr("value") },
      note: { effects: ["write"] },
      seven: { traits: ["Pure"], fold: (op) => op.context.parseAttribute("7 : i32") },
    },
    materializeConstant,
  });
  const test = defineDialect({
    name: "test",
    ops: { other_seven: { traits: ["Pure"], fold: (op) => op.context.parseAttribute("7 : i32") } },
    materializeConstant: (builder, value, type) =>
      builder.create("arith.constant", { results: [type], attributes: { value } }),
  });
  const context = new Context({ dialects: [...dialects, toy, test], allowUnregistered: true });
  const lines = sevens.map(([name, type], i) => `%${i} = "${name}"() : () -> ${type}`);
  const [values, types] = [sevens.map((_, i) => `%${i}`), sevens.map(([, type]) => type)];
  const use = `"any.use"(${values.join()}) : (${types.join()}) -> ()`;
  const parsed = parseModule(context, `"builtin.module"() ({ ${lines.join(" ")} ${use} }) : () -> ()`);
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  // Does not merge constants, so that the test sees all constants.
  applyPatternsGreedily(parsed.op, new FrozenPatternSet(context, []), { cseConstants: false });
  return parsed.op.getRegion(0).front!.operations.map((op) => {
    const value = op.getAttr("value")?.byteText;
    const place = op.location.data.kind === "name-location" ? [op.location.byteText] : [];
    const of = op.operands.map(({ definingOp }) => definingOp!.name);
    return [op.name, ...(value === undefined ? [] : [value]), ...of, ...place].join(" ");
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
      builder.create("toy.note");
      return builder.create("toy.number", { results: [type], attributes: { value } });
    });
    const [note, number] = ["toy.note", "toy.number 7 : i32"];
    expect(lines).to.deep.equal([note, number, note, number, note, number, "any.use toy.number toy.number toy.number"]);
    expect(asked).to.equal(3);
  });

  it("may have a place that their dialect gives them", () => {
    const lines = folded((builder, value, type) => {
      builder.location = type.context.parseAttribute('loc("toy")');
      return builder.create("toy.number", { results: [type], attributes: { value } });
    });
    const number = 'toy.number 7 : i32 loc("toy")';
    expect(lines).to.deep.equal([number, number, number, "any.use toy.number toy.number toy.number"]);
  });

  it("are of the dialect of the folded operation", () => {
    const lines = folded(
      (builder, value, type) => builder.create("toy.number", { results: [type], attributes: { value } }),
      ["toy.seven", "test.other_seven", "toy.seven"].map((name) => [name, "i32"]),
    );
    expect(lines.slice(0, 3)).to.deep.equal(["toy.number 7 : i32", "arith.constant 7 : i32", "toy.number 7 : i32"]);
  });

  it("have the types of all folded results", () => {
    const types = Array.from({ length: 600 }, (_, i) => `i${i + 4}`);
    const lines = folded(
      (builder, _, type) => {
        const value = type.context.parseAttribute(`7 : ${type.byteText}`);
        return builder.create("toy.number", { results: [type], attributes: { value } });
      },
      types.map((type) => ["toy.seven", type]),
    );
    expect(lines.slice(0, -1)).to.deep.equal(types.map((type) => `toy.number 7 : ${type}`));
  });

  it("may not exist", () => {
    const seven = "toy.seven";
    expect(folded(() => undefined)).to.deep.equal([seven, seven, seven, `any.use ${seven} ${seven} ${seven}`]);
  });
});
