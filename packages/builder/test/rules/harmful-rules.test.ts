import { expect } from "chai";
import { definePass, renderDiagnostic } from "@passwright/core";
import type { PassDeclaration } from "@passwright/core";
import { PassManagerBuilder, printPlan } from "@passwright/builder";
import type { BuilderOptions, Resolution } from "@passwright/builder";

const because = { reason: "r" };

const pass = (name: string, declaration: Partial<PassDeclaration> = {}): ReturnType<typeof definePass> =>
  definePass({ name, ...declaration, runOnOperation: (_op: object) => {} });

/**
 * Resolves a pipeline in which a plugin adds `make`, `use`, `p` and `q`, and weak rules. `make` provides the property
 * that `use` requires. A rule `a<b` requires `a` before `b`.
 */
function resolved(rules: readonly string[], options: BuilderOptions<object> = {}): Resolution {
  const builder = new PassManagerBuilder<object>("any", options);
  builder.addPass("a");
  const view = builder.forContributor({ kind: "plugin", name: "x" });
  for (const one of [pass("make", { provides: ["raw"] }), pass("use", { requires: ["raw"] })]) view.addPass(one);
  for (const name of ["p", "q"]) view.addPass(name);
  for (const rule of rules) {
    const [subject = "", target = ""] = rule.split("<");
    view.rule(subject).weak.before(target, because);
  }
  return builder.resolve();
}

const shown = ({ plan, diagnostics }: Resolution): string[] => [
  plan === undefined ? "no plan" : printPlan(plan),
  ...diagnostics.map(({ code, message }) => `${code} ${message}`),
];

describe("weak rules that would make a pipeline invalid", () => {
  it("are ignored and reported with the error that they would lead to", () => {
    const { plan, diagnostics } = resolved(["use<make"]);
    expect(plan && printPlan(plan)).to.equal("any(a,make,use,p,q)");
    expect(diagnostics.map(renderDiagnostic).join("\n")).to.equal(
      [
        "warning[PWB0202]: weak rule dropped: `use` should be before `make`",
        "  --> plugin x",
        '   = reason for the rule: "r"',
        "   = position of `x::use`: at the end",
        "   = position of `x::make`: at the end",
        "   = the rule would cause an error: `use` requires property `raw`, which does not hold at its position",
        "help: remove this rule, or change a rule or position that is listed above",
      ].join("\n"),
    );
  });

  it("leave the others as they are", () => {
    expect(shown(resolved(["q<p", "use<make", "q<use"]))).to.deep.equal([
      "any(a,make,q,use,p)",
      "PWB0202 weak rule dropped: `use` should be before `make`",
    ]);
  });

  it("lose to earlier ones with which they are invalid together", () => {
    expect(shown(resolved(["use<p", "p<make"]))).to.deep.equal([
      "any(a,make,use,p,q)",
      "PWB0202 weak rule dropped: `p` should be before `make`",
    ]);
    expect(shown(resolved(["p<make", "use<p"]))).to.deep.equal([
      "any(a,p,make,use,q)",
      "PWB0202 weak rule dropped: `use` should be before `p`",
    ]);
  });

  it("are not ignored where pipeline: invalid without them, too", () => {
    const builder = new PassManagerBuilder("any");
    builder.addPass(pass("use", { requires: ["raw"] }));
    const view = builder.forContributor({ kind: "plugin", name: "x" });
    for (const name of ["p", "q"]) view.addPass(name);
    view.rule("q").weak.before("p", because);
    expect(builder.resolve().diagnostics.map(({ code }) => code)).to.deep.equal(["PWB0501"]);
  });
});
