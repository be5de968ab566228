import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { assemble } from "@passwright/sdk";
import { describePlugin } from "@passwright/testing";
import plugin from "template-package";
import framework from "./framework.js";

const page = readFileSync(new URL("page.md", import.meta.url), "utf8");

// Checks the guarantees that users rely on, and compares the manifest with the code.
describePlugin({ plugin: new URL("..", import.meta.url), framework: "./test/framework.js", inputs: [page] });

describe("template-pass", () => {
  const pipeline = assemble(framework, { plugins: [plugin] });

  it("comes after `rehype-slug`", () => {
    const steps = pipeline.plan.steps.map(({ pass }) => pass);
    assert.equal(steps[steps.indexOf("template-pass") - 1], "rehype-slug");
  });

  it("marks headings", async () => {
    const parsed = pipeline.parse(page, { file: "page.md" });
    assert(parsed.ok);
    const { ok, root } = await pipeline.runAsync(parsed.root);
    assert(ok);
    assert.equal(pipeline.print(root), '<h1 id="a-page">A page</h1>\n<h2 id="another-heading">§ Another heading</h2>');
  });
});
