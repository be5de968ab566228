import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { childEnvironment, itLong } from "@passwright/development";

const child = fileURLToPath(new URL("allocation-child.js", import.meta.url));

describe("the run loop", () => {
  itLong("allocates nothing per pass and operation, with and without statistics and instrumentations", () => {
    // Uses a large young generation, so that the engine does not collect objects during the measurement.
    const flags = ["--expose-gc", "--max-semi-space-size=256", "--min-semi-space-size=256"];
    const { stdout, stderr } = spawnSync(process.execPath, [...flags, child], {
      encoding: "utf8",
      env: childEnvironment(),
    });
    expect(stderr).to.equal("");
    const perPair = JSON.parse(stdout) as Readonly<Record<string, number>>;
    expect(Object.keys(perPair)).to.deep.equal(["plain", "preserving", "statistics", "instrumented"]);
    // The smallest object takes 12 bytes. An object that is allocated once per pass and run adds only a fraction of a
    // byte to the average per operation.
    for (const [kind, bytes] of Object.entries(perPair)) expect(bytes, kind).to.be.within(-1, 1);
  });
});
