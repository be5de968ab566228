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
    it(`is this at ${level}, with what the config inserts, whatever the order of plugins`, async () => {
      assert.equal(printPermutations(await planPermutations({ config, level })), `${text}\n`);
    });
  }
});

// Every .mlir file here: its pipeline is run, and the result compared with its CHECK lines.
describeFiles(new URL(".", import.meta.url), { passes: framework.passes });
