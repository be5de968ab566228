import { expect } from "chai";
import {
  describeWithMlirOpt,
  generateFoldableProgram,
  runMlirOpt,
  runMlirOptOnEach,
  samples,
  shrinkLines,
  itLong,
} from "@passwright/development";
import type { FoldableProgram } from "@passwright/development";
import { canonicalize } from "@passwright/plugin-transforms";
import { expectAsMlirOpt, expectAsMlirOptOnRandom } from "./as-mlir-opt.ts";
import { runPipeline } from "./run-pass.ts";

const flags = ["--mlir-print-op-generic", "--allow-unregistered-dialect"];

function ours(text: string, pipeline: string): string {
  return runPipeline(pipeline, text).text.trimEnd();
}

/**
 * Compares `canonicalize` with mlir-opt on generated programs that can be simplified in many ways. If results differ,
 * reports the seeds and a reduced version of the first program.
 */
function expectAlike(first: number, count: number, options = ""): void {
  const pipeline = `canonicalize${options === "" ? "" : `{${options}}`}`;
  const programs = Array.from({ length: samples(count) }, (_, i) => generateFoldableProgram(first + i));
  const expected = runMlirOptOnEach(
    [...flags, `--pass-pipeline=builtin.module(${pipeline})`],
    programs.map((program) => program.text),
  );
  const different = programs.filter((program, i) => ours(program.text, pipeline) !== expected[i]!.trimEnd());
  expect(different.map(({ seed }) => seed).join()).to.equal(
    "",
    different[0] && describeFailure(different[0], pipeline),
  );
}

function describeFailure({ seed, text, histogram }: FoldableProgram, pipeline: string): string {
  const differs = (program: string): boolean => {
    const { code, stdout } = runMlirOpt([...flags, `--pass-pipeline=builtin.module(${pipeline})`], program);
    return code === 0 && ours(program, pipeline) !== stdout.trimEnd();
  };
  const counts = [...histogram].map(([name, times]) => `${name} ${times}`).join(", ");
  return `generateFoldableProgram(${seed}): ${counts}\n${shrinkLines(text, differs)}\nseeds that differ`;
}

describe("canonicalize", () => {
  it("is tried on programs with everything in them that can be simplified", () => {
    const names = new Set<string>();
    for (let seed = 0; seed < 100; seed++)
      for (const name of generateFoldableProgram(seed).histogram.keys()) names.add(name.split(".")[0]!);
    expect([...names].sort()).to.deep.equal(["arith", "builtin", "cf", "func", "memref", "scf", "toy", "ub"]);
  });

  it("fails for an endless pass with a time limit", () => {
    const lines = ['%0 = "arith.addi"(%a, %a) : (i32, i32) -> i32', '%1 = "arith.subi"(%0, %a) : (i32, i32) -> i32'];
    const program = `"func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({ ^bb0(%a: i32):
      ${lines.join("\n")} "func.return"(%1) : (i32) -> () }) : () -> ()`;
    const succeeds = (options: string): boolean => runPipeline(`canonicalize{${options}}`, program).result.succeeded;
    expect(succeeds("max-iterations=1 test-convergence=true")).to.equal(false);
    expect(succeeds("max-iterations=1")).to.equal(true);
    expect(succeeds("test-convergence=true")).to.equal(true);
  });

  it("uses the patterns that are named, or all but those", () => {
    const program = `"func.func"() <{function_type = (i1) -> i32, sym_name = "f"}> ({ ^bb0(%a: i1):
      %c = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %d = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %0 = "arith.select"(%a, %c, %d) : (i1, i32, i32) -> i32
      "func.return"(%0) : (i32) -> () }) : () -> ()`;
    const isExtended = (options: string): boolean => ours(program, `canonicalize{${options}}`).includes("arith.extui");
    expect(isExtended("")).to.equal(true);
    expect(isExtended("disable-patterns=SelectToExtUI")).to.equal(false);
    expect(isExtended("enable-patterns=SelectToExtUI")).to.equal(true);
    expect(isExtended("enable-patterns=another")).to.equal(false);
  });

  itLong("copes with regions nested five thousand deep", () => {
    const depth = 5000;
    const open = '"scf.if"(%c) ({ "toy.use"() : () -> ()\n'.repeat(depth);
    const close = '"scf.yield"() : () -> () }, {}) : (i1) -> ()\n'.repeat(depth);
    const program = `"func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({ ^bb0(%c: i1):
      ${open}${close} "func.return"() : () -> () }) : () -> ()`;
    const { text } = runPipeline("canonicalize", program);
    // Only the outermost `scf.if` is left, because the condition is known to be true inside of this operation.
    expect(text.split("scf.if").length - 1).to.equal(1);
    expect(text.split("toy.use").length - 1).to.equal(depth);
  });
});

