"use strict";

const { readdirSync } = require("node:fs");
const { join } = require("node:path");

/**
 * Test files that take the most time (`--reporter-option slowest=20` shows them). With `--parallel`, these files start
 * first, so that no worker runs a long file while the other workers are already done.
 */
const longest = [
  "packages/development/dist-test/docs.test.js",
  "packages/development/dist-test/api.test.js",
  "packages/cli/dist-test/exact-bytes.test.js",
  "packages/cli/dist-test/early-end.test.js",
  "plugins/postcss/dist-test/postcss.test.js",
  "packages/cli/dist-test/opt/script.test.js",
  "packages/development/dist-test/examples.test.js",
  "packages/runner/dist-test/threads/threads.test.js",
  "packages/cli/dist-test/opt/compare.test.js",
  "packages/cli/dist-test/run-workers.test.js",
  "packages/cli/dist-test/run-threads.test.js",
  "examples/binaryen/dist-test/binaryen.test.js",
  "packages/ir/dist-test/custom-form.test.js",
  "packages/cli/dist-test/thrown-values.test.js",
  "packages/cli/dist-test/time-limit.test.js",
  "packages/ir/dist-test/extremes.test.js",
  "plugins/transforms/dist-test/printing.test.js",
  "plugins/binaryen/dist-test/assemblyscript.test.js",
  "packages/testing/dist-test/bad-plugins.test.js",
  "packages/testing/dist-test/published.test.js",
  "packages/testing/dist-test/shared-state.test.js",
  "packages/testing/dist-test/other-ir.test.js",
  "packages/cli/dist-test/irregular-files.test.js",
  "examples/mlir-lowering/dist-test/mlir-lowering.test.js",
  "plugins/unified/dist-test/unified.test.js",
  "plugins/svgo/dist-test/svgo.test.js",
];

function testFiles() {
  return ["packages", "plugins", "examples"].flatMap((group) =>
    readdirSync(join(__dirname, group)).flatMap((name) => testsIn(`${group}/${name}/dist-test`)),
  );
}

function testsIn(folder) {
  return filesIn(folder)
    .filter((path) => path.endsWith(".test.js"))
    .map((path) => `${folder}/${path}`)
    .sort();
}

function filesIn(folder) {
  try {
    return readdirSync(join(__dirname, folder), { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
}

const all = testFiles();
const named = process.argv.slice(2).some((argument) => argument.endsWith(".test.js"));

module.exports = {
  // If the command line names files, only those files run.
  spec: named
    ? []
    : [...longest.filter((file) => all.includes(file)), ...all.filter((file) => !longest.includes(file))],
  require: ["./packages/development/temporary-folders.cjs"],
  timeout: 300_000,
  reporter: "./packages/development/reporter.cjs",
};
