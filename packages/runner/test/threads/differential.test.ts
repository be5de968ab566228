import { ThreadPool } from "@passwright/runner/threads";
import { describeProgram, generateProgram, perturb, samples } from "@passwright/development";
import { expect } from "chai";
import { run } from "./workplace.ts";

const pipelines = [
  "func.func(cse)",
  "func.func(canonicalize)",
  "func.func(cse,canonicalize,cse)",
  "func.func(sccp,loop-invariant-code-motion)",
  "any(canonicalize,cse)",
  "func.func(arith-expand,canonicalize)",
  "inline,func.func(composite-fixed-point-pass{pipeline=cse,loop-invariant-code-motion}),symbol-dce",
  "func.func(strip-debuginfo)",
  "func.func(cse),canonicalize,func.func(loop-invariant-code-motion,cse)",
];

const kinds = [
  { seed: 810_000, functions: 5, operationsPerFunction: 14 },
  { seed: 820_000, functions: 4, operationsPerFunction: 14, locations: true },
  { seed: 830_000, functions: 4, operationsPerFunction: 14, depth: 5, unregistered: true },
  { seed: 840_000, functions: 9, operationsPerFunction: 5, vectors: false },
];

describe("random programs with threads", () => {
  const pool = new ThreadPool({ threads: 2 });
  after(() => pool.close());

  for (const kind of kinds) {
    for (const [index, pipeline] of pipelines.entries()) {
      it(`has the same result as without threads: ${pipeline}, from seed ${kind.seed + 1000 * index}`, async () => {
        for (let i = 0; i < samples(24); i++) {
          const program = generateProgram({ ...kind, seed: kind.seed + 1000 * index + i });
          const text = perturb(program.text, program.options.seed);
          const alone = await run(pipeline, text);
          const threaded = await run(pipeline, text, { pool });
          expect(threaded, describeProgram(program)).to.deep.equal(alone);
        }
      });
    }
  }
});
