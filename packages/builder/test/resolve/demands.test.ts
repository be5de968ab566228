import { expect } from "chai";
import type { Rule, Selector } from "@passwright/builder";
import { Demands } from "../../dist/resolve/demands.js";
import type { Element } from "../../dist/resolve/element.js";
import { SlotIndex } from "../../dist/resolve/demands.js";
import { slotAfter, slotBefore, slotOf } from "../../dist/steps/base-pipeline.js";
import { slotNumber } from "../../dist/steps/nesting.js";

const at = (name: string, slot: number, type: string, isContributed = true): Element =>
  ({
    name,
    address: name,
    slot,
    types: [type],
    alias: undefined,
    contribution: isContributed ? {} : undefined,
  }) as unknown as Element;

const [FIRST, SECOND] = [slotNumber(slotAfter(0)), slotNumber(slotAfter(1))];
const [p, q, r] = [at("p", slotAfter(0), "Up"), at("q", slotBefore(1), "Down"), at("r", slotAfter(0), "Down")];
const [s, t] = [at("s", slotAfter(1), "Up"), at("t", slotBefore(2), "Down")];
const frame = at("frame", slotOf(1), "Down", false);

type Meant = Element | readonly Element[];

const rule = (subject: Selector, relation: Rule["relation"], target: Selector): Rule => {
  const origin = { kind: "plugin", name: "x" } as const;
  return { strength: "strong", subject, relation, target, reason: "r", origin, contributor: "x", index: 0 };
};

/**
 * Returns the demands of one rule in the two slots: pairs of ordered steps, or steps that require one of several steps.
 */
function demanded(relation: Rule["relation"], subjects: Meant, targets: Meant): string[] {
  const demands = new Demands([
    { rule: rule({ pass: "-" }, relation, { pass: "-" }), subjects: [subjects].flat(), targets: [targets].flat() },
  ]);
  const names = (elements: readonly Element[]): string => elements.map(({ name }) => name).join("");
  return [FIRST, SECOND].flatMap((slot) =>
    demands.in(slot).map((demand) => {
      const what =
        demand.kind === "all"
          ? `${names(demand.first)}<${names(demand.second)}`
          : `${demand.subject.name} wants ${names(demand.targets)}`;
      return `${slot === FIRST ? "first" : "second"}: ${what}`;
    }),
  );
}

describe("Demands", () => {
  it("of an order are where the two meet, be they one or several", () => {
    expect(demanded("before", p, q)).to.deep.equal(["first: p<q"]);
    expect(demanded("after", p, q)).to.deep.equal(["first: q<p"]);
    expect(demanded("before", p, s)).to.deep.equal([]);
    expect(demanded("before", p, frame)).to.deep.equal([]);
    expect(demanded("before", [p, s], q)).to.deep.equal(["first: p<q"]);
    expect(demanded("before", s, [q, r, t])).to.deep.equal(["second: s<t"]);
    expect(demanded("before", [p, s], [q, r, t])).to.deep.equal(["first: p<qr", "second: s<t"]);
    expect(demanded("after", [q, r, t], [p, s])).to.deep.equal(["first: p<qr", "second: s<t"]);
    expect(demanded("before", [p, frame], [s, frame])).to.deep.equal([]);
  });

  it("of an order name targets that are also subjects, unless there is nothing else to compare them with", () => {
    expect(demanded("before", q, [q, r, t])).to.deep.equal(["first: q<qr"]);
    expect(demanded("before", q, q)).to.deep.equal([]);
    expect(demanded("after", [q, t], [q, t])).to.deep.equal([]);
    expect(demanded("before", [q, r], [q, r])).to.deep.equal(["first: qr<qr"]);
  });

  it("of presence are at the only candidates: the earliest before, the latest after", () => {
    expect(demanded("afterSome", p, q)).to.deep.equal(["first: p wants q"]);
    expect(demanded("afterSome", s, q)).to.deep.equal([]);
    expect(demanded("afterSome", p, frame)).to.deep.equal([]);
    expect(demanded("afterSome", [p, s], [q, t])).to.deep.equal(["first: p wants q"]);
    expect(demanded("beforeSome", [p, s], [q, t])).to.deep.equal(["second: s wants t"]);
    // The framework's step comes earlier.
    expect(demanded("afterSome", [p, s], [t, frame])).to.deep.equal([]);
    expect(demanded("beforeSome", [p, s], [q, r, frame])).to.deep.equal([]);
  });

  it("of presence share one list of targets, which may have the subject", () => {
    expect(demanded("afterSome", q, [q, r])).to.deep.equal(["first: q wants qr"]);
    expect(demanded("afterSome", [q, r], [q, r])).to.deep.equal(["first: q wants qr", "first: r wants qr"]);
  });
});

describe("SlotIndex", () => {
  it("has the first and the last slot, and the contributions to each", () => {
    const index = new SlotIndex([frame, t, q, r]);
    expect([index.earliest, index.latest]).to.deep.equal([FIRST, SECOND]);
    expect([...index.bySlot].sort(([left], [right]) => left - right)).to.deep.equal([
      [FIRST, [q, r]],
      [SECOND, [t]],
    ]);
  });
});
