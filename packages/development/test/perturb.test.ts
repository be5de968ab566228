import { expect } from "chai";
import { describeWithMlirOpt, generateProgram, perturb, runMlirOptOnEach, samples } from "@passwright/development";

describe("perturb", () => {
  it("gives the same text for the same seed", () => {
    const { text } = generateProgram({ seed: 1 });
    expect(perturb(text, 2)).to.equal(perturb(text, 2));
  });

  it("renames every value and block, which then each keep one name", () => {
    const text =
      '"a"() ({ ^x(%p: i32): %q:2 = "b"(%p) : (i32) -> (i32, i32) "c"(%q#1, %q#0)[^x] : (i32, i32) -> () }) : () -> ()';
    const names = perturb(text, 1).match(/[%^][\w.$-]+/g) ?? [];
    expect(names).not.to.include.members(["%p"]);
    expect(new Set(names).size).to.be.within(3, 4);
  });
});

describeWithMlirOpt("perturb, compared with mlir-opt", () => {
  for (const variant of [{}, { unregistered: true }, { locations: true }]) {
    it(`changes the text but not its meaning, with ${JSON.stringify(variant)}`, () => {
      const args = ["--mlir-print-op-generic", "--allow-unregistered-dialect"];
      if ("locations" in variant) args.push("--mlir-print-debuginfo");
      const programs = Array.from({ length: samples(60) }, (_, seed) => generateProgram({ seed, ...variant }).text);
      const perturbed = programs.map((text, seed) => perturb(text, seed + 1));
      const printed = runMlirOptOnEach(args, programs);
      expect(runMlirOptOnEach(args, perturbed)).to.deep.equal(printed);
      expect(perturbed.filter((text, i) => text === printed[i] || text === programs[i])).to.deep.equal([]);
    });
  }

  it("reads mlir-opt's output, comments included", () => {
    const args = ["--mlir-print-op-generic"];
    const printed = runMlirOptOnEach(
      args,
      Array.from({ length: samples(30) }, (_, seed) => generateProgram({ seed }).text),
    );
    expect(
      runMlirOptOnEach(
        args,
        printed.map((text, seed) => perturb(text, seed)),
      ),
    ).to.deep.equal(printed);
  });
});
