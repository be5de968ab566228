import { expect } from "chai";
import type { Rule, Selector } from "@passwright/builder";
import type { Element } from "../../dist/resolve/element.js";
import { Presence } from "../../dist/resolve/drop-duplicates.js";

/** Parses steps: `name`, `name:Type`, or `name/other` for a pass that replaced another pass. */
function elementsOf(text: string): Element[] {
  return text.split(" ").map((word, position) => {
    const [, name = "", alias, type] = /^([^:/]+)(?:\/([^:]+))?(?::(.+))?$/.exec(word) ?? [];
    return { kind: "pass", name, alias, types: type === undefined ? [] : [type], position } as unknown as Element;
  });
}

const selector = (word: string): Selector => (word.startsWith(":") ? { type: word.slice(1) } : { pass: word });

/**
 * Parses presence rules: `subject < target` (a target after the subject) and `subject > target` (a target before the
 * subject).
 */
function rulesOf(texts: readonly string[]): Rule[] {
  return texts.map((text): Rule => {
    const [subject = "", sign, target = ""] = text.split(" ");
    const relation = sign === "<" ? "beforeSome" : "afterSome";
    const contributor = {
      strength: "weak",
      reason: "r",
      origin: { kind: "plugin", name: "x" },
      contributor: "x",
      index: 0,
    } as const;
    return { ...contributor, relation, subject: selector(subject), target: selector(target) };
  });
}

/** Returns the indices of the cleanups that a rule needs if only the steps at `dropped` are missing. */
function needed(order: string, rules: readonly string[], ...dropped: readonly number[]): number[] {
  const elements = elementsOf(order);
  const cleanups = ["cse", "dce"].map((name) => ({ declaration: { name }, types: [], options: {} }));
  const presence = new Presence(elements, { rules: rulesOf(rules), cleanups });
  const gone = new Set(elements.filter((_, index) => dropped.includes(index)));
  const those = elements.filter((element) => (element.name === "cse" || element.name === "dce") && !gone.has(element));
  return those.filter((element) => presence.needs(element, gone)).map(({ position }) => position);
}

describe("rules about presence keep", () => {
  it("nothing where there are none, or ndeclared by about a cleanup", () => {
    expect(needed("cse p cse", [])).to.deep.equal([]);
    expect(needed("cse p q cse", ["p < q", "q > p"])).to.deep.equal([]);
  });

  it("the last cleanup after a pass, and the first one before it", () => {
    expect(needed("cse p cse", ["p < cse"])).to.deep.equal([2]);
    expect(needed("cse p cse", ["p > cse"])).to.deep.equal([0]);
    expect(needed("cse p cse", ["p > cse", "p < cse"])).to.deep.equal([0, 2]);
    expect(needed("cse p cse dce", ["p < dce"])).to.deep.equal([3]);
  });

  it("none of two that both serve", () => {
    expect(needed("p cse cse", ["p < cse"])).to.deep.equal([]);
    expect(needed("cse cse p", ["p > cse"])).to.deep.equal([]);
    expect(needed("p cse cse", ["p < cse"], 1)).to.deep.equal([2]);
    expect(needed("cse cse p", ["p > cse"], 1)).to.deep.equal([0]);
  });

  it("what one of several subjects wants: that which has it hardest", () => {
    expect(needed("p cse p cse", ["p < cse"])).to.deep.equal([3]);
    expect(needed("cse p cse p", ["p > cse"])).to.deep.equal([0]);
    expect(needed("q cse p cse", ["q < cse", "p < cse"])).to.deep.equal([3]);
    expect(needed("q cse p cse", ["p < cse", "q < cse"])).to.deep.equal([3]);
    expect(needed("q cse p cse", ["p < cse", "q < cse"], 2)).to.deep.equal([]);
  });

  it("nothing for a rule that is broken anyway, or whose subject is not there", () => {
    expect(needed("cse p", ["p < cse"])).to.deep.equal([]);
    expect(needed("p cse", ["p > cse"])).to.deep.equal([]);
    expect(needed("cse q cse", ["p < cse", "p > cse"])).to.deep.equal([]);
  });

  it("a cleanup by its types, and by the name of the pass that it replaced", () => {
    expect(needed("p cse:Cleanup", ["p < :cleanup"])).to.deep.equal([1]);
    expect(needed("p cse:cleanup.deep", ["p < :Cleanup"])).to.deep.equal([1]);
    expect(needed("p cse:Cleanup q:Cleanup", ["p < :Cleanup"])).to.deep.equal([]);
    expect(needed("p cse/tidy", ["p < tidy"])).to.deep.equal([1]);
    expect(needed("p cse/tidy", ["p < cse"])).to.deep.equal([1]);
    expect(needed("p tidy cse", ["p < tidy"])).to.deep.equal([]);
  });
});
