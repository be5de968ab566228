import { expect } from "chai";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { childEnvironment, makeTemporaryFolder } from "@passwright/development";

const reporter = fileURLToPath(new URL("../reporter.cjs", import.meta.url));
const mocha = fileURLToPath(new URL("../../../node_modules/mocha/bin/mocha.js", import.meta.url));

describe("reporter", () => {
  it("shows failures in full and skipped suites by name, and ends with the three counts", () => {
    const folder = mkdtempSync(join(tmpdir(), "reporter-"));
    const test = join(folder, "some.test.cjs");
    writeFileSync(
      test,
      `describe("a suite", () => { it("works", () => {}); it("breaks", () => { throw new Error("the reason"); }); });
       describe("another (skipped: no tool)", () => { before(function () { this.skip(); }); it("a", () => {}); it("b", () => {}); });`,
    );
    const args = [mocha, "--no-config", "--reporter", reporter, test];
    const { stdout, status } = spawnSync(process.execPath, args, { encoding: "utf8", env: childEnvironment() });
    rmSync(folder, { recursive: true });
    expect(status).to.equal(1);
    expect(stdout).to.match(/1\) a suite\s+breaks:\s+Error: the reason/);
    expect(stdout).to.contain("skipped:\n  2 in another (skipped: no tool)\n");
    expect(stdout).to.match(/\n1 passed, 1 failed, 2 skipped\n$/);
  });

  it("shows the slowest files and tests on request", () => {
    const folder = makeTemporaryFolder();
    const test = join(folder, "some.test.cjs");
    writeFileSync(
      test,
      `it("is quick", () => {}); it("is quick, too", () => {}); it("takes long", (done) => setTimeout(done, 50));`,
    );
    const args = [mocha, "--no-config", "--reporter", reporter, "--reporter-option", "slowest=1", test];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", env: childEnvironment() });
    expect(stdout.replaceAll(/ +\d+ ms/g, " # ms")).to.contain(
      "\nslowest files:\n # ms  some.test.cjs\n\nslowest tests:\n # ms  some.test.cjs: takes long\n\n3 passed",
    );
  });
});
