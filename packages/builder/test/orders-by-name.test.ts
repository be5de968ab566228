import { expect } from "chai";
import { ordersByName, PassManagerBuilder, resolve } from "@passwright/builder";

function framework(): PassManagerBuilder {
  const builder = new PassManagerBuilder("builtin.module");
  builder.addPass("tile");
  builder.addPass("bufferize", { types: ["Bufferization"] });
  builder.addPass("lower");
  return builder;
}

/** Every plugin puts a pass of its own there. */
function insert(builder: PassManagerBuilder, names: readonly string[]): void {
  for (const name of names)
    builder.forParty({ kind: "plugin", name: `plugin-${name}` }).addBefore("lower", `pass-${name}`);
}

function shown(builder: PassManagerBuilder): string[] {
  const input = builder.input();
  const { plan } = resolve(input);
  if (plan === undefined) throw new Error("there is no plan");
  return ordersByName(input, plan).map(({ first, second, parties }) => `${first} ${second} (${parties.join(" ")})`);
}

describe("ordersByName", () => {
  it("names neighbours that nobody put in order, whatever the order of calls", () => {
    for (const names of [
      ["a", "b", "c"],
      ["c", "b", "a"],
    ]) {
      const builder = framework();
      insert(builder, names);
      expect(shown(builder)).to.deep.equal([
        "plugin-a::pass-a plugin-b::pass-b (plugin-a plugin-b)",
        "plugin-b::pass-b plugin-c::pass-c (plugin-b plugin-c)",
      ]);
    }
  });

  it("takes names for names where there are many of them", () => {
    const builder = framework();
    insert(
      builder,
      Array.from({ length: 11 }, (_, index) => `x${String(index).padStart(2, "0")}`),
    );
    expect(shown(builder)).to.have.length(10);
  });

  it("names none that a rule, a place or one party's own order decides", () => {
    const ruled = framework();
    insert(ruled, ["a", "b"]);
    ruled.rule("pass-b").weak.before("pass-a", { reason: "b feeds a" });
    expect(shown(ruled)).to.deep.equal([]);

    const kept = framework();
    insert(kept, ["a", "b"]);
    kept.rule("pass-a").strong.before("pass-b", { reason: "a feeds b" });
    expect(shown(kept)).to.deep.equal([]);

    const apart = framework();
    apart.forParty({ kind: "plugin", name: "plugin-a" }).addBefore("bufferize", "pass-a");
    apart.forParty({ kind: "plugin", name: "plugin-b" }).addAfter("tile", "pass-b");
    expect(shown(apart)).to.deep.equal([]);

    const own = framework();
    const view = own.forParty({ kind: "plugin", name: "plugin-a" });
    view.addBefore("lower", "pass-b");
    view.addBefore("lower", "pass-a");
    expect(shown(own)).to.deep.equal([]);
  });

  it("looks only at the two parties between which names decide", () => {
    const builder = framework();
    insert(builder, ["a", "b", "c"]);
    builder.rule("pass-a").strong.before("pass-b", { reason: "a feeds b" });
    expect(shown(builder)).to.deep.equal(["plugin-b::pass-b plugin-c::pass-c (plugin-b plugin-c)"]);
  });
});
