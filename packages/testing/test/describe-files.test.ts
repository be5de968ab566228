import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { describeFiles } from "@passwright/testing";
import { makeTemporaryFolder } from "@passwright/development";

/** Runs the described tests. Returns the results, one line per test. */
async function outcomesOf(describeAll: (runner: Parameters<typeof describeFiles>[2]) => void): Promise<string[]> {
  const tests: { readonly name: string; readonly body: () => Promise<void> }[] = [];
  describeAll({ describe: (_, body) => body(), it: (name, body) => void tests.push({ name, body }) });
  const lines: string[] = [];
  for (const { name, body } of tests) {
    const problem = await body().then(
      () => "passes",
      (error: Error) => error.message.split("\n")[0] ?? "",
    );
    lines.push(`${name}: ${problem}`);
  }
  return lines;
}

describe("describeFiles", () => {
  const folder = makeTemporaryFolder();
  const run = (text: string): string => text.replace(/\/\/.*\n/, "");

  it("makes a test of each file, in order, and takes the others for none of its business", async () => {
    writeFileSync(join(folder, "right.mlir"), "// CHECK: one\none\n");
    writeFileSync(join(folder, "left.mlir"), "// CHECK: one\ntwo\n");
    writeFileSync(join(folder, "notes.txt"), "// CHECK: one\ntwo\n");
    expect(await outcomesOf((runner) => describeFiles(folder, { run }, runner))).to.deep.equal([
      "left.mlir: error[PWT0703]: the text of `CHECK:` is not found in the output",
      "right.mlir: passes",
    ]);
  });

  it("fails without a file", async () => {
    expect(
      await outcomesOf((runner) => describeFiles(pathToFileURL(folder), { run, ending: ".wat" }, runner)),
    ).to.deep.equal([`exist: no file in ${folder} ends in .wat`]);
  });
});
