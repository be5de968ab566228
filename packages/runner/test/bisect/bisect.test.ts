import { Random, samples } from "@passwright/development";
import { bisect } from "@passwright/runner";
import { expect } from "chai";
import { FAULT_KINDS, plantFault } from "./planted-faults.ts";
import { plantRewrite, REWRITE_KINDS } from "./planted-rewrites.ts";

describe("bisect", () => {
  for (const kind of FAULT_KINDS) {
    it(`finds planted faults: ${kind}`, async () => {
      for (let seed = 1; seed <= samples(20); seed++) {
        const mostItems = seed % 10 === 0 ? 1000 : 40;
        const { assembly, input, isBad, options, contributions, steps, operation, versions } = plantFault(
          kind,
          new Random(seed),
          mostItems,
        );
        expect(assembly.diagnostics.filter(({ severity }) => severity === "error")).to.deep.equal([]);
        const report = await bisect(assembly, [input], isBad, options);
        const causes = report.contributions.filter(({ isNeededOnly }) => isNeededOnly !== true);
        const found = {
          contributions: causes.map((one) => `${one.kind} ${one.text}`).sort(),
          steps: report.steps.map(({ address }) => address).sort(),
          ...(operation !== undefined && { operations: report.operations.map(({ path }) => path) }),
        };
        const expected = { contributions, steps, ...(operation !== undefined && { operations: [operation] }) };
        expect(found, `seed ${seed}`).to.deep.equal(expected);
        const changes = report.versions.map(({ name, from, to }) => `${name} ${from} ${to}`);
        expect(changes).to.deep.equal(versions ?? []);
        if (kind === "jump") expect(report.operations[0]?.occurrence).to.equal(3);
        if (contributions.length < 2)
          expect(report.runs, `seed ${seed}`).to.be.at.most(2 * Math.log2(report.candidates) + 10);
      }
    });
  }

  it("also searches steps if `axes` contains only rewrites or only operations", async () => {
    const { assembly, input, isBad, steps, rewrites } = plantRewrite("pattern", new Random(1), 10);
    const onlyRewrites = await bisect(assembly, [input], isBad, { axes: ["rewrite"] });
    expect(onlyRewrites.steps.map(({ address }) => address)).to.deep.equal(steps);
    expect(onlyRewrites.rewrites.map(({ name }) => name)).to.deep.equal(rewrites.map(({ name }) => name));
    const onlyOperations = await bisect(assembly, [input], isBad, { axes: ["operation"] });
    expect(onlyOperations.steps.map(({ address }) => address)).to.deep.equal(steps);
    expect(onlyOperations.rewrites).to.deep.equal([]);
  });

  for (const kind of REWRITE_KINDS) {
    it(`finds planted rewrites: ${kind}`, async () => {
      for (let seed = 1; seed <= samples(10); seed++) {
        const planted = plantRewrite(kind, new Random(seed), seed % 10 === 0 ? 200 : 10);
        const { assembly, input, isBad, contributions, steps, rewrites } = planted;
        expect(assembly.diagnostics.filter(({ severity }) => severity === "error")).to.deep.equal([]);
        const report = await bisect(assembly, [input], isBad);
        const found = {
          contributions: report.contributions.map((one) => `${one.kind} ${one.text}`),
          steps: report.steps.map(({ address }) => address),
          rewrites: report.rewrites.map(({ name, dialect, plugin, path }) => ({
            name,
            ...(dialect !== undefined && { dialect }),
            ...(plugin !== undefined && { plugin }),
            path: path.replace(/ \(\w+\)$/, ""),
          })),
        };
        expect(found, `seed ${seed}`).to.deep.equal({ contributions, steps, rewrites });
        expect(report.kept.map(({ text }) => text)).to.deep.equal(["toys"]);
        expect(report.before, "the text before the rewrite").to.be.a("string").that.does.not.equal(report.after);
        if (rewrites.length === 1)
          expect(report.runs, `seed ${seed}`).to.be.at.most(2 * Math.log2(report.candidates) + 10);
      }
    });
  }
});
