import { expect } from "chai";
import { definePass } from "@passwright/core";
import { Random, samples } from "@passwright/development";
import { ordersByName, PassManagerBuilder, resolve } from "@passwright/builder";

function framework(): PassManagerBuilder {
  const builder = new PassManagerBuilder("builtin.module");
  builder.addPass("tile");
  builder.addPass("bufferize", { types: ["Bufferization"] });
  builder.addPass("lower");
  return builder;
}

/** Inserts one pass for each plugin. All passes have the same position. */
function insert(builder: PassManagerBuilder, names: readonly string[]): void {
  for (const name of names)
    builder.forContributor({ kind: "plugin", name: `plugin-${name}` }).addBefore("lower", `pass-${name}`);
}

function shown(builder: PassManagerBuilder): string[] {
  const input = builder.input();
  const { plan } = resolve(input);
  if (plan === undefined) throw new Error("there is no plan");
  return ordersByName(input, plan).map(({ first, second }) => `${first} ${second}`);
}

describe("ordersByName", () => {
  it("names every pair of unordered steps, for any order of calls", () => {
    for (const names of [
      ["a", "b", "c"],
      ["c", "b", "a"],
    ]) {
      const builder = framework();
      insert(builder, names);
      expect(shown(builder)).to.deep.equal([
        "plugin-a::pass-a plugin-b::pass-b",
        "plugin-a::pass-a plugin-c::pass-c",
        "plugin-b::pass-b plugin-c::pass-c",
      ]);
    }
  });

  it("takes names for names where there are many of them", () => {
    const builder = framework();
    insert(
      builder,
      Array.from({ length: 11 }, (_, index) => `x${String(index).padStart(2, "0")}`),
    );
    expect(shown(builder)).to.have.length(55);
  });

  it("reports steps that would be dropped as duplicates in the other order", () => {
    const builder = new PassManagerBuilder("builtin.module", {
      properties: { canonical: { kind: "fragile" } },
      cleanups: ["canonicalize"],
    });
    builder.addPass("lower");
    const canonicalize = definePass({
      name: "canonicalize",
      provides: ["canonical"],
      runOnOperation: (_op: object) => {},
    });
    builder.forContributor({ kind: "plugin", name: "a" }).addBefore("lower", canonicalize);
    const last = builder.forContributor({ kind: "plugin", name: "b" });
    last.addBefore("lower", "fold");
    last.addBefore("lower", canonicalize);
    expect(shown(builder)).to.deep.equal(["a::canonicalize b::fold", "a::canonicalize b::canonicalize"]);
  });

  it("does not report pairs that a rule, a position or the order of calls decides", () => {
    const ruled = framework();
    insert(ruled, ["a", "b"]);
    ruled.rule("pass-b").weak.before("pass-a", { reason: "b feeds a" });
    expect(shown(ruled)).to.deep.equal([]);

    const kept = framework();
    insert(kept, ["a", "b"]);
    kept.rule("pass-a").strong.before("pass-b", { reason: "a feeds b" });
    expect(shown(kept)).to.deep.equal([]);

    const apart = framework();
    apart.forContributor({ kind: "plugin", name: "plugin-a" }).addBefore("bufferize", "pass-a");
    apart.forContributor({ kind: "plugin", name: "plugin-b" }).addAfter("tile", "pass-b");
    expect(shown(apart)).to.deep.equal([]);

    const own = framework();
    const view = own.forContributor({ kind: "plugin", name: "plugin-a" });
    view.addBefore("lower", "pass-b");
    view.addBefore("lower", "pass-a");
    expect(shown(own)).to.deep.equal([]);
  });

  it("reports steps that a rule separates without ordering them", () => {
    const builder = framework();
    insert(builder, ["a", "b", "c"]);
    builder.rule("pass-c").strong.before("pass-a", { reason: "c feeds a" });
    expect(shown(builder)).to.deep.equal(["plugin-b::pass-b plugin-c::pass-c", "plugin-b::pass-b plugin-a::pass-a"]);
  });

  it("reports steps that follow a step whose position depends on names", () => {
    const builder = framework();
    // Rules move pass-a after pass-b: from the left end of the slot to the right end, where pass-c is.
    builder.forContributor({ kind: "plugin", name: "plugin-a" }).addAfter("bufferize", "pass-a");
    insert(builder, ["b", "c"]);
    builder.rule("pass-a").strong.after("pass-b", { reason: "b feeds a" });
    expect(shown(builder)).to.deep.equal(["plugin-b::pass-b plugin-c::pass-c", "plugin-a::pass-a plugin-c::pass-c"]);
  });

  it("does not report steps that other steps order", () => {
    const builder = framework();
    insert(builder, ["a", "b", "c"]);
    builder.rule("pass-a").strong.before("pass-b", { reason: "a feeds b" });
    builder.rule("pass-b").strong.before("pass-c", { reason: "b feeds c" });
    expect(shown(builder)).to.deep.equal([]);
  });

  it("reports only neighbors if there are more than a hundred contributors", () => {
    const builder = framework();
    insert(
      builder,
      Array.from({ length: 101 }, (_, index) => `x${String(index).padStart(3, "0")}`),
    );
    expect(shown(builder)).to.have.length(100);
  });

  it("finds the pairs that the closure of the rules leaves out, on random rules", () => {
    const random = new Random(7);
    for (let round = 0; round < samples(400); round++) {
      const names = ["a", "b", "c", "d", "e"].slice(0, 2 + random.below(4));
      const builder = framework();
      insert(builder, names);
      const before = new Set<string>();
      const order = [...names];
      for (let index = order.length - 1; index > 0; index--) {
        const other = random.below(index + 1);
        [order[index], order[other]] = [order[other] as string, order[index] as string];
      }
      order.forEach((first, index) => {
        for (const second of order.slice(index + 1)) {
          if (random.below(3) > 0) continue;
          before.add(first + second);
          builder.rule(`pass-${first}`).strong.before(`pass-${second}`, { reason: "random" });
        }
      });
      for (const middle of names)
        for (const first of names)
          for (const second of names)
            if (before.has(first + middle) && before.has(middle + second)) before.add(first + second);
      const expected = names.flatMap((one, index) =>
        names
          .slice(index + 1)
          .flatMap((other) => (before.has(one + other) || before.has(other + one) ? [] : [one + other])),
      );
      const found = shown(builder).map((text) =>
        [...text.matchAll(/plugin-(.)::/g)]
          .map((match) => match[1])
          .sort()
          .join(""),
      );
      expect(found.sort(), `round ${round}`).to.deep.equal(expected.sort());
    }
  });
});
