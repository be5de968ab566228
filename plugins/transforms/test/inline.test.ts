import { describeWithMlirOpt, itLong, sampleOf } from "@passwright/development";
import { expect } from "chai";
import { expectAsMlirOptOnCorpus, expectPipelineAsMlirOpt, expectPipelineAsMlirOptOnRandom } from "./as-mlir-opt.ts";
import { runPipeline } from "./run-pass.ts";

const leaf = "func.func private @leaf(%x: i32) -> i32 { %0 = arith.addi %x, %x : i32 return %0 : i32 }";
const several = `func.func private @several(%x: i32, %p: i1) -> i32 {
  cf.cond_br %p, ^a, ^b(%x : i32)
^a:
  return %x : i32
^b(%y: i32):
  %0 = arith.muli %y, %x : i32
  return %0 : i32
}`;

const cases: Readonly<Record<string, string>> = {
  "one call, in place, and several, copied": `${leaf}
    func.func private @once(%x: i32) -> i32 { %0 = call @leaf(%x) : (i32) -> i32 %1 = call @leaf(%0) : (i32) -> i32 return %1 : i32 }
    func.func @main(%a: i32) -> i32 { %0 = call @once(%a) : (i32) -> i32 return %0 : i32 }`,
  "several blocks, into functions and regions": `${leaf} ${several}
    func.func @main(%a: i32, %p: i1) -> i32 {
      %1 = call @several(%a, %p) : (i32, i1) -> i32
      %2 = scf.if %p -> i32 {
        %3 = func.call @several(%1, %p) : (i32, i1) -> i32
        %4 = func.call @leaf(%3) : (i32) -> i32
        scf.yield %4 : i32
      } else { scf.yield %a : i32 }
      %5 = scf.execute_region -> i32 { %6 = func.call @several(%2, %p) : (i32, i1) -> i32 scf.yield %6 : i32 }
      return %5 : i32
    }`,
  "recursion, direct and over others": `
    func.func @rec(%x: i32) -> i32 { %0 = call @rec(%x) : (i32) -> i32 return %0 : i32 }
    func.func private @ping(%x: i32) -> i32 { %0 = call @pong(%x) : (i32) -> i32 return %0 : i32 }
    func.func private @pong(%x: i32) -> i32 { %0 = call @ping(%x) : (i32) -> i32 return %0 : i32 }
    func.func @main(%x: i32) -> i32 { %1 = call @rec(%x) : (i32) -> i32 %2 = call @ping(%1) : (i32) -> i32 return %2 : i32 }`,
  "components of several functions, which go round more than once": `module @m {
    func.func nested @n() { func.call @q() : () -> () return }
    func.func private @q() { func.call @r() : () -> () return }
    func.func private @r() { func.call @ext() : () -> () func.call @s() : () -> () return }
    func.func private @s() { func.call @r() : () -> () func.call @q() : () -> () return }
    func.func private @ext()
    func.func @z() { func.call @n() : () -> () func.call @q() : () -> () "x.y"() {ref = @r} : () -> () return }
  }`,
  "calls that must stay": `${leaf}
    func.func private @no(%x: i32) -> i32 attributes {no_inline} { return %x : i32 }
    func.func private @odd(%x: i32) -> i32 { "toy.op"() : () -> () return %x : i32 }
    func.func private @declared(i32) -> i32
    func.func @main(%x: i32) -> i32 {
      %0 = call @no(%x) : (i32) -> i32
      %1 = call @leaf(%0) {no_inline} : (i32) -> i32
      %2 = call @odd(%1) : (i32) -> i32
      %3 = call @declared(%2) : (i32) -> i32
      %f = func.constant @leaf : (i32) -> i32
      %4 = call_indirect %f(%3) : (i32) -> i32
return %4 : i32
    }`,
  "references that keep a function": `${leaf}
    func.func @main(%x: i32) -> i32 attributes {hint = @leaf} { %0 = call @leaf(%x) : (i32) -> i32 return %0 : i32 }`,
  "nested modules": `module @outer { ${leaf}
      module @inner attributes {sym_visibility = "private"} { ${leaf}
        func.func nested @n(%x: i32) -> i32 { %0 = call @leaf(%x) : (i32) -> i32 return %0 : i32 } }
      func.func @main(%x: i32) -> i32 { %0 = call @leaf(%x) : (i32) -> i32 return %0 : i32 }
    }`,
  "nothing returned, many returned, arguments in another order": `
    func.func private @none() { return }
    func.func private @swap(%a: i32, %b: f32) -> (f32, i32) { return %b, %a : f32, i32 }
    func.func @main(%a: i32, %b: f32) -> i32 { call @none() : () -> () %0:2 = call @swap(%a, %b) : (i32, f32) -> (f32, i32)
      %1:2 = call @swap(%0#1, %0#0) : (i32, f32) -> (f32, i32) return %1#1 : i32 }`,
};

