import { Context, dialects, parseModule, verifyOperation } from "@passwright/ir";
import { describeWithMlirOpt, runMlirOpt, runMlirOptOnEach } from "@passwright/development";
import { expect } from "chai";

/**
 * Returns a program in which lines occur often enough that the parser, the verifier and the printer cache them. The
 * tested line follows.
 */
function after(line: string, before = ""): string {
  return `func.func @f(%a: i32, %b: i32, %c: i64, %v: vector<4xi32>) {
  ${before}
  %x0 = arith.addi %a, %b : i32
  %x1 = arith.addi %x0, %b : i32
  %x2 = arith.addi %x1, %x0 : i32
  %x3 = "arith.addi"(%x1, %x2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  %x4 = "arith.addi"(%x3, %x2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  %x5 = arith.cmpi slt, %x4, %a : i32
  %x6 = arith.cmpi slt, %x4, %x0 : i32
  %x7 = arith.select %x5, %x1, %x2 : i32
  %x8 = arith.select %x6, %x7, %x3 : i32
  %x9, %y9 = arith.addui_extended %x7, %x8 : i32, i1
  %x10 = arith.select %y9, %x7, %x8 : i32
  "t.use"(%x1, %x2) {text = "100 % \\" sure // %x1"} : (i32, i32) -> ()
  "t.use"(%x2, %x3) {text = "100 % \\" sure // %x1"} : (i32, i32) -> ()
  "t.use"(%x3, %x4) {text = "100 % \\" sure // %x1"} : (i32, i32) -> ()
  %t0:2 = "t.two"(%x1) : (i32) -> (i32, i32)
  %t1:2 = "t.two"(%t0) : (i32) -> (i32, i32)
  %t2:2 = "t.two"(%t1) : (i32) -> (i32, i32)
  ${line}
  return
}
`;
}

const VALID = [
  "%y = arith.addi %x1, %x1 : i32",
  "%y = arith.addi %t1#1, %x1 : i32",
  "%y = arith.addi %t1, %x1 : i32",
  "%y = arith.addi %x1, %x0 : i32 // a comment",
  "%y = arith.addi %x1,\n %x0 : i32",
  '%y = arith.addi %x1, %x0 : i32\n  loc("here")',
  "%y = arith.addi %x1, %x0 : i32 %z = arith.addi %x1, %x0 : i32",
  "%y = arith.addi %x1, %x0 : i32\r\n  %z = arith.addi %x1, %x0 : i32\r",
  "%y = arith.addi %x1, %x0 : i32\t\n\n\n",
  "arith.addi %x1, %x0 : i32",
  "%007 = arith.addi %x1, %x0 : i32\n %70000000 = arith.addi %007, %007 : i32\n %arg0x = arith.addi %70000000, %007 : i32",
  "%-y.$ = arith.addi %x1, %x0 : i32\n  %z = arith.addi %-y.$, %x0 : i32",
  '"t.use"(%x4, %x5) {text = "100 % \\" sure // %x1"} : (i32, i1) -> ()',
  '"t.use"(%x4, %x3) {text = "100 % \\" sure // %x2"} : (i32, i32) -> ()',
  '"t.two"(%x1) : (i32) -> (i32, i32)',
  '%y = "t.two"(%x1) : (i32) -> (i32)',
  "scf.if %x5 {\n    %y = arith.addi %x1, %x0 : i32\n    scf.yield\n  }",
  '"t.graph"() ({\n    %y = arith.addi %z, %x0 : i32\n    %z = arith.addi %x1, %x0 : i32\n  }) : () -> ()',
];

const INVALID = [
  "%y = arith.addi %x1, %c : i32",
  "%y = arith.addi %c, %c : i32",
  "%y = arith.addi %x1, %nobody : i32",
  "%y = arith.addi %x1, %2000000 : i32",
  "%x1 = arith.addi %x1, %x0 : i32",
  "%y:2 = arith.addi %x1, %x0 : i32",
  "%y, %z = arith.addi %x1, %x0 : i32",
  "%y = arith.addi %x1, %x0 : i32 junk",
  "%y = arith.addi %x1 %x0 : i32",
  "%y = arith.addi %t1#7, %x0 : i32",
  '%y = "t.use"(%x4, %x3) {text = "100 % \\" sure // %x1"} : (i32, i32) -> ()',
  ") %y = arith.addi %x1, %x0 : i32",
  '"t.use"(%x4, %x3) {text = "100 % \\" sure // %x1"} : (i32, i32)',
  '"t.use"(%x4) {text = "100 % \\" sure // %x1"} : (i32, i32) -> ()',
  "return\n  %y = arith.addi %x1, %x0 : i32",
];

