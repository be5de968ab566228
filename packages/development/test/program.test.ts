import { expect } from "chai";
import {
  describeProgram,
  describeWithMlirOpt,
  forEachProgram,
  generateProgram,
  runMlirOptOnEach,
  samples,
} from "@passwright/development";

const PROGRAMS = samples(100);

const variants = [{}, { unregistered: true }, { locations: true }, { vectors: false, depth: 1 }];

describe("program generator", () => {
  it("gives the same text for the same options, and another for another seed", () => {
    const text = generateProgram({ seed: 7 }).text;
    expect(generateProgram({ seed: 7 }).text).to.equal(text);
    expect(generateProgram({ seed: 8 }).text).not.to.equal(text);
  });

  it("names the call that makes a program again when a check of it fails", () => {
    const check = (): void =>
      forEachProgram({ seed: 5, count: 3, functions: 1 }, ({ options }) => expect(options.seed).to.be.below(6));
    expect(check).to.throw(`${describeProgram(generateProgram({ seed: 6, functions: 1 }))}: expected 6 to be below 6`);
  });

  it("counts its results", () => {
    const { text, histogram } = generateProgram({ seed: 3, unregistered: true });
    const counted = new Map<string, number>();
    for (const [, name] of text.matchAll(/"([\w.]+)"\(/g))
      counted.set(name as string, (counted.get(name as string) ?? 0) + 1);
    expect([...histogram]).to.deep.equal([...counted].sort(([a], [b]) => (a < b ? -1 : 1)));
  });

  it("produces every operation it knows, in a hundred programs", () => {
    const seen = new Set<string>();
    forEachProgram({ seed: 0, count: 100, unregistered: true }, ({ histogram }) =>
      histogram.forEach((_, name) => seen.add(name)),
    );
    expect([...seen].sort().join(" ")).to.equal(
      "alpha.one arith.addf arith.addi arith.addui_extended arith.andi arith.bitcast arith.ceildivsi arith.ceildivui " +
        "arith.cmpf arith.cmpi arith.constant arith.divf arith.divsi arith.divui arith.extf arith.extsi arith.floordivsi " +
        "arith.fptosi arith.index_cast arith.index_castui arith.maximumf arith.maxnumf arith.maxsi arith.maxui " +
        "arith.minimumf arith.minnumf arith.minsi arith.minui arith.mulf arith.muli arith.mulsi_extended " +
        "arith.mului_extended arith.negf arith.ori arith.remsi arith.remui arith.select arith.shli arith.shrsi arith.shrui " +
        "arith.sitofp arith.subf arith.subi arith.trunci arith.xori beta.two builtin.module cf.assert cf.br cf.cond_br " +
        "cf.switch func.call func.func func.return memref.alloc memref.alloca memref.dim memref.get_global memref.global " +
        "memref.load memref.store scf.condition scf.execute_region scf.for scf.if scf.index_switch scf.while scf.yield",
    );
  });
});

describeWithMlirOpt("program generator, compared with mlir-opt", () => {
  for (const variant of variants) {
    it(`gives ${PROGRAMS} valid programs with ${JSON.stringify(variant)}`, () => {
      const programs = Array.from({ length: PROGRAMS }, (_, seed) => generateProgram({ seed, ...variant }).text);
      expect(runMlirOptOnEach(["--allow-unregistered-dialect"], programs)).to.have.length(PROGRAMS);
    });
  }

  for (const pass of ["cse", "symbol-dce", "arith-expand"]) {
    it(`gives ${pass} something to do in nearly every program`, () => {
      const programs = Array.from({ length: 30 }, (_, seed) => generateProgram({ seed }).text);
      const before = runMlirOptOnEach([], programs);
      const after = runMlirOptOnEach([`--${pass}`], programs);
      expect(after.filter((text, i) => text !== before[i]).length).to.be.at.least(27);
    });
  }
});
