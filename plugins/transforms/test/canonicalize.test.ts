import { describeWithMlirOpt } from "@passwright/test-support";
import { canonicalize } from "@passwright/plugin-transforms";
import { expectAsMlirOptOnRandom } from "./as-mlir-opt.ts";

describeWithMlirOpt("canonicalize, against mlir-opt", () => {
  it("agrees on random programs", () => expectAsMlirOptOnRandom(canonicalize, { seed: 1, count: 100 }));
  it("agrees on random programs, run on each function", () =>
    expectAsMlirOptOnRandom(canonicalize, { seed: 500, count: 30 }, { anchor: "func.func" }));
  it("agrees on random programs with unregistered operations", () =>
    expectAsMlirOptOnRandom(canonicalize, { seed: 1000, count: 50, unregistered: true }));
});
