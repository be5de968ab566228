import { definePass } from "@passwright/core";
import type { PassManager } from "@passwright/core";
import type { Operation } from "@passwright/ir";
import { describeWithMlirOpt, generateProgram, Random, runMlirOpt, samples } from "@passwright/development";
import { expect } from "chai";
import { mlirOpt, runToText } from "./run-tool.ts";

const GENERIC = ["--mlir-print-op-generic", "--mlir-print-debuginfo"];

/**
 * List of pass names. Passes in a nested list run on functions. The name `-` is a TypeScript pass that does nothing.
 */
type Pipeline = readonly (string | readonly string[])[];

const anywhere = [
  "canonicalize",
  "cse",
  "sccp",
  "loop-invariant-code-motion",
  "control-flow-sink",
  "convert-scf-to-cf",
  "lower-affine",
  "int-range-optimizations",
  "remove-dead-values",
];
const onModules = [...anywhere, "symbol-dce", "inline", "symbol-privatize", "convert-cf-to-llvm"];
const inFunctions = [
  ...anywhere,
  "mem2reg",
  "arith-expand",
  "arith-int-range-narrowing{int-bitwidths-supported=16,32}",
];

function randomPipeline(random: Random): Pipeline {
  const some = <T>(most: number, make: () => T): T[] => Array.from({ length: random.between(1, most) }, make);
  return some(4, () => (random.chance(0.5) ? random.pick(onModules) : some(3, () => random.pick(inFunctions))));
}

const byHand = (pipeline: Pipeline): string =>
  `builtin.module(${pipeline.map((one) => (typeof one === "string" ? one : `func.func(${one.join(",")})`)).join(",")})`;

const nothing = definePass({ name: "nothing", runOnOperation: (_op: Operation) => undefined });

function fill(manager: PassManager<Operation>, pipeline: Pipeline): void {
  for (const one of pipeline) {
    const target = typeof one === "string" ? manager : manager.nest("func.func");
    for (const text of typeof one === "string" ? [one] : one) {
      const [name = "", options] = text.split("{");
      const [option = "", value = ""] = (options ?? "").replace("}", "").split("=");
      if (name === "-") target.addPass(nothing);
      else target.addPass(mlirOpt.pass(name), options === undefined ? {} : ({ [option]: value } as {}));
    }
  }
}

/** Returns the output of mlir-opt without the empty line at its end, or `undefined` if mlir-opt refuses the text. */
function expectedOf(text: string, pipeline: string): string | undefined {
  const { stdout, code } = runMlirOpt([...GENERIC, `--pass-pipeline=${pipeline}`], text);
  return code === 0 ? stdout.replace(/\n$/, "") : undefined;
}

const expected = (text: string, pipeline: Pipeline): string | undefined => expectedOf(text, byHand(pipeline));

describeWithMlirOpt("passes of mlir-opt", () => {
  it("give the output of the same command, for random pipelines and programs", () => {
    const random = new Random(2208);
    let compared = 0;
    for (let seed = 0; seed < samples(20); seed++) {
      const { text } = generateProgram({ seed, functions: 3, operationsPerFunction: 15, locations: seed % 2 === 0 });
      const pipeline = randomPipeline(random);
      const wanted = expected(text, pipeline);
      if (wanted === undefined) continue;
      compared++;
      const ours = runToText(text, (manager) => fill(manager, pipeline));
      expect(ours, `seed ${seed}: ${byHand(pipeline)}`).to.equal(wanted);
    }
    expect(compared).to.be.greaterThan(samples(20) / 2);
  });

  it("give the same output one by one, with an instrumentation or a TypeScript pass in between", () => {
    const random = new Random(826);
    for (let seed = 0; seed < samples(5); seed++) {
      const { text } = generateProgram({ seed: 100 + seed, functions: 2, operationsPerFunction: 12, locations: true });
      // Leaves out canonicalize, because its result depends on the order of uses, and this order is lost when IR is
      // sent as text.
      const pipeline = [random.pick(["cse", "symbol-dce"]), ["cse", random.pick(["mem2reg", "sccp"])]];
      const wanted = expected(text, pipeline);
      const [first = "", second = []] = pipeline as [string, string[]];
      const split = [first, "-", [second[0] as string, "-", second[1] as string]];
      const hint = `seed ${seed}: ${byHand(pipeline)}`;
      expect(
        runToText(text, (manager) => fill(manager, pipeline), { isWatched: true }),
        hint,
      ).to.equal(wanted);
      expect(
        runToText(text, (manager) => fill(manager, split)),
        hint,
      ).to.equal(wanted);
    }
  });

  it("keep resources, aliases and locations of every kind", () => {
    const text = `#alias = loc("named"("a.mlir":1:2))
      module @m attributes {test.data = dense_resource<blob> : tensor<2xi32>} {
        func.func @f(%a: i32 loc(fused["x", "y.mlir":3:4])) -> i32 {
          %0 = arith.addi %a, %a : i32 loc(callsite("c" at #alias))
          %1 = arith.addi %a, %a : i32 loc(#alias)
          %2 = arith.muli %0, %1 : i32 loc(unknown)
          return %2 : i32
        }
      }
      {-# dialect_resources: { builtin: { blob: "0x040000000100000002000000" } } #-}`;
    const wanted = expected(text, [["cse"]]);
    expect(runToText(text, (manager) => fill(manager, [["cse"]]))).to.equal(wanted);
  });

  it("run on one function with the symbols that it refers to", () => {
    const text = `module {
      memref.global "private" constant @table : memref<2xi32> = dense<[1, 2]>
      func.func @other(%a: i32) -> i32 { return %a : i32 }
      func.func @f(%a: i32) -> i32 {
        %t = memref.get_global @table : memref<2xi32>
        %c = arith.constant 0 : index
        %x = memref.load %t[%c] : memref<2xi32>
        %y = call @other(%x) : (i32) -> i32
        %z = call @"other"(%x) : (i32) -> i32
        %d = arith.addi %y, %z : i32
        return %d : i32
      }
      module @inner { func.func @g() -> i32 { %c = arith.constant 1 : i32  %d = arith.addi %c, %c : i32  return %d : i32 } }
    }`;
    const pipeline = [["canonicalize"], ["cse"]];
    const wanted = expected(text, pipeline);
    const ours = runToText(text, (manager) => fill(manager, [["canonicalize", "-", "cse"]]));
    expect(ours).to.equal(wanted);
    const fillNested = (manager: PassManager<Operation>): void => {
      manager.nest("builtin.module").nest("func.func").addPass(nothing).addPass(mlirOpt.pass("canonicalize"));
    };
    expect(runToText(text, fillNested)).to.equal(
      expectedOf(text, "builtin.module(builtin.module(func.func(canonicalize)))"),
    );
  });
});
