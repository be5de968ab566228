import { expect } from "chai";
import { readFileSync } from "node:fs";
import plugin from "@passwright/plugin-transforms";

describe("manifest of the transforms", () => {
  it("declares what the code defines", () => {
    const { passwright } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
      passwright: { readonly passes: readonly unknown[] };
    };
    expect(passwright.passes).to.deep.equal(plugin.passes.map(({ declaration }) => ({ ...declaration })));
  });
});
