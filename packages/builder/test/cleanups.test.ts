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

function planOf(
  passes: string,
  rules: (builder: PassManagerBuilder) => void = () => {},
  cleanups: readonly PassDeclaration[] = [CANONICALIZE, CSE],
): string {
  const catalogue = new PassCatalogue();
  for (const declaration of [...cleanups, ...OTHERS]) catalogue.add({ declaration, owner: { name: "kiln" } });
  const builder = new PassManagerBuilder("builtin.module", {
    catalogue,
    cleanups: cleanups.map(({ name }) => name),
    properties: { canonical: { kind: "fragile" }, tidy: { kind: "fragile" } },
  });
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

  it("are not dropped both when a rule wants one", () => {
    const wish = (builder: PassManagerBuilder): void =>
      builder.rule("look").weak.beforeSome("canonicalize", { reason: "leaves a mess" });
    expect(planOf("canonicalize look canonicalize canonicalize", wish)).to.match(
      /^builtin\.module\(canonicalize,look,canonicalize#3\)/,
    );
  });

  it("that undo each other are not inserted, and what is missing is an error", () => {
    const [one, other]: readonly PassDeclaration[] = [
      { name: "one", provides: ["canonical"] },
      { name: "other", provides: ["tidy"] },
    ] as const;
    const catalogue = new PassCatalogue();
    const both: PassDeclaration = { name: "both", requires: ["canonical", "tidy"] };
    for (const declaration of [one, other, both]) {
      catalogue.add({ declaration: declaration as PassDeclaration, owner: { name: "kiln" } });
    }
    const builder = new PassManagerBuilder("builtin.module", {
      catalogue,
      cleanups: ["one", "other"],
      properties: { canonical: { kind: "fragile" }, tidy: { kind: "fragile" } },
    });
    builder.addPass("both");
    expect(builder.resolve().diagnostics.map(({ code }) => code)).to.deep.equal(["PWB0501", "PWB0501"]);
  });
});
