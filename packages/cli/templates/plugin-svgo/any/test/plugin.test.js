import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { assemble } from "@passwright/sdk";
import svgo from "@passwright/svgo";
import { describePlugin } from "@passwright/testing";
import plugin from "template-package";

const icon = readFileSync(new URL("icon.svg", import.meta.url), "utf8");

// Checks the guarantees that users rely on, and compares the manifest with the code.
describePlugin({ plugin: new URL("..", import.meta.url), framework: "@passwright/svgo", inputs: [icon] });

describe("template-pass", () => {
  const pipeline = assemble(svgo, { plugins: [plugin] });

  it("comes after `convertColors`", () => {
    const steps = pipeline.plan.steps.map(({ pass }) => pass);
    assert.equal(steps[steps.indexOf("template-pass") - 1], "convertColors");
  });

  it("replaces all spellings of a color", () => {
    const parsed = pipeline.parse(icon, { file: "icon.svg" });
    assert(parsed.ok);
    const { ok, root } = pipeline.run(parsed.root);
    assert(ok);
    assert.equal(
      pipeline.print(root),
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="currentColor" d="M0 0h4M0 4h4"/></svg>',
    );
  });
});
