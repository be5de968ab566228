import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { assemble } from "@passwright/sdk";
import { describePlugin } from "@passwright/testing";
import plugin from "template-package";
import framework from "./framework.js";

const sheet = readFileSync(new URL("button.css", import.meta.url), "utf8");

// Checks the guarantees that users rely on, and compares the manifest with the code.
describePlugin({ plugin: new URL("..", import.meta.url), framework: "./test/framework.js", inputs: [sheet] });

describe("template-pass", () => {
  const pipeline = assemble(framework, { plugins: [plugin] });

  it("is run between the others, by one processor", () => {
    assert.equal(pipeline.text(), "root(group<postcss>(postcss-nested,template-pass,autoprefixer))");
  });

  it("converts sizes of fonts", async () => {
    const parsed = pipeline.parse(sheet, { file: "button.css" });
    assert(parsed.ok);
    const { ok, root } = await pipeline.runAsync(parsed.root);
    assert(ok);
    assert.match(pipeline.print(root), /font-size: 1\.5rem;[^]*-webkit-user-select: none/);
  });
});
