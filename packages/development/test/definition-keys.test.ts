import { readFileSync } from "node:fs";
import { expect } from "chai";
import { definitionKeysPage } from "@passwright/development/documentation";

describe("the page about keys of definitions", () => {
  const page = definitionKeysPage();

  it("is up to date: `npm run docs` writes it", () => {
    expect(readFileSync(new URL("../../../docs/definition-keys.md", import.meta.url), "utf8")).to.equal(page);
  });

  it("contains keys of all three kinds, and only one row for a key", () => {
    for (const key of ["extensionPoints", "needs", "taps", "lacks", "reads", "worksOn", "createMember", "checkOptions"])
      expect(page.split(`\n| \`${key}\``).length - 1, key).to.equal(1);
    expect(page).to.contain("\n| `ir` (required) |").and.to.contain("\n| `name` (required) |");
  });
});
