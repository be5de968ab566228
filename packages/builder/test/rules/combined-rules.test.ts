import { PassManagerBuilder } from "@passwright/builder";
import { expect } from "chai";

const reason = "so";

/** Returns the steps of a plan for passes of three plugins at one position, each with its notes. */
function planned(...rules: readonly (readonly [subject: string, relation: "before" | "after", target: string])[]) {
  const builder = new PassManagerBuilder("any");
  builder.addPass("start");
  for (const name of ["a", "b", "c"])
    builder.forContributor({ kind: "plugin", name }).addAfter("start", `pass-${name}`);
  const config = builder.forContributor({ kind: "config", name: "config" });
  for (const [subject, relation, target] of rules)
    config.rule(`pass-${subject}`).strong[relation](`pass-${target}`, { reason });
  return builder
    .resolve()
    .plan?.steps.slice(1)
    .map(({ pass, notes = [] }) => [pass, ...notes].join(": "));
}

const by = (text: string): string => `${text}, by a strong rule: "so" (config config)`;

describe("notes of rules that affect the order only together", () => {
  it("cite a rule that holds without rules, but not with the other rule alone", () => {
    expect(planned(["c", "before", "a"])).to.deep.equal(["pass-b", by("pass-c: before `a::pass-a`"), "pass-a"]);
    expect(planned(["a", "before", "b"])).to.deep.equal(["pass-a", "pass-b", "pass-c"]);
    expect(planned(["c", "before", "a"], ["a", "before", "b"])).to.deep.equal([
      by("pass-c: before `a::pass-a`"),
      by("pass-a: before `b::pass-b`"),
      "pass-b",
    ]);
    expect(planned(["c", "before", "a"], ["b", "after", "a"])).to.deep.equal([
      by("pass-c: before `a::pass-a`"),
      "pass-a",
      by("pass-b: after `a::pass-a`"),
    ]);
  });

  it("do not cite a rule that holds with the other rule alone", () => {
    expect(planned(["c", "before", "a"], ["b", "before", "c"])).to.deep.equal([
      "pass-b",
      by("pass-c: before `a::pass-a`"),
      "pass-a",
    ]);
  });
});
