import { expect } from "chai";
import { bool, definePass, int, renderDiagnostic } from "@passwright/core";
import { ofType, PassCatalogue, PassManagerBuilder, printPlan } from "@passwright/builder";
import type { Override, Resolution } from "@passwright/builder";

const origin = { kind: "config", name: "passwright.config.yaml", file: "passwright.config.yaml", line: 9 } as const;

/**
 * Resolves a pipeline with two plugins in one slot. The order of the plugins depends only on their names, so `alpha`
 * comes before `beta`.
 */
function resolveWith(overrides: readonly Override[], weak = false): Resolution {
  const builder = new PassManagerBuilder("any", { framework: { name: "kiln" }, overrides });
  builder.addPass("lower");
  builder.addPass("tidy");
  builder.forContributor({ kind: "plugin", name: "alpha" }).addBefore("lower", "a");
  const beta = builder.forContributor({ kind: "plugin", name: "beta" });
  beta.addBefore("lower", "b", { types: ["LateOptimization"] });
  if (weak) beta.rule("b").weak.after("a", { reason: "rather so" });
  return builder.resolve();
}

/** Returns the overrides of a plan, each with its reason. */
const overriddenIn = ({ plan }: Resolution): string[] | undefined =>
  plan?.overridden?.map(({ what, because }) => `${what}, ${because}`);

const planOf = (resolution: Resolution): string | undefined => resolution.plan && printPlan(resolution.plan);

