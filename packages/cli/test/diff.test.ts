import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { checkGolden } from "@passwright/development";
import { makeWorkplace } from "./workplace.ts";

const packages = ["kettle", "plugin-mint", "plugin-lemon", "plugin-data"];
const config = (plugins: readonly string[]): string => `framework: kettle\nplugins: [${plugins.join(", ")}]\n`;

describe("passwright diff", () => {
  const shops = {
    "one/passwright.config.yaml": config(["plugin-mint", "plugin-data"]),
    "two/passwright.config.yaml": config(["plugin-mint", "plugin-lemon"]),
  };

  it("describes how two configs differ", async () => {
    const { passwright } = makeWorkplace(shops, packages);
    checkGolden(await passwright("diff", "one", "two"), "diff.txt", import.meta.url);
    checkGolden(await passwright("diff", "one", "two", "--json"), "diff.json", import.meta.url);
    expect(await passwright("diff", "one", "one/passwright.config.yaml")).to.equal(
      "--- out\nno difference\n--- exit 0\n",
    );
  });

  it("describes how two locks, or a lock and a config, differ", async () => {
    const { passwright } = makeWorkplace(shops, packages);
    const expected = await passwright("diff", "one", "two");
    await passwright("lock", "one", "-o", "one.lock.json");
    await passwright("lock", "two", "-o", "two.lock.json");
    expect(await passwright("diff", "one.lock.json", "two.lock.json")).to.equal(expected);
    expect(await passwright("diff", "one.lock.json", "two")).to.equal(expected);
    expect(await passwright("diff", "one", "two.lock.json")).to.equal(expected);
    expect(await passwright("diff", "one.lock.json", "-c", "two")).to.equal(expected);
  });

  it("describes how a config differs from the lock beside it", async () => {
    const { passwright, folder } = makeWorkplace(shops, packages);
    await passwright("lock", "one");
    expect(await passwright("diff", "one")).to.equal("--- out\nno difference\n--- exit 0\n");
    writeFileSync(join(folder, "one/passwright.config.yaml"), shops["two/passwright.config.yaml"]);
    const expected = await passwright("diff", "one");
    checkGolden(expected, "diff.txt", import.meta.url);
    expect(await passwright("diff", "one/passwright.lock.json")).to.equal(expected);
  });

  it("searches a config, without operands", async () => {
    const { passwright } = makeWorkplace({ "passwright.config.yaml": config(["plugin-mint"]) }, packages);
    expect(await passwright("diff")).to.match(/error\[PWR0201\]: `passwright.lock.json`[^]*--- exit 1\n$/);
    await passwright("lock");
    expect(await passwright("diff")).to.equal("--- out\nno difference\n--- exit 0\n");
  });

  it("fails with --exit-code if the plans differ", async () => {
    const { passwright } = makeWorkplace(shops, packages);
    expect(await passwright("diff", "one", "one", "--exit-code")).to.equal("--- out\nno difference\n--- exit 0\n");
    const differing = await passwright("diff", "one", "two");
    expect(await passwright("diff", "one", "two", "--exit-code")).to.equal(differing.replace("exit 0", "exit 1"));
  });

  it("compares targets", async () => {
    const { passwright } = makeWorkplace({ "passwright.config.yaml": "framework: press\n" }, ["press"]);
    await passwright("lock");
    expect(await passwright("diff", "--target", "cold")).to.equal(
      "--- out\nchoice target hot is now target cold\n`press` was removed\n--- exit 0\n",
    );
  });

  it("reports all errors", async () => {
    const { passwright } = makeWorkplace(shops, packages);
    expect(await passwright("diff", "one", "two", "three")).to.match(/error\[PWR0009\][^]*--- exit 2\n$/);
    const shown = await passwright("diff", "nowhere.lock.json", "nowhere", "--json");
    expect(shown).to.contain('"PWR0201"').and.contain('"PWL0001"');
    expect(shown).to.match(/--- exit 1\n$/);
  });
});
