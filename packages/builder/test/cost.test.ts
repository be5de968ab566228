import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { childEnvironment, itLong } from "@passwright/development";
import { expect } from "chai";
import type { Work } from "./cost/meter.ts";

const SIZES = [100, 10_000] as const;

/** Measures in a separate process without optimizations, because the engine counts fewer blocks in optimized code. */
function measure(sizes: readonly number[], script = "measure"): Work {
  const program = fileURLToPath(new URL(`./cost/${script}.js`, import.meta.url));
  const options = { env: childEnvironment(), encoding: "utf8" } as const;
  return JSON.parse(execFileSync(process.execPath, ["--no-opt", program, ...sizes.map(String)], options)) as Work;
}

describe("an add… call", () => {
  itLong("costs at most logarithmic work, however it ends: in a pipeline that is squared at most twice as much", () => {
    const work = Object.entries(measure(SIZES));
    expect(work).to.have.length.greaterThan(40);
    for (const [call, [less = 0, more = 0]] of work) {
      expect(less, call).to.be.greaterThan(10);
      expect(more, `${call}: ${less} at ${SIZES[0]}, ${more} at ${SIZES[1]}`).to.be.at.most(2 * less);
    }
  });
});

describe("a pipeline of twice the size", () => {
  it("costs less than 2.5 times the work, and less than 4.5 times if every rule looks at every pass", () => {
    const work = Object.entries(measure([100, 200], "growth"));
    expect(work).to.have.lengthOf(6);
    for (const [shape, [less = 0, more = 0]] of work)
      expect(more / less, `${shape}: ${less}, ${more}`).to.be.lessThan(shape.includes("presence") ? 4.5 : 2.5);
  });
});
