import { assemble, defineGraphFramework, definePlugin } from "@passwright/sdk";
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

  it("order the passes of each pipeline, unlike rules and guards, which are refused", () => {
    const empty = defineGraphFramework({
      ...framework,
      name: "empty",
      graph: (graph) => void graph.registerPipeline("all", {}, graph.makeBuilder()),
    });
    const insert = ["clean", "fuse"].map((pass) => ({ pass, end: true, pipeline: "all" }) as const);
    const overrides = [{ order: "fuse", before: "clean" }];
    expect(assemble(empty, { insert }).text()).to.equal("all: module(clean,fuse)");
    expect(assemble(empty, { insert, overrides }).text()).to.equal("all: module(fuse,clean)");
    const helpOf = (settings: object): unknown =>
      assemble(empty, settings).diagnostics.map(({ code, help }) => [code, ...(help ?? [])]);
    const rules = [{ pass: "fuse", before: "clean", reason: "less to clean" }];
    const guards = [{ property: "flat", from: "fuse", to: "clean", reason: "clean needs it" }];
    expect(helpOf({ rules })).to.deep.equal([
      ["PWL0504", "replace the rule with an override: `overrides: [{ order: PASS, before: STEP }]`"],
    ]);
    const inSetup = (what: string, call: string): string =>
      `remove \`${what}\`, and call \`environment.graph?.pipeline(NAME)?.${call}\` in \`setup\` of a plugin`;
    expect(helpOf({ guards })).to.deep.equal([["PWL0504", inSetup("guards", "guard(PROPERTY, RANGE)")]]);
    const plugins = [definePlugin({ name: "sieve", rules })];
    expect(helpOf({ plugins })).to.deep.equal([["PWL0504", inSetup("rules", "rule(PASS)")]]);
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
