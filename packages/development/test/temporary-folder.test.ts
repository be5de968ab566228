import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { childEnvironment, makeTemporaryFolder } from "@passwright/development";

const mocha = fileURLToPath(new URL("../../../node_modules/mocha/bin/mocha.js", import.meta.url));
const hooks = fileURLToPath(new URL("../temporary-folders.cjs", import.meta.url));
const support = JSON.stringify(new URL("../dist/temporary-folder.js", import.meta.url).href);

/** Runs test files with a separate folder for temporary files. Also returns the files that remain in this folder. */
function runTests(files: { readonly [name: string]: string }, ...flags: readonly string[]) {
  const folder = makeTemporaryFolder();
  const temporary = join(folder, "temporary");
  mkdirSync(temporary);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const tests = Object.keys(files)
    .filter((name) => name.endsWith(".test.mjs"))
    .map((name) => join(folder, name));
  const args = [mocha, "--no-config", "--reporter", "dot", "--require", hooks, ...flags, ...tests];
  const env = { ...childEnvironment(), TMPDIR: temporary, TMP: temporary, TEMP: temporary };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env });
  const left = readdirSync(temporary).filter((name) => name !== "node-compile-cache");
  return { status, text: stdout + stderr, left };
}

/** Module that makes temporary folders. Several test files share this module. */
const shared = `import { makeTemporaryFolder } from ${support};\nexport const make = () => makeTemporaryFolder();\n`;
const uses = `import { make } from "./shared.mjs";\ndescribe("a", () => { it("b", () => void make()); });\n`;

describe("temporary folders", () => {
  for (const flags of [[], ["--parallel", "--jobs", "1"]]) {
    it(`are gone after the tests${flags.map((flag) => ` ${flag}`).join("")}`, () => {
      const files = { "shared.mjs": shared, "one.test.mjs": uses, "two.test.mjs": uses };
      const { status, text, left } = runTests(files, ...flags);
      expect(status, text).to.equal(0);
      expect(left).to.deep.equal([]);
    });
  }

  it("that are left fail the run, and are removed", () => {
    const leaves = `import { mkdtempSync } from "node:fs";\nimport { tmpdir } from "node:os";\nit("b", () => void mkdtempSync(tmpdir() + "/mine-"));\n`;
    const { status, text, left } = runTests({ "one.test.mjs": leaves });
    expect(status).to.not.equal(0);
    expect(text).to.match(/the tests left 1 temporary files or folders: mine-/);
    expect(left).to.deep.equal([]);
  });
});
