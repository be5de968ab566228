import { defineAnalysis } from "@passwright/core";
import { expect } from "chai";

describe("defineAnalysis", () => {
  it("derives the display name from the name", () => {
    const compute = (): number => 0;
    const names = [
      defineAnalysis({ name: "toy/Dominance", compute }),
      defineAnalysis({ name: "plain", compute }),
      defineAnalysis({ name: "toy/x", displayName: "Liveness", compute }),
    ].map(({ displayName }) => displayName);
    expect(names.join(" ")).to.equal("Dominance plain Liveness");
  });

  it("freezes the analysis", () => {
    expect(Object.isFrozen(defineAnalysis({ name: "toy/x", compute: () => 0 }))).to.equal(true);
  });
});
