import { Context, dialects, parseModule, verifyOperation } from "@passwright/ir";
import { describeWithMlirOpt, runMlirOptOnEach } from "@passwright/development";
import { expect } from "chai";

/** Nesting depth, which is greater than in MLIR's own tests. */
const DEEP = 1000;
const TOO_DEEP = 100_000;

const attribute = (text: string): string => `"t.x"() {a = ${text}} : () -> ()\n`;

/** Nested forms of types, attributes and locations. Forms with two levels per repetition are repeated half as often. */
const shapes: Readonly<Record<string, (depth: number) => string>> = {
  "functions in inputs": (n) => `func.func private @f(${"(".repeat(n)}i32${") -> ()".repeat(n)})\n`,
  "functions in results": (n) => `func.func private @f(${"() -> (".repeat(n)}i32${")".repeat(n)})\n`,
  "functions of one result": (n) => attribute(`${"(".repeat(n)}i32${") -> i32".repeat(n)}`),
  tuples: (n) => `%0 = "t.x"() : () -> ${"tuple<".repeat(n)}i32${">".repeat(n)}\n`,
  arrays: (n) => attribute(`${"[".repeat(n)}1${"]".repeat(n)}`),
  dictionaries: (n) => attribute(`${"{a = ".repeat(n)}1${"}".repeat(n)}`),
  "arrays of dictionaries": (n) => attribute(`${"[{a = ".repeat(n)}1${"}]".repeat(n)}`),
  "memory spaces and encodings": (n) => attribute(`${"tensor<1xi32, [".repeat(n / 2)}1${"]>".repeat(n / 2)}`),
  "typed strings": (n) => attribute(`${'"a" : tensor<1xi32, '.repeat(n / 2)}1${">".repeat(n / 2)}`),
  elements: (n) => attribute(`dense<${"[".repeat(n)}1${"]".repeat(n)}> : tensor<${"1x".repeat(n)}i32>`),
  "distinct attributes": (n) =>
    attribute(`${Array.from({ length: n }, (_, i) => `distinct[${i}]<`).join("")}1${">".repeat(n)}`),
  "affine parentheses": (n) => attribute(`affine_map<(d0) -> (${"(".repeat(n)}d0${")".repeat(n)})>`),
  "affine negations": (n) => attribute(`affine_map<(d0) -> (${"-(".repeat(n / 2)}d0${")".repeat(n / 2)})>`),
  "affine sums": (n) => attribute(`affine_map<(d0, d1) -> (d0${" + d1".repeat(n)})>`),
  "integer sets": (n) => attribute(`affine_set<(d0) : (${"(".repeat(n)}d0${")".repeat(n)} >= 0)>`),
  "named locations": (n) => `"t.x"() : () -> () loc(${'"a"('.repeat(n)}"b"${")".repeat(n)})\n`,
  "call sites": (n) => `"t.x"() : () -> () loc(${'callsite("a" at '.repeat(n)}"b"${")".repeat(n)})\n`,
  "metadata of locations": (n) => `"t.x"() : () -> () loc(${"fused<loc(".repeat(n)}"b"${')>["a"]'.repeat(n)})\n`,
  "attributes of arguments": (n) => `func.func private @f(i32 {t.a = ${"[".repeat(n)}1${"]".repeat(n)}})\n`,
};

describe("nesting without end", () => {
  for (const [name, shape] of Object.entries(shapes)) {
    it(`is refused: ${name}`, () => {
      const parsed = parseModule(new Context({ allowUnregistered: true, dialects }), shape(TOO_DEEP), {
        file: "in.mlir",
      });
      expect(parsed.ok).to.equal(false);
      expect(!parsed.ok && parsed.diagnostics[0]!.message).to.match(
        /^types and attributes (may be nested at most 2100 deep|are nested too deep for the stack)$/,
      );
    });
  }
});

describe("aliases of attributes", () => {
  it("are refused if the text of the attribute is too long", () => {
    const doubled = Array.from({ length: 27 }, (_, i) => `#a${i + 1} = [#a${i}, #a${i}]\n`);
    const parsed = parseModule(new Context({ dialects }), `#a0 = [0]\n${doubled.join("")}module {}\n`, {
      file: "in.mlir",
    });
    expect(!parsed.ok && parsed.diagnostics[0]!.message).to.equal("the text of the type or attribute is too long");
  });
});

describeWithMlirOpt("deep nesting, compared with mlir-opt", () => {
  const texts = Object.values(shapes).map((shape) => shape(DEEP));
  const outputs = new Map<boolean, readonly string[]>();
  before(() => {
    for (const generic of [false, true]) {
      const flags = generic ? ["--mlir-print-op-generic"] : [];
      outputs.set(generic, runMlirOptOnEach(["--allow-unregistered-dialect", ...flags], texts));
    }
  });

  Object.keys(shapes).forEach((name, index) => {
    it(`is read, verified and printed the same: ${name}`, () => {
      const text = texts[index]!;
      const parsed = parseModule(new Context({ allowUnregistered: true, dialects }), text, { file: "in.mlir" });
      if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
      expect(verifyOperation(parsed.op, { recursive: true }, () => undefined)).to.equal(true);
      for (const [generic, expected] of outputs) {
        // Compares with `===`, because a failed comparison by the assertion library would print the whole text.
        expect(parsed.op.print({ generic }).trimEnd() === expected[index]!.trimEnd(), String(generic)).to.equal(true);
        parsed.op.print({ generic, debugInfo: true });
      }
    });
  });

  it("is printed the same: locations chained by 5,000 aliases", () => {
    const aliases = Array.from({ length: 5000 }, (_, i) => `#loc${i + 1} = loc("n"(#loc${i}))\n`);
    const text = `#loc0 = loc("x")\n${aliases.join("")}"t.x"() : () -> () loc(#loc5000)\n`;
    const parsed = parseModule(new Context({ allowUnregistered: true, dialects }), text, { file: "<stdin>" });
    if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
    const [expected] = runMlirOptOnEach(["--allow-unregistered-dialect", "--mlir-print-debuginfo"], [text]);
    expect(parsed.op.print({ debugInfo: true }).trimEnd() === expected!.trimEnd()).to.equal(true);
  });
});
