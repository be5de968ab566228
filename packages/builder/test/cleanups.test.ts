import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import type { PassDeclaration } from "@passwright/core";
import { PassCatalogue, PassManagerBuilder, PassType, printPlan } from "@passwright/builder";
import type { Override, Resolution } from "@passwright/builder";
import { outlinePlan } from "./scenario/show.ts";

const CANONICALIZE: PassDeclaration = { name: "canonicalize", types: [PassType.Cleanup], provides: ["canonical"] };
const CSE: PassDeclaration = { name: "cse", types: [PassType.Cleanup], requires: ["canonical"], provides: ["tidy"] };

/**
 * Passes of the tests: `match` requires the property that canonicalize provides, `tile` declares nothing and so removes
 * all fragile properties, and `look` preserves everything.
 */
const OTHERS: readonly PassDeclaration[] = [
  { name: "match", requires: ["canonical"], preserves: ["canonical", "tidy"] },
  { name: "tile" },
  { name: "look", preserves: ["canonical", "tidy"] },
];

function builderOf(
  cleanups: readonly PassDeclaration[],
  others: readonly PassDeclaration[],
  overrides: readonly Override[] = [],
): PassManagerBuilder {
  const catalogue = new PassCatalogue();
  for (const declaration of [...cleanups, ...others]) catalogue.add({ declaration, owner: { name: "kiln" } });
  return new PassManagerBuilder("builtin.module", {
    catalogue,
    cleanups: cleanups.map(({ name }) => name),
    overrides,
    properties: { canonical: { kind: "fragile" }, tidy: { kind: "fragile" } },
  });
}

function planOf(
  passes: string,
  rules: (builder: PassManagerBuilder) => void = () => {},
  cleanups: readonly PassDeclaration[] = [CANONICALIZE, CSE],
): string {
  const builder = builderOf(cleanups, OTHERS);
  for (const pass of passes.split(" ")) builder.addPass(pass);
  rules(builder);
  const { plan, diagnostics } = builder.resolve();
  if (plan === undefined) return diagnostics.map(({ code }) => code).join(" ");
  const left = plan.leftOut.map(({ address, because }) => `\n${address}: ${because}`);
  return outlinePlan(plan) + left.join("");
}

