import { expect } from "chai";
import { ofType, PassCatalogue, PassManagerBuilder } from "@passwright/builder";

function open(): PassManagerBuilder {
  const builder = new PassManagerBuilder("builtin.module", {
    framework: { name: "kiln" },
    catalogue: new PassCatalogue(),
  });
  builder.addPass("base");
  return builder;
}

/** Calls `contribute` once for each of `count` plugins, with the view and the number of the plugin. */
function withPlugins(count: number, contribute: (view: PassManagerBuilder, at: number) => void): PassManagerBuilder {
  const builder = open();
  for (let at = 0; at < count; at++) {
    contribute(builder.forContributor({ kind: "plugin", name: `plugin-${String(at).padStart(4, "0")}` }), at);
  }
  return builder;
}

describe("bounds of explanations", () => {
  it("tries 16 contributors of a long cycle, and reports the number of untried ones", () => {
    const cycle = (count: number): string => {
      const builder = withPlugins(count, (view, at) => {
        view.addAfter("base", `own-${at}`);
        view.rule(`own-${at}`).strong.before(`own-${(at + 1) % count}`, { reason: "measured" });
      });
      const [error] = builder.resolve().diagnostics.filter(({ severity }) => severity === "error");
      return error?.notes?.at(-1)?.message ?? "";
    };
    expect(cycle(2)).to.equal(
      "the pipeline resolves if one of these contributors is removed: `plugin-0000`, `plugin-0001`",
    );
    expect(cycle(16)).to.match(/ `plugin-0015`$/);
    expect(cycle(40)).to.match(/ `plugin-0015` \(24 more were not tried\)$/);
  });

  it("does not try contributors whose names are only part of the text of an error", () => {
    const builder = open();
    for (const name of "abcdefghijklmnopqrst") builder.forContributor({ kind: "plugin", name }).addAfter("base", "own");
    const culprit = builder.forContributor({ kind: "plugin", name: "zz" });
    culprit.addAfter("base", "last");
    culprit.rule("last").strong.before("base", { reason: "measured" });
    const [error] = builder.resolve().diagnostics.filter(({ severity }) => severity === "error");
    expect(error?.notes?.at(-1)?.message).to.equal("the pipeline resolves if `zz` is removed");
  });

  it("names 10 passes in a note about a rule of types, and writes 10 notes for a pass", () => {
    const notesOf = (count: number, rules: number): readonly string[] => {
      const builder = withPlugins(count, (view, at) => {
        view.addAfter("base", `own-${at}`, { types: [at === 0 ? "Late" : "Early"] });
        if (at < rules) view.rule(ofType("Late")).weak.after(ofType("Early"), { reason: "measured" });
      });
      return builder.resolve().plan?.steps.find(({ pass }) => pass === "own-0")?.notes ?? [];
    };
    const all = notesOf(5, 1).join("\n");
    expect(all).to.contain("after `plugin-0001::own-1`, ").and.to.contain('by a weak rule: "measured"');
    expect(all).not.to.contain("others");
    expect(notesOf(30, 1).join("\n")).to.contain("and 19 others, by a weak rule");
    const many = notesOf(30, 25);
    expect(many.filter((note) => note.includes("by a weak rule"))).to.have.length(10);
    expect(many.at(-1)).to.equal("and by 15 further rules");
  });

  it("contains the unknown name and the most similar known name as data", () => {
    const tried = open().forContributor({ kind: "plugin", name: "own" }).addAfter("bas", "own");
    expect(tried.ok || tried.diagnostic).to.include({ code: "PWB0101", unknown: "bas", similar: "base" });
  });
});
