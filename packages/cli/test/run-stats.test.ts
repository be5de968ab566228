import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";

const files = {
  "passwright.config.yaml": "framework: press\n",
  "one.txt": "tea\n  dirt\n  honey\ntea\n  dirt\n",
  "two.txt": "tea\n  milk\n",
};

describe("passwright run --stats", () => {
  it("shows the statistics of passes over all inputs", async () => {
    const { passwright, folder } = makeWorkplace(files, ["press"]);
    const shown = await passwright("run", "one.txt", "two.txt", "--stats", "-o", "out.txt");
    expect(shown).to.match(
      /\n {2}all operations +3 +5 +\+2\n\nall 2 inputs +before +after\n {2}\w+(.*\n)+ {2}all operations +\d+ +\d+ +\S+\n\nwipe {3}2 {2}wiped - words wiped away\npress {2}2 {2}pressed - words pressed\n--- exit 0\n$/,
    );
    expect(readFileSync(join(folder, "out.txt"), "utf8")).to.contain("// -----\n");
  });

  it("omits them without counts", async () => {
    const { passwright } = makeWorkplace({ ...files, "none.txt": "tea\n" }, ["press"]);
    expect(await passwright("run", "none.txt", "--stats")).to.match(/\n {2}all operations[^\n]*\n--- exit 0\n$/);
  });

  it("leaves them out by default", async () => {
    expect(await makeWorkplace(files, ["press"]).passwright("run", "one.txt")).to.not.contain("wiped");
  });
});
