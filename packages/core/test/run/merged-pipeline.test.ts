import { mergePipeline, OpPassManager } from "@passwright/core";
import type { MergedPipeline } from "@passwright/core";
import { expect } from "chai";
import { makeCabinets } from "../toy-ir.ts";
import type { Item } from "../toy-ir.ts";
import { Trace, tracingPass } from "../trace.ts";

function textOf(pipeline: MergedPipeline<Item>): string {
  const elements = pipeline.elements.map((element) =>
    element.kind === "pass"
      ? element.pass.declaration.name
      : `${element.displayName} ${element.pipelines.map(textOf).join(" ")}`,
  );
  return `${pipeline.anchorText}(${elements.join(", ")})`;
}

describe("mergePipeline", () => {
  it("merges and sorts neighboring nested managers, and does not change the manager", () => {
    const manager = new OpPassManager<Item>("cabinet");
    const trace = new Trace();
    manager.nest("folder").addPass(tracingPass(trace, "a"));
    manager.nest("drawer").addPass(tracingPass(trace, "b"));
    manager.nest("folder").addPass(tracingPass(trace, "c"));
    manager.addPass(tracingPass(trace, "d"));
    expect(textOf(mergePipeline(manager, makeCabinets()))).to.equal(
      "cabinet(Pipeline Collection : ['drawer', 'folder'] drawer(b) folder(a, c), d)",
    );
    expect(manager.elements.length).to.equal(4);
  });
});
