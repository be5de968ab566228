import { expect } from "chai";
import { definePass, diagnosticOf, int, list, renderDiagnostic, string } from "@passwright/core";
import { PassCatalogue, PassManagerBuilder, printPlan } from "@passwright/builder";

const tile = definePass({
  name: "tile",
  types: ["EarlyOptimization"],
  options: { sizes: list(int(0, "size"), "tile sizes"), mode: string("fast", "how") },
  runOnOperation() {},
});

function open(text: string): PassManagerBuilder {
  const catalogue = new PassCatalogue();
  catalogue.add({ declaration: tile.declaration, owner: { name: "acme" }, definition: tile as never });
  return new PassManagerBuilder(text, { framework: { name: "acme" }, catalogue });
}

function thrownBy(action: () => unknown): string {
  try {
    action();
  } catch (thrown) {
    const diagnostic = diagnosticOf(thrown);
    if (diagnostic !== undefined) return renderDiagnostic(diagnostic);
  }
  return "nothing was thrown";
}

describe("a builder over the text of a pipeline", () => {
  it("has its passes as the framework's steps, nested as written, and takes insertions by name and type", () => {
    const builder = open("builtin.module(func.func(tile{sizes=1,2}, cse),any(mem2reg{region-simplify=no}), lower)");
    const view = builder.forContributor({ kind: "plugin", name: "x" });
    view.addAfterType("EarlyOptimization", "after-tile");
    view.addBefore("lower", "before-lower");
    const { plan } = builder.resolve();
    expect(plan && printPlan(plan)).to.equal(
      "builtin.module(func.func(tile{sizes={1,2}},after-tile,cse),any(mem2reg{region-simplify=no}),before-lower,lower)",
    );
  });

  it("may be empty", () => {
    const builder = open("builtin.module()");
    builder.addPass("tile");
    const { plan } = builder.resolve();
    expect(plan && printPlan(plan)).to.equal("builtin.module(tile)");
  });

  it("refuses an invalid pipeline text, with its position", () => {
    expect(thrownBy(() => open("builtin.module(cse"))).to.equal(
      [
        "error[PWC0201]: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'",
        "help: wrap the pipeline in the operation that it runs on: `builtin.module(cse)`",
      ].join("\n"),
    );
  });

  it("refuses empty names, and texts that are neither a pipeline nor the name of an operation", () => {
    const texts = [
      "builtin.module(cse,)",
      "builtin.module(func.func())",
      "builtin.module(a b)",
      "cse,lower",
      "a)b(cse)",
    ];
    expect(
      texts
        .map((text) =>
          thrownBy(() => open(text))
            .split("\n")
            .at(0),
        )
        .join("\n"),
    ).to.equal(
      [
        "error[PWC0203]: '' does not refer to a registered pass or pass pipeline",
        "error[PWC0203]: '' does not refer to a registered pass or pass pipeline",
        "error[PWC0203]: 'a b' does not refer to a registered pass or pass pipeline",
        'error[PWB0305]: `new PassManagerBuilder`: `target` must be the name of an operation, the text of a pipeline, or a manager, not "cse,lower"',
        'error[PWB0305]: `new PassManagerBuilder`: `target` must be the name of an operation, the text of a pipeline, or a manager, not "a)b(cse)"',
      ].join("\n"),
    );
  });

  it("refuses options that a known pass does not have", () => {
    expect(thrownBy(() => open("builtin.module(cse,tile{size=3})"))).to.equal(
      [
        "error[PWB0303]: options of `tile`: unknown option `size`",
        "  --> MLIR Textual PassPipeline Parser:1:5",
        "   | cse,tile{size=3}",
        "   |     ^",
        "help: use an option of `tile`: mode, sizes",
      ].join("\n"),
    );
  });
});
