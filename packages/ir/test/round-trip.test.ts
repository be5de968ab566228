import { Context, dialects, parseModule, verifyOperation } from "@passwright/ir";
import {
  describeWithMlirOpt,
  forEachProgram,
  itLong,
  itSlow,
  perturb,
  runMlirOpt,
  runMlirOptOnEach,
  samples,
} from "@passwright/development";
import { expect } from "chai";
import { readInput } from "./read-input.ts";

/** Returns the text that mlir-opt would print: our output, or the first error. */
function print(text: string, options: { readonly debugInfo?: boolean; readonly verify?: boolean } = {}): string {
  const context = new Context({ allowUnregistered: true, dialects });
  const parsed = parseModule(context, text, { file: "<stdin>" });
  if (!parsed.ok) return `${parsed.diagnostics[0]!.at?.line}: ${parsed.diagnostics[0]!.message}`;
  const wrong: string[] = [];
  if (options.verify !== false)
    verifyOperation(parsed.op, { recursive: true }, (diagnostic) => wrong.push(diagnostic.message));
  // mlir-opt ends its output with an additional line end.
  return wrong[0] ?? `${parsed.op.print({ generic: true, debugInfo: options.debugInfo ?? false })}\n`;
}

const generic = ["--mlir-print-op-generic", "--allow-unregistered-dialect"];

describe("generic form", () => {
  it("round-trips regions, blocks and results of every shape", () => {
    const text = `
%a:2, %b = "t.many"() : () -> (i1, i2, i3)
"t.use"(%a#1 , %b,%a#0)({ }, {^bb0: }, { ^entry(%x: i32, %y : index):
  "t.jump"(%x)[^next,^next ] : (i32)->()
 // a comment with a "quote" and a {
 ^next: "t.late"(%z) : (i8)->()
 ^dead(%q : none): %z = "t.def"(): ()->i8
}) {b, a=[]} : (i2,i3,i1)->() loc( "f":1:2 )`;
    expect(print(text, { verify: false })).to.equal(
      `"builtin.module"() ({
  %0:3 = "t.many"() : () -> (i1, i2, i3)
  "t.use"(%0#1, %0#2, %0#0) ({
  }, {
  ^bb0:
  }, {
  ^bb0(%arg0: i32, %arg1: index):
    "t.jump"(%arg0)[^bb1, ^bb1] : (i32) -> ()
  ^bb1:  // 2 preds: ^bb0, ^bb0
    "t.late"(%2) : (i8) -> ()
  ^bb2(%1: none):  // no predecessors
    %2 = "t.def"() : () -> i8
  }) {a = [], b} : (i2, i3, i1) -> ()
}) : () -> ()

`,
    );
  });

  it("contains segment sizes of single operands, which MLIR does not check in its own dialects", () => {
    const text = (sizes: string, argument: string): string => `"builtin.module"() ({
  "func.func"() <{function_type = (i1, i1) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i1, %arg1: i1):
    "cf.cond_br"(%arg0, %arg1)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: ${sizes}>}> : (i1, i1) -> ()
  ^bb1${argument}:  // 2 preds: ^bb0, ^bb0
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

`;
    for (const one of [text("2, 0, 0", ""), text("0, 1, 1", "(%0: i1)")]) expect(print(one)).to.equal(one);
  });

  it("prints empty properties of unregistered operations", () => {
    const text = '"builtin.module"() ({\n  "t.op"() <{}> : () -> ()\n}) : () -> ()\n\n';
    expect(print(text)).to.equal(text);
  });

  it("prints the type of a hexadecimal number in an array", () => {
    const numbers = "[1.000000e+00, 0x419D6F3454000000 : f64, 0x7FF8000000000000 : f64, 2]";
    expect(print('"t.op"() {a = [1.0, 123456789.0, 0x7FF8000000000000 : f64, 2]} : () -> ()')).to.contain(numbers);
  });

  itSlow("reads and prints 3,000 nested regions", () => {
    const depth = 3000;
    const text = `${'"t.nest"() ({\n'.repeat(depth)}"t.end"() : () -> ()\n${"}) : () -> ()\n".repeat(depth)}`;
    const once = print(text);
    expect(once.split("\n").length).to.equal(2 * depth + 5);
    expect(print(once)).to.equal(once);
  });

  itLong("prints strings that are longer than the buffer", () => {
    for (const piece of ["plain", "ü and \\0A", "\\E2\\82"]) {
      const text = `"builtin.module"() ({\n  "t.op"() {a = "${piece.repeat(600_000)}"} : () -> ()\n}) : () -> ()\n`;
      expect(print(print(text))).to.equal(print(text));
      expect(print(text).replaceAll("\\C3\\BC", "ü").trimEnd() === text.trimEnd()).to.equal(true);
    }
  });

  it("prints a text without anything as an empty module", () => {
    expect(print("// nothing\n")).to.equal('"builtin.module"() ({\n^bb0:\n}) : () -> ()\n\n');
  });
});

describeWithMlirOpt("generic form, compared with mlir-opt", () => {
  const inputs = [
    "attributes.mlir",
    "linalg-affine-scf.mlir",
    "affine-with-locations.mlir",
    "llvm-with-locations.mlir",
  ];
  for (const name of inputs) {
    it(`prints ${name} the same, without and with locations`, () => {
      const text = readInput(name);
      expect(print(text)).to.equal(runMlirOpt(generic, text).stdout);
      expect(print(text, { debugInfo: true })).to.equal(
        runMlirOpt([...generic, "--mlir-print-debuginfo"], text).stdout,
      );
    });
  }

  it("accepts symbols, allocations and constants that only unregistered parts of MLIR's dialects make valid", () => {
    const text = readInput("in-other-dialects.mlir");
    expect(runMlirOpt(generic, text).stdout).to.equal(`${text}\n`);
    expect(print(text)).to.equal(`${text}\n`);
  });

  it("moves inherent attributes to where they live, and adds defaults", () => {
    const text = readInput("properties-as-attributes.mlir");
    const unverified = [...generic, "--verify-each=0", "--mlir-very-unsafe-disable-verifier-on-parsing"];
    expect(print(text, { verify: false })).to.equal(runMlirOpt(unverified, text).stdout);
  });

  for (const options of [{}, { unregistered: true }, { locations: true, depth: 5 }]) {
    it(`prints random programs the same, however they are spelled: ${JSON.stringify(options)}`, () => {
      const texts: string[] = [];
      forEachProgram(
        { seed: 1, count: samples(334), functions: 3, operationsPerFunction: 15, ...options },
        (program) => {
          texts.push(perturb(program.text, texts.length));
        },
      );
      const expected = runMlirOptOnEach(generic, texts);
      // Split outputs lack the empty line with which mlir-opt ends a file.
      texts.forEach((text, i) => expect(print(text).trimEnd()).to.equal(expected[i]!.trimEnd()));
    });
  }
});
