import { expect } from "chai";
import type { Rule } from "@passwright/builder";
import type { Cause } from "../../dist/resolve/cause.js";
import type { Demand } from "../../dist/resolve/demands.js";
import type { Element } from "../../dist/resolve/element.js";
import { orderSlot } from "../../dist/resolve/order-slot.js";

const element = (name: string): Element =>
  ({ name, address: name, bundle: undefined, origin: { kind: "plugin", name: "x" } }) as unknown as Element;
const [p, q, r] = [element("p"), element("q"), element("r")];

const rule = (relation: Rule["relation"], reason: string, strength: Rule["strength"] = "weak"): Rule => {
  const origin = { kind: "plugin", name: "x" } as const;
  const selectors = { subject: { pass: "-" }, target: { pass: "-" } };
  return { strength, relation, ...selectors, reason, origin, contributor: "x", index: 0 };
};
const all = (of: Rule, first: readonly Element[], second: readonly Element[]): Demand => {
  return { kind: "all", rule: of, first, second };
};
const some = (of: Rule, subject: Element, targets: readonly Element[]): Demand => {
  return { kind: "some", rule: of, subject, targets };
};

const reasonOf = (cause: Cause): string =>
  "strength" in cause ? cause.reason : "members" in cause ? cause.bundle.name : cause.name;

function ordered(demands: readonly Demand[], placed: readonly Element[] = []): string[] {
  const placements = placed.length === 0 ? [] : [{ side: "before", placed, targets: [p] } as const];
  const { order, lost, ruled, conflict } = orderSlot([p, q, r], placements, demands);
  return [
    conflict === undefined ? order.map(({ name }) => name).join("") : `conflict of ${conflict.notes?.length}`,
    ...[...lost].map(([cause, causes]) => `${reasonOf(cause)} lost to ${causes.map(reasonOf).join()}`),
    ...[...ruled].map(([{ name }, notes]) => `${name} ${notes.join("; ")}`),
  ];
}

describe("the order of a slot", () => {
  it("is the default one without requests", () => {
    expect(ordered([])).to.deep.equal(["pqr"]);
    expect(ordered([], [r])).to.deep.equal(["qrp"]);
  });

  it("applies weak rules if possible, and reports why others are dropped", () => {
    const strong = rule("before", "one", "strong");
    expect(ordered([all(strong, [q], [p]), all(rule("before", "two"), [p], [q])])).to.deep.equal([
      "qpr",
      "two lost to one",
      'q before `p`, by a strong rule: "one" (plugin x)',
    ]);
  });

  it("gives a presence rule the first possible target, and reports why the first fails if none is", () => {
    const strong = rule("before", "one", "strong");
    const wish = rule("afterSome", "two");
    expect(ordered([all(strong, [p], [q]), some(wish, p, [q, r])])).to.deep.equal([
      "rpq",
      'p before `q`, by a strong rule: "one" (plugin x); after `r`, by a weak rule: "two" (plugin x)',
    ]);
    expect(ordered([all(strong, [p], [q, r]), some(wish, p, [q, r])])).to.deep.equal(["pqr", "two lost to one"]);
    expect(ordered([some(wish, p, [])])).to.deep.equal(["pqr"]);
  });

  it("is a conflict where strong rules and placements contradict each other", () => {
    expect(ordered([all(rule("before", "one", "strong"), [p], [r])], [r])[0]).to.equal("conflict of 2");
  });
});
