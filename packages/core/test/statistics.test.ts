import { Counter } from "@passwright/core";
import { expect } from "chai";

describe("Counter", () => {
  it("adds, by default one, and keeps maxima", () => {
    const counter = new Counter("pages", "pages seen");
    counter.add();
    counter.add(3);
    const sum = counter.value;
    counter.updateMax(2);
    const kept = counter.value;
    counter.updateMax(9);
    expect(`${counter.name} (${counter.description}): ${sum} ${kept} ${counter.value}`).to.equal(
      "pages (pages seen): 4 4 9",
    );
  });
});
