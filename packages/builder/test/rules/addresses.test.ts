import { expect } from "chai";
import { PassManagerBuilder, printPlan } from "@passwright/builder";
import type { Properties } from "@passwright/builder";

const because = { reason: "r" };

/** Plans a framework with `a` and `b`, to which the plugins `one` and `other` add `tidy` between the two passes. */
function planned(act: (builder: PassManagerBuilder) => void, properties: Properties = {}): string {
  const builder = new PassManagerBuilder("any", { framework: { name: "kiln" }, properties });
  builder.addPass("a");
  builder.addPass("b");
  for (const name of ["one", "other"])
    builder.forContributor({ kind: "plugin", name }).addAfter("a", "tidy", { types: [name], options: {} });
  builder.forContributor({ kind: "plugin", name: "third" }).addAfter("a", "sweep");
  act(builder.forContributor({ kind: "config", name: "config" }));
  const { plan, diagnostics } = builder.resolve({ keepDuplicates: true });
  const problems = diagnostics.map(({ code, message }) => `${code} ${message}`);
  return [...problems, ...(plan === undefined ? [] : [printPlan(plan)])].join("\n");
}

describe("rules about the address of a step", () => {
  it("apply to this step only, as subject and as target", () => {
    expect(planned(() => undefined)).to.equal("any(a,tidy,tidy,sweep,b)");
    expect(planned((view) => view.rule("third::sweep").strong.before("other::tidy", because))).to.equal(
      "any(a,tidy,sweep,tidy,b)",
    );
    expect(planned((view) => view.rule("sweep").strong.before("tidy", because))).to.equal("any(a,sweep,tidy,tidy,b)");
    expect(planned((view) => view.rule("one::tidy").weak.after("sweep", because))).to.equal("any(a,tidy,sweep,tidy,b)");
  });

  it("are errors if the order contradicts them", () => {
    expect(planned((view) => view.rule("one::tidy").strong.after("b", because))).to.contain(
      "PWB0201 strong rule does not hold: `one::tidy` must be after `b`",
    );
  });

  it("are reported if no step has the address", () => {
    expect(planned((view) => view.rule("ones::tidy").strong.after("a", because))).to.equal(
      "PWB0204 rule has no effect: `ones::tidy` must be after `a`\nany(a,tidy,tidy,sweep,b)",
    );
  });

  it("can be ends of guards", () => {
    const guard = { from: "one::tidy", to: "third::sweep", reason: "r" };
    const properties = { neat: { kind: "structural" } } as const;
    expect(planned((view) => view.guard("neat", guard), properties)).to.contain(
      "PWB0504 `tidy` might invalidate `neat`, which a guard protects from `one::tidy` to `third::sweep`",
    );
  });
});
