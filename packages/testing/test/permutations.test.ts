import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { describePlugin, planPermutations, printTrials, tryOnSkeletons } from "@passwright/testing";
import { makeTemporaryFolder } from "@passwright/test-support";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const bad = join(root, "packages/testing/bad-plugins/depends-on-load-order");
const decoy = join(root, "packages/testing/decoys/first");

describe("load orders", () => {
  const folder = makeTemporaryFolder();

  it("make no difference to the example", async () => {
    const { isIndependent, outcomes } = await planPermutations({ config: "examples/first", cwd: root });
    expect(isIndependent).to.equal(true);
    expect(outcomes[0]?.orders.length).to.equal(24);
  });

  it("are told apart where they do", async () => {
    const config = join(folder, "passwright.config.json");
    const framework = join(root, "examples/first");
    writeFileSync(config, JSON.stringify({ framework, plugins: [decoy, bad] }));
    const { isIndependent, outcomes } = await planPermutations({ config, cwd: folder });
    expect(isIndependent).to.equal(false);
    expect(outcomes.map(({ orders }) => orders.flat()[0])).to.deep.equal(["aaa-decoy", "bad-depends-on-load-order"]);
  });
});

describe("describePlugin", () => {
  it("makes a test of every check, for any runner", async () => {
    const tests = new Map<string, () => Promise<void>>();
    const runner = {
      describe: (_: string, body: () => void) => body(),
      it: (name: string, body: () => Promise<void>) => tests.set(name, body),
    };
    describePlugin({ plugin: join(root, "packages/testing/bad-plugins/asynchronous-setup") }, runner);
    const failed: string[] = [];
    for (const [name, body] of tests) {
      // All wait for the same report.
      await body().catch((error: Error) => failed.push(`${name}: ${error.message.split("\n")[0] ?? ""}`));
    }
    expect(tests.size).to.equal(14);
    expect(failed).to.deep.equal([
      "has a synchronous setup, which does not throw: error[PWT0105]: the setup of `bad-asynchronous-setup` is asynchronous",
    ]);
  });

  it("and the table of skeletons name the same plugin", async () => {
    const trials = await tryOnSkeletons(decoy);
    expect(printTrials(trials).split("\n")[0]).to.equal("cpu: resolves");
  });
});
