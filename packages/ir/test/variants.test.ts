import { describeWithMlirOpt, sampleOf } from "@passwright/development";
import { expect } from "chai";
import { arithSketches } from "./variants/arith-sketches.ts";
import { compareDiagnostics } from "./variants/compare.ts";
import { memrefSketches } from "./variants/memref-sketches.ts";
import { mutationsOf } from "./variants/mutations.ts";
import { builtinSketches, cfSketches, funcSketches } from "./variants/other-sketches.ts";
import { scfSketches } from "./variants/scf-sketches.ts";
import { render } from "./variants/sketch.ts";
import type { Sketch } from "./variants/sketch.ts";

const DIALECTS: readonly (readonly [string, readonly Sketch[]])[] = [
  ["arith", arithSketches],
  ["memref", memrefSketches],
  ["scf", scfSketches],
  ["cf", cfSketches],
  ["func", funcSketches],
  ["builtin and ub", builtinSketches],
];

/** The tests try one of STRIDE variants, because a test of all variants takes many minutes. */
const STRIDE = 10;

describeWithMlirOpt("variants of every operation, compared with mlir-opt", () => {
  for (const [name, sketches] of DIALECTS) {
    it(`of ${name} that are valid are accepted`, () => {
      const { refused, verdicts } = compareDiagnostics(sketches.map(render));
      expect(refused).to.equal(0);
      expect(verdicts.join("\n")).to.equal("");
    });

    it(`of ${name} end in the same verdict, with the same first message`, () => {
      const texts = new Set(sketches.flatMap((sketch) => Array.from(mutationsOf(sketch), render)));
      const chosen = sampleOf([...texts].filter((_, i) => i % STRIDE === 0));
      const { refused, verdicts, messages } = compareDiagnostics(chosen);
      expect(refused).to.be.greaterThan(chosen.length / 3);
      expect(verdicts.join("\n")).to.equal("");
      expect(messages.length, messages.join("\n")).to.be.at.most(Math.ceil(chosen.length / 200));
    });
  }
});
