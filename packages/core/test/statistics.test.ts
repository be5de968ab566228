import { Counter, definePass, PassManager } from "@passwright/core";
import { expect } from "chai";
import { cabinetFrom, makeCabinets } from "./toy-ir.ts";
import type { Item } from "./toy-ir.ts";
import { block, describeResult, describeThrow } from "./trace.ts";

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

  it("cannot be replaced by a pass", () => {
    const count = definePass({
      name: "count",
      statistics: { pages: "pages seen" },
      runOnOperation(_op: Item, { statistics }) {
        (statistics as { pages: unknown }).pages = 1;
      },
    });
    const adapter = makeCabinets();
    expect(describeResult(new PassManager(adapter).addPass(count).run(cabinetFrom(adapter, "cabinet")))).to.equal(
      block(`
        failed
        error[PWC0406]: pass \`count\` threw on 'cabinet': TypeError: Cannot assign to read only property 'pages' of object '#<Object>'
          --> cabinet.txt:1:1, step count
        help: report this to the author of \`count\`, with the stack from \`--debug\` or from \`failures\` of the result
      `),
    );
  });
});
