import { assemble, defineGraphFramework } from "@passwright/sdk";
import { expect } from "chai";
import { edit, tree } from "../idle/tree.ts";

const clean = edit("clean", "keep", "");
const fuse = edit("fuse", "keep", "");

const framework = defineGraphFramework({
  name: "looping",
  ir: tree,
  anchor: "module",
  passes: [clean, fuse],
  graph(graph) {
    graph.registerPipeline("first", {}, (manager) => manager.addPass(fuse.create()));
    const builder = graph.makeBuilder("module");
    builder.addPass(clean);
    graph.registerPipeline("second", { predecessors: ["first"] }, builder);
  },
});

const reportOf = (ban: string): string => {
  const assembly = assemble(framework, { overrides: [{ ban }] });
  return assembly.diagnostics.map((one) => assembly.render(one)).join("\n");
};

describe("overrides in a graph", () => {
  it("apply to pipelines of builders", () => {
    expect(reportOf("clean")).to.equal("");
  });

  it("are reported if only a pipeline of a function contains the step", () => {
    expect(reportOf("fuse")).to
      .equal(`warning[PWB0114]: override of \`fuse\` has no effect: a function fills pipeline \`first\`, which contains the step
help: register pipeline \`first\` with a builder, or remove the override`);
  });

  it("are not reported as idle if the graph has errors", () => {
    const broken = defineGraphFramework({
      ...framework,
      name: "broken",
      graph(graph) {
        for (const name of ["first", "second"]) graph.registerPipeline(name, {}, graph.makeBuilder());
        for (const pass of [fuse, clean]) graph.pipeline("first")?.addPass(pass);
      },
    });
    const overrides = [{ order: "clean", before: "fuse" }];
    expect(assemble(broken, { overrides }).diagnostics.map(({ code }) => code)).to.deep.equal(["PWB0201"]);
  });

  it("are reported if no pipeline contains the step", () => {
    expect(reportOf("fold")).to.contain("override `ban: fold` has no effect: the plan has no step `fold`");
  });
});
