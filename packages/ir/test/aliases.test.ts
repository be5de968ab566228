import { Context, dialects, parseModule, verifyOperation } from "@passwright/ir";
import { describeWithMlirOpt, runMlirOpt, runMlirOptOnEach, sampleOf } from "@passwright/development";
import { expect } from "chai";

/**
 * Texts in which only one item can be printed as an alias, so that only this item makes the printer collect aliases.
 */
const ALONE = [
  'module {\n  "t.op"() {a = loc("x")} : () -> ()\n}',
  'module {\n  "t.op"() {a = [loc("y":1:2), 1]} : () -> ()\n}',
  'module {\n  "t.op"() {a = {b = {c = loc("z")}}} : () -> ()\n}',
  '"t.op"() {a = loc(fused["x", "y"])} : () -> ()',
  '"t.op"() : () -> () loc("only where it is")',
  "module {\n  %0 = arith.constant 1 : i32\n  %1 = arith.addi %0, %0 overflow<nsw> : i32\n}",
  "#fast = #arith.fastmath<fast>\nmodule {\n  %0 = arith.constant 1.0 : f32\n  %1 = arith.addf %0, %0 fastmath<fast> : f32\n}",
  "#mine = #t.other<one>\nmodule {\n  func.func private @f() attributes {a = #t.other<one>, b = #t.other<two>}\n}",
  "!mine = !t.other<one>\nmodule {\n  func.func private @f(!t.other<one>)\n}",
  '#di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int">\nmodule attributes {t.a = #di_basic_type} {\n}',
  "module attributes {t.a = affine_map<(d0) -> (d0)>} {\n}",
  "module attributes {t.a = affine_set<(d0) : (d0 >= 0)>} {\n}",
  "func.func private @f(memref<4xi32, affine_map<(d0) -> (d0)>>)",
  "module attributes {t.a = distinct[3]<i32>, t.b = distinct[4]<>} {\n}",
  `func.func private @f(tuple<${Array.from({ length: 17 }, () => "i1").join(", ")}>)`,
  'func.func private @f(tensor<4xi32, loc("x")>)',
  'func.func private @f(!t.type<loc("x")>)',
  'module attributes {t.a = #t.attribute<loc("x")>} {\n}',
  'module attributes {t.a = dense_resource<blob> : tensor<1xi8>} {\n}\n{-#\n  dialect_resources: {\n    builtin: {\n      blob: "0x0100000001"\n    }\n  }\n#-}',
  '"t.op"() <loc("x")> : () -> ()',
  '"t.op"() <[loc("x")]> : () -> ()',
  '"t.op"() <affine_map<(d0) -> (d0)>> : () -> ()',
  '"t.op"() {a = affine_map<(d0) -> (d0)>} : () -> ()\n"t.op"() <affine_map<(d0) -> (d0)>> : () -> ()',
  `%0 = "t.op"() <{p = affine_map<(d0) -> (d0 * 9)>}> ({
    "t.inner"() {b = affine_map<(d0) -> (d0 * 5)>} : () -> ()
  ^bb1(%x: memref<4xf32, affine_map<(d0) -> (d0 + 6)>>):
    "t.inner"() : () -> ()
  }) {a = affine_map<(d0) -> (d0 * 7)>} : () -> memref<4xf32, affine_map<(d0) -> (d0 + 1)>>`,
  `"t.op"() <{r = dense_resource<a> : tensor<1xi8>}> ({
    "t.op"() <dense_resource<b> : tensor<1xi8>> : () -> ()
  }) {s = dense_resource<c> : tensor<1xi8>} : () -> ()
  {-# dialect_resources: {builtin: {c: "0x0100000001", b: "0x0100000001", a: "0x0100000001"}} #-}`,
  ...[
    '"s"',
    "dense<1>",
    "dense<[1, 2]>",
    "dense_resource<blob>",
    "sparse<0, 1>",
    "sparse<[[0], [1]], [1, 2]>",
    "#t.x<1>",
  ].map((value) => `"t.op"() {a = [${value} : tensor<2xi32, affine_map<(d0) -> (d0)>>]} : () -> ()`),
  "module {\n  %cst = arith.constant dense<1> : tensor<2xi32, affine_map<(d0) -> (d0)>>\n}",
  'module attributes {t.a = dense<"x"> : tensor<1x!t.x<1>, affine_map<(d0) -> (d0)>>} {\n}',
];

function printed(text: string, options: { readonly generic: boolean; readonly debugInfo: boolean }): string {
  const parsed = parseModule(new Context({ allowUnregistered: true, dialects }), text, { file: "<stdin>" });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  expect(verifyOperation(parsed.op, { recursive: true }, () => undefined)).to.equal(true);
  return `${parsed.op.print(options)}\n`;
}

describeWithMlirOpt("aliases, compared with mlir-opt", () => {
  for (const generic of [false, true]) {
    const flags = ["--allow-unregistered-dialect", ...(generic ? ["--mlir-print-op-generic"] : [])];
    const form = generic ? "the generic" : "the custom";
    it(`are the same in ${form} form`, () => {
      const expected = runMlirOptOnEach(flags, ALONE);
      ALONE.forEach((text, i) => expect(printed(text, { generic, debugInfo: false }), text).to.equal(expected[i]));
    });

    it(`are the same in ${form} form with locations`, () => {
      // Runs the texts one by one, because a location counts the lines of all texts before it.
      for (const text of sampleOf(ALONE)) {
        const { stdout } = runMlirOpt([...flags, "--mlir-print-debuginfo"], text);
        expect(printed(text, { generic, debugInfo: true }), text).to.equal(stdout);
      }
    });
  }
});
