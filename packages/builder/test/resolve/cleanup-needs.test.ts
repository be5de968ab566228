import { expect } from "chai";
import type { PassDeclaration } from "@passwright/core";
import { explainAgain } from "../../dist/resolve/cleanup-needs.js";
import type { Element } from "../../dist/resolve/element.js";

const step = (name: string, declaration: Partial<PassDeclaration> = {}, kind = "pass"): Element =>
  ({ kind, name, address: name, declaration: { name, ...declaration }, because: "as it was" }) as unknown as Element;

describe("explainAgain", () => {
  const PROPERTIES = { canonical: { kind: "fragile" }, tidy: { kind: "fragile" } } as const;
  const dropped = step("dropped");
  const point = step("point", {}, "point");
  const match = step("match", { requires: ["canonical"] });

  /**
   * Returns the updated reason of a cleanup that was inserted for `consumer`. The steps in `behind` follow the cleanup.
   */
  const told = (consumer: Element, provides: readonly string[] | undefined, ...behind: readonly Element[]): string => {
    const cleanup = step("clean", provides === undefined ? {} : { provides });
    explainAgain([cleanup, ...behind], new Map([[cleanup, { consumer, property: "canonical" }]]), PROPERTIES);
    return cleanup.because;
  };

  it("names the next step that requires the property, as long as that holds", () => {
    expect(told(dropped, ["canonical"], point, match)).to.equal("`match` requires canonical");
    expect(told(dropped, undefined, match)).to.equal("`match` requires canonical");
    expect(told(dropped, ["canonical"], step("ruin"), match)).to.equal("as it was");
  });

  it("names one that requires another property of the cleanup if there is none", () => {
    const needsTidy = step("polish", { requires: ["tidy"] });
    expect(told(dropped, ["canonical", "tidy"], needsTidy)).to.equal("`polish` requires tidy");
  });

  it("changes nothing if the first step exists, or nothing is required", () => {
    expect(told(match, ["canonical"], step("other", { requires: ["canonical"] }), match)).to.equal("as it was");
    expect(told(dropped, ["canonical"], step("look", { preserves: ["canonical"] }))).to.equal("as it was");
  });
});
