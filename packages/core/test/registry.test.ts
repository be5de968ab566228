import { defineAnalysis, definePass, int, PassRegistry, string, suggest } from "@passwright/core";
import type { OpPassManager } from "@passwright/core";
import { expect } from "chai";
import type { Item } from "./toy-ir.ts";
import { block, describeThrow, Trace, tracingPass } from "./trace.ts";

const trace = new Trace();
const oil = tracingPass(trace, "oil");
const build = (manager: OpPassManager<Item>): void => void manager.addPass(oil);

describe("PassRegistry", () => {
  it("lists passes and pipelines by name, in alphabetical order, with their owners", () => {
    const registry = new PassRegistry<Item>();
    registry.registerPass(tracingPass(trace, "wax"), { name: "care", version: "1.0.0" });
    registry.registerPipeline({ name: "service", summary: "all of it", build }, { name: "care" });
    registry.registerPass(oil, { name: "care", version: "1.0.0" });
    const lines = registry.entries().map(([name, { kind, owner }]) => `${name}: ${kind} of ${owner.name}`);
    expect([...lines, String(registry.find("rust"))].join("\n")).to.equal(
      "oil: pass of care\nservice: pipeline of care\nwax: pass of care\nundefined",
    );
  });

  it("accepts the same definition twice, from any owner", () => {
    const registry = new PassRegistry<Item>();
    const [care, repair] = [{ name: "care", version: "1.0.0" }, { name: "repair" }];
    const make = (): typeof oil => tracingPass(trace, "wax");
    const service = { name: "service", summary: "all of it", build };
    for (const owner of [care, { ...care }, repair]) {
      registry.registerPass(oil, owner).registerPass(make, owner).registerPipeline(service, owner);
    }
    const owners = registry.entries().map(([name, { owner }]) => `${name} of ${owner.name}`);
    expect(owners).to.deep.equal(["oil of care", "service of care", "wax of care"]);
  });

  const claims = [
    { name: "repair" },
    { name: "care", version: "1.1.0" },
    { name: "care", version: "1.0.0" },
    { name: "care", version: "1.0.0" },
  ];
  for (const [index, owner] of claims.entries()) {
    const kind = index === 3 ? "pipeline" : "pass";
    const second = `${owner.name}${owner.version === undefined ? "" : ` ${owner.version}`}`;
    it(`names both owners of two definitions with one name: ${kind} of ${second}, ${index}`, () => {
      const registry = new PassRegistry<Item>().registerPass(oil, { name: "care", version: "1.0.0" });
      const attempt = (): unknown =>
        kind === "pass"
          ? registry.registerPass(tracingPass(trace, "oil"), owner)
          : registry.registerPipeline({ name: "oil", summary: "", build }, owner);
      expect(describeThrow(attempt)).to.equal(
        [
          "error[PWC0301]: `oil` is registered twice",
          `  --> plugin ${second}`,
          "   = first registered as a pass by care 1.0.0",
          `   = registered again as a ${kind} by ${second}`,
          index > 1
            ? "help: rename one of the two; if care 1.0.0 is installed twice, run `npm dedupe`"
            : "help: remove one of the two plugins, or ask an author to rename `oil`",
        ].join("\n"),
      );
    });
  }

  it("registers analyses and groups; registers nothing of a group with a conflict", () => {
    const registry = new PassRegistry<Item>();
    const shine = defineAnalysis({ name: "care/shine", compute: () => 0 });
    const owner = { name: "care", version: "1.0.0" };
    const service = { name: "service", summary: "all of it", build };
    const group = {
      name: "care",
      passes: [oil, () => tracingPass(trace, "wax")],
      pipelines: [service],
      analyses: [shine],
    };
    registry.registerGroup(group, owner).registerGroup({ ...group }, { ...owner });
    const other = tracingPass(trace, "oil");
    const attempts = [
      () => registry.registerGroup({ name: "repair", passes: [tracingPass(trace, "weld"), other] }, { name: "repair" }),
      () => registry.registerGroup({ name: "repair", analyses: [{ ...shine }] }, { name: "repair" }),
      () => registry.registerGroup({ name: "care" }, { name: "repair" }),
      () => registry.registerGroup({ ...group, passes: [oil] }, owner),
    ];
    const told = attempts.map((attempt) => describeThrow(attempt));
    const known = [
      ...registry.entries().map(([name]) => name),
      ...registry.analyses().map(({ name }) => name),
      String(registry.findAnalysis("care/shine") === shine),
      String(registry.findGroup("care")?.passes?.length),
      String(registry.findGroup("repair")),
    ];
    expect([known.join(" "), ...told].join("\n")).to.equal(
      block(`
        oil service wax care/shine true 2 undefined
        error[PWC0301]: \`oil\` is registered twice
          --> plugin repair
           = first registered as a pass by care 1.0.0
           = registered again as a pass by repair
        help: remove one of the two plugins, or ask an author to rename \`oil\`
        error[PWC0301]: \`care/shine\` is registered twice
          --> plugin repair
           = first registered as an analysis by care 1.0.0
           = registered again as an analysis by repair
        help: remove one of the two plugins, or ask an author to rename \`care/shine\`
        error[PWC0301]: \`care\` is registered twice
          --> plugin repair
           = first registered as a group by care 1.0.0
           = registered again as a group by repair
        help: remove one of the two plugins, or ask an author to rename \`care\`
        error[PWC0301]: \`care\` is registered twice
          --> plugin care 1.0.0
           = first registered as a group by care 1.0.0
           = registered again as a group by care 1.0.0
        help: rename one of the two; if care 1.0.0 is installed twice, run \`npm dedupe\`
      `),
    );
  });

  it("refuses passes that are not definitions", () => {
    const registry = new PassRegistry<Item>();
    const attempts = [oil.create(), () => oil.create(), { name: "oil", runOnOperation: () => undefined }, undefined];
    const texts = attempts.map((pass) => describeThrow(() => registry.registerPass(pass as never, { name: "care" })));
    expect(texts.join("\n")).to.equal(
      ["an object", "an object", "{ name, runOnOperation }", "undefined"]
        .map((shown) =>
          block(`
            error[PWC0105]: \`registerPass\` requires a pass definition, not ${shown}
              --> plugin care
            help: register the result of \`definePass\`
          `),
        )
        .join("\n"),
    );
  });

  it("refuses a pipeline whose name or options the text of a pipeline cannot hold", () => {
    const registry = new PassRegistry<Item>();
    const owner = { name: "care", version: "1.0.0" };
    const attempts = [
      () => registry.registerPipeline({ name: "full service", summary: "", build }, owner),
      () => registry.registerPipeline({ name: "x", summary: "", options: { "a,b": int(0, "") }, build }, owner),
      () => registry.registerPipeline({ name: "x", summary: "", options: { a: string("{", "") }, build }, owner),
    ];
    const texts = attempts.map((attempt) => describeThrow(attempt));
    expect([texts[0], ...texts.slice(1).map((text) => text.split("\n")[0])].join("\n")).to.equal(
      [
        "error[PWC0302]: named pipeline `full service`: `full service` cannot be the name of a pipeline",
        "  --> plugin care 1.0.0",
        "help: use letters, digits, `-`, `_` and `.` in names, and defaults that can be written as `name=value`",
        "error[PWC0302]: named pipeline `x`: `a,b` cannot be the name of an option",
        'error[PWC0302]: named pipeline `x`: the default of option `a`: the text of a pipeline cannot contain "{": braces must be balanced, and spaces are not allowed at the ends',
      ].join("\n"),
    );
  });

  it("accepts definitions with any options", () => {
    const sized = definePass({
      name: "sized",
      options: { size: int(1, "") },
      runOnOperation: (_op: Item) => undefined,
    });
    expect(new PassRegistry<Item>().registerPass(sized, { name: "toy" }).suggest("size")).to.equal("sized");
  });
});

describe("suggest", () => {
  it("finds the known name that is most like a wrong one, if any is like it at all", () => {
    const known = ["canonicalize", "cse", "inline", "sccp", "dce"];
    const wrong = ["canonicalise", "cs", "ccp", "inlien", "xyz", "", "cde"];
    expect(wrong.map((name) => `${name}: ${suggest(name, known) ?? "-"}`).join("\n")).to.equal(
      "canonicalise: canonicalize\ncs: cse\nccp: sccp\ninlien: inline\nxyz: -\n: -\ncde: cse",
    );
  });
});
