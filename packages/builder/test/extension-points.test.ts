import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import { PassManagerBuilder, printPlan } from "@passwright/builder";
import type { Insertion } from "@passwright/builder";

const told = (answer: Insertion): string =>
  answer.ok ? ["ok", ...answer.warnings.map(({ code }) => code)].join(" ") : answer.diagnostic.code;

describe("extension points", () => {
  it("are found by the names that they had before, with a warning, and when they are deprecated", () => {
    const builder = new PassManagerBuilder("builtin.module", {
      extensionPoints: { end: { formerly: ["finish", "last"], deprecated: "take nothing" } },
    });
    builder.addExtensionPoint("begin", { formerly: ["first"] });
    builder.addPass("tile");
    builder.addExtensionPoint("end");
    const view = builder.forContributor({ kind: "plugin", name: "x" });
    expect(["begin", "first", "end", "last", "middle"].map((name) => told(view.addAt(name, name)))).to.deep.equal([
      "ok",
      "ok PWB0121",
      "ok PWB0122",
      "ok PWB0121 PWB0122",
      "PWB0103",
    ]);
    const { plan, diagnostics } = builder.resolve();
    expect(plan && printPlan(plan)).to.equal("builtin.module(begin,first,tile,end,last)");
    expect(diagnostics.filter(({ severity }) => severity === "warning").map(({ code }) => code)).to.deep.equal([
      "PWB0118",
      "PWB0121",
      "PWB0122",
      "PWB0121",
      "PWB0122",
    ]);
  });

  it("and types are not suggested if there are none", () => {
    const builder = new PassManagerBuilder("builtin.module");
    builder.addPass("tile");
    const view = builder.forContributor({ kind: "plugin", name: "x" });
    const refused = [view.addAt("begin", "pack"), view.addBeforeType("Lowering", "pack")];
    expect(refused.map((result) => !result.ok && result.diagnostic.help)).to.deep.equal([
      ["use the name of a pass"],
      ["use the name of a pass, or set `onMissing`"],
    ]);
  });

  it("and the end are single positions, so that `which` is refused", () => {
    const built = (): PassManagerBuilder => {
      const builder = new PassManagerBuilder("builtin.module");
      builder.addExtensionPoint("begin").addPass("tile");
      return builder;
    };
    const place = { at: "begin" };
    for (const view of [built(), built().forContributor({ kind: "plugin", name: "x" })])
      for (const which of ["only", "first", "last", "each"] as const) {
        const calls = [
          view.addAt("begin", "p", { which }),
          view.addBundle("set", ["p"], { place, which }),
          view.addBundle("set", ["p"], { place: { end: true }, which }),
          view.addBundle("set", ["p"], { which }),
        ];
        expect(calls.map(told), which).to.deep.equal(["PWB0120", "PWB0120", "PWB0120", "PWB0120"]);
        expect(told(view.addAt("no-such", "p", { which, onMissing: { use: place } }))).to.equal("ok");
      }
    const insertion = built().addAt("begin", "p", { which: "each" });
    const shown = insertion.ok ? "ok" : renderDiagnostic(insertion.diagnostic).replace(/\n {2}-->.*/, "");
    expect(shown).to.equal(
      "error[PWB0120]: `which: each` works only with the name of a pass\n   = requested: `p` at extension point `begin`\nhelp: remove `which`",
    );
  });

  it("have unique names, including former ones", () => {
    const builder = new PassManagerBuilder("builtin.module");
    builder.addExtensionPoint("end", { formerly: ["finish"] });
    expect(() => builder.addExtensionPoint("finish")).to.throw("extension point `finish` is added twice");
    expect(() => builder.addExtensionPoint("last", { formerly: ["end"] })).to.throw(
      "extension point `end` is added twice",
    );
  });

  it("exist under their own choice only, so that each target can add the same one", () => {
    const build = (target: string): PassManagerBuilder => {
      const builder = new PassManagerBuilder("builtin.module", { choice: { target } });
      builder.addPass("tile");
      builder.when({ target: "gpu" }).addExtensionPoint("target.begin");
      builder.addPass("lower");
      builder.when({ target: "cpu" }).addExtensionPoint("target.begin");
      builder.when({ target: "cpu" }).addExtensionPoint("cpu.end");
      return builder;
    };
    for (const [target, text, end] of [
      ["cpu", "tile,lower,p,q", "ok"],
      ["gpu", "tile,p,lower", "PWB0103"],
    ] as const) {
      const builder = build(target);
      const view = builder.forContributor({ kind: "plugin", name: "x" });
      expect(told(view.addAt("target.begin", "p"))).to.equal("ok");
      expect(told(view.addAt("cpu.end", "q"))).to.equal(end);
      const { plan } = builder.resolve();
      expect(plan && printPlan(plan)).to.equal(`builtin.module(${text})`);
      expect(plan?.alternatives).to.deep.equal([]);
    }
  });
});
