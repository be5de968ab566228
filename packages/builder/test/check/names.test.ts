import { expect } from "chai";
import { definePass, UsageError } from "@passwright/core";
import { ofType, PassCatalogue, PassManagerBuilder } from "@passwright/builder";

const ESCAPE = "a\u001b[31mb";
const CONTROLS = ["\u0000", "\n", "\t", "\u001b", "\u007f", "\u0080", "\u009b", "\u009f"].map(
  (character) => `a${character}b`,
);

const pass = definePass({ name: "tile", runOnOperation: (_op: object) => {} });
const because = { reason: "r" };
const origin = { kind: "config", name: "c" } as const;
const contributor = { kind: "plugin", name: "x" } as const;

function opened(options: object = {}): PassManagerBuilder {
  const builder = new PassManagerBuilder("any", options);
  builder.addPass("a");
  return builder;
}

const plugin = (): PassManagerBuilder => opened().forContributor(contributor);

/** A call for each name that a builder accepts. */
const NAMES: { readonly [what: string]: (name: string) => unknown } = {
  "a pass": (name) => opened().addPass(name),
  "a pass of a plugin": (name) => plugin().addAfter("a", name),
  "a pass in a bundle": (name) => opened().addBundle("kit", [name]),
  "a type of a step": (name) => opened().addPass(pass, { types: ["Lowering", name] }),
  "a type of an insertion": (name) => plugin().addAfter("a", pass, { types: [name] }),
  "an anchor": (name) => opened().addPass(pass, { anchor: name }),
  "a nested anchor": (name) => opened().nest(name),
  "a target": (name) => plugin().addBefore(name, pass),
  "a target type": (name) => plugin().addAfterType(name, pass),
  "a bundle": (name) => plugin().addBundle(name, [pass]),
  "a position of a bundle": (name) => plugin().addBundle("kit", [pass], { place: { after: name } }),
  "another position": (name) => plugin().addAfter("b", pass, { onMissing: { use: [{ at: name }] } }),
  "an extension point": (name) => opened().addExtensionPoint(name),
  "a former extension point": (name) => opened().addExtensionPoint("end", { formerly: [name] }),
  "a target extension point": (name) => plugin().addAt(name, pass),
  "a contributor": (name) => opened().forContributor({ kind: "plugin", name }),
  "a contributor's version": (name) => opened().forContributor({ kind: "plugin", name: "x", version: name }),
  "an option": (name) => opened().addPass(pass, { options: { [name]: 1 } as never }),
  "an option in a bundle": (name) => opened().addBundle("kit", [[pass, { [name]: 1 }]]),
  "a chosen target": (name) => opened().when({ target: [name] }),
  "a chosen option": (name) => opened().when({ option: { [name]: true } }),
  "a step to remove": (name) => plugin().remove(name),
  "a step to replace": (name) => plugin().replace(name, pass),
  "a subject of a rule": (name) => plugin().rule(name),
  "a type in a rule": (name) => ofType(name),
  "a target of a rule": (name) => plugin().rule("a").weak.after(name, because),
  "a property of a guard": (name) => plugin().guard(name, { from: "a", to: "a", reason: "r" }),
  "an end of a guard": (name) => plugin().guard("canonical", { from: "a", to: name, reason: "r" }),
  "a framework": (name) => opened({ framework: { name } }),
  "a declared property": (name) => opened({ properties: { [name]: { kind: "fragile" } } }),
  "a cleanup": (name) => opened({ cleanups: [name] }),
  "a declared type": (name) => opened({ passTypes: [name] }),
  "an external pass": (name) => opened({ externalPasses: [name] }),
  "a declared extension point": (name) => opened({ extensionPoints: { [name]: {} } }),
  "a banned step": (name) => opened({ overrides: [{ ban: name, origin }] }),
  "an order": (name) => opened({ overrides: [{ order: "a", relation: "before", target: { pass: name }, origin }] }),
  "set options": (name) => opened({ overrides: [{ set: "a", options: { [name]: 1 }, origin }] }),
  "a retyped pass": (name) => opened({ retyped: [{ pass: name, types: [], origin }] }),
  "a chosen level": (name) => opened({ choice: { level: name } }),
  "a catalogued pass": (name) => new PassCatalogue().add({ declaration: { name }, owner: { name: "x" } }),
  "a catalogued property": (name) =>
    new PassCatalogue().add({ declaration: { name: "p", provides: [name] }, owner: { name: "x" } }),
  "an owner": (name) => new PassCatalogue().add({ declaration: { name: "p" }, owner: { name } }),
};

function refusalOf(call: () => unknown): string {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof UsageError) return `${thrown.diagnostic.code} ${thrown.diagnostic.message}`;
    throw thrown;
  }
  return "accepted";
}

describe("names with control characters", () => {
  for (const [what, call] of Object.entries(NAMES)) {
    it(`are refused: ${what}`, () => {
      expect(
        refusalOf(() => call("usual-name")),
        what,
      ).to.not.include("control");
      for (const name of CONTROLS)
        expect(
          refusalOf(() => call(name)),
          JSON.stringify(name),
        ).to.match(/^PW(C0106|B0305) /);
    });
  }

  it("are refused with the call and the names", () => {
    expect(refusalOf(() => opened().addPass(pass, { types: [ESCAPE] }))).to.equal(
      `PWC0106 \`addPass\`: \`types\` contains a control character: \`${ESCAPE}\``,
    );
    expect(refusalOf(() => opened().forContributor({ kind: "plugin", name: ESCAPE }))).to.include(
      "PWC0106 `forContributor`",
    );
  });

  it("are not reasons or values of options, which may have several lines", () => {
    const builder = opened();
    builder.addPass(pass, { reason: "one\ntwo" });
    builder.rule("a").weak.before("tile", { reason: "one\ntwo" });
    plugin().addAfter("a", "p", { options: { text: "one\ntwo" } });
    opened({ properties: { canonical: { kind: "fragile", doc: "one\ntwo" } } });
    opened({ overrides: [{ ban: "a", origin, reason: "one\ntwo" }] });
  });
});
