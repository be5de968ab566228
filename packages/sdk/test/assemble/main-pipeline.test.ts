import { expect } from "chai";
import { assemble, defineGraphFramework, definePass, definePlugin } from "@passwright/sdk";
import type { Framework } from "@passwright/sdk";
import { append, citrus, menu, pour, samovar, sugar, tidy } from "../tea.ts";
import type { Line } from "../tea.ts";

/** Makes the framework samovar with a graph that repeats the main pipeline until the first tea has three cups. */
function withGraph(main: "main" | "nothing" = "main"): typeof samovar {
  const again = definePass({
    name: "again",
    anchor: "menu",
    runOnOperation(line: Line, pass) {
      const cups = line.nested[0]?.nested.filter(({ name }) => name.text === "poured").length ?? 0;
      if (cups < 3) pass.requestJump("main", `${cups} cups`);
    },
  });
  const count = definePass({
    name: "count",
    anchor: "menu",
    runOnOperation: (line: Line) => void append(line, "counted"),
  });
  return defineGraphFramework({
    ...samovar,
    graph(graph, { builder }) {
      if (main === "main") graph.registerPipeline("main", { successors: ["again"] }, builder as never);
      graph.registerPipeline("again", { jumpTargets: [{ to: main === "main" ? "main" : "again", max: 5 }] }, (pm) =>
        pm.addPass(again.create()),
      );
      const counting = graph.makeBuilder();
      counting.addPass(count);
      graph.registerPipeline("count", { predecessors: ["again"] }, counting);
    },
  } as Framework<Line> & Required<Pick<Framework<Line>, "graph">>) as never;
}

const choices = { plugins: [[sugar, { spoons: 1 }], citrus] } as const;

function printed(framework: typeof samovar): string {
  const assembly = assemble(framework, choices);
  const parsed = assembly.parse("tea\n", { file: "menu.txt" });
  if (!parsed.ok) throw new Error("does not parse");
  const { ok, root, diagnostics } = assembly.run(parsed.root);
  return ok ? assembly.print(root) : diagnostics.map((one) => assembly.render(one)).join("\n");
}

