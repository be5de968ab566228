import { expect } from "chai";
import { type PassDeclaration } from "@passwright/core";
import { PassCatalogue, PassManagerBuilder, PassType } from "@passwright/builder";
import { outlinePlan } from "./scenario/show.ts";

const CANONICALIZE: PassDeclaration = { name: "canonicalize", types: [PassType.Cleanup], provides: ["canonical"] };
const CSE: PassDeclaration = { name: "cse", types: [PassType.Cleanup], requires: ["canonical"], provides: ["tidy"] };

/** `match` requires what canonicalize provides; `tile` says nothing, so it ruins everything; `look` only looks. */
const OTHERS: readonly PassDeclaration[] = [
  { name: "match", requires: ["canonical"], preserves: ["canonical", "tidy"] },
  { name: "tile" },
  { name: "look", preserves: ["canonical", "tidy"] },
];

function builderOf(cleanups: readonly PassDeclaration[], others: readonly PassDeclaration[]): PassManagerBuilder {
  const catalogue = new PassCatalogue();
  for (const declaration of [...cleanups, ...others]) catalogue.add({ declaration, owner: { name: "kiln" } });
  return new PassManagerBuilder("builtin.module", {
    catalogue,
    cleanups: cleanups.map(({ name }) => name),
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
  it("are inserted right before what needs them", () => {
    expect(planOf("tile match")).to.equal("builtin.module(tile,inserted::canonicalize,match)");
    expect(planOf("canonicalize look match")).to.equal("builtin.module(canonicalize,look,match)");
  });

  it("are dropped where what they provide still holds, or where they come twice", () => {
    expect(planOf("canonicalize look canonicalize")).to.equal(
      "builtin.module(canonicalize,look)\n" +
        "canonicalize#2: dropped as a duplicate: what it provides still holds since `canonicalize`",
    );
    expect(planOf("canonicalize tile canonicalize")).to.equal("builtin.module(canonicalize,tile,canonicalize#2)");
  });

  it("get the cleanups that they need themselves, also where a weak rule wanted them", () => {
    const wish = (builder: PassManagerBuilder): void =>
      builder.rule("tile").weak.beforeSome("cse", { reason: "leaves duplicates" });
    expect(planOf("tile", wish)).to.equal("builtin.module(tile,inserted::canonicalize,inserted::cse)");
  });

  it("say which step requires what they provide, also where that is a cleanup", () => {
    const asksForTidy: PassDeclaration = { name: "polish", requires: ["tidy"] };
    const builder = builderOf([CANONICALIZE, CSE], [asksForTidy]);
    builder.addPass("polish");
    const { plan } = builder.resolve();
    expect(plan?.steps.map(({ address, because }) => `${address}: ${because}`)).to.deep.equal([
      "inserted::canonicalize: `cse` requires canonical",
      "inserted::cse: `polish` requires tidy",
      "polish: the framework's pipeline",
    ]);
  });

  it("are not there for a step that was dropped", () => {
    // `ruin` keeps what cse provides and takes away what cse requires.
    const canonicalize: PassDeclaration = { ...CANONICALIZE, preserves: ["tidy"] };
    const builder = builderOf([canonicalize, CSE], [{ name: "ruin", preserves: ["tidy"] }]);
    for (const pass of ["canonicalize", "cse", "ruin", "cse"]) builder.addPass(pass);
    expect(outlinePlan(builder.resolve().plan as never)).to.equal("builtin.module(canonicalize,cse,ruin)");
  });

  it("are not dropped both when a rule wants one", () => {
    const wish = (builder: PassManagerBuilder): void =>
      builder.rule("look").weak.beforeSome("canonicalize", { reason: "leaves a mess" });
    expect(planOf("canonicalize look canonicalize canonicalize", wish)).to.match(
      /^builtin\.module\(canonicalize,look,canonicalize#3\)/,
    );
  });

  it("that undo each other are not inserted, and what is missing is an error", () => {
    const cleanups: readonly PassDeclaration[] = [
      { name: "one", provides: ["canonical"] },
      { name: "other", provides: ["tidy"] },
    ];
    const builder = builderOf(cleanups, [{ name: "both", requires: ["canonical", "tidy"] }]);
    builder.addPass("both");
    expect(builder.resolve().diagnostics.map(({ code }) => code)).to.deep.equal(["PWB0501", "PWB0501"]);
  });
});
