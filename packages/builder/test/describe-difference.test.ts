import { expect } from "chai";
import { describeDifference, PassManagerBuilder } from "@passwright/builder";
import type { BuilderOptions, Plan } from "@passwright/builder";

interface Building {
  readonly anchor?: string;
  readonly options?: BuilderOptions<object>;
  readonly framework?: (builder: PassManagerBuilder) => void;
  readonly plugin?: (view: PassManagerBuilder) => void;
}

function planOf({ anchor = "builtin.module", options = {}, framework, plugin }: Building): Plan {
  const builder = new PassManagerBuilder(anchor, { framework: { name: "kiln" }, ...options });
  builder.addPass("tile");
  builder.addPass("bufferize", { types: ["Bufferization"] });
  builder.addPass("tidy", { removable: true });
  framework?.(builder);
  plugin?.(builder.forContributor({ kind: "plugin", name: "yarn" }));
  const { plan, diagnostics } = builder.resolve();
  if (plan === undefined) throw new Error(JSON.stringify(diagnostics));
  return plan;
}

const difference = (before: Building, after: Building): string[] => describeDifference(planOf(before), planOf(after));

describe("describeDifference", () => {
  it("is empty between a plan and itself", () => {
    const building: Building = { plugin: (view) => view.addAfter("tile", "pack") };
    expect(difference(building, building)).to.deep.equal([]);
  });

  it("describes the anchor, the framework and the choice, if nothing else differs", () => {
    const gpu: Building = {
      anchor: "any",
      options: { framework: { name: "kiln", version: "2.0.0" }, choice: { target: "gpu" } },
    };
    expect(difference({}, gpu)).to.deep.equal([
      "framework kiln is now kiln 2.0.0",
      "anchor builtin.module is now any",
      "choice none is now target gpu",
    ]);
  });

  it("describes the new pass of a replaced step", () => {
    expect(difference({}, { plugin: (view) => view.replace("tile", "pack") })).to.deep.equal([
      "`tile`: pass tile is now pack",
      "`tile`: same position, but the reason changed from “base pipeline” to “instead of `tile`”",
      "`tile`: origin framework kiln is now plugin yarn",
    ]);
  });

  it("describes the bundle, the reason and the contributor of a step at the same position", () => {
    const alone: Building = { plugin: (view) => view.addAfter("tile", "pack", { reason: "packs" }) };
    const bundled: Building = {
      plugin: (view) =>
        view.addBundle("packing", ["pack"], { place: { beforeType: "Bufferization" }, reason: "packs" }),
    };
    expect(difference(alone, bundled)).to.deep.equal([
      "`yarn::pack`: bundle none is now yarn::packing",
      "`yarn::pack`: same position, but the reason changed from “after `tile`: packs” to “before the first Bufferization: packs”",
    ]);
    expect(describeDifference(planOf(alone), planOf(bundled), { reasons: false })).to.deep.equal([
      "`yarn::pack`: bundle none is now yarn::packing",
    ]);
    const replaced = (plugin: string): Plan => {
      const builder = new PassManagerBuilder("any");
      builder.addPass("tile");
      builder.forContributor({ kind: "plugin", name: plugin }).replace("tile", "tile-better");
      return builder.resolve().plan as Plan;
    };
    expect(describeDifference(replaced("yarn"), replaced("wool"))).to.deep.equal([
      "`tile`: origin plugin yarn is now plugin wool",
    ]);
  });

  it("describes the former effect of a rule on a position", () => {
    const two = (view: PassManagerBuilder): void => {
      view.addAfter("tile", "one");
      view.addAfter("tile", "other");
    };
    const rule = (view: PassManagerBuilder): void => {
      view.rule("other").weak.before("one", { reason: "sees more" });
    };
    const turned = (view: PassManagerBuilder): void => {
      view.addAfter("tile", "other");
      view.addAfter("tile", "one");
    };
    const ruled: Building = {
      plugin: (view) => {
        two(view);
        rule(view);
      },
    };
    expect(difference(ruled, { plugin: turned })).to.deep.equal([
      '`yarn::other`: same position, this reason no longer applies: before `yarn::one`, by a weak rule: "sees more" (plugin yarn)',
    ]);
    expect(difference({ plugin: turned }, ruled)).to.include(
      '`yarn::other`: same position, this reason is new: before `yarn::one`, by a weak rule: "sees more" (plugin yarn)',
    );
  });

  it("describes steps that are omitted, conditional or of another type, in both directions", () => {
    const banned: Building = {
      options: {
        retyped: [{ pass: "tile", types: ["Early"], origin: { kind: "config", name: "config.yaml" } }],
        overrides: [{ ban: "tidy", origin: { kind: "config", name: "config.yaml" } }],
      },
      framework: (builder) => builder.when({ target: "gpu" }).addPass("to-gpu"),
    };
    const removed: Building = { plugin: (view) => view.remove("tidy", { reason: "slow" }) };
    expect(difference(banned, removed)).to.deep.equal([
      "`tile`: types Early are now Unknown",
      "no longer: `tidy` is left out: banned by config config.yaml",
      "no longer: the plan for target gpu has `to-gpu`",
      "no longer: config.yaml sets the type of `tile` to Early",
      "now: `tidy` is left out: removed by plugin yarn: slow",
    ]);
    expect(difference({}, removed)).to.deep.equal(["`tidy` was removed: removed by plugin yarn: slow"]);
  });

  it("ignores the lines of overrides", () => {
    const at = (line: number, reason: string): Building => ({
      options: { overrides: [{ ban: "tidy", origin: { kind: "config", name: "config.yaml", line }, reason }] },
    });
    expect(difference(at(5, "slow"), at(6, "slow"))).to.deep.equal([]);
    expect(difference(at(5, "at 12:30"), at(5, "at 12:31"))).to.deep.equal([
      "no longer: `tidy` is left out: banned by config config.yaml: at 12:30",
      "now: `tidy` is left out: banned by config config.yaml: at 12:31",
    ]);
  });
});
