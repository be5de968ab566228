import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { childEnvironment, itLong } from "@passwright/development";

const child = fileURLToPath(new URL("allocation-child.js", import.meta.url));

describe("the run loop", () => {
  itLong("allocates nothing per pass and operation, with and without statistics and instrumentations", () => {
    // New objects stay where they were made while they are counted: nothing is collected in between.
    const flags = ["--expose-gc", "--max-semi-space-size=256", "--min-semi-space-size=256"];
    const { stdout, stderr } = spawnSync(process.execPath, [...flags, child], {
      encoding: "utf8",
      env: childEnvironment(),
    });
    expect(stderr).to.equal("");
    const perPair = JSON.parse(stdout) as Readonly<Record<string, number>>;
    expect(Object.keys(perPair)).to.deep.equal(["plain", "preserving", "statistics", "instrumented"]);
    // The smallest object takes 12 bytes; what is made once per pass and run is a fraction of one for each operation.
    for (const [kind, bytes] of Object.entries(perPair)) expect(bytes, kind).to.be.within(-1, 1);
  });
});
