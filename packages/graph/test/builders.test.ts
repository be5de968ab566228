import { expect } from "chai";
import type { PassDeclaration } from "@passwright/core";
import { PassCatalogue } from "@passwright/builder";
import type { Properties } from "@passwright/builder";
import { PipelineGraph } from "@passwright/graph";
import type { PipelineGraphOptions } from "@passwright/graph";
import { showDiagnostics, showResult } from "./support/show.ts";
import { Desk, makeDesks, toyPass } from "./support/toy.ts";

const owner = { name: "acme" };

/** Makes a graph of three pipelines with builders. Each pipeline has one pass, with the given code and declarations. */
function makeGraph(
  declarations: readonly PassDeclaration[],
  options: Partial<PipelineGraphOptions<Desk>> & { readonly jumpTargets?: readonly string[] } = {},
): PipelineGraph<Desk> {
  const { jumpTargets = [], ...rest } = options;
  const catalogue = new PassCatalogue<Desk>();
  for (const { name, ...more } of declarations) {
    const definition = toyPass(name, undefined, more);
    catalogue.add({ declaration: definition.declaration, owner, definition });
  }
  const graph = new PipelineGraph<Desk>(makeDesks(), { anchor: "desk", framework: owner, catalogue, ...rest });
  for (const [index, name] of ["high", "middle", "low"].entries()) {
    const builder = graph.makeBuilder();
    builder.addPass(`in-${name}`);
    builder.addExtensionPoint(`${name}.end`);
    const predecessors = index === 0 ? [] : [["high", "middle"][index - 1] as string];
    graph.registerPipeline(name, { predecessors, jumpTargets: name === "low" ? jumpTargets : [] }, builder);
  }
  return graph;
}

const plain: readonly PassDeclaration[] = ["in-high", "in-middle", "in-low", "tile", "fuse"].map((name) => ({ name }));

const pipelinesOf = (graph: PipelineGraph<Desk>): string => {
  const { planned, diagnostics } = graph.plan();
  const lines = planned?.plan.pipelines.map(({ path, pipeline }) => `${path}: ${pipeline}`) ?? [];
  return [...lines, showDiagnostics(diagnostics.filter(({ severity }) => severity === "error"))].join("\n").trim();
};

