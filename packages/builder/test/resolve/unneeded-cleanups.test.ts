import { expect } from "chai";
import type { PassDeclaration } from "@passwright/core";
import type { Element } from "../../dist/resolve/element.js";
import { findUnneeded, Presence } from "../../dist/resolve/drop-duplicates.js";

const PROPERTIES = { canonical: { kind: "fragile" }, tidy: { kind: "fragile" } } as const;

/** Passes of the tests. `canon` and `tidy-up` are inserted cleanups. The prefix `x` marks a dropped step. */
const PASSES: { readonly [name: string]: PassDeclaration } = {
  canon: { name: "canon", provides: ["canonical"], preserves: ["tidy"] },
  "tidy-up": { name: "tidy-up", provides: ["tidy"], requires: ["canonical"] },
  match: { name: "match", requires: ["canonical"] },
  keep: { name: "keep", preserves: ["canonical", "tidy"] },
  ruin: { name: "ruin" },
  spend: { name: "spend", requires: ["canonical"], invalidates: ["canonical"] },
  renew: { name: "renew", provides: ["canonical"], preserves: ["canonical"] },
  sweep: { name: "sweep", provides: ["canonical"] },
};

function elementsOf(text: string): Element[] {
  return text.split(" ").map((word, position): Element => {
    const name = word.replace(/^[x.]/, "");
    const declaration = PASSES[name] ?? { name };
    const kind = word.startsWith(".") ? "point" : "pass";
    const isInserted = name === "canon" || name === "tidy-up";
    const origin = { kind: isInserted ? "inserted" : "framework", name: "kiln" } as const;
    const address = `${name}@${position}`;
    const none = { alias: undefined, types: [], options: {}, nests: [], bundle: undefined, contribution: undefined };
    return { kind, name, address, declaration, origin, because: "", slot: 0, notes: [], position, ...none };
  });
}

/**
 * Returns the unneeded cleanups. A step with the prefix `x` was dropped because of the nearest earlier step with the
 * same name.
 */
function unneeded(text: string): string {
  const order = elementsOf(text);
  const words = text.split(" ");
  const dropped = new Set(order.filter((_, index) => words[index]?.startsWith("x")));
  const relied = new Set(
    [...dropped].flatMap(({ name, position }) =>
      order
        .slice(0, position)
        .filter((other) => other.name === name && !dropped.has(other))
        .slice(-1),
    ),
  );
  return [
    ...findUnneeded(order, PROPERTIES, dropped, relied, new Presence(order, { rules: [], cleanups: [] }), new Map()),
  ]
    .map(({ address }) => address)
    .sort()
    .join(" ");
}

describe("inserted cleanups", () => {
  it("are needed if a dropped pass would have provided the same", () => {
    expect(unneeded("sweep ruin canon xsweep")).to.equal("");
    expect(unneeded("sweep ruin canon keep")).to.equal("canon@2");
  });

  it("are required by steps whose required property they provide, if the property still holds there", () => {
    expect(unneeded("canon match")).to.equal("");
    expect(unneeded("canon keep .point match")).to.equal("");
    expect(unneeded("canon ruin match")).to.equal("canon@0");
    expect(unneeded("canon ruin canon match")).to.equal("canon@0");
    expect(unneeded("canon")).to.equal("canon@0");
  });

  it("are needed through passes that require the same, unless those spend it", () => {
    expect(unneeded("canon match match")).to.equal("");
    expect(unneeded("canon spend match")).to.equal("");
    expect(unneeded("canon match ruin canon")).to.equal("canon@3");
    expect(unneeded("canon keep spend canon keep")).to.equal("canon@3");
    // `spend` requires and invalidates the property, so only the second `canon` is needed.
    expect(unneeded("canon ruin canon spend")).to.equal("canon@0");
  });

  it("are not required if another pass provides the property earlier", () => {
    expect(unneeded("canon sweep match")).to.equal("canon@0");
    expect(unneeded("canon renew match")).to.equal("canon@0");
    expect(unneeded("canon keep sweep keep match")).to.equal("canon@0");
    expect(unneeded("sweep canon match")).to.equal("");
  });

  it("are not needed for those that are not needed, or were dropped", () => {
    expect(unneeded("canon tidy-up")).to.equal("canon@0 tidy-up@1");
    expect(unneeded("canon tidy-up keep xmatch")).to.equal("canon@0 tidy-up@1");
    // The step with the prefix `x` was dropped because its property still holds, so the earlier step that provides the
    // property is needed.
    expect(unneeded("canon keep xcanon match")).to.equal("");
    expect(unneeded("sweep keep canon xsweep match")).to.equal("");
  });
});
