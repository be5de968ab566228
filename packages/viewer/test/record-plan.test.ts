import { expect } from "chai";
import { itLong } from "@passwright/development";
import { renderDiagnostic } from "@passwright/core";
import { assemble, defineFramework, defineIr, definePass, definePlugin } from "@passwright/sdk";
import { recordPlan } from "@passwright/viewer";

const ir = defineIr({
  name: "list",
  parse: (text: string) => ({ kind: "list", parts: text.split(" ") }),
  nameOf: () => "list",
  childrenOf: () => [],
  print: ({ parts }: { readonly parts: readonly string[] }) => parts.join(" "),
});

const sort = definePass({ name: "sort", anchor: "list", runOnOperation: () => undefined });
const framework = defineFramework({ name: "lists", ir, anchor: "list", pipeline: (b) => void b.addPass(sort) });

const plugin = (name: string) =>
  definePlugin({
    name,
    passes: [definePass({ name: `pass-${name}`, anchor: "list", runOnOperation: () => undefined })],
    insert: [{ pass: `pass-${name}`, before: "sort", reason: "it is cheap" }],
  });

const planned = (count: number) =>
  recordPlan(
    assemble(framework, { plugins: Array.from({ length: count }, (_, index) => plugin(`p${index}`)) }) as never,
  );

describe("a recording of a plan", () => {
  it("has the bundles with their steps", () => {
    const tidy = definePass({ name: "tidy", anchor: "list", runOnOperation: () => undefined });
    const bundled = defineFramework({
      name: "bundled",
      ir,
      anchor: "list",
      pipeline: (b) => void b.addBundle("order", [sort, tidy]),
    });
    const [pipeline] = recordPlan(assemble(bundled) as never).pipelines;
    expect(pipeline?.bundles).to.deep.equal([{ name: "order", steps: ["sort", "tidy"] }]);
  });

  it("has a rule only for the steps that satisfy it", () => {
    const pass = (name: string, types?: string[]) =>
      definePass({ name, anchor: "list", ...(types && { types }), runOnOperation: () => undefined });
    const steps = [pass("early", ["Cleanup"]), pass("fold"), pass("late", ["Cleanup"]), pass("last", ["Cleanup"])];
    const ruled = defineFramework({
      name: "ruled",
      ir,
      anchor: "list",
      pipeline: (b) => steps.forEach((step) => b.addPass(step)),
    });
    const needing = definePlugin({
      name: "needing",
      rules: [
        { pass: "fold", beforeSome: { type: "Cleanup" }, strong: false, reason: "it leaves something" },
        { pass: "fold", before: { type: "Cleanup" }, strong: false, reason: "it is better" },
        { pass: "fold", before: "early", strong: false, reason: "it is not so" },
      ],
    });
    const [pipeline] = recordPlan(assemble(ruled, { plugins: [needing] }) as never).pipelines;
    expect(pipeline?.rules.map(({ reason, subjects, targets }) => [reason, subjects, targets])).to.deep.equal([
      ["it leaves something", ["fold"], ["late"]],
      ["it is better", ["fold"], ["late", "last"]],
    ]);
  });

  it("names the steps that a rule moved", () => {
    const rules = [
      { pass: "pass-a", after: "pass-b", strong: true, reason: "otherwise it is first" },
      { pass: "pass-b", before: "sort", strong: true, reason: "it is before it anyway" },
    ];
    const [pipeline] = recordPlan(
      assemble(framework, { plugins: [plugin("a"), plugin("b")], rules }) as never,
    ).pipelines;
    expect(pipeline?.rules.map(({ reason, moved }) => [reason, moved])).to.deep.equal([
      ["otherwise it is first", ["a::pass-a"]],
      ["it is before it anyway", undefined],
    ]);
  });

  it("has the plan for each combination of switches", () => {
    const { switches, variants, mostChanges } = planned(3).whatIf;
    expect(switches.map(({ name }) => name)).to.deep.equal(["p0", "p1", "p2"]);
    expect(variants.map(({ changes }) => changes.join())).to.deep.equal(["0", "1", "2", "0,1", "0,2", "1,2", "0,1,2"]);
    expect(variants[3]?.pipelines).to.deep.equal([{ steps: ["p2::pass-p2", "sort"] }]);
    expect(variants[3]?.differences).to.deep.equal(["`p0::pass-p0` was removed", "`p1::pass-p1` was removed"]);
    expect(mostChanges).to.equal(undefined);
  });

  it("has the plan without a plugin whose pass the program inserts", () => {
    const assembly = assemble(framework, {
      plugins: [plugin("p")],
      bundles: { both: ["sort", "pass-p"], own: ["pass-p"] },
      insert: [
        { pass: "pass-p", after: "sort" },
        { bundle: "both", end: true },
        { bundle: "own", end: true },
      ],
    });
    const [variant] = recordPlan(assembly as never).whatIf.variants;
    const steps = variant?.pipelines[0]?.steps.map((one) => (typeof one === "string" ? one : one.address));
    expect(steps).to.deep.equal(["sort", "program::sort"]);
    expect(variant?.diagnostics.map((one) => renderDiagnostic(one))).to.deep.equal([
      `remark[PWL0414]: plugin \`p\` is excluded by \`--without\`, so these entries of \`program\` are ignored
   = \`pass-p\` in bundle \`both\`
   = \`pass-p\` in bundle \`own\`
   = \`pass-p\` after \`sort\`
   = \`own\` at the end`,
    ]);
  });

  it("has the plans with few changes if there are too many combinations", () => {
    const { variants, mostChanges } = planned(12).whatIf;
    expect(mostChanges).to.equal(2);
    expect(variants).to.have.length(12 + 66);
    expect(planned(30).whatIf).to.have.property("mostChanges", 1);
  });

  itLong("has the plans of only the first changes if there are too many switches", () => {
    const { switches, variants, mostChanges } = planned(257).whatIf;
    expect([mostChanges, variants.length]).to.deep.equal([1, 255]);
    expect(switches.slice(254).map(({ reason }) => reason)).to.deep.equal([
      undefined,
      "only the first 255 changes are tried",
      "only the first 255 changes are tried",
    ]);
  });
});