describe("cleanups", () => {
  it("are inserted right before the step that requires them", () => {
    expect(planOf("tile match")).to.equal("builtin.module(tile,inserted::canonicalize,match)");
    expect(planOf("canonicalize look match")).to.equal("builtin.module(canonicalize,look,match)");
  });

  it("are dropped if their properties still hold, or if they are duplicates", () => {
    expect(planOf("canonicalize look canonicalize")).to.equal(
      "builtin.module(canonicalize,look)\n" +
        "canonicalize#2: dropped as a duplicate: its properties still hold since `canonicalize`",
    );
    expect(planOf("canonicalize tile canonicalize")).to.equal("builtin.module(canonicalize,tile,canonicalize#2)");
  });

  it("get the cleanups that they require, even if they were inserted for a weak rule", () => {
    const wish = (builder: PassManagerBuilder): void =>
      builder.rule("tile").weak.beforeSome("cse", { reason: "leaves duplicates" });
    expect(planOf("tile", wish)).to.equal("builtin.module(tile,inserted::canonicalize,inserted::cse)");
  });

  it("name the step that requires their properties, even if it is a cleanup", () => {
    const asksForTidy: PassDeclaration = { name: "polish", requires: ["tidy"] };
    const builder = builderOf([CANONICALIZE, CSE], [asksForTidy]);
    builder.addPass("polish");
    const { plan } = builder.resolve();
    expect(plan?.steps.map(({ address, because }) => `${address}: ${because}`)).to.deep.equal([
      "inserted::canonicalize: `cse` requires canonical",
      "inserted::cse: `polish` requires tidy",
      "polish: base pipeline",
    ]);
  });

  it("are not there for a step that was dropped", () => {
    // `ruin` preserves the property that cse provides, and removes the property that cse requires.
    const canonicalize: PassDeclaration = { ...CANONICALIZE, preserves: ["tidy"] };
    const builder = builderOf([canonicalize, CSE], [{ name: "ruin", preserves: ["tidy"] }]);
    for (const pass of ["canonicalize", "cse", "ruin", "cse"]) builder.addPass(pass);
    expect(outlinePlan(builder.resolve().plan as never)).to.equal("builtin.module(canonicalize,cse,ruin)");
  });

  it("that a later round inserts for another one also count for the step of that one", () => {
    // In the first round, cse is inserted for `both`, and then canonicalize after cse. In the next round, another
    // canonicalize is inserted before cse.
    const canonicalize: PassDeclaration = { ...CANONICALIZE, preserves: ["tidy"] };
    const builder = builderOf([canonicalize, CSE], [{ name: "both", requires: ["tidy", "canonical"] }]);
    builder.addPass("both");
    const { plan } = builder.resolve();
    expect(plan && printPlan(plan)).to.equal("builtin.module(canonicalize,cse,both)");
    expect(plan?.leftOut).to.deep.equal([]);
  });

  it("that serve another one go with it where it is dropped, and so do those that a later round inserted for them", () => {
    // In contrast to the previous test, there is a second `both`. It is a duplicate, because `ruin` preserves the
    // property that `both` provides.
    const canonicalize: PassDeclaration = { ...CANONICALIZE, preserves: ["tidy", "linked"] };
    const cse: PassDeclaration = { ...CSE, preserves: ["linked"] };
    const both: PassDeclaration = { name: "both", requires: ["tidy", "canonical"], provides: ["linked"] };
    const builder = builderOf([canonicalize, cse, both], [{ name: "ruin", preserves: ["linked"] }]);
    for (const pass of ["both", "ruin", "both"]) builder.addPass(pass);
    const { plan } = builder.resolve();
    expect(plan && printPlan(plan)).to.equal("builtin.module(canonicalize,cse,both,ruin)");
    expect(plan?.leftOut.map(({ address }) => address)).to.deep.equal(["both#2"]);
  });

  it("with options in another order are the same", () => {
    const builder = builderOf([CANONICALIZE], OTHERS);
    builder.addPass("canonicalize", { options: { deep: true, level: 2 } });
    builder.addPass("canonicalize", { options: { level: 2, deep: true } });
    builder.addPass("canonicalize", { options: { level: 3, deep: true } });
    builder.addPass("canonicalize", { options: { deep: true, level: 3 } });
    const { plan } = builder.resolve();
    expect(plan?.leftOut.map(({ address }) => address)).to.deep.equal(["canonicalize#2", "canonicalize#4"]);
  });

  it("name another step that needs them if the step that they were inserted for is dropped", () => {
    const canonicalize: PassDeclaration = { ...CANONICALIZE, preserves: ["tidy"] };
    const builder = builderOf([canonicalize, CSE], [{ name: "ruin", preserves: ["tidy"] }, ...OTHERS]);
    for (const pass of ["canonicalize", "cse", "ruin", "cse", "look", "match"]) builder.addPass(pass);
    const { plan } = builder.resolve();
    expect(outlinePlan(plan as never)).to.equal(
      "builtin.module(canonicalize,cse,ruin,inserted::canonicalize,look,match)",
    );
    expect(plan?.steps[3]?.because).to.equal("`match` requires canonical");
  });

  it("are not both dropped if a rule requires one", () => {
    const wish = (builder: PassManagerBuilder): void =>
      builder.rule("look").weak.beforeSome("canonicalize", { reason: "leaves a mess" });
    expect(planOf("canonicalize look canonicalize canonicalize", wish)).to.match(
      /^builtin\.module\(canonicalize,look,canonicalize#3\)/,
    );
  });

  it("that undo each other are not inserted, and missing properties are errors", () => {
    const cleanups: readonly PassDeclaration[] = [
      { name: "one", provides: ["canonical"] },
      { name: "other", provides: ["tidy"] },
    ];
    const builder = builderOf(cleanups, [{ name: "both", requires: ["canonical", "tidy"] }]);
    builder.addPass("both");
    expect(builder.resolve().diagnostics.map(({ code }) => code)).to.deep.equal(["PWB0501", "PWB0501"]);
  });

  describe("and the user", () => {
    const origin = { kind: "config", name: "passwright.config.yaml", file: "passwright.config.yaml", line: 9 } as const;
    const SIMPLIFY: PassDeclaration = { name: "simplify", provides: ["canonical"] };
    const resolved = (cleanups: readonly PassDeclaration[], ...overrides: readonly Override[]): Resolution => {
      const builder = builderOf(cleanups, OTHERS, overrides);
      for (const pass of ["tile", "match", "canonicalize", "tile", "match"]) builder.addPass(pass);
      return builder.resolve();
    };
    const ban: Override = { ban: "canonicalize", origin, reason: "too slow" };

    it("can be banned: another one is used, or the missing property is reported", () => {
      expect(outlinePlan(resolved([CANONICALIZE, SIMPLIFY], ban).plan as never)).to.equal(
        "builtin.module(tile,inserted::simplify,match,tile#2,inserted::simplify#2,match#2)",
      );
      const { plan, diagnostics } = resolved([CANONICALIZE], ban);
      expect(plan).to.equal(undefined);
      expect(diagnostics.map(renderDiagnostic)[0]).to.equal(
        [
          "error[PWB0501]: `match` requires property `canonical`, which does not hold at its position",
          "  --> framework pipeline, step match",
          "   = position of `match`: base pipeline (framework pipeline)",
          "   = `canonical` does not hold at the beginning, and no earlier step provides it",
          "   = no step provides `canonical`",
          "   = cleanup `canonicalize` provides `canonical`, but is banned by config passwright.config.yaml:9: too slow",
          "help: add a pass that provides `canonical` before `match`",
        ].join("\n"),
      );
    });

    it("can be banned at one position, which reports the requirement or rule there", () => {
      const one: Override = { ban: "inserted::canonicalize#2", origin, reason: "too slow" };
      const { plan: none, diagnostics: missing } = resolved([CANONICALIZE], one);
      expect(none).to.equal(undefined);
      const notes = missing.flatMap(({ code, step, notes = [] }) => [`${code} ${step}`, notes.at(-1)?.message]);
      expect(notes).to.deep.equal([
        "PWB0501 match#2",
        "cleanup `canonicalize` provides `canonical`, but is banned by config passwright.config.yaml:9: too slow",
      ]);
      const wished = (...overrides: readonly Override[]): Resolution => {
        const builder = builderOf([CANONICALIZE], OTHERS, overrides);
        for (const pass of ["tile", "match"]) builder.addPass(pass);
        builder.rule("match").weak.beforeSome("canonicalize", { reason: "leaves constants" });
        return builder.resolve();
      };
      const { plan, diagnostics } = wished(one);
      expect(plan && outlinePlan(plan)).to.equal("builtin.module(tile,inserted::canonicalize,match)");
      expect(plan?.leftOut.map(({ address, because }) => `${address}: ${because}`)).to.deep.equal([
        "inserted::canonicalize#2: banned by config passwright.config.yaml:9: too slow",
      ]);
      expect(diagnostics.map(({ code }) => code)).to.deep.equal(["PWB0202"]);
      const pin: Override = { pin: "inserted::canonicalize#2", origin };
      expect(wished(one, pin).diagnostics.map(({ code }) => code)).to.include("PWB0119");
      const idle: Override = { ban: "inserted::canonicalize#3", origin };
      expect(wished(idle).diagnostics.map(({ code, help }) => [code, ...(help ?? [])])).to.deep.equal([
        ["PWB0114", "correct the name, or remove the entry"],
      ]);
    });

    it("can be banned without effect or report if they are not needed", () => {
      const builder = builderOf([CANONICALIZE], OTHERS, [ban]);
      builder.addPass("tile");
      expect(builder.resolve().diagnostics).to.deep.equal([]);
    });

    it("have the options that an override sets, at all positions or at one", () => {
      const { plan, diagnostics } = resolved(
        [CANONICALIZE],
        { set: "canonicalize", options: { "max-iterations": 3 }, origin },
        { set: "inserted::canonicalize#2", options: { "top-down": true }, origin },
      );
      expect(diagnostics).to.deep.equal([]);
      // The framework's cleanup is dropped as a duplicate of the inserted cleanup.
      expect(plan && printPlan(plan)).to.equal(
        "builtin.module(tile,canonicalize{max-iterations=3},match,tile," +
          "canonicalize{max-iterations=3 top-down=true},match)",
      );
      expect(plan?.overridden?.map(({ what }) => what)).to.deep.equal([
        "options of inserted::canonicalize: {max-iterations=3}",
        "options of inserted::canonicalize#2: {max-iterations=3}",
        "options of inserted::canonicalize#2: {top-down=true}",
      ]);
      const [idle] = resolved([CANONICALIZE], { set: "inserted::canonicalize#3", options: {}, origin }).diagnostics;
      expect(idle?.code).to.equal("PWB0114");
    });
  });
});
