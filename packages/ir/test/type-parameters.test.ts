import { Context, defineDialect, dialects, parseModule } from "@passwright/ir";
import type { AttributeParser } from "@passwright/ir";
import { expect } from "chai";

/** Parameters of a type or an attribute: `<2, i32, "text">`, or `<-2 signed, …>`. */
function parse(parser: AttributeParser): string {
  parser.parsePunctuation("<");
  const number = parser.parseOptionalInteger(8) ?? "any";
  const sign = parser.parseOptionalKeyword("signed") ? " signed" : "";
  parser.parsePunctuation(",");
  const type = parser.parseType();
  const value = parser.parseOptionalPunctuation(",") ? `, ${parser.parseAttribute(type)}` : "";
  parser.parsePunctuation(">");
  return `<${number}${sign}, ${type}${value}>`;
}

const box = defineDialect({ name: "box", types: { of: { parse } }, attributes: { with: { parse } }, ops: {} });

function printed(parameters: string): string {
  const text = `module attributes {box.a = !box.of<${parameters}>, box.b = #box.with<${parameters}>} {\n}\n`;
  const parsed = parseModule(new Context({ dialects: [...dialects, box] }), text, { file: "in.mlir" });
  return parsed.ok ? parsed.op.print() : parsed.diagnostics[0]!.message;
}

describe("parameters of the types and attributes of a dialect", () => {
  it("are numbers, words, types and attributes", () => {
    const bodies: readonly (readonly [text: string, expected: string])[] = [
      ["-3 signed , memref< 4x!box.of<1,i1> >", "-3 signed, memref<4x!box.of<1, i1>>"],
      [",f32, 1.0", "any, f32, 1.000000e+00 : f32"],
      ["7, i8, 2", "7, i8, 2 : i8"],
    ];
    for (const [text, expected] of bodies)
      expect(printed(text)).to.equal(
        `module attributes {box.a = !box.of<${expected}>, box.b = #box.with<${expected}>} {\n}\n`,
      );
  });

  it("are read from names in brackets", () => {
    const context = new Context({ dialects: [...dialects, box] });
    expect(context.parseType("!box< of<1,i8> >").toString()).to.equal("!box.of<1, i8>");
    expect(context.parseAttribute("#box<with<1,i8>>").toString()).to.equal("#box.with<1, i8>");
  });

  it("are reported where they are wrong", () => {
    expect([printed("300, i8"), printed("1 i8"), printed("1, 2"), printed("1, i8, [")]).to.deep.equal([
      "integer value too large",
      "expected ','",
      "expected non-function type",
      "unbalanced '[' character in pretty dialect name",
    ]);
  });
});
