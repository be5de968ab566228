import { assemble, defineAnalysis, defineFramework, defineIr, definePass, definePlugin } from "@passwright/sdk";
import type { Analysis } from "@passwright/sdk";
import { renderDiagnostic } from "@passwright/core";
import { expect } from "chai";

interface Text {
  readonly text: string;
  readonly parts: Text[];
}

const framework = defineFramework({
  name: "acme",
  ir: defineIr<Text, "parts">({ name: "text", root: "doc", nameOf: () => "doc", childrenOf: "parts" }),
  anchor: "doc",
  pipeline() {},
});

const length = defineAnalysis({ name: "length", compute: (op: Text) => op.text.length });

/** Makes a plugin that inserts a pass at the end. The pass reports the value of the analysis. */
const plugin = (name: string, analysis: Analysis<Text, unknown>): never =>
  definePlugin({
    name,
    analyses: [analysis],
    insert: [
      {
        end: true,
        pass: definePass({
          name: `show-${name}`,
          runOnOperation(_op: Text, pass) {
            pass.emitRemark(String(pass.getAnalysis(analysis)));
            pass.markAllAnalysesPreserved();
          },
        }),
      },
    ],
  } as never) as never;

describe("analyses of plugins", () => {
  it("share their value if several plugins list the same analysis", () => {
    const pipeline = assemble(framework, { plugins: [plugin("one", length), plugin("two", length)] });
    expect(pipeline.run({ text: "hello", parts: [] }).diagnostics.map(({ message }) => message)).to.deep.equal([
      "5",
      "5",
    ]);
  });

  it("are refused if plugins list different analyses with the same name", () => {
    const other = defineAnalysis({ name: "length", compute: (op: Text) => `x${op.text}` });
    const pipeline = assemble(framework, { plugins: [plugin("one", length), plugin("two", other)] });
    expect(pipeline.plan).to.equal(undefined);
    expect(pipeline.diagnostics.map((one) => renderDiagnostic(one)).join("\n")).to
      .equal(`error[PWC0301]: \`length\` is registered twice
  --> plugin two
   = first registered as an analysis by one
   = registered again as an analysis by two
help: remove one of the two plugins, or ask an author to rename \`length\``);
  });
});