describe("a framework whose pipeline is one of a graph", () => {
  it("plans plugins and insertions that do not name a pipeline as without the graph", () => {
    const insert = [
      { pass: tidy, end: true },
      { pass: "lemon", after: "pour" },
    ] as const;
    const rules = [{ pass: "lemon", before: "sweeten", strong: true, reason: "sugar last" }] as const;
    const bundles = { rest: ["pour", "lemon"] } as const;
    for (const options of [choices, { ...choices, insert }, { ...choices, rules }, { ...choices, bundles }]) {
      const [alone, among] = [assemble(samovar, options as never), assemble(withGraph(), options as never)];
      expect(alone.diagnostics.filter(({ severity }) => severity === "error")).to.deep.equal([]);
      expect(among.text().split("\n")).to.deep.equal([
        `main: ${alone.text()}`,
        "again: menu(again)",
        "count: menu(count)",
      ]);
    }
  });

  it("is refused as without the graph", () => {
    const options = { option: { suger: 1 } };
    for (const assembly of [assemble(samovar, options), assemble(withGraph(), options)]) {
      expect(assembly.diagnostics.map(({ code }) => code)).to.deep.equal(["PWL0410"]);
      expect([assembly.plan, assembly.graph]).to.deep.equal([undefined, undefined]);
      const parsed = assembly.parse("tea\n", { file: "menu.txt" });
      if (!parsed.ok) throw new Error("does not parse");
      expect(() => assembly.run(parsed.root)).to.throw("`suger`");
    }
  });

  it("accepts insertions into its other pipelines by name", () => {
    const assembly = assemble(withGraph(), { insert: [{ pass: tidy, before: "count", pipeline: "count" }] } as never);
    expect(assembly.text().split("\n").at(-1)).to.equal("count: menu(tidy,count)");
  });

  it("inserts bundles into the pipeline that they name", () => {
    const bundles = { both: ["tidy", "tidy"] } as const;
    const insert = [{ bundle: "both", before: "count", pipeline: "count" }] as const;
    const assembly = assemble(withGraph(), { bundles, insert });
    expect(assembly.diagnostics.map((one) => assembly.render(one))).to.deep.equal([]);
    expect(assembly.text().split("\n")).to.deep.equal([
      `main: ${assemble(samovar).text()}`,
      "again: menu(again)",
      "count: menu(tidy,count)",
    ]);
    const codes = (framework: typeof samovar, pipeline: string): (string | undefined)[] =>
      assemble(framework, { bundles, insert: [{ bundle: "both", end: true, pipeline }] }).diagnostics.map(
        ({ code }) => code,
      );
    expect(codes(withGraph(), "again")).to.deep.equal(["PWL0503"]);
    expect(codes(withGraph(), "cuont")).to.deep.equal(["PWL0503"]);
    expect(codes(samovar, "count")).to.deep.equal(["PWL0502"]);
  });

  it("refuses insertions into its closed pipelines, and names the pipelines that are open", () => {
    const insertedInto = (framework: typeof samovar, pipeline: string): string => {
      const assembly = assemble(framework, { insert: [{ pass: tidy, end: true, pipeline }] } as never);
      return assembly.diagnostics.map((one) => assembly.render(one)).join("\n");
    };
    const atEnd = "help: in the code that registers pipeline `again`, create its contents with `makeBuilder`";
    expect(insertedInto(withGraph(), "again")).to.contain(
      "`tidy` cannot be inserted into pipeline `again`, which is not open to insertions",
    );
    expect(insertedInto(withGraph(), "again")).to.match(
      / {3}= pipelines that are open to insertions: `count`, `main`\n/,
    );
    expect(insertedInto(withGraph(), "again").endsWith(atEnd)).to.equal(true);
    const closed = defineGraphFramework({
      name: "closed",
      ir: samovar.ir,
      graph: (graph) => void graph.registerPipeline("empty"),
    });
    expect(insertedInto(closed as never, "other")).to.contain("open to insertions: none\nhelp: remove the insertion");
    const nested = defineGraphFramework({
      name: "nested",
      ir: samovar.ir,
      graph: (graph) =>
        void graph.registerPipeline(
          "outer",
          {},
          { graph: (inner) => void inner.registerPipeline("in", {}, inner.makeBuilder()) },
        ),
    });
    expect(insertedInto(nested as never, "outer/in")).to.contain(
      "pipeline `outer/in`, because insertions cannot select pipelines of a subgraph\n",
    );
  });

  it("runs inserted passes in each round", () => {
    const round = "  hotwater\n  lemon\n  whites\n  poured\n";
    expect(printed(samovar)).to.equal(`tea\n${round}`);
    expect(printed(withGraph())).to.equal(`tea\n${round.repeat(3)}counted\n`);
  });

  it("reports rules that cannot hold, in that pipeline", () => {
    const plugin = definePlugin({
      name: "late",
      rules: [{ pass: "boil", strong: true, after: "pour", reason: "cold brew" }],
    });
    const { diagnostics } = assemble(withGraph(), { plugins: [plugin] });
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(
      assemble(samovar, { plugins: [plugin] }).diagnostics.map(({ code }) => code),
    );
  });

  it("is refused if it does not register its pipeline", () => {
    const assembly = assemble(withGraph("nothing"));
    expect(assembly.diagnostics.map((one) => assembly.render(one)).join("\n")).to.equal(
      `error[PWL0507]: framework \`samovar\` defines a \`pipeline\`, but does not register it in \`graph\`
  --> framework samovar
help: register the pipeline: \`graph(graph, { builder }) { graph.registerPipeline("main", {}, builder); }\`, or remove \`pipeline\``,
    );
  });

  it("is refused with the error of a registration, instead of errors that this error causes", () => {
    const plugin = definePlugin({
      name: "late",
      insert: [{ pass: pour, end: true, pipeline: "rest" }],
      passes: [pour],
    });
    const diagnosed = (settings: object, name: string): string[] => {
      const graph: Framework<Line>["graph"] = (graph, { builder }) => {
        graph.registerPipeline("main", name === "main" ? settings : {}, builder as never);
        graph.registerPipeline("rest", name === "rest" ? settings : {}, graph.makeBuilder());
      };
      const framework = defineGraphFramework({ ...samovar, graph } as never);
      return assemble(framework, { plugins: [plugin as never] }).diagnostics.map(
        ({ code, message }) => `${code} ${message}`,
      );
    };
    expect([
      ...diagnosed({ successors: ["main"] }, "main"),
      ...diagnosed({ successors: ["rest"] }, "rest"),
    ]).to.deep.equal([
      "PWG0103 pipeline `main` is listed in its own `successors`",
      "PWG0103 pipeline `rest` is listed in its own `successors`",
    ]);
  });

  it("works without `pipeline` if the graph fills the builder", () => {
    const course = defineGraphFramework({
      name: "course",
      ir: menu,
      anchor: "menu",
      graph(graph, { builder }) {
        builder.nest("tea").addPass(pour);
        graph.registerPipeline("only", {}, builder);
      },
    });
    expect(assemble(course, { insert: [{ pass: tidy, end: true }] }).text()).to.equal("only: menu(tea(pour),tidy)");
  });
});
