import { expect } from "chai";
import type { BundleRef } from "@passwright/builder";
import { SlotGroups } from "../../dist/resolve/admission.js";
import { setPositions } from "../../dist/resolve/element.js";
import type { Element } from "../../dist/resolve/element.js";

const bundleOf = (id: string): BundleRef => ({ name: id, kind: "atomic", id, given: id });
const element = (address: string, bundle?: string): Element =>
  ({ address, bundle: bundle === undefined ? undefined : bundleOf(bundle) }) as unknown as Element;

const [p, q, r, s, t] = [
  element("p", "one"),
  element("q", "one"),
  element("r", "two"),
  element("s", "two"),
  element("t"),
];

describe("SlotGroups", () => {
  const groups = new SlotGroups(setPositions([p, q, r, s, t]));

  it("are closed bundles and single passes", () => {
    expect(groups.groups.map((group) => group.length)).to.deep.equal([2, 2, 1]);
  });

  it("allow demands that no bundle contradicts", () => {
    expect(groups.allows([p], [q])).to.equal(true);
    expect(groups.allows([q], [p])).to.equal(false);
    expect(groups.allows([q], [r])).to.equal(true);
    // The demand requires each bundle to precede the other bundle.
    expect(groups.allows([p, r], [q, s])).to.equal(false);
  });

  it("allow a pass on both sides, and a bundle whose order fits", () => {
    expect(groups.allows([t], [t])).to.equal(true);
    expect(groups.allows([p, t], [t])).to.equal(true);
    expect(groups.allows([p, q], [q])).to.equal(true);
    expect(groups.allows([p, q], [p])).to.equal(false);
    expect(groups.allows([p, t], [p, t])).to.equal(false);
    expect(groups.pairs([t], [t])).to.deep.equal([]);
    expect(groups.pairs([p, t], [t])).to.deep.equal([[[0], [2]]]);
    expect(groups.pairs([p, t], [p, t])).to.deep.equal([]);
  });

  it("compare a bundle with the others, and not with itself", () => {
    expect(groups.pairs([p, t], [q, r])).to.deep.equal([
      [[2], [0, 1]],
      [[0], [1]],
    ]);
  });
});
