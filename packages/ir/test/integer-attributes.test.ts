import { expect } from "chai";
import { Context, defineDialect, dialects, parseModule } from "@passwright/ir";
import type { FoldAdaptor } from "@passwright/ir";

/** Returns the texts of integer attributes that a folder creates. */
function folded(numbers: readonly (readonly [type: string, value: number | bigint])[]): readonly string[] {
  let texts: readonly string[] = [];
  const fold = (op: FoldAdaptor): undefined => {
    texts = numbers.map(([type, value]) => op.getIntegerAttr(op.context.parseType(type), value).toString());
  };
  const toy = defineDialect({ name: "toy", ops: { op: { fold } } });
  const parsed = parseModule(new Context({ dialects: [...dialects, toy] }), '"toy.op"() : () -> ()');
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  parsed.op.getRegion(0).front?.front?.fold();
  return texts;
}

describe("integer attributes", () => {
  const context = new Context({ dialects });

  it("of folders are taken modulo two to the power of the width", () => {
    const signless = folded([
      ["i8", 300],
      ["i1", 3n],
      ["i64", 2n ** 63n],
      ["index", -1],
    ]);
    expect(signless).to.deep.equal(["44 : i8", "true", "-9223372036854775808 : i64", "-1 : index"]);
    const others = folded([
      ["ui8", -1],
      ["si8", 200n],
      ["si1", 1],
    ]);
    expect(others).to.deep.equal(["255 : ui8", "-56 : si8", "-1 : si1"]);
  });

  it("have one spelling for each value", () => {
    for (const [one, other] of [
      ["-1 : i1", "true"],
      ["1 : i1", "true"],
      ["255 : i8", "-1 : i8"],
    ] as const)
      expect(context.parseAttribute(one)).to.equal(context.parseAttribute(other));
  });

  it("do not accept values that do not fit", () => {
    const integer = (type: string, value: bigint) => () =>
      context.internAttribute({ kind: "integer", type: context.parseType(type), value });
    for (const [type, value] of [
      ["i8", 128n],
      ["i8", -129n],
      ["i1", -1n],
      ["i64", 2n ** 63n],
      ["ui8", -1n],
      ["index", 2n ** 63n],
    ] as const)
      expect(integer(type, value), `${value} : ${type}`).to.throw(`${value} is not a value of type \`${type}\``);
    for (const [type, value] of [
      ["i8", -128n],
      ["i1", 1n],
      ["ui8", 255n],
      ["si1", -1n],
      ["i0", 0n],
    ] as const)
      expect(integer(type, value), `${value} : ${type}`).not.to.throw();
  });
});
