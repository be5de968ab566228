import { expect } from "chai";
import { ofType, PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import { withOrders } from "@passwright/sdk/loading";

describe("notes about rules that hold without moving a step", () => {
  it("name a rule as the cause if other rules would move the step without it", () => {
    const framework = { name: "kiln" };
    const builder = new PassManagerBuilder("builtin.module", { framework, catalogue: new PassCatalogue() });
    builder.addPass("base");
    for (const name of ["a", "b", "c"])
      builder.forContributor({ kind: "plugin", name }).addBefore("base", `own-${name}`);
    const rules = builder.forContributor({ kind: "plugin", name: "rules" });
    rules.rule("own-a").weak.after("own-c", { reason: "wants it" });
    rules.rule("own-b").weak.after("own-a", { reason: "needs it" });
    const { plan } = builder.resolve();
    if (plan === undefined) throw new Error("there is a plan");
    const explained = withOrders(plan, builder.input(), ["own-b"]);
    expect(explained.steps.map(({ address, notes = [] }) => [address, ...notes])).to.deep.equal([
      ["c::own-c"],
      ["a::own-a", 'after `c::own-c`, by a weak rule: "wants it" (plugin rules)'],
      ["b::own-b", 'after `a::own-a`, by a weak rule: "needs it" (plugin rules)'],
      ["base"],
    ]);
  });

  it("leave out rules that moved the step, including those that its notes only count", () => {
    const framework = { name: "kiln" };
    const builder = new PassManagerBuilder("builtin.module", { framework, catalogue: new PassCatalogue() });
    builder.addPass("base");
    for (let at = 0; at < 30; at++) {
      const view = builder.forContributor({ kind: "plugin", name: `plugin-${String(at).padStart(2, "0")}` });
      view.addAfter("base", `own-${at}`, { types: [at === 0 ? "Late" : "Early"] });
      if (at < 25) view.rule(ofType("Late")).weak.after(ofType("Early"), { reason: `moves ${at}` });
      if (at === 25) view.rule(ofType("Late")).weak.after("base", { reason: "holds anyway" });
    }
    const { plan } = builder.resolve();
    if (plan === undefined) throw new Error("there is a plan");
    const explained = withOrders(plan, builder.input(), ["own-0"]);
    const notes = explained.steps.find(({ pass }) => pass === "own-0")?.notes ?? [];
    expect(notes).to.include("and by 15 further rules");
    expect(notes.filter((note) => note.includes("also without the"))).to.deep.equal([
      'after `base`, also without the weak rule that requires it: "holds anyway" (plugin plugin-25)',
    ]);
  });
});
