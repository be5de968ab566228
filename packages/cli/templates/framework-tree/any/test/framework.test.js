import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { assemble, definePass } from "@passwright/sdk";
import { describeFiles, describePlugin, planPermutations, printPermutations } from "@passwright/testing";
import framework, { language } from "template-package";
import examplePlugin from "../example-plugin/index.js";

const read = (file) => readFileSync(new URL(file, import.meta.url), "utf8");
const messagesOf = ({ diagnostics }) => diagnostics.map(({ message, at }) => `${at?.line}:${at?.column} ${message}`);

describe("the language", () => {
  it("is printed as it is parsed", () => {
    const text = "read x\nlet y = (x + 1) * 2 - (3 - x)\nprint y\n";
    const parsed = language.parse(text, { file: "a.calc" });
    assert(parsed.ok);
    assert.equal(language.print(parsed.op), text);
  });

  for (const [statement, error] of [
    ["print (x + 1", "2:13 the template-framework parser refused the input: expected `)`"],
    ["print x * y", "2:11 the template-framework parser refused the input: `y` is not defined"],
    ["let x = 1", "2:1 the template-framework parser refused the input: `x` is already defined"],
  ]) {
    it(`refuses \`${statement}\`, and shows the position`, () => {
      assert.deepEqual(messagesOf(language.parse(`read x\n${statement}\n`, { file: "a.calc" })), [error]);
    });
  }
});

describe("the pipeline", () => {
  const config = fileURLToPath(new URL("../passwright.config.yaml", import.meta.url));

  for (const [level, text] of [
    ["O0", "program(**binary(order-operands),**binary(double))"],
    ["O1", "program(fold-constants,**binary(order-operands),**binary(double),remove-unused)"],
  ]) {
    it(`is as expected at ${level}, with the plugin of the config, in every load order`, async () => {
      assert.equal(printPermutations(await planPermutations({ config, level })), `${text}\n`);
    });
  }

  it("optimizes the example", () => {
    const pipeline = assemble(framework, { plugins: [examplePlugin] });
    const parsed = pipeline.parse(read("example.calc"), { file: "example.calc" });
    assert(parsed.ok);
    const { ok, root } = pipeline.run(parsed.root);
    assert(ok);
    assert.equal(pipeline.print(root), read("example.expected.calc"));
  });

  it("reports a pass that makes the program invalid", () => {
    const runOnOperation = (program) => void program.children.shift();
    const drop = definePass({ name: "drop", anchor: "program", runOnOperation });
    const pipeline = assemble(framework, { insert: [{ pass: drop, at: "fold.start" }] });
    const parsed = pipeline.parse("read x\nprint x\n", { file: "a.calc" });
    assert(parsed.ok);
    const result = pipeline.run(parsed.root);
    assert.equal(result.ok, false);
    assert.deepEqual(messagesOf(result), [
      "2:7 `x` is not defined",
      "1:1 the IR is not valid after pass `drop` on 'program'",
    ]);
  });
});

// Runs the pipeline of each .calc file in the folder `passes`, and compares the result with its CHECK lines.
describeFiles(new URL("passes/", import.meta.url), { ir: language, passes: framework.passes, ending: ".calc" });

// Checks the example plugin in the same way as an author of a plugin does, in the pipeline of this package.
describePlugin({
  plugin: new URL("../example-plugin", import.meta.url),
  framework: "..",
  inputs: [read("example.calc")],
});
