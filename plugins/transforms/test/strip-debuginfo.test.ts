import { describeWithMlirOpt } from "@passwright/development";
import { stripDebugInfo } from "@passwright/plugin-transforms";
import { expectAsMlirOpt, expectAsMlirOptOnCorpus, expectAsMlirOptOnRandom } from "./as-mlir-opt.ts";

describeWithMlirOpt("strip-debuginfo, against mlir-opt", () => {
  it("agrees on locations of operations, block arguments and in attributes", () =>
    expectAsMlirOpt(
      stripDebugInfo,
      [
        `module attributes {x.stays = loc("a":1:2)} {
          func.func @f(%a: i32 loc("arg")) -> i32 {
            %0 = arith.addi %a, %a : i32 loc(fused["x", "y"])
            cf.br ^b(%0 : i32) loc(callsite("c" at "d":3:4))
          ^b(%1: i32 loc("later")):
            return %1 : i32
          } loc("f")
        } loc("m")`,
      ],
      { debugInfo: true },
    ));

  it("agrees on random programs", () => expectAsMlirOptOnCorpus("strip-debuginfo"));

  it("agrees on functions of random programs, which leaves other locations alone", () =>
    expectAsMlirOptOnRandom(stripDebugInfo, { seed: 400, count: 50, locations: true }, { anchor: "func.func" }));
});
