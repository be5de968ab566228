import { Context } from "@passwright/ir";
import type { Attribute } from "@passwright/ir";
import { expect } from "chai";

/** Text that is longer than the part that is hashed. */
const tail = "x".repeat(1000);

describe("attributes that are made of the same", () => {
  it("are one object, and similar ones are not", () => {
    const context = new Context();
    const [one, two] = [context.parseAttribute("1 : i32"), context.parseAttribute("2 : i32")];
    const make = [
      ...["", "a", "b", `a${tail}`, `b${tail}`, tail].map((text) => () => context.stringAttribute(text)),
      () => context.dictionary([]),
      ...["a", "b", `a${tail}`, `b${tail}`].map((name) => () => context.dictionary([{ name, value: one }])),
      () => context.dictionary([{ name: `a${tail}`, value: two }]),
      ...[one, two].map(
        (value) => () =>
          context.dictionary([
            { name: "a", value: one },
            { name: "b", value },
          ]),
      ),
    ];
    const made = make.map((each) => each());
    expect(new Set(made)).to.have.property("size", made.length);
    expect(make.map((each) => each())).to.have.ordered.members(made);
    expect(
      context.dictionary([
        { name: "b", value: two },
        { name: "a", value: one },
      ]),
      "in any order",
    ).to.equal(made.at(-1));
  });

  it("are interned by their parts if they are long chains of calls", () => {
    const context = new Context();
    const callee = context.parseAttribute('loc("a":1:1)');
    const chain = (): Attribute => {
      let caller = callee;
      for (let i = 0; i < 20_000; i++) caller = context.internAttribute({ kind: "call-site-location", callee, caller });
      return caller;
    };
    expect(chain()).to.equal(chain());
    expect(chain().byteText).to.have.lengthOf(20_000 * 'callsite("a":1:1 at )'.length + 'loc("a":1:1)'.length);
  });

  it("are found among many", () => {
    const context = new Context();
    const texts = Array.from({ length: 5000 }, (_, i) => `name_${i}`);
    const made = texts.map((text) => context.stringAttribute(text));
    expect(new Set(made)).to.have.property("size", texts.length);
    expect(texts.every((text, i) => context.stringAttribute(text) === made[i])).to.equal(true);
  });
});
