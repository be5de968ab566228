import { readFileSync } from "node:fs";
import { ROWS } from "@passwright/development/documentation";
import { expect } from "chai";

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

const PROMISED = "P1 P2 P3 P4 P5 A1 A2 M1 M2 M3 M4 M5 M7 O1 O2 S1 R1 R2 R3 I1 I2 I3 I4 X6".split(" ");

// Checks only that the table matches the files. `npm run mutate-rows`, which takes minutes, checks that a test detects
// each change.
describe("rows of the pass infrastructure", () => {
  it("are all there", () => {
    expect(ROWS.map(({ id }) => id)).to.deep.equal(PROMISED);
  });

  for (const row of ROWS) {
    it(`${row.id} has a page, code that can be changed, and a test that notices`, () => {
      const page = read(`docs/${row.page}`);
      expect(page.split("\n")).to.include(row.heading);
      expect(page).to.match(/^```(?:js|console)$/m);
      expect(read(row.source).split(row.find).length - 1, `${row.find} in ${row.source}`).to.equal(1);
      const test = read(row.test);
      expect(test.includes(row.title) || test.replaceAll("${text}", "").includes(row.title), row.title).to.equal(true);
    });
  }
});
