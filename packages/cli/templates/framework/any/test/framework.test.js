import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { describeFiles, planPermutations } from "@passwright/testing";
import framework from "template-package";

describe("the pipeline", () => {
  const config = fileURLToPath(new URL("../passwright.config.yaml", import.meta.url));

  for (const [level, text] of [
    ["O0", "builtin.module(func.func(cse,arith-expand),symbol-dce)"],
    ["O1", "builtin.module(func.func(template-pass,cse,cse,arith-expand),symbol-dce)"],
  ]) {
    it(`is this at ${level}, with what the config inserts`, async () => {
      const { outcomes } = await planPermutations({ config, level });
      assert.deepEqual(
        outcomes.map((outcome) => outcome.text),
        [text],
      );
    });
  }
});

// Every .mlir file here: its pipeline is run, and the result compared with its CHECK lines.
describeFiles(new URL(".", import.meta.url), { passes: framework.passes });
