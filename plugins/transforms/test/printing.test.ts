import { describeWithMlirOpt, itLong } from "@passwright/development";
import { expect } from "chai";
import { expectPrintsAsMlirOpt, generate } from "./as-mlir-opt.ts";
import { runPipeline } from "./run-pass.ts";

const odd = `module attributes {m.big = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17],
    m.elements = dense<"0x0102030405060708090a0b0c0d0e0f101112131415161718"> : tensor<2x3x4xi8>,
    m.splat = dense<7> : tensor<100xi64>, m.strings = dense<["a", "b|c"]> : tensor<2x!x.s>,
    m.dictionary = {a = "x|{y}<z>\\n\\t\\"q\\\\"}, m.place = loc("a":1:2), m.map = affine_map<(d0) -> (d0)>,
    m.sparse = sparse<[[0]], [1]> : tensor<20xi32>, m.unit, m.letters = "äöü"} {
  func.func @f(%a: i32, %m: memref<8x?xf32, strided<[?, 1]>>) {
    %0:3 = "x.y"(%a) {b = true} : (i32) -> (i32, !foo.bar<"q">, tuple<i32, f32>)
    "x.z"(%0#1, %0#2, %0#0) : (!foo.bar<"q">, tuple<i32, f32>, i32) -> ()
    %1:2 = "x.r"(%0#2) ({
    ^bb0(%k: i32, %l: tuple<i32>):
      "x.q"(%k)[^bb1] : (i32) -> ()
    ^bb1:
      "x.u"() : () -> ()
    }, {}) : (tuple<i32, f32>) -> (i32, i64)
    "x.w"(%1#1) : (i64) -> ()
    "noname"() : () -> ()
    return
  }
  func.func private @decl(i32) -> (i32 {x.y = 3 : i32})
}`;

const pipelines = [
  "print-ir",
  "print-ir{label=here}",
  "func.func(print-ir{label={of a function}})",
  "print-op-stats",
  "print-op-stats{json=true}",
  "func.func(print-op-stats)",
  "view-op-graph",
  "view-op-graph{max-label-len=4 print-control-flow-edges=true}",
  "view-op-graph{print-attrs=false print-data-flow-edges=false}",
  "view-op-graph{print-result-types=false max-label-len=0}",
];

describeWithMlirOpt("print-ir, print-op-stats and view-op-graph, against mlir-opt", () => {
  for (const pipeline of pipelines) {
    it(`${pipeline} prints the same`, () => {
      const { texts } = generate({ seed: 1, count: 20, locations: true });
      expectPrintsAsMlirOpt(pipeline, [odd, ...texts]);
    });
  }

  it("prints the same on more random programs", () => {
    const small = { functions: 3, operationsPerFunction: 14, unregistered: true };
    const { texts } = generate({ seed: 100, count: 100, ...small });
    expectPrintsAsMlirOpt("print-op-stats,view-op-graph,print-ir", texts);
  });

  it("numbers on and draws earlier edges of data once more in the next operation", () => {
    const functions = ["f", "g", "h"].map(
      (name) => `func.func @${name}(%a: i32) -> i32 {
      %0 = arith.addi %a, %a : i32
      cf.br ^bb1
    ^bb1:
      return %0 : i32
    }`,
    );
    expectPrintsAsMlirOpt("func.func(view-op-graph{print-control-flow-edges=true})", [functions.join("\n")]);
  });

  it("shows as many kinds of operations as there are, in hues as C rounds them", () => {
    const lines = Array.from({ length: 125 }, (_, i) => `"x.o${i}"() : () -> ()`);
    expectPrintsAsMlirOpt("view-op-graph", [`func.func @f() {\n${lines.join("\n")}\nreturn\n}`]);
  });
});

describe("view-op-graph", () => {
  itLong("draws regions nested five thousand deep", () => {
    const depth = 5000;
    const program = `func.func @f(%c: i1) {\n${"scf.if %c {\n".repeat(depth)}${"}\n".repeat(depth)}return\n}`;
    const { printed } = runPipeline("view-op-graph", program);
    expect(printed.match(/scf\.if/g)).to.have.length(depth);
  });
});
