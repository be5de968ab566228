import { expect } from "chai";
import { ofType, PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import type { BuilderOptions } from "@passwright/builder";

const FRAMEWORK = { name: "kiln" };
const CONFIG = { kind: "config", name: "config" } as const;
const BECAUSE = { reason: "r" };

/**
 * Returns the diagnostics of rules and overrides without effect, for a framework with `a` and the steps that `build`
 * adds.
 */
function told(
  build: (builder: PassManagerBuilder) => void,
  options: BuilderOptions<object> = {},
  { withHelp = false } = {},
): string[] {
  const builder = new PassManagerBuilder("any", { framework: FRAMEWORK, ...options });
  builder.addPass("a", { types: ["Lowering"] });
  build(builder);
  return builder
    .resolve()
    .diagnostics.filter(({ code }) => ["PWB0114", "PWB0123", "PWB0204"].includes(code))
    .map(({ severity, message, notes = [], help = [] }) =>
      [`${severity}: ${message}`, ...notes.map((note) => note.message), ...(withHelp ? help : [])].join("; "),
    );
}

describe("rules of a built pipeline", () => {
  it("that have an effect are not reported, from any contributor", () => {
    const none = (build: (builder: PassManagerBuilder) => void, options?: BuilderOptions<object>): unknown =>
      expect(told(build, options)).to.deep.equal([]);
    none((builder) => {
      builder.addPass("b");
      builder.rule("b").strong.after(ofType("Lowering"), BECAUSE);
      builder.rule("b").strong.after("a", BECAUSE);
    });
    none((builder) => {
      builder.forContributor({ kind: "plugin", name: "x" }).addAfter("a", "p");
      builder.rule("p").strong.after("a", BECAUSE);
    });
    none(
      (builder) => {
        builder.addPass("needs", { reason: "r" });
        builder.rule("tidy").weak.after("a", BECAUSE);
      },
      { ...insertedTidy(), properties: { neat: { kind: "fragile" } }, cleanups: ["tidy"] },
    );
    none((builder) => {
      builder.addPass("b");
      builder.replace("b", "c");
      builder.rule("c").weak.after("a", BECAUSE);
      builder.rule("b").weak.after("a", BECAUSE);
    });
    none(
      (builder) => {
        builder.addPass("b");
        builder.rule("b").weak.after(ofType("Fresh"), BECAUSE);
      },
      { retyped: [{ pass: "a", types: ["Fresh"], origin: CONFIG }], passTypes: ["Fresh"] },
    );
  });

  it("that refer to themselves are reported", () => {
    const itself = '; reason for the rule: "r"; the subject and the target are the same step';
    expect(told((builder) => builder.rule("a").weak.before("a", BECAUSE))).to.deep.equal([
      `warning: rule has no effect: \`a\` should be before \`a\`${itself}`,
    ]);
    expect(told((builder) => builder.rule(ofType("lowering")).strong.after(ofType("Lowering"), BECAUSE))).to.deep.equal(
      [`warning: rule has no effect: every pass of type lowering must be after every pass of type Lowering${itself}`],
    );
    const twice = (builder: PassManagerBuilder): void => {
      builder.addPass("a");
      builder.rule("a").strong.after("a", BECAUSE);
    };
    expect(told(twice)).to.deep.equal([]);
  });

  it("that name an extension point are reported: rules and overrides need passes", () => {
    const point = (builder: PassManagerBuilder): void => void builder.addExtensionPoint("end", { formerly: ["fin"] });
    const rule = (name: string) => (builder: PassManagerBuilder) => {
      point(builder);
      builder.rule("a").weak.before(name, BECAUSE);
    };
    for (const name of ["end", "fin"])
      expect(told(rule(name))).to.deep.equal([
        `warning: rule has no effect: \`a\` should be before \`${name}\`; reason for the rule: "r"; \`${name}\` is an extension point, not a pass`,
      ]);
    const overrides = [{ order: "a", relation: "before", target: { pass: "end" }, origin: CONFIG }] as const;
    expect(told(point, { overrides })).to.deep.equal([
      "warning: override `order: a, before: end` has no effect: `end` is an extension point, not a pass",
    ]);
    expect(told(point, { retyped: [{ pass: "end", types: ["Lowering"], origin: CONFIG }] })).to.deep.equal([
      "warning: `retype` of `end` has no effect: `end` is an extension point, not a pass",
    ]);
    // A rule refers to a pass with this name, not to the extension point.
    const both = (builder: PassManagerBuilder): void => {
      rule("end")(builder);
      builder.addPass("end");
    };
    expect(told(both)).to.deep.equal([]);
  });

  it("that name a bundle are reported: rules need passes", () => {
    const bundle = (builder: PassManagerBuilder): void => {
      const plugin = builder.forContributor({ kind: "plugin", name: "p" });
      plugin.addBundle("pair", ["b", "c"], { place: { after: "a" } });
      plugin.rule("a").strong.before("pair", BECAUSE);
    };
    const overrides = [
      { ban: "pair", origin: CONFIG },
      { order: "pair", relation: "before", target: { pass: "a" }, origin: CONFIG },
    ] as const;
    const use = "use the passes of the bundle: `b`, `c`";
    expect(told(bundle, { overrides }, { withHelp: true })).to.deep.equal([
      `warning: rule has no effect: \`a\` must be before \`pair\`; reason for the rule: "r"; \`pair\` is a bundle, not a pass; ${use}`,
      `warning: override \`order: pair, before: a\` has no effect: \`pair\` is a bundle, not a pass; ${use}`,
      `warning: override \`ban: pair\` has no effect: \`pair\` is a bundle, not a pass; ${use}`,
    ]);
  });

  it("that name a step of another choice are reported as such", () => {
    const elsewhere = (rule: (builder: PassManagerBuilder) => void): string[] =>
      told(
        (builder) => {
          builder.when({ target: "gpu" }).addPass("tile");
          rule(builder);
        },
        { choice: { target: "cpu" }, ...declaring("tile", ["Tiling"]) },
      );
    expect(elsewhere((builder) => builder.rule("tile").strong.after("a", BECAUSE))).to.deep.equal([
      'remark: rule has no effect: `tile` must be after `a`; reason for the rule: "r"; `tile` is in the pipeline only for other targets, levels or options',
    ]);
    expect(elsewhere((builder) => builder.rule("a").strong.after(ofType("Tiling"), BECAUSE))).to.deep.equal([
      'remark: rule has no effect: `a` must be after every pass of type Tiling; reason for the rule: "r"; a pass of type Tiling is in the pipeline only for other targets, levels or options',
    ]);
  });

  it("that name a declared pass by its address are reported like the name of the pass", () => {
    const about = (name: string): string[] =>
      told((builder) => void builder.rule(name).strong.after("a", BECAUSE), declaring("tile", ["Tiling"]));
    expect(about("kiln::tile").map((text) => text.replaceAll("kiln::", ""))).to.deep.equal(about("tile"));
    expect(about("other::tile").join()).to.contain("no framework or plugin declares pass `other::tile`");
  });

  it("that the user overrides are not reported, but overrides without effect are", () => {
    const overrule = {
      overrule: { pass: "gone" },
      relation: "after",
      target: { pass: "a" },
      reason: "r",
      origin: CONFIG,
    } as const;
    const order = { order: "lost", relation: "before", target: { pass: "a" }, origin: CONFIG } as const;
    const retyped = [{ pass: "unknown", types: ["Lowering"], origin: CONFIG }];
    const state = (builder: PassManagerBuilder): void => builder.rule("gone").strong.after("a", BECAUSE);
    expect(told(state, { overrides: [overrule] })).to.deep.equal([]);
    expect(told(state, { overrides: [order], retyped })).to.deep.equal([
      'warning: rule has no effect: `gone` must be after `a`; reason for the rule: "r"; no framework or plugin declares pass `gone`',
      "warning: override `order: lost, before: a` has no effect: the plan has no pass `lost`",
      "warning: `retype` of `unknown` has no effect: the plan has no pass `unknown`",
    ]);
    expect(told(() => {}, { overrides: [order], retyped })).to.have.length(2);
  });
});

function declaring(name: string, types: readonly string[]): { readonly catalogue: PassCatalogue } {
  const catalogue = new PassCatalogue();
  catalogue.add({ declaration: { name, types }, owner: FRAMEWORK });
  return { catalogue };
}

/** Makes a pipeline in which `needs` requires a property that only `tidy` provides, and no contributor adds `tidy`. */
function insertedTidy(): { readonly catalogue: PassCatalogue } {
  const { catalogue } = declaring("other", []);
  catalogue.add({ declaration: { name: "needs", requires: ["neat"] }, owner: FRAMEWORK });
  catalogue.add({ declaration: { name: "tidy", provides: ["neat"] }, owner: FRAMEWORK });
  return { catalogue };
}
