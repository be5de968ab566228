import { expect } from "chai";
import { assemble, definePlugin } from "@passwright/sdk";
import type { AssembleOptions } from "@passwright/sdk";
import { lemon, samovar, sugar, sweeten } from "../tea.ts";

/** It puts lemon where `sugar` puts sugar. */
const sour = definePlugin({ name: "sour", passes: [lemon], insert: [{ pass: "lemon", before: "pour" }] });

const plugins = [sugar, sour] as const;

function problems(options: AssembleOptions<typeof samovar>): string {
  const assembly = assemble(samovar, options);
  return assembly.diagnostics.map((one) => assembly.render(one)).join("\n");
}

const TEXT = `error[PWL0412]: the order of two steps depends only on the names of their contributors: \`sour::lemon\`, \`sugar::sweeten\`
   = no rule, position or order of calls decides it; renaming a package changes it
help: if the order matters, add a rule: \`{ pass: lemon, before: sweeten, strong: true, reason: … }\`, or \`{ pass: sweeten, before: lemon, strong: true, reason: … }\`
help: if it does not, declare it: \`independent: [{ steps: [sour::lemon, sugar::sweeten], reason: … }]\``;

describe("an order that only names decide", () => {
  it("is reported by the assembly, and accepted", () => {
    const assembly = assemble(samovar, { plugins });
    expect(assembly.diagnostics).to.deep.equal([]);
    expect(assembly.ordersByName().map((one) => assembly.render(one))).to.deep.equal([TEXT.replace("error", "remark")]);
  });

  it("is an error where the owner of the pipeline is strict about it", () => {
    expect(problems({ plugins, strict: ["order-by-name"] })).to.equal(TEXT);
  });

  it("is none where a rule orders the steps, or the owner says that the order does not matter", () => {
    const strict = ["order-by-name"] as const;
    const reason = "both only add";
    expect(problems({ plugins, strict, rules: [{ pass: "lemon", after: "sweeten", strong: true, reason }] })).to.equal(
      "",
    );
    for (const steps of [
      ["lemon", "sweeten"],
      ["sugar::sweeten", "lemon"],
      ["pour", "sweeten", "lemon"],
    ])
      expect(problems({ plugins, strict, independent: [{ steps, reason }] })).to.equal("");
    expect(problems({ plugins, strict, independent: [{ steps: ["lemon", "pour"], reason }] })).to.contain("PWL0412");
  });

  it("is reported for sets of steps where there are many pairs", () => {
    const many = Array.from({ length: 6 }, (_, index) =>
      definePlugin({
        name: `sugar-${index}`,
        insert: [{ pass: "sweeten", before: "pour", options: { spoons: index } }],
      }),
    );
    const found = problems({
      plugins: [definePlugin({ name: "bowl", passes: [sweeten] }), ...many],
      strict: ["order-by-name"],
    });
    expect(found.match(/PWL0412/g)).to.have.length(1);
    expect(found).to.contain(
      "the order of 6 steps depends only on the names of their contributors: `sugar-0::sweeten`, `sugar-1::sweeten`",
    );
  });
});
