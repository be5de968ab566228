import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import type { Origin, Override, Retyped, Rule, Selector } from "@passwright/builder";
import { idleOrders, idleRetypes, idleRules } from "../../dist/rules/idle-rules.js";

const config: Origin = { kind: "config", name: "config" };
const plugin: Origin = { kind: "plugin", name: "x" };

type Known = Parameters<typeof idleRules>[1];

/**
 * Makes the known names, each with its state: in this pipeline, in the pipeline for a different choice, or absent. All
 * other names are unknown.
 */
function knowing(names: { readonly [name: string]: string }, similar: { readonly [name: string]: string } = {}): Known {
  const nameOf = (selector: Selector): string => ("pass" in selector ? selector.pass : selector.type.toLowerCase());
  return {
    presenceOf: (selector) => (names[nameOf(selector)] ?? "unknown") as ReturnType<Known["presenceOf"]>,
    similarTo: (selector) => similar[nameOf(selector)],
    bundles: new Map(),
    isType: (name) => name === "Lowering",
  };
}

const rule = (subject: string, relation: Rule["relation"], target: string, origin = plugin): Rule => {
  const base = { strength: "weak", relation, reason: "r", origin, contributor: origin.name, index: 0 } as const;
  return { ...base, subject: { pass: subject }, target: { pass: target } };
};

describe("rules without effect", () => {
  const told = (one: Rule, known: Known): string[] =>
    idleRules([one], known).map(({ severity, message }) => `${severity}: ${message}`);

  it("are those of a pass before or after itself, from any contributor", () => {
    const known = knowing({ tile: "there" });
    for (const relation of ["before", "after"] as const) {
      const text = idleRules([rule("tile", relation, "tile")], known)
        .map(renderDiagnostic)
        .join("");
      expect(text).to.equal(
        `warning[PWB0204]: rule has no effect: \`tile\` should be ${relation} \`tile\`
  --> plugin x
   = reason for the rule: "r"
   = the subject and the target are the same step`,
      );
      const another = relation === "before" ? "beforeSome" : "afterSome";
      expect(told(rule("tile", another, "tile"), known)).to.deep.equal([]);
    }
  });

  it("are those that name an extension point, with the way to insert there", () => {
    const [told] = idleRules([rule("p", "after", "tensor.end")], knowing({ p: "there", "tensor.end": "point" }));
    expect(told && renderDiagnostic(told)).to.equal(
      `warning[PWB0204]: rule has no effect: \`p\` should be after \`tensor.end\`
  --> plugin x
   = reason for the rule: "r"
   = \`tensor.end\` is an extension point, not a pass
help: insert a pass with \`addAt("tensor.end", pass)\``,
    );
  });

  it("are warned of if the subject is unknown, or a pass type is written as the name of a pass", () => {
    const known = knowing({ p: "there", lowering: "absent" });
    expect(told(rule("qq", "before", "p"), known)).to.deep.equal([
      "warning: rule has no effect: `qq` should be before `p`",
    ]);
    const types = idleRules([rule("p", "after", "Lowering"), rule("Lowering", "after", "p")], known);
    expect(types.map(({ severity, help }) => `${severity}: ${help?.join()}`)).to.deep.equal(
      ["", ""].map(() => 'warning: write `{ type: Lowering }` or `ofType("Lowering")`, because this is a pass type'),
    );
    expect(told(rule("p", "after", "lowering"), knowing({ p: "there" }))[0]).to.contain("remark");
  });

  it("are not presence rules with an absent target, which are checked elsewhere", () => {
    for (const relation of ["afterSome", "beforeSome"] as const) {
      expect(idleRules([rule("p", relation, "q")], knowing({ p: "there", q: "absent" }))).to.deep.equal([]);
      expect(told(rule("p", relation, "q"), knowing({ p: "absent", q: "absent" }))[0]).to.contain("has no effect");
    }
    expect(told(rule("p", "after", "q"), knowing({ p: "there", q: "absent" }))).to.have.length(1);
  });

  it("report it, or that their target is unknown", () => {
    const known = knowing({ p: "there" });
    expect(told(rule("p", "after", "q"), known)).to.deep.equal(["remark: rule has no effect: `p` should be after `q`"]);
    expect(told(rule("p", "afterSome", "q"), known)).to.deep.equal([
      "remark: rule requires an unknown pass or type: `p` should be preceded by `q`",
    ]);
  });

  it("are warned of from five letters on that are almost a known name", () => {
    const known = knowing({ p: "there" }, { tiles: "tile", tile: "file", bufferise: "bufferize" });
    for (const [name, severity] of [
      ["tile", "remark"],
      ["tiles", "warning"],
      ["bufferise", "warning"],
      ["strange", "remark"],
    ] as const)
      expect(idleRules([rule("p", "after", name)], known)[0]?.severity, name).to.equal(severity);
  });

  it("of the user are warned of, unless a name is there under another choice", () => {
    const known = knowing({ p: "there", other: "elsewhere", gone: "absent" });
    expect(idleRules([rule("p", "after", "q", config)], known)[0]?.severity).to.equal("warning");
    expect(idleRules([rule("gone", "after", "other", config)], known)[0]?.severity).to.equal("remark");
    expect(idleRules([rule("p", "after", "other", config)], known)[0]?.severity).to.equal("remark");
  });

  it("have no next step where a name is known", () => {
    expect(idleRules([rule("p", "after", "q")], knowing({ p: "there", q: "absent" }))[0]).not.to.have.property("help");
  });
});

describe("overrides without effect", () => {
  const order = (subject: string, target: string): Override => {
    return { order: subject, relation: "before", target: { pass: target }, origin: config };
  };

  it("are orders of steps that never exist, with a suggested name", () => {
    const known = knowing({ p: "there", gone: "absent", other: "elsewhere" }, { gone: "no", tlie: "tile" });
    expect(idleOrders([order("p", "p")], known)).to.deep.equal([]);
    expect(idleOrders([order("other", "gone")], known)).to.deep.equal([]);
    expect(idleOrders([order("p", "other")], known)).to.deep.equal([]);
    expect(idleOrders([order("gone", "tlie")], known).map(renderDiagnostic)).to.deep.equal([
      "warning[PWB0114]: override `order: gone, before: tlie` has no effect: the plan has no pass `gone`\n" +
        "help: correct the name, or remove the entry",
      "warning[PWB0114]: override `order: gone, before: tlie` has no effect: the plan has no pass `tlie`\n" +
        "help: did you mean `tile`?",
    ]);
  });

  it("are retypes of absent steps, and undeclared or misspelled types", () => {
    const standings = { p: "there", other: "elsewhere", gone: "absent", lowering: "absent" };
    const known = knowing(standings, { "lowering.lvm": "lowering.llvm", unknown: "Unknowns" });
    const told = (pass: string, ...types: string[]): string[] =>
      idleRetypes([{ pass, types, origin: config } satisfies Retyped], known).map(
        ({ code, help = [] }) => `${code}: ${help[0] ?? ""}`,
      );
    expect(told("p", "Lowering", "lowering.mine", "Unknown")).to.deep.equal([]);
    expect(told("other", "Lowering")).to.deep.equal([]);
    expect(told("gone", "Lowering")).to.deep.equal(["PWB0114: correct the name, or remove the entry"]);
    expect(told("p", "lowering.lvm")).to.deep.equal(["PWB0123: did you mean lowering.llvm?"]);
    expect(told("p", "Knitting")[0]).to.contain("PWB0123: declare the type in the config");
  });
});