describe("a user's overrides", () => {
  it("order steps that meet in one slot, against names and weak rules", () => {
    const order: Override = { order: "b", relation: "before", target: { pass: "a" }, origin, reason: "ticket 41" };
    expect(planOf(resolveWith([]))).to.equal("any(a,b,lower,tidy)");
    expect(planOf(resolveWith([order]))).to.equal("any(b,a,lower,tidy)");
    const { plan, diagnostics } = resolveWith([order], true);
    expect(plan && printPlan(plan)).to.equal("any(b,a,lower,tidy)");
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).to.deep.equal(["warning PWB0202"]);
    expect(plan?.steps[0]?.notes).to.deep.equal([
      'before `alpha::a`, by a strong rule: "ticket 41" (config passwright.config.yaml:9)',
    ]);
  });

  it("are errors if they contradict a position", () => {
    const order: Override = { order: "a", relation: "after", target: { type: "LateOptimization" }, origin };
    expect(planOf(resolveWith([order]))).to.equal("any(b,a,lower,tidy)");
    const impossible: Override = { order: "a", relation: "after", target: { pass: "tidy" }, origin };
    expect(resolveWith([impossible]).diagnostics.map(({ code }) => code)).to.deep.equal(["PWB0201"]);
    // Only errors name contributors that a user can remove to resolve the error.
    const { diagnostics } = resolveWith([impossible, { pin: "melt", origin }]);
    const helps = diagnostics.map(({ code, notes = [] }) => [code, notes.at(-1)?.message]);
    expect(helps).to.deep.equal([
      ["PWB0114", undefined],
      ["PWB0201", "the pipeline resolves if `alpha` is removed"],
    ]);
  });

  it("show how a config moves a step of a plugin if they contradict its position", () => {
    const builder = (overrides: readonly Override[]): PassManagerBuilder => {
      const made = new PassManagerBuilder("any", { framework: { name: "acme" }, overrides });
      made.addPass("lower", { reason: "code is generated" });
      made.addPass("tidy");
      made.forContributor({ kind: "plugin", name: "alpha" }).addAfter("lower", "a", { reason: "needs code" });
      return made;
    };
    const told = (override: Override): string =>
      builder([override])
        .resolve()
        .diagnostics.map((one) => renderDiagnostic(one))
        .join("\n\n");
    const help =
      'help: add `a` before `lower` to `insert`, and `{ ban: "alpha::a" }` to `overrides`, or remove the override';
    expect(told({ order: "a", relation: "before", target: { pass: "lower" }, origin })).to.equal(
      `error[PWB0201]: override does not hold: \`a\` must be before \`lower\`
  --> passwright.config.yaml:9:1
   = reason for the rule: "the user's order"
   = position of \`alpha::a\`: after \`lower\`: needs code
   = position of \`lower\`: base pipeline: code is generated
   = the pipeline resolves if \`alpha\` is removed
${help}`,
    );
    expect(told({ order: "lower", relation: "after", target: { pass: "a" }, origin })).to.contain(`\n${help}`);
    expect(told({ order: "tidy", relation: "before", target: { pass: "lower" }, origin })).to.equal(
      `error[PWB0201]: override does not hold: \`tidy\` must be before \`lower\`
  --> passwright.config.yaml:9:1
   = reason for the rule: "the user's order"
   = position of \`tidy\`: base pipeline
   = position of \`lower\`: base pipeline: code is generated
help: place \`tidy\` before \`lower\` in the pipeline of \`acme\`, or remove the override`,
    );
    const inBundle = builder([{ order: "a", relation: "before", target: { pass: "b" }, origin }]);
    const config = inBundle.forContributor({ kind: "config", name: "passwright.config.yaml" });
    config.addBundle("set", ["b", "c"], { place: { before: "lower" } });
    expect(inBundle.resolve().diagnostics[0]?.help, "a user can move only the whole bundle").to.deep.equal([
      "in `insert`, move bundle `set` to a position after `alpha::a`, or remove the override",
    ]);
    const own = builder([{ order: "a", relation: "before", target: { pass: "b" }, origin }]);
    own.forContributor({ kind: "config", name: "passwright.config.yaml" }).addBefore("lower", "b");
    expect(own.resolve().diagnostics[0]?.help).to.deep.equal([
      "in `insert`, move `b` to a position after `alpha::a`, or remove the override",
    ]);
    const moved = builder([{ ban: "alpha::a", origin }]);
    moved.forContributor({ kind: "config", name: "passwright.config.yaml" }).addBefore("lower", "a");
    expect(planOf(moved.resolve())).to.equal("any(a,lower,tidy)");
  });

  it("keep a step that other contributors change, and are reported if they are contradictory or without effect", () => {
    const told = (...overrides: Override[]): string[] => {
      const builder = new PassManagerBuilder("any", { overrides });
      for (const name of ["lower", "tidy"]) builder.addPass(name, { removable: true });
      const view = builder.forContributor({ kind: "plugin", name: "alpha" });
      const answers = [view.remove("tidy"), view.replace("lower", "sink")].map(({ ok }) => (ok ? "done" : "refused"));
      const { plan, diagnostics } = builder.resolve();
      return [...answers, plan === undefined ? "no plan" : printPlan(plan), ...diagnostics.map(({ code }) => code)];
    };
    expect(told()).to.deep.equal(["done", "done", "any(sink)"]);
    expect(told({ pin: "tidy", origin })).to.deep.equal(["refused", "done", "any(sink,tidy)", "PWB0117"]);
    expect(told({ pin: "lower#1", origin })).to.deep.equal(["done", "refused", "any(lower)", "PWB0117"]);
    expect(told({ pin: "lower", origin }, { ban: "lower", origin }).slice(2)).to.deep.equal([
      "no plan",
      "PWB0117",
      "PWB0119",
    ]);
    expect(told({ pin: "melt", origin }).slice(2)).to.deep.equal(["any(sink)", "PWB0114"]);
    const pinned = resolveWith([
      { pin: "a", origin, reason: "ticket 42" },
      { pin: "tidy#1", origin },
    ]);
    expect(overriddenIn(pinned)).to.deep.equal([
      "alpha::a, pinned by config passwright.config.yaml:9: ticket 42",
      "tidy, pinned by config passwright.config.yaml:9",
    ]);
    const ordered = resolveWith([{ order: "b", relation: "before", target: { pass: "a" }, origin }]);
    expect(overriddenIn(ordered)).to.equal(undefined);
    const order: Override = { order: "melt", relation: "before", target: { pass: "tidy" }, origin };
    expect(told(order).slice(2)).to.deep.equal(["any(sink)", "PWB0114"]);
  });

  it("ban a replacement of another step, by either name", () => {
    for (const ban of ["sink", "lower"]) {
      const builder = new PassManagerBuilder("any", { overrides: [{ ban, origin }] });
      builder.addPass("lower");
      builder.addPass("tidy");
      builder.forContributor({ kind: "plugin", name: "alpha" }).replace("lower", "sink");
      expect(planOf(builder.resolve())).to.equal("any(tidy)");
    }
  });

  it("omit banned steps of any contributor", () => {
    expect(planOf(resolveWith([{ ban: "a", origin }]))).to.equal("any(b,lower,tidy)");
    expect(planOf(resolveWith([{ ban: "tidy", origin }]))).to.equal("any(a,b,lower)");
  });

  it("exempt banned steps from rules", () => {
    const builder = new PassManagerBuilder("any", { framework: { name: "kiln" }, overrides: [{ ban: "b", origin }] });
    builder.addPass("lower");
    for (const pass of ["a", "b", "c"]) {
      const view = builder.forContributor({ kind: "plugin", name: `plugin-${pass}` });
      view.addBefore("lower", pass);
      if (pass !== "b") view.rule(pass).strong.after("b", { reason: `${pass} is later` });
      else view.rule("b").strong.after("a", { reason: "b is later" });
    }
    const { plan, diagnostics } = builder.resolve();
    expect(diagnostics.filter(({ severity }) => severity === "error")).to.deep.equal([]);
    expect(plan?.steps.map(({ address, notes = [] }) => [address, ...notes])).to.deep.equal([
      ["plugin-a::a"],
      ["plugin-c::c"],
      ["lower"],
    ]);
  });

  describe("that ban a cleanup where it is inserted", () => {
    /**
     * Returns the result of overrides for an inserted cleanup. With `look`, a step in an atomic bundle requires the
     * cleanup cse. With `wish`, a rule requires the cleanup canonicalize.
     */
    const tidied = (what: "look" | "wish", overrides: readonly Override[]): string[] => {
      const catalogue = new PassCatalogue();
      for (const declaration of [
        { name: "canonicalize", types: ["Cleanup"], provides: ["canonical"] },
        { name: "cse", types: ["Cleanup"], provides: ["clean"] },
        { name: "look", requires: ["clean"] },
        { name: "match", requires: ["canonical"] },
      ])
        catalogue.add({ declaration, owner: { name: "kiln" } });
      const properties = { canonical: { kind: "fragile" }, clean: { kind: "fragile" } } as const;
      const cleanups = ["canonicalize", "cse"];
      const builder = new PassManagerBuilder("any", { catalogue, properties, cleanups, overrides });
      if (what === "look") {
        builder.addBundle("pair", ["spoil", "look"], { kind: "atomic" });
        builder.addPass("match");
      } else {
        builder.addPass("spoil");
        builder.addPass("extra");
        builder.rule("extra").weak.beforeSome("canonicalize", { reason: "it leaves much behind" });
      }
      const { plan, diagnostics } = builder.resolve();
      const told = diagnostics.map(({ code, message, notes = [] }) =>
        [`${code} ${message}`, ...notes.flatMap((note) => /banned.*/.exec(note.message) ?? [])].join("; "),
      );
      return [plan === undefined ? "no plan" : printPlan(plan), ...told];
    };
    const ban = (name: string): Override => ({ ban: name, origin });
    const dropped = "PWB0202 weak rule dropped: `extra` should be followed by `canonicalize`";
    const banned = "banned by config passwright.config.yaml:9";

    it("combine with others, and none is reported as idle", () => {
      expect(tidied("wish", [])).to.deep.equal(["any(spoil,extra,canonicalize)"]);
      expect(tidied("wish", [ban("spoil")])).to.deep.equal(["any(extra,canonicalize)"]);
      expect(tidied("wish", [ban("inserted::canonicalize")])).to.deep.equal(["any(spoil,extra)", dropped]);
      const both = ["any(extra)", dropped];
      expect(tidied("wish", [ban("inserted::canonicalize"), ban("spoil")])).to.deep.equal(both);
      expect(tidied("wish", [ban("spoil"), ban("inserted::canonicalize")])).to.deep.equal(both);
    });

    it("are reported where their step's properties are missing, and only there", () => {
      const missing = [
        "PWB0501 `look` requires property `clean`, which does not hold at its position",
        "PWB0501 `match` requires property `canonical`, which does not hold at its position",
      ];
      for (const name of ["inserted::canonicalize", "canonicalize"])
        expect(tidied("look", [ban(name)])).to.deep.equal(["no plan", missing[0], `${missing[1]}; ${banned}`]);
      expect(tidied("look", [])).to.deep.equal(["no plan", missing[0]]);
    });

    it("may name a cleanup that may be inserted", () => {
      const idle = "PWB0114 override `ban: melt` has no effect: the plan has no step `melt`";
      expect(tidied("wish", [ban("melt"), ban("cse")])).to.deep.equal(["any(spoil,extra,canonicalize)", idle]);
    });
  });

  it("report the first contributor that removed a step, by any of its names", () => {
    const removed = (...contributors: [string, string][]): unknown => {
      const builder = new PassManagerBuilder("any");
      builder.addPass("lower", { removable: true });
      builder.addPass("tidy");
      for (const [name, step] of contributors) builder.forContributor({ kind: "plugin", name }).remove(step);
      return builder.resolve().plan?.leftOut;
    };
    const told = [{ address: "lower", pass: "lower", because: "removed by plugin alpha" }];
    expect(removed(["alpha", "lower#1"], ["beta", "lower"])).to.deep.equal(told);
    expect(removed(["beta", "lower"], ["alpha", "lower#1"])).to.deep.equal(told);
  });

  it("set no options of extension points", () => {
    const builder = new PassManagerBuilder("any", { overrides: [{ set: "here", options: { depth: 2 }, origin }] });
    builder.addExtensionPoint("here");
    const { plan, diagnostics } = builder.resolve();
    expect(plan?.steps.map(({ pass, options }) => [pass, options])).to.deep.equal([["here", {}]]);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).to.deep.equal([
      "PWB0114 override `set: here` has no effect: extension points do not have options",
    ]);
  });

  describe("of rules", () => {
    const reason = "I know better";
    /** Resolves a pipeline in which a plugin's rule requires `b` after `a`, and the user requires `b` before `a`. */
    const withRule = (overrides: readonly Override[]): Resolution => {
      const builder = new PassManagerBuilder("any", { framework: { name: "kiln" }, overrides });
      builder.addPass("lower");
      const view = builder.forContributor({ kind: "plugin", name: "alpha" });
      for (const pass of ["a", "b"]) view.addBefore("lower", pass, { types: [pass.toUpperCase()] });
      view.rule("b").strong.after("a", { reason: "so it is" });
      view.rule(ofType("A")).strong.beforeSome("c", { reason: "c tidies up" });
      return builder.resolve();
    };
    const overrule = (override: object): Override => ({ ...override, origin, reason }) as Override;
    const ofB = overrule({ overrule: { pass: "b" }, relation: "after", target: { pass: "a" } });
    const ofA = overrule({ overrule: { type: "a" }, relation: "beforeSome", target: { pass: "c" } });
    const order: Override = { order: "b", relation: "before", target: { pass: "a" }, origin };

    it("disable a rule, which the plan shows", () => {
      expect(planOf(withRule([]))).to.equal(undefined);
      expect(planOf(withRule([ofA]))).to.equal("any(a,b,lower)");
      expect(planOf(withRule([ofA, order]))).to.equal(undefined);
      const both = withRule([ofA, ofB, order]);
      expect(planOf(both)).to.equal("any(b,a,lower)");
      const because = "overruled by config passwright.config.yaml:9: I know better";
      expect(overriddenIn(both)).to.deep.equal([
        `rule every pass of type A must be followed by \`c\` (plugin alpha), ${because}`,
        `rule \`b\` must be after \`a\` (plugin alpha), ${because}`,
      ]);
    });

    it("are reported if no such rule exists, with the existing ones", () => {
      const wrong = overrule({ overrule: { pass: "b" }, relation: "before", target: { pass: "a" } });
      const { diagnostics } = withRule([ofA, wrong]);
      const strange = overrule({ overrule: { pass: "lower" }, relation: "before", target: { pass: "a" } });
      const [none] = withRule([ofA, strange]).diagnostics.filter(({ message }) => message.includes("overrule: lower"));
      expect(none?.code).to.equal("PWB0114");
      expect(none).not.to.have.property("notes");
      expect(diagnostics.filter(({ code }) => code === "PWB0114").map((one) => renderDiagnostic(one))).to.deep.equal([
        [
          "warning[PWB0114]: override `overrule: b, before: a` has no effect: the rule does not exist",
          "  --> passwright.config.yaml:9:1",
          "   = rule with the same subject: `b` must be after `a` (plugin alpha)",
          "help: correct the name, or remove the entry",
        ].join("\n"),
      ]);
    });
  });

  describe("of options", () => {
    const tile = definePass({
      name: "tile",
      options: { size: int(4, "tile size"), deep: bool(false, "more than once") },
      runOnOperation: (_op: object) => {},
    });
    const withTile = (...overrides: readonly Override[]): Resolution => {
      const builder = new PassManagerBuilder("any", { framework: { name: "kiln" }, overrides });
      builder.addPass("lower");
      builder.forContributor({ kind: "plugin", name: "alpha" }).addBefore("lower", tile, { options: { size: 8 } });
      return builder.resolve();
    };

    it("set them in addition to those of a step, by name or address; the last override has priority", () => {
      const set = withTile(
        { set: "tile", options: { deep: true, size: 16 }, origin },
        { set: "alpha::tile", options: { size: 32 }, origin, reason: "big caches" },
      );
      expect(planOf(set)).to.equal("any(tile{deep=true size=32},lower)");
      expect(overriddenIn(set)).to.deep.equal([
        "options of alpha::tile: {deep=true size=16}, set by config passwright.config.yaml:9",
        "options of alpha::tile: {size=32}, set by config passwright.config.yaml:9: big caches",
      ]);
    });

    it("are checked at their position, and reported if the plan has no such step", () => {
      const told = (override: Override): string => withTile(override).diagnostics.map(renderDiagnostic).join("\n");
      expect(told({ set: "tile", options: { sise: 16 }, origin })).to.equal(
        [
          "error[PWB0402]: options of `tile`: unknown option `sise`",
          "  --> passwright.config.yaml:9:1, step alpha::tile",
          "help: did you mean `size`?",
        ].join("\n"),
      );
      expect(told({ set: "tila", options: { size: 16 }, origin })).to.equal(
        [
          "warning[PWB0114]: override `set: tila` has no effect: the plan has no step `tila`",
          "  --> passwright.config.yaml:9:1",
          "help: did you mean `tile`?",
        ].join("\n"),
      );
    });
  });
});
