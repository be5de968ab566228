import { Context, dialects, parseModule, verifyOperation } from "@passwright/ir";
import { changeAttribute, describeWithMlirOpt, eachOperation, Random, samples } from "@passwright/development";
import { expect } from "chai";
import { expectVerdictsAsMlirOpt } from "./as-mlir-opt.ts";
import { loopProgram } from "./loops.ts";

/** Matches operations whose attributes determine the result type. The verifier does not check that the types match. */
const SHAPES = /memref\.(subview|reinterpret_cast|expand_shape|collapse_shape|transpose)/;

function isValid(text: string): boolean {
  const parsed = parseModule(new Context({ allowUnregistered: true, dialects }), text, { file: "in.mlir" });
  return parsed.ok && verifyOperation(parsed.op, { recursive: true }, () => undefined);
}

describeWithMlirOpt("canonicalize, against mlir-opt, on unusual programs", () => {
  it("agrees on loops with none, one, many, unlimited or unknown iterations", () => {
    const programs = Array.from({ length: samples(600) }, (_, seed) => loopProgram(new Random(seed)));
    expect(expectVerdictsAsMlirOpt("canonicalize", programs), "failed").to.equal(0);
  });

  it("agrees on operations with every attribute that they may have", () => {
    const programs = eachOperation().filter((text) => !SHAPES.test(text));
    const texts = Array.from({ length: samples(20_000) }, (_, i) => {
      const random = new Random(i);
      return changeAttribute(random.pick(programs), random);
    }).filter((text) => text !== undefined && isValid(text)) as string[];
    expect(texts.length).to.be.greaterThan(samples(200));
    expect(expectVerdictsAsMlirOpt("canonicalize", [...programs, ...texts]), "failed").to.equal(0);
  });
});
