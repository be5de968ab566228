import { expect } from "chai";
import { defineGroup, definePass, renderDiagnostic } from "@passwright/core";
import { PassCatalogue, PassManagerBuilder, printPlan, slicePlan } from "@passwright/builder";
import type { Slice } from "@passwright/builder";

const host = defineGroup({ name: "host", splits: "refuse", run: () => {} });

/** Returns a slice of `root(group<host>(m1,m2),f,inner(g,h))` as text. */
function sliced(slice: Slice): string {
  const catalogue = new PassCatalogue();
  catalogue.addGroup(host, { name: "acme" });
  for (const name of ["m1", "m2"]) {
    const definition = definePass({ name, group: host, member: name });
    catalogue.add({ declaration: definition.declaration, owner: { name: "test" }, definition });
  }
  const builder = new PassManagerBuilder("root", { catalogue });
  for (const name of ["m1", "m2", "f"]) builder.addPass(name);
  const inner = builder.nest("inner");
  for (const name of ["g", "h"]) inner.addPass(name);
  const { plan } = builder.resolve();
  if (plan === undefined) throw new Error("there is no plan");
  const result = slicePlan(plan, slice, { properties: {}, catalogue });
  return result.ok ? printPlan(result.plan) : result.diagnostics.map((one) => renderDiagnostic(one)).join("\n");
}

describe("slices of a plan as data", () => {
  it("keep groups whole", () => {
    expect(sliced({ until: "m2" })).to.equal("root(group<host>(m1,m2))");
    expect(sliced({ from: "m1", until: "f" })).to.equal("root(group<host>(m1,m2),f)");
    expect(sliced({ from: "m2" })).to
      .equal(`error[PWB0803]: a slice cannot start at \`m2\`, inside group \`host\`, because its members run in one traversal
help: start the slice at \`m1\`, the first step of that group`);
    expect(sliced({ until: "m1" })).to
      .equal(`error[PWB0803]: a slice cannot end at \`m1\`, inside group \`host\`, because its members run in one traversal
help: end the slice at \`m2\`, the last step of that group`);
  });

  it("keep the managers around their steps", () => {
    expect(sliced({ from: "h" })).to.equal("root(inner(h))");
    expect(sliced({ from: "f", until: "g" })).to.equal("root(f,inner(g))");
    expect(sliced({})).to.equal("root(group<host>(m1,m2),f,inner(g,h))");
    expect(sliced({ from: "f#1", until: "f" })).to.equal("root(f)");
  });
});
