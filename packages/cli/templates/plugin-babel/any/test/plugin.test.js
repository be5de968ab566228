import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { assemble } from "@passwright/sdk";
import { describePlugin } from "@passwright/testing";
import plugin from "template-package";
import framework from "./framework.js";

const script = readFileSync(new URL("greet.js", import.meta.url), "utf8");

// Checks the guarantees that users rely on, and compares the manifest with the code.
describePlugin({ plugin: new URL("..", import.meta.url), framework: "./test/framework.js", inputs: [script] });

describe("template-pass", () => {
  const pipeline = assemble(framework, { plugins: [plugin] });

  it("comes before `transform-template-literals`", () => {
    const steps = pipeline.plan.steps.map(({ pass }) => pass);
    assert.equal(steps[steps.indexOf("template-pass") + 1], "transform-template-literals");
  });

  it("removes calls, and the preset converts the others", () => {
    const parsed = pipeline.parse(script, { file: "greet.js" });
    assert(parsed.ok);
    const { ok, root } = pipeline.run(parsed.root);
    assert(ok);
    const code = pipeline.print(root);
    assert.match(code, /return "Hello, "\.concat\(name\);/);
    assert.doesNotMatch(code, /console/);
  });
});