/** Returns Passwright's result for a text: the first error, or the parsed IR. */
function ours(text: string, generic: boolean): string {
  const parsed = parseModule(new Context({ allowUnregistered: true, dialects }), text, { file: "<stdin>" });
  const [first] = parsed.ok ? [] : parsed.diagnostics;
  if (!parsed.ok) return `${first!.at?.line}:${first!.at?.column}: error: ${first!.message}\n`;
  const wrong: string[] = [];
  verifyOperation(parsed.op, { recursive: true }, ({ at, message }) =>
    wrong.push(`${at?.line}:${at?.column}: error: ${message}\n`),
  );
  return wrong[0] ?? `${parsed.op.print({ generic })}\n`;
}

function mlirOpts(text: string, flags: readonly string[] = []): string {
  const { stdout, stderr } = runMlirOpt(["--allow-unregistered-dialect", ...flags], text);
  const error = /^<stdin>:(.*: error: .*\n)/m.exec(stderr);
  // mlir-opt writes a zero byte in place of a plural ending.
  return error === null ? stdout : error[1]!.replace("\0", "");
}

describeWithMlirOpt("lines like others before, compared with mlir-opt", () => {
  it("mean the same", () => {
    const texts = VALID.map((line) => after(line));
    for (const generic of [false, true]) {
      const flags = generic ? ["--mlir-print-op-generic"] : [];
      const outputs = runMlirOptOnEach(["--allow-unregistered-dialect", ...flags], texts);
      texts.forEach((text, index) => expect(ours(text, generic), VALID[index]).to.equal(outputs[index]));
    }
  });

  for (const line of INVALID) {
    it(`is refused in the same way: ${JSON.stringify(line)}`, () => {
      const text = after(line);
      expect(ours(text, false)).to.equal(mlirOpts(text));
    });
  }

  it("considers every change of a surrounding region or dialect", () => {
    const inner = '"t.graph"() ({\n    func.func private @g()\n    %y = arith.addi %x1, %x0 : i32\n  }) : () -> ()';
    const text = after(
      inner,
      "%k = arith.constant 1 : i32\n  %l = arith.constant 1 : i32\n  %m = arith.constant 1 : i32",
    );
    expect(ours(text, false)).to.equal(mlirOpts(text));
    const twice = `${after("%y = arith.addi %x1, %x0 : i32")}${after("").replace("@f", "@g")}`;
    expect(ours(twice, false)).to.equal(mlirOpts(twice));
    expect(ours(twice, true)).to.equal(mlirOpts(twice, ["--mlir-print-op-generic"]));
  });

  it("prints a dialect where it is required", () => {
    const calls = (call: string, from: number): string =>
      [0, 1, 2, 3].map((i) => `%${from + i} = ${call} @g(%${from + i - 1}) : (i32) -> i32\n`).join("");
    const inner = (from: number): string => `scf.if %c {\n${calls("func.call", from)}}\n`;
    const text = `func.func private @g(i32) -> i32
func.func @f(%a: i32, %c: i1) -> i32 {
  %0 = arith.addi %a, %a : i32
  ${calls("call", 1)}${inner(5)}${calls("func.call", 5).replaceAll(/%5 = func.call @g\(%4\)/g, "%5 = call @g(%0)")}${inner(9)}
  return %8 : i32
}
`;
    for (const one of [text, text.replace("(%a: i32", "(%a : i32").replaceAll("\n", "\n\t")]) {
      expect(ours(one, false)).to.equal(mlirOpts(one));
      expect(ours(one, true)).to.equal(mlirOpts(one, ["--mlir-print-op-generic"]));
    }
  });

  it("takes a name without its dialect for another where another dialect goes without saying", () => {
    const known = "func.func private @g()\nfunc.func @f(%c: i1) {\n  call @g() : () -> ()\n  call @g() : () -> ()\n";
    const inner = (name: string): string => `${known}  scf.if %c {\n    ${name} @g() : () -> ()\n  }\n  return\n}\n`;
    for (const name of ["call", "func.call"]) expect(ours(inner(name), false)).to.equal(mlirOpts(inner(name)));
  });

  it("stops learning if all lines differ", () => {
    const lines = Array.from({ length: 9000 }, (_, i) => `  "t.use"(%a) {place = ${i}} : (i32) -> ()\n`).join("");
    const text = `func.func @f(%a: i32) {\n${lines}  return\n}\n`;
    expect(ours(text, false)).to.equal(mlirOpts(text));
  });
});
