import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { describeFiles, planPermutations, printPermutations } from "@passwright/testing";
import framework from "template-package";

describe("the pipeline", () => {
  const config = fileURLToPath(new URL("../passwright.config.yaml", import.meta.url));

  for (const [level, text] of [
    ["O0", "builtin.module(template-framework-privatize,func.func(canonicalize,arith-expand),symbol-dce)"],
    [
      "O1",
      "builtin.module(template-framework-privatize,func.func(template-pass,cse,canonicalize,arith-expand),symbol-dce)",
    ],
  ]) {
    it(`is as expected at ${level}, with the config's insertions, in every load order`, async () => {
      assert.equal(printPermutations(await planPermutations({ config, level })), `${text}\n`);
    });
  }
});

// Runs the pipeline of each .mlir file in this folder, and compares the result with its CHECK lines.
describeFiles(new URL(".", import.meta.url), { passes: framework.passes });
