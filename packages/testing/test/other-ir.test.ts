import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import { itLong } from "@passwright/development";
import { testPlugin } from "@passwright/testing";

describe("an IR that is not the embedded one", () => {
  it("is tried as far as its adapter goes", async () => {
    const { findings } = await testPlugin({
      plugin: new URL("../test/toy/reads-siblings", import.meta.url),
      framework: "../framework",
      inputs: ['["file", ["unit", ["thing"]], ["unit"]]'],
    });
    expect(
      findings.map(({ code, step, notes = [] }) => [code, step, ...notes.map(({ message }) => message)]),
    ).to.deep.equal([
      [
        "PWT0302",
        "count-neighbours",
        "output with siblings: unit#2(thing())",
        "output without siblings: unit#0(thing())",
        "found on 'unit' of input `#1`",
      ],
    ]);
  });

  itLong("is tried with passes that hand on values, which run after their providers", async () => {
    const { findings, checks } = await testPlugin({
      plugin: new URL("../test/toy/hands-on", import.meta.url),
      framework: "../framework",
      inputs: ['["file", ["unit", ["thing"]], ["unit"]]'],
    });
    expect(findings.map(renderDiagnostic)).to.deep.equal([]);
    expect(checks.every(({ status }) => status === "passed")).to.equal(true);
  });

  it("accepts different results of a pass that is declared as not deterministic", async () => {
    const { findings, checks } = await testPlugin({
      plugin: new URL("../test/toy/varies", import.meta.url),
      framework: "../framework",
      inputs: ['["file", ["unit", ["thing"]], ["unit"]]'],
    });
    expect(findings.map(renderDiagnostic)).to.deep.equal([]);
    expect(checks.every(({ status }) => status === "passed")).to.equal(true);
  });

  itLong("is tried with members of groups, which run on the root in the traversal of the host", async () => {
    const { findings, checks } = await testPlugin({
      plugin: new URL("../test/toy/walks", import.meta.url),
      framework: "../framework",
      inputs: ['["file", ["unit", ["thing"]], ["unit"]]'],
    });
    expect(
      findings.map(({ code, step, notes = [] }) => [code, step, ...notes.map(({ message }) => message)]),
    ).to.deep.equal([
      [
        "PWT0301",
        "number",
        "output of the first instance: file#1(unit#2(thing#3()) unit#4())",
        "output of the second instance: file#5(unit#6(thing#7()) unit#8())",
        "found on 'file' of input `#1`",
      ],
    ]);
    expect(checks.filter(({ name }) => name.includes("measure")).every(({ status }) => status === "passed")).to.equal(
      true,
    );
  });

  it("is tested in the open pipelines of a graph, also behind the conversion", async () => {
    const test = async (options: { readonly unstable?: boolean }): Promise<unknown> => {
      const { findings, checks } = await testPlugin({
        plugin: new URL("../test/toy/in-graph", import.meta.url),
        framework: "packages/testing/test/toy/graph",
        inputs: ['["file", ["unit", ["thing"]], ["unit"]]'],
        options,
      });
      const skipped = checks.filter(({ status }) => status === "skipped").length;
      return [
        skipped,
        ...findings.map(({ code, step, notes = [] }) => [code, step, ...notes.map(({ message }) => message)]),
      ];
    };
    const neighbours = [
      "PWT0302",
      "count-neighbours",
      "output with siblings: unit#2(thing())",
      "output without siblings: unit#0(thing())",
      "found on 'unit' of input `#1`",
    ];
    const number = [
      "PWT0301",
      "number",
      'output of the first instance: ["unit",["#1"],["#2"],["thing"]]',
      'output of the second instance: ["unit",["#3"],["#2"],["thing"]]',
      "found on 'unit' of input `#1`",
    ];
    expect(await test({})).to.deep.equal([0, neighbours, number]);
    const unstable = [
      "PWT0201",
      undefined,
      "first difference, in the first setup: step toy-in-graph::number in unit (at the end)",
      'first difference, in the second setup: registered: {"pipelines":[],"choices":[],"refused":[]}',
    ];
    expect(await test({ unstable: true })).to.deep.equal([14, unstable]);
  });

  it("is tested behind a conversion even if it does not have a parser and a printer", async () => {
    const { findings, checks } = await testPlugin({
      plugin: new URL("../test/toy/in-graph", import.meta.url),
      framework: "packages/testing/test/toy/one-way",
      inputs: ['["file", ["unit", ["thing"]], ["unit"]]'],
    });
    expect(findings.map(({ code, step }) => [code, step])).to.deep.equal([
      ["PWT0302", "count-neighbours"],
      ["PWT0301", "number"],
    ]);
    expect(checks.filter(({ status }) => status === "skipped")).to.deep.equal([]);
  });

  it("is tested with other plugins that the plugin needs", async () => {
    const test = async (plugins: readonly string[]): Promise<unknown> => {
      const plugin = new URL("../test/toy/uses-bundle", import.meta.url);
      const { findings } = await testPlugin({ plugin, framework: "../framework", plugins });
      return findings.map(({ code, notes = [] }) => [code, ...notes.map(({ message }) => message)].join(": "));
    };
    expect(await test(["../has-bundle"])).to.deep.equal([]);
    expect(await test([])).to.deep.equal([
      "PWT0103: PWL0404: unknown bundle `marks`: bundles of the config and of plugins: none",
    ]);
  });

  it("is tested with passes that return another root, and with conversions", async () => {
    const { findings } = await testPlugin({
      plugin: new URL("../test/toy/leaves", import.meta.url),
      framework: "../framework",
      inputs: ['["file", ["unit"]]'],
    });
    expect(
      findings.map(({ code, step, notes = [] }) => [code, step, ...notes.map(({ message }) => message)]),
    ).to.deep.equal([
      [
        "PWT0301",
        "convert",
        "output of the first instance: file#1(unit())",
        "output of the second instance: file#2(unit())",
        "found on 'file' of input `#1`",
      ],
    ]);
  });

  itLong("requires inputs, because a pass without inputs is not tested", async () => {
    const plugin = new URL("../test/toy/reads-siblings", import.meta.url);
    const { findings, checks } = await testPlugin({ plugin, framework: "../framework", inputs: ['["file"]'] });
    expect(findings.slice(0, 1).map(renderDiagnostic)).to.deep.equal([
      [
        "error[PWT0602]: pass `count-neighbours` was not run, because no input contains operation 'unit'",
        "  --> plugin toy-reads-siblings 1.0.0, step count-neighbours",
        "   = inputs searched: #1",
        "help: add an input with this operation to `inputs`, or to the plugin's folder `test`",
      ].join("\n"),
    ]);
    expect(checks.filter(({ status }) => status === "skipped").length).to.equal(5);
    const { findings: without } = await testPlugin({ plugin, framework: "../framework" });
    expect(without[0]?.notes).to.deep.equal([{ message: "the test does not have inputs" }]);
  });

  for (const [tool, plugin, input] of [
    ["unified, also behind the conversion", "unified/plugins/handbook", "# Contents\n\n## Install\n"],
    ["Babel, which changes `Error` when it is loaded", "babel/plugins/quiet", "console.debug(`x`);"],
  ] as const) {
    itLong(`is tried with plugins of ${tool}`, async () => {
      const folder = new URL(`../../../examples/${plugin}`, import.meta.url);
      const { findings } = await testPlugin({ plugin: folder, framework: "../../framework.mjs", inputs: [input] });
      expect(findings.map(renderDiagnostic)).to.deep.equal([]);
    });
  }
});