describeWithMlirOpt("canonicalize, against mlir-opt", () => {
  it("agrees on random programs", () => expectAsMlirOptOnRandom(canonicalize, { seed: 1, count: 60 }));
  it("agrees on random programs, run on each function", () =>
    expectAsMlirOptOnRandom(canonicalize, { seed: 500, count: 20 }, { anchor: "func.func" }));
  it("agrees on random programs with unregistered operations", () =>
    expectAsMlirOptOnRandom(canonicalize, { seed: 1000, count: 40, unregistered: true }));
  it("agrees on random programs with locations, which are fused from simplified operations", () =>
    expectAsMlirOptOnRandom(canonicalize, { seed: 1500, count: 30, locations: true }));

  it("agrees on programs in which nearly everything can be simplified", () => expectAlike(2000, 250));
  it("agrees when blocks are merged", () => expectAlike(3000, 100, "region-simplify=aggressive"));
  it("agrees when control flow is left alone", () => expectAlike(3500, 40, "region-simplify=disabled"));
  it("agrees from the bottom up", () => expectAlike(4000, 40, "top-down=false"));
  it("agrees when it may not go on", () => {
    expectAlike(4500, 40, "max-iterations=1");
    expectAlike(5000, 40, "max-num-rewrites=2");
  });

  it("agrees on loops over index spaces", () => {
    const program = `func.func @a(%x: index, %y: index) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c4 = arith.constant 4 : index
        scf.forall (%i, %j) in (%c4, %x) { "t.a"(%i, %j) : (index, index) -> () }
        scf.forall (%i, %j) = (%c0, %x) to (%c1, %y) step (%c1, %c1) { "t.b"(%i, %j) : (index, index) -> () }
        scf.forall (%i) = (%c4) to (%c1) step (%c1) { "t.c"(%i) : (index) -> () }
        scf.forall (%i) in (1) { "t.d"(%i) : (index) -> () }
        scf.forall (%i, %j) = (3, %x) to (4, %y) step (1, 2) { "t.e"(%i, %j) : (index, index) -> () }
        scf.forall (%i, %j) = (3, %x) to (4, %y) step (1, 2) { "t.f"(%i, %j) : (index, index) -> () } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
        scf.forall (%i) = (%x) to (%x) step (%c4) { "t.g"(%i) : (index) -> () }
        scf.forall (%i, %j, %k) = (%c0, %x, %c4) to (%x, %y, %c4) step (%c1, %c4, %y) { "t.h"(%i, %j, %k) : (index, index, index) -> () }
        scf.forall (%i, %j) = (%x, 2) to (%y, 4) step (%c1, 2) { "t.i"(%i, %j) : (index, index) -> () }
        return
      }`;
    expectAsMlirOpt(canonicalize, [program]);
  });

  it("agrees on unsigned loops from a value to the sum of the value and a negative number", () => {
    const program = `func.func @f(%low: i32, %step: i32) -> i32 {
        %c = arith.constant -16 : i32
        %high = arith.addi %low, %c overflow<nuw> : i32
        %0 = scf.for unsigned %i = %low to %high step %step iter_args(%a = %c) -> (i32) : i32 { scf.yield %i : i32 }
        return %0 : i32
      }`;
    expectAsMlirOpt(canonicalize, [program]);
  });

  it("has the same locations for operations from trees", () => {
    const at = (line: number): string => `loc("a":${line}:1)`;
    const program = `"func.func"() <{function_type = (i32, i1) -> (i32, i32), sym_name = "f"}> ({ ^bb0(%a: i32, %b: i1):
      %c = "arith.constant"() <{value = 1 : i32}> : () -> i32 ${at(1)}
      %d = "arith.constant"() <{value = 5 : i32}> : () -> i32 ${at(2)}
      %0 = "arith.addi"(%a, %c) : (i32, i32) -> i32 ${at(3)}
      %1 = "arith.subi"(%0, %d) : (i32, i32) -> i32 ${at(4)}
      %2 = "arith.addi"(%1, %d) : (i32, i32) -> i32 ${at(5)}
      %3 = "arith.select"(%b, %c, %d) : (i1, i32, i32) -> i32 ${at(6)}
      %4 = "arith.addi"(%3, %3) : (i32, i32) -> i32 ${at(7)}
      "func.return"(%2, %4) : (i32, i32) -> () }) : () -> ()`;
    expectAsMlirOpt(canonicalize, [`"builtin.module"() ({\n${program}\n}) : () -> ()`], { debugInfo: true });
  });
});
