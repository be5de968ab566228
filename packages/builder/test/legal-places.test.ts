import { expect } from "chai";
import { definePass, defineValue } from "@passwright/core";
import { legalPlaces, PassManagerBuilder } from "@passwright/builder";
import type { LegalPlaces } from "@passwright/builder";

function show({ ranges, nowhere }: LegalPlaces): string[] {
  if (ranges.length === 0) return nowhere.map(({ code, message }) => `nowhere: ${code} ${message}`);
  return ranges.map(({ after, before, notEarlier, notLater }) => {
    const ends = [after ?? "the beginning", before ?? "the end"].join(" … ");
    return [ends, notEarlier && `not earlier: ${notEarlier.code}`, notLater && `not later: ${notLater.code}`]
      .filter((part) => part !== undefined)
      .join("; ");
  });
}

function framework(): PassManagerBuilder {
  const builder = new PassManagerBuilder("builtin.module");
  builder.addPass("tile");
  const nested = builder.nest("func.func");
  nested.addPass("cse");
  nested.addPass("fold");
  builder.addPass("bufferize", { types: ["Bufferization"] });
  builder.addPass("lower");
  return builder;
}

describe("legalPlaces", () => {
  it("is everywhere for a pass without restrictions", () => {
    expect(show(legalPlaces(framework().input(), { name: "pack" }))).to.deep.equal(["the beginning … the end"]);
  });

  it("shows the limit at each end: rules, nested pipelines", () => {
    const builder = framework();
    builder.rule("pack").strong.after({ type: "Bufferization" }, { reason: "works on memrefs" });
    expect(show(legalPlaces(builder.input(), { name: "pack" }))).to.deep.equal([
      "bufferize … the end; not earlier: PWB0201",
    ]);
    expect(show(legalPlaces(framework().input(), { name: "pack", anchor: "builtin.module" }))).to.deep.equal([
      "the beginning … cse; not later: PWB0107",
      "fold … the end; not earlier: PWB0107",
    ]);
  });

  it("is legal between two managers if either of them can contain the pass", () => {
    const builder = new PassManagerBuilder("builtin.module");
    builder.addPass(definePass({ name: "fold", anchor: "func.func", runOnOperation: (_op: object) => {} }));
    builder.addPass("tile");
    builder.addPass(definePass({ name: "pack", anchor: "func.func", runOnOperation: (_op: object) => {} }));
    const sizes = defineValue<number>({ name: "sizes", version: 1, per: "input" });
    const measure = definePass({ name: "measure", provides: { sizes }, runOnOperation: (_op: object) => {} });
    expect(show(legalPlaces(builder.input(), measure.declaration))).to.deep.equal([
      "fold … pack; not earlier: PWB0511; not later: PWB0511",
    ]);
    expect(builder.forContributor({ kind: "plugin", name: "x" }).addAfter("tile", measure).ok).to.equal(true);
    expect(builder.resolve().diagnostics).to.deep.equal([]);
  });

  it("shows the ranges in which properties hold", () => {
    const builder = new PassManagerBuilder("builtin.module", {
      properties: { tensors: { kind: "structural", initially: true } },
    });
    builder.addPass("tile");
    builder.addPass(definePass({ name: "bufferize", invalidates: ["tensors"], runOnOperation: (_op: object) => {} }));
    expect(show(legalPlaces(builder.input(), { name: "fuse", requires: ["tensors"] }))).to.deep.equal([
      "the beginning … bufferize; not later: PWB0501",
    ]);
    expect(show(legalPlaces(builder.input(), { name: "fuse", requires: ["vectors"] }))[0]).to.match(
      /^nowhere: PWB0501/,
    );
  });

  it("counts on the cleanups that would be inserted for it", () => {
    const places = (cleanups: readonly string[]): readonly string[] => {
      const builder = new PassManagerBuilder("builtin.module", {
        properties: { canonical: { kind: "fragile" }, tensors: { kind: "structural", initially: true } },
        cleanups,
      });
      builder.addPass("tile");
      builder.addPass(definePass({ name: "bufferize", invalidates: ["tensors"], runOnOperation: (_op: object) => {} }));
      const canonicalize = { name: "canonicalize", provides: ["canonical"], requires: ["tensors"] };
      builder.rule(definePass({ ...canonicalize, runOnOperation: (_op: object) => {} }));
      return show(legalPlaces(builder.input(), { name: "match", requires: ["canonical"] }));
    };
    expect(places([])[0]).to.match(/^nowhere: PWB0501/);
    expect(places(["canonicalize"])).to.deep.equal(["the beginning … bufferize; not later: PWB0501"]);
  });

  it("works for a pass that others of its contributor are placed beside, or that begins a bundle", () => {
    const builder = framework();
    const view = builder.forContributor({ kind: "plugin", name: "x" });
    view.addAfter("tile", "pack");
    view.addAfter("pack", "unpack");
    view.addBundle("both", ["map", "launch"], { place: { after: "lower" } });
    for (const name of ["pack", "map"]) {
      expect(show(legalPlaces(builder.input(), { name })), name).to.deep.equal(["the beginning … the end"]);
    }
  });

  it("does not exist in a pipeline that does not resolve, with the errors", () => {
    const builder = framework();
    const view = builder.forContributor({ kind: "plugin", name: "x" });
    view.addAfter("tile", "pack");
    view.addAfter("pack", "unpack");
    view.rule("unpack").strong.before("pack", { reason: "contradicts its place" });
    expect(show(legalPlaces(builder.input(), { name: "other" }))[0]).to.match(/^nowhere: PWB0203/);
  });

  it("refers to a pass next to which its contributor inserts a bundle", () => {
    const builder = framework();
    const view = builder.forContributor({ kind: "plugin", name: "x" });
    view.addAfter("tile", "pack");
    view.addBundle("pq", ["p", "q"], { place: { after: "pack" } });
    expect(show(legalPlaces(builder.input(), { name: "pack" }))).to.deep.equal(["the beginning … the end"]);
  });
});
