import { Context, defineDialect, dialects, flags, flagSet, integerEnum, parseModule } from "@passwright/ir";
import { expect } from "chai";
import { itSlow } from "@passwright/development";

const anything = { description: "any type", accepts: () => true };
const value = (name: string, many?: "variadic" | "optional") => ({ name, type: anything, ...(many && { many }) });

const toy = defineDialect({
  name: "toy",
  attributes: {
    shade: flagSet({ cases: ["dark", "warm"], separator: "|", attributeName: "Toy_ShadeAttr", cppName: "Shade" }),
  },
  ops: {
    mix: {
      traits: ["SameOperandsAndResultType"],
      attributes: {
        shade: { default: "#toy.shade<none>", format: flags("toy", "shade") },
        by: { format: integerEnum(["hand", "spoon"], 8) },
        well: { optional: true, unit: true },
      },
      operands: [value("first"), value("others", "variadic")],
      results: [value("mixture")],
      assemblyFormat:
        "`by` $by (`well` $well^)? (`shade` `` $shade^)? $first (`with` $others^)? attr-dict `:` type($mixture)",
      resultNames: ["mixture"],
    },
    bowl: {
      operands: [],
      results: [],
      regions: 2,
      traits: ["SingleBlock", "NoTerminator"],
      regionNames: ["inside", "spilled"],
      defaultDialect: "toy",
      assemblyFormat: "$inside (`spills` $spilled^):(custom<Nothing>)? attr-dict-with-keyword",
      directives: { Nothing: { spaceBefore: false, parse: (parser) => parser.addEmptyRegion(), print: () => {} } },
    },
    done: { operands: [], results: [], assemblyFormat: "attr-dict" },
  },
});

function roundTrip(text: string): string {
  const parsed = parseModule(new Context({ dialects: [...dialects, toy] }), text);
  return parsed.ok ? parsed.op.print({ generic: false }) : parsed.diagnostics[0]!.message;
}

describe("assembly formats of a third-party dialect", () => {
  it("are read and written", () => {
    const text = `module {
  toy.bowl {
    %0 = arith.constant 1 : i8
    %a = mix by spoon well shade<warm,dark>%0 with%0 , %0 { why="so" }: i8
    %b = toy.mix by hand %a : i8
    toy.bowl { } spills { done } attributes {dry}
  }
}`;
    expect(roundTrip(text)).to.equal(`module {
  toy.bowl {
    %c1_i8 = arith.constant 1 : i8
    %mixture = mix by spoon well shade<dark|warm> %c1_i8 with %c1_i8, %c1_i8 {why = "so"} : i8
    %mixture_0 = mix by hand %mixture : i8
    bowl {
    } spills {
      done
    } attributes {dry}
  }
}
`);
  });

  itSlow("read 3,000 nested regions without recursion", () => {
    const depth = 3000;
    const text = `${"toy.bowl {\n".repeat(depth)}${"}\n".repeat(depth)}`;
    const once = roundTrip(text);
    expect(once.split("\n").length).to.equal(2 * depth + 3);
    expect(roundTrip(once)).to.equal(once);
  });

  it("report missing parts", () => {
    expect([
      roundTrip("toy.bowl"),
      roundTrip("toy.bowl { mix by foot %0 : i8 }"),
      roundTrip("toy.bowl { mix hand }"),
      roundTrip("toy.bowl { spoon }"),
    ]).to.deep.equal([
      "expected '{' to begin a region",
      "custom op 'toy.mix' expected string or keyword containing one of the following enum values for attribute 'by' [hand, spoon]",
      "custom op 'toy.mix' expected 'by'",
      "custom op 'spoon' is unknown (tried 'toy.spoon' as well)",
    ]);
  });
});
