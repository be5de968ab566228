import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { diagnosticOf } from "@passwright/core";
import { planPermutations, printPermutations, printTrials, tryOnSkeletons } from "@passwright/testing";
import { makeTemporaryFolder } from "@passwright/development";

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

  it("are reported if they differ", async () => {
    const config = join(folder, "passwright.config.json");
    const framework = join(root, "examples/first");
    writeFileSync(config, JSON.stringify({ framework, plugins: [decoy, bad] }));
    const { isIndependent, outcomes } = await planPermutations({ config, cwd: folder });
    expect(isIndependent).to.equal(false);
    expect(outcomes.map(({ orders }) => orders.flat()[0])).to.deep.equal(["aaa-decoy", "bad-depends-on-load-order"]);
    const [first, before, second, after] = printPermutations({ isIndependent, outcomes }).split("\n");
    expect(first).to.equal("loaded in the order aaa-decoy, bad-depends-on-load-order:");
    expect(second).to.equal("loaded in the order bad-depends-on-load-order, aaa-decoy:");
    expect(before)
      .to.match(/^builtin\.module\(/)
      .and.not.to.equal(after);
  });

  it("are planned for a graph", async () => {
    const toy = join(root, "packages/testing/test/toy");
    const config = join(folder, "graph.config.json");
    writeFileSync(config, JSON.stringify({ framework: join(toy, "graph"), plugins: [join(toy, "in-graph")] }));
    const found = await planPermutations({ config, cwd: folder });
    expect(found.isIndependent).to.equal(true);
    expect(printPermutations(found)).to.equal(
      "read: file()\nmiddle: file(unit(count-neighbours),to-list)\nwrite: any(unit(number))\n",
    );
  });

  it("are reported with the errors of a config that does not plan", async () => {
    const config = join(folder, "wrong.config.json");
    const insert = [{ pass: "cse", at: "nowhere.end", onMissing: "error" }];
    writeFileSync(config, JSON.stringify({ framework: join(root, "examples/first"), insert }));
    const found = await planPermutations({ config, cwd: folder });
    expect(printPermutations(found)).to.match(/^error\[PWB0103\]: .*`nowhere\.end`[^]*\nhelp: /);
    expect(found.isIndependent).to.equal(false);
  });

  it("are not independent without a config", async () => {
    const found = await planPermutations({ config: "missing.json", cwd: folder });
    expect(found.isIndependent).to.equal(false);
    expect(found.outcomes.length).to.equal(1);
  });

  it("refuse unknown options", async () => {
    const options = { confg: "examples/first", cwd: root } as never;
    const error = await planPermutations(options).catch((thrown: unknown) => diagnosticOf(thrown));
    expect(error).to.include({
      code: "PWT0605",
      message: "`planPermutations`: unknown key `options.confg`; did you mean `options.config`?",
    });
  });
});

describe("skeletons", () => {
  it("are shown in a table, with the result of the plugin", async () => {
    const trials = await tryOnSkeletons(decoy);
    expect(printTrials(trials).split("\n")[0]).to.equal("cpu: resolves");
  });
});
