import { expect } from "chai";
import { groupNests } from "../../dist/resolve/resolve.js";

/**
 * Groups managers that are given as text. `f1` is manager 1 with anchor f, which the framework opened. `f` was created
 * implicitly. `f1.g` is nested.
 */
function group(text: string): string {
  const steps = text.split(" ").map((step) =>
    step === "-"
      ? []
      : step.split(".").map((level) => {
          const id = level.slice(1);
          return id === "" ? { anchor: level } : { anchor: level.slice(0, 1), id: Number(id) };
        }),
  );
  return groupNests(steps)
    .map((nests) => nests.map(({ anchor, id }) => `${anchor}${id}`).join(".") || "-")
    .join(" ");
}

describe("groupNests", () => {
  it("numbers managers in order, whatever their previous numbers", () => {
    expect(group("f7 f7 - f3")).to.equal("f1 f1 - f2");
  });

  it("merges managers of the builder with their neighbors", () => {
    expect(group("f f1 f")).to.equal("f1 f1 f1");
    expect(group("f - f")).to.equal("f1 - f2");
    expect(group("f g f")).to.equal("f1 g2 f3");
  });

  it("keeps two managers of the framework separate, and adds steps between to the first", () => {
    expect(group("f1 f2")).to.equal("f1 f2");
    expect(group("f1 f f2")).to.equal("f1 f1 f2");
  });

  it("does so at every level", () => {
    expect(group("f1.g f1.g2 f1 f1.g")).to.equal("f1.g2 f1.g2 f1 f1.g3");
    expect(group("f1.g5 f2.g5")).to.equal("f1.g2 f3.g4");
  });
});
