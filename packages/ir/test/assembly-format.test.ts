import {
  Context,
  defineDialect,
  dialects,
  flags,
  flagSet,
  integerEnum,
  parseModule,
  verifyOperation,
} from "@passwright/ir";
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
    pour: {
      traits: ["AttrSizedOperandSegments", "AttrSizedResultSegments"],
      operands: [value("from", "optional"), value("into", "optional")],
      results: [value("full", "variadic"), value("rest"), value("lost", "optional")],
      assemblyFormat:
        "($from^ `:` type($from))? (`into` $into^ `:` type($into))? attr-dict `to` type($rest) (`and` type($full)^)? (`lost` type($lost)^)?",
    },
    copy: {
      attributes: { value: {} },
      operands: [value("from")],
      results: [value("same"), value("number"), value("list", "variadic")],
      assemblyFormat: "$from `of` $value attr-dict `and` type($from)",
      inferTypes: {
        same: "from",
        number: "value",
        list: (known) => [...known.types("from"), ...known.types("number")],
      },
    },
    done: { operands: [], results: [], assemblyFormat: "attr-dict" },
    tray: {
      traits: ["SingleBlockImplicitTerminator"],
      implicitTerminator: "toy.serve",
      regionNames: ["inside"],
      defaultDialect: "toy",
      assemblyFormat: "region($inside, elide-terminator) attr-dict",
    },
    serve: {
      traits: ["Terminator"],
      operands: [value("what", "optional")],
      assemblyFormat: "($what^ `:` type($what))? attr-dict",
    },
  },
});

function roundTrip(text: string): string {
  const parsed = parseModule(new Context({ dialects: [...dialects, toy] }), text);
  return parsed.ok ? parsed.op.print({ generic: false }) : parsed.diagnostics[0]!.message;
}

/** Returns the first error of the parser or verifier. */
function problemIn(text: string): string | undefined {
  const parsed = parseModule(new Context({ dialects: [...dialects, toy], allowUnregistered: true }), text);
  const problems = parsed.ok ? [] : parsed.diagnostics.map(({ message }) => message);
  if (parsed.ok) verifyOperation(parsed.op, { recursive: true }, ({ message }) => problems.push(message));
  return problems[0];
}

describe("assembly formats of a third-party dialect", () => {
  it("are read and written", () => {
    const text = `module {
  toy.bowl {
    %0 = arith.constant 1 : i8
    %a = mix by spoon well shade<warm | dark>%0 with%0 , %0 { why="so" }: i8
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

  it("show the sizes of several groups of results", () => {
    const text = `%0:4 = "toy.pour"() <{resultSegmentSizes = array<i32: 2, 1, 1>}> : () -> (i1, i2, i3, i4)
%1:2 = toy.pour to i3 lost i4`;
    const custom = roundTrip(text);
    expect(custom).to.equal(`module {
  %0:4 = toy.pour to i3 and i1, i2 lost i4
  %1:2 = toy.pour to i3 lost i4
}
`);
    expect(roundTrip(custom)).to.equal(custom);
  });

  it("omit only types that are inferred correctly", () => {
    const copy = (results: string, value = "1 : i2"): string | undefined =>
      problemIn(`%x = "u.x"() : () -> i1
%r:4 = "toy.copy"(%x) <{value = ${value}}> : (i1) -> (${results})`);
    expect(copy("i1, i2, i1, i2")).to.equal(undefined);
    expect(copy("i2, i2, i1, i2")).to.equal("'toy.copy' op failed to verify that all of {from, same} have same type");
    expect(copy("i1, i2, i1, i2", "1 : i3")).to.equal(
      "'toy.copy' op failed to verify that all of {value, number} have same type",
    );
    expect(copy("i1, i2, i2, i2")).to.equal(
      "'toy.copy' op failed to verify that 'list' has type 'i1', 'i2', but got 'i2', 'i2'",
    );
  });

  it("need sizes that fit the operands and results", () => {
    const pour = (sizes: string): string => `%0:2 = "toy.pour"() <{${sizes}}> : () -> (i1, i2)`;
    const mismatch = (size: number): string =>
      `'toy.pour' op result count (2) does not match with the total size (${size}) specified in attribute 'resultSegmentSizes'`;
    const operands = `%0:2 = "toy.pour"(%1, %1, %1) <{operandSegmentSizes = array<i32: 1, 2>, resultSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i1, i1) -> (i1, i2)
%1 = toy.mix by hand %1 : i1`;
    const cases: readonly (readonly [text: string, problem: string])[] = [
      [`%0:2 = "toy.pour"() : () -> (i1, i2)`, mismatch(0)],
      [`%0:2 = "toy.pour"() {resultSegmentSizes = 2} : () -> (i1, i2)`, mismatch(0)],
      [
        pour("resultSegmentSizes = array<i64: 1, 1, 0>"),
        "invalid properties {resultSegmentSizes = array<i64: 1, 1, 0>} for op toy.pour: expected DenseI32ArrayAttr for key `value`",
      ],
      [
        pour("resultSegmentSizes = array<i32: 1, 1>"),
        "invalid properties {resultSegmentSizes = array<i32: 1, 1>} for op toy.pour: size mismatch in attribute conversion: 2 vs 3",
      ],
      [
        pour("resultSegmentSizes = array<i32: 2, 1, -1>"),
        "'toy.pour' op 'resultSegmentSizes' attribute cannot have negative elements",
      ],
      [pour("resultSegmentSizes = array<i32: 2, 1, 0>"), mismatch(3)],
      [
        pour("resultSegmentSizes = array<i32: 0, 0, 2>"),
        "'toy.pour' op result group starting at #0 requires 1 element, but found 0",
      ],
      [operands, "'toy.pour' op operand group starting at #1 requires 0 or 1 element, but found 2"],
    ];
    expect(cases.map(([text]) => problemIn(text))).to.deep.equal(cases.map(([, problem]) => problem));
  });

  it("have help for attributes that violate a constraint", () => {
    const constraint = { description: "an angle", accepts: () => false };
    const op = { attributes: { theta: { constraint } }, assemblyFormat: "$theta attr-dict" };
    const context = new Context({ dialects: [...dialects, defineDialect({ name: "q", ops: { rz: op } })] });
    for (const text of ["q.rz 1 : i32", '"q.rz"() <{theta = 1 : i32}> : () -> ()']) {
      const parsed = parseModule(context, text);
      expect(parsed.ok ? [] : parsed.diagnostics[0]?.help).to.deep.equal([
        "write a value of `theta` that satisfies: an angle",
      ]);
    }
  });

  it("omit only terminators without operands and attributes", () => {
    const tray = (lines: string): string => `module {\n  toy.tray {\n${lines}  }\n}\n`;
    const full = ["    serve {hot}\n", "    %0 = pour to i8\n    serve %0 : i8\n"];
    for (const lines of full) expect(roundTrip(tray(lines))).to.contain(lines.split("\n").at(-2));
    expect(roundTrip(tray("    done\n    serve\n"))).to.equal(tray("    done\n"));
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