const pipelines = [
  "inline{default-pipeline=}",
  "inline{default-pipeline=cse}",
  "inline{default-pipeline= max-iterations=1}",
  "inline{default-pipeline= inlining-threshold=60}",
  "inline{default-pipeline= inlining-threshold=0}",
  "inline{default-pipeline= op-pipelines=func.func(cse)}",
  "inline",
];

describe("inline", () => {
  it("refuses an operation that is not a symbol table", () => {
    const { result } = runPipeline("func.func(inline)", leaf);
    expect(result.diagnostics.map(({ message }) => message)).to.deep.equal([
      "'func.func' op  was scheduled to run under the inliner, but does not define a symbol table",
    ]);
  });

  it("keeps functions to which an unregistered operation can refer", () => {
    const program = `func.func private @used() { return }
      func.func private @once() { return }
      func.func @main() {
        "toy.for"() ({ "toy.call"() {callee = @used} : () -> () }) : () -> ()
        call @once() : () -> ()
        return
      }
      "toy.module"() ({ "toy.call"() {callee = @once} : () -> () }) : () -> ()`;
    const { text } = runPipeline("inline", program);
    expect(text.match(/sym_name = "\w+"/g)).to.deep.equal(
      ["used", "once", "main"].map((name) => `sym_name = "${name}"`),
    );
    expect(text).not.to.contain("func.call");
  });

  it("refuses an invalid pipeline for an operation, and ignores an invalid default one", () => {
    expect(() => runPipeline("inline{op-pipelines=func.func(nope)}", leaf)).to.throw(
      "'nope' does not refer to a registered pass or pass pipeline",
    );
    const { result, printed } = runPipeline("inline{default-pipeline=nope}", leaf);
    expect(`${result.succeeded}\n${printed}`).to.equal(
      "true\nMLIR Textual PassPipeline Parser:1:1: error: 'nope' does not refer to a registered pass or pass pipeline\nnope\n^\n",
    );
  });

  itLong("takes linear time for many calls in one block, and for many functions", () => {
    const count = 10_000;
    const calls = Array.from({ length: count }, (_, i) => `%${i + 1} = call @leaf(%${i}) : (i32) -> i32`);
    const functions = Array.from(
      { length: count },
      (_, i) => `func.func private @f${i}(%x: i32) -> i32 { %0 = call @leaf(%x) : (i32) -> i32 return %0 : i32 }`,
    );
    const main = `func.func @main(%0: i32) -> i32 {\n${calls.join("\n")}\nreturn %${count} : i32\n}`;
    const { text } = runPipeline("inline{default-pipeline=}", [leaf, main, ...functions].join("\n"));
    // As in mlir-opt, calls in dead functions are not inlined, so @leaf always has uses.
    expect(text.match(/arith\.addi/g)).to.have.length(count + 1);
    expect(text).not.to.contain("func.call");
  });
});

describeWithMlirOpt("inline, against mlir-opt", () => {
  for (const [title, program] of sampleOf(Object.entries(cases))) {
    it(`agrees on ${title}`, () => {
      for (const pipeline of pipelines) expectPipelineAsMlirOpt(pipeline, [program]);
    });
    it(`agrees on the locations of ${title}`, () =>
      expectPipelineAsMlirOpt("inline{default-pipeline=}", [program], { debugInfo: true }));
  }

  it("agrees on two pipelines for one operation", () => {
    const program = `func.func private @callee() -> i32 {
        %0 = arith.constant 1 : i32 %1 = arith.addi %0, %0 : i32 return %1 : i32
      }
      func.func @main() -> i32 { %0 = call @callee() : () -> i32 return %0 : i32 }`;
    expectPipelineAsMlirOpt("inline{op-pipelines=func.func(canonicalize),func.func(cse)}", [program]);
  });

  // Leaves out unregistered operations that have a region and are next to functions, because mlir-opt crashes on such
  // operations.
  it("agrees on random programs", () => expectAsMlirOptOnCorpus("inline", { registeredOnly: true }));

  it("agrees on random programs with many functions, simplified in between", () => {
    const generation = { seed: 60_000, count: 100, functions: 8, operationsPerFunction: 6 };
    expectPipelineAsMlirOptOnRandom("inline", generation);
    expectPipelineAsMlirOptOnRandom("inline{default-pipeline=}", { ...generation, locations: true });
    expectPipelineAsMlirOptOnRandom("inline{default-pipeline=cse inlining-threshold=80 max-iterations=2}", generation);
  });
});
