import { Counter } from "@passwright/core";
import { expect } from "chai";
import { describeThrow } from "./trace.ts";

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

  it("refuses amounts that are not numbers, and keeps its value", () => {
    const counter = new Counter("pages", "pages seen");
    const texts = ["x", Number.NaN, 3n, null].map((amount) => describeThrow(() => counter.add(amount as never)));
    expect([...texts, describeThrow(() => counter.updateMax(undefined as never))].join("\n")).to.equal(
      [
        'error[PWC0105]: `add` of statistic `pages` requires a number, not "x"',
        "help: write `statistics.pages.add(1)`",
        "error[PWC0105]: `add` of statistic `pages` requires a number, not NaN",
        "help: write `statistics.pages.add(1)`",
        "error[PWC0105]: `add` of statistic `pages` requires a number, not 3",
        "help: write `statistics.pages.add(1)`",
        "error[PWC0105]: `add` of statistic `pages` requires a number, not null",
        "help: write `statistics.pages.add(1)`",
        "error[PWC0105]: `updateMax` of statistic `pages` requires a number, not undefined",
        "help: write `statistics.pages.updateMax(1)`",
      ].join("\n"),
    );
    expect([counter.value, counter.isMaximum]).to.deep.equal([0, false]);
  });
});