describe("a graph of builders", () => {
  it("runs passes of builders without a catalogue, and limits the visits of pipelines", () => {
    const graph = new PipelineGraph<Desk>(makeDesks(), { anchor: "desk", maxVisits: 1 });
    const builder = graph.makeBuilder();
    builder.addPass(toyPass("wipe", (desk) => void desk.drawers.splice(0)));
    graph.registerPipeline("first", {}, builder);
    const desk = new Desk();
    const { schedule, diagnostics } = graph.createPipelineSchedule();
    expect(showDiagnostics(diagnostics)).to.equal("");
    expect(schedule?.run(desk).succeeded).to.equal(true);
  });

  for (const [options, message] of [
    [{ anchr: "desk" }, "unknown key `anchr`; did you mean `anchor`?"],
    [{ maxVisits: "5" }, '`maxVisits` must be a positive integer, not "5"'],
    [{ anchor: 5 }, "`anchor` must be the name of an operation, not 5"],
    [{ properties: { sorted: true } }, "`properties.sorted` must be a plain object, not true"],
    [null, "`settings` must be a plain object, not null"],
  ] as const)
    it(`refuses the settings ${JSON.stringify(options)}`, () => {
      expect(() => new PipelineGraph(makeDesks(), options as object)).to.throw(`\`new PipelineGraph\`: ${message}`);
    });

  it("is inserted into by plugins, pipeline by pipeline, and is extended by whole ones", () => {
    const graph = makeGraph(plain);
    const tpp = graph.forContributor({ kind: "plugin", name: "tpp" });
    expect(tpp.pipeline("middle")?.addBefore("in-middle", "tile", { reason: "tiles tensors" }).ok).to.equal(true);
    expect(tpp.pipeline("middle")?.addAt("middle.end", "fuse").ok).to.equal(true);
    expect(tpp.pipeline("middle")?.addBefore("in-low", "fuse").ok).to.equal(false);
    expect(tpp.pipeline("nowhere")).to.equal(undefined);
    const own = tpp.makeBuilder();
    expect(tpp.registerPipeline("between", { predecessors: ["middle"], successors: ["low"] }, own).ok).to.equal(true);
    own.addPass("tile");
    expect(tpp.has("between")).to.equal(true);
    const other = graph.forContributor({ kind: "plugin", name: "quant" });
    expect([other.has("between"), other.pipeline("between"), other.has("middle")]).to.deep.equal([
      false,
      undefined,
      true,
    ]);
    expect(pipelinesOf(graph)).to.equal(
      "high: desk(in-high)\nmiddle: desk(tile,in-middle,fuse)\nbetween: desk(tile)\nlow: desk(in-low)",
    );
    const op = new Desk();
    const { schedule, diagnostics } = graph.createPipelineSchedule();
    // A remark reports that the position is missing and that the builder used the alternative position.
    expect(diagnostics.map(({ code, severity }) => [code, severity])).to.deep.equal([["PWB0101", "remark"]]);
    expect(showResult(schedule?.run(op) as never)).to.equal("high\nmiddle\nbetween\nlow\nsucceeded");
    expect(op.log.join(" ")).to.equal("in-high tile in-middle fuse tile in-low");
  });

  it("can be planned and scheduled again where functions that fill pipelines in define passes", () => {
    const graph = makeGraph(plain);
    const cut = (name: string, predecessors: readonly string[]): void => {
      graph.registerPipeline(
        name,
        { predecessors },
        {
          graph(sub) {
            const inner = sub.makeBuilder();
            inner.addPass(toyPass("cut"));
            sub.registerPipeline("inner", {}, inner);
          },
        },
      );
    };
    cut("work", ["low"]);
    for (let round = 0; round < 2; round++) {
      expect(graph.plan().diagnostics).to.deep.equal([]);
      const op = new Desk();
      const { schedule, diagnostics } = graph.createPipelineSchedule();
      expect(showDiagnostics(diagnostics)).to.equal("");
      schedule?.run(op);
      expect(op.log.join(" ")).to.equal("in-high in-middle in-low cut");
    }
    // Adds a pipeline with a different pass of the same name, which is an error.
    cut("more", ["work"]);
    expect(pipelinesOf(graph).split("\n")[0]).to.equal("error[PWB0001]: two different passes are named `cut`");
  });

  it("does not depend on the order in which plugins come", () => {
    const plan = (names: readonly string[]): string => {
      const graph = makeGraph(plain);
      for (const name of names) {
        const view = graph.forContributor({ kind: "plugin", name });
        view.pipeline("middle")?.addAfter("in-middle", name === "tpp" ? "tile" : "fuse");
        view.registerPipeline(`of-${name}`, { predecessors: ["high"], successors: ["low"] });
      }
      return pipelinesOf(graph);
    };
    expect(plan(["tpp", "quant"])).to.equal(plan(["quant", "tpp"]));
    expect(plan(["tpp", "quant"])).to.contain("desk(in-middle,fuse,tile)");
  });

  it("lets plugins into subgraphs that are there already", () => {
    const graph = makeGraph(plain);
    const sub = graph.makeGraph();
    const inner = sub.makeBuilder();
    inner.addPass("in-high");
    sub.registerPipeline("inner", {}, inner);
    graph.registerPipeline("sub", { predecessors: ["low"] }, sub);
    graph.registerPipeline("filled", {}, { graph: (filled) => void filled.registerPipeline("inner") });
    const view = graph.forContributor({ kind: "plugin", name: "tpp" });
    expect(view.pipeline("sub/inner")?.addAfter("in-high", "tile").ok).to.equal(true);
    expect([view.pipeline("sub"), view.pipeline("filled/inner"), view.pipeline("sub/none")]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
    const [planned] = graph.plan().planned?.plan.pipelines.filter(({ name }) => name === "sub") ?? [];
    expect(planned?.graph?.pipelines.map(({ path, pipeline }) => [path, pipeline])).to.deep.equal([
      ["sub/inner", "desk(in-high,tile)"],
    ]);
  });

  const properties: Properties = { canonical: { kind: "fragile" }, bufferized: { kind: "structural" } };
  const typed = (more: { readonly [pass: string]: Partial<PassDeclaration> }): readonly PassDeclaration[] =>
    [...plain, { name: "canonicalize", provides: ["canonical"], preserves: ["bufferized"] }].map((pass) => ({
      ...pass,
      ...more[pass.name],
    }));

  it("knows in each pipeline the properties that earlier pipelines provide", () => {
    const good = typed({ "in-high": { provides: ["bufferized"] }, "in-low": { requires: ["bufferized"] } });
    expect(pipelinesOf(makeGraph(good, { properties }))).to.equal(
      "high: desk(in-high)\nmiddle: desk(in-middle)\nlow: desk(in-low)",
    );
    const bad = typed({ "in-middle": { invalidates: ["bufferized"] }, "in-low": { requires: ["bufferized"] } });
    expect(pipelinesOf(makeGraph(bad, { properties }))).to.contain(
      "error[PWB0501]: `in-low` requires property `bufferized`",
    );
  });

  it("inserts cleanups for properties that the earlier pipelines do not provide", () => {
    const asks = { "in-low": { requires: ["canonical"] } };
    const options = { properties, cleanups: ["canonicalize"] };
    expect(pipelinesOf(makeGraph(typed(asks), options))).to.contain("low: desk(canonicalize,in-low)");
    const kept = typed({ ...asks, "in-middle": { provides: ["canonical"] } });
    expect(pipelinesOf(makeGraph(kept, options))).to.contain("low: desk(in-low)");
  });

  it("checks properties along jumps, and names the jump", () => {
    const declarations = typed({
      "in-high": { provides: ["bufferized"] },
      "in-middle": { requires: ["bufferized"] },
      "in-low": { invalidates: ["bufferized"] },
    });
    expect(pipelinesOf(makeGraph(declarations, { properties, jumpTargets: ["high"] }))).to.not.contain("error");
    expect(pipelinesOf(makeGraph(declarations, { properties, jumpTargets: ["middle"] }))).to.equal(
      `error[PWG0208]: \`in-middle\` in pipeline \`middle\` requires property \`bufferized\`, which does not hold on every path to this pass
  --> framework acme, step in-middle
   = \`bufferized\` does not hold after the jump from \`low\`
   = \`in-low\` in pipeline \`low\` invalidates it
help: add a pass that provides \`bufferized\` on this path, or add \`preserves: ["bufferized"]\` to the passes that preserve this property`,
    );
  });

  it("knows that a forward jump skips a pass that provides a property", () => {
    const graph = makeGraph(
      typed({ "in-middle": { provides: ["bufferized"] }, "in-low": { requires: ["bufferized"] } }),
      {
        properties,
      },
    );
    const skip = graph.makeBuilder();
    skip.addPass("tile");
    graph.registerPipeline("skip", { predecessors: ["high"], successors: ["middle"], jumpTargets: ["low"] }, skip);
    expect(pipelinesOf(graph)).to.contain("does not hold after the jump from `skip`");
  });

  it("knows that exactly one branch of a choice ran, and the properties after subgraphs", () => {
    const build = (otherwise: Partial<PassDeclaration>): string => {
      const graph = makeGraph(
        typed({ tile: { provides: ["bufferized"] }, fuse: otherwise, "in-low": { requires: ["bufferized"] } }),
        { properties },
      );
      for (const [name, pass] of [
        ["one", "tile"],
        ["other", "fuse"],
      ] as const) {
        const sub = graph.makeGraph();
        const builder = sub.makeBuilder();
        builder.addPass(pass);
        sub.registerPipeline("inner", {}, builder);
        graph.registerPipeline(name, { predecessors: ["high"], successors: ["middle"] }, sub);
      }
      graph.registerChoice("way", { branches: [{ test: () => true, pipeline: "one" }], else: "other" });
      return pipelinesOf(graph);
    };
    expect(build({ provides: ["bufferized"] })).to.not.contain("error");
    expect(build({})).to.contain("PWG0208").and.contain("does not hold after pipeline `middle`");
  });
});
