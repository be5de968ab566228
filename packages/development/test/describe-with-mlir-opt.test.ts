import { expect } from "chai";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "@passwright/development";

const reporter = fileURLToPath(new URL("../reporter.cjs", import.meta.url));
const mocha = fileURLToPath(new URL("../../../node_modules/mocha/bin/mocha.js", import.meta.url));
const support = new URL("../dist/describe-with-mlir-opt.js", import.meta.url).href;

/** Runs a suite of two tests in an environment without mlir-opt. */
function runWithoutMlirOpt(environment: Readonly<Record<string, string>>): { stdout: string; status: number | null } {
  const folder = mkdtempSync(join(tmpdir(), "describe-"));
  const test = join(folder, "some.test.mjs");
  writeFileSync(
    test,
    `import { describeWithMlirOpt } from ${JSON.stringify(support)};
     describeWithMlirOpt("comparison", () => { it("a", () => {}); it("b", () => {}); });`,
  );
  const { CI: _, PASSWRIGHT_MLIR_OPT: __, PASSWRIGHT_COMPARE: ___, ...rest } = childEnvironment();
  const env = { ...rest, PATH: "", ...environment };
  const result = spawnSync(process.execPath, [mocha, "--no-config", "--reporter", reporter, test], {
    encoding: "utf8",
    env,
  });
  rmSync(folder, { recursive: true });
  return result;
}

describe("describeWithMlirOpt", () => {
  it("skips without mlir-opt, with the reason", () => {
    const { stdout, status } = runWithoutMlirOpt({});
    expect(status).to.equal(0);
    expect(stdout).to.contain("2 in comparison (skipped: no mlir-opt found)");
    expect(stdout).to.match(/\n0 passed, 0 failed, 2 skipped\n$/);
  });

  it("skips on request, even where CI=true", () => {
    const { stdout, status } = runWithoutMlirOpt({ CI: "true", PASSWRIGHT_COMPARE: "0" });
    expect(status).to.equal(0);
    expect(stdout).to.match(/\n0 passed, 0 failed, 2 skipped\n$/);
  });

  it("fails without mlir-opt where CI=true", () => {
    const { stdout, status } = runWithoutMlirOpt({ CI: "true" });
    expect(status).to.equal(1);
    expect(stdout).to.contain("CI=true, but there is no mlir-opt on the PATH and PASSWRIGHT_MLIR_OPT is not set");
    expect(stdout).to.match(/\n0 passed, 1 failed, 0 skipped\n$/);
  });
});
