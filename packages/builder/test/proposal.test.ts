import { expect } from "chai";
import { definePass, OpPassManager, PassManager, renderDiagnostic } from "@passwright/core";
import type { PassDeclaration } from "@passwright/core";
import { ofType, PassCatalogue, PassManagerBuilder, PassType, printPlan, toPassManager } from "@passwright/builder";
import type { Insertion } from "@passwright/builder";
import { answers, outline, table } from "./scenario/show.ts";

// Code of the proposal "Pass Manager Builder for MLIR". Comments quote the sentences of the proposal above the code
// that implements them.

const noop = { runOnOperation: (_op: object) => {} };
const myTensorPass = definePass({ name: "my-tensor-pass", ...noop });
const myMemrefPass = definePass({ name: "my-memref-pass", ...noop });
const LLVM_LOWERING = "lowering.llvm";

/**
 * > And the registerDialectAndPasses would be framework agnostic:
 *
 * Implements the proposal's function line by line. Stops after a refusal.
 */
function registerDialectAndPasses(pmb: PassManagerBuilder): Insertion {
  // Tensor passes (we only support one-shot bufferization)
  const tensor = pmb.addBefore("one-shot-bufferize", myTensorPass);
  if (!tensor.ok) return tensor;
  // Memref passes (we only support one-shot bufferization)
  const memref = pmb.addAfter("one-shot-bufferize", myMemrefPass);
  if (!memref.ok) return memref;
  // Before any LLVM lowering passes (which can come in any order)
  return pmb.addBeforeType(LLVM_LOWERING, myMemrefPass);
}

/** Implements the function with alternatives after a refusal: "some variation for pipeline types". */
function registerAnywhere(pmb: PassManagerBuilder): void {
  if (registerDialectAndPasses(pmb).ok) return;
  pmb.addBeforeType(PassType.Bufferization, myTensorPass);
  pmb.addAfterType(PassType.Bufferization, myMemrefPass);
  pmb.addBeforeType(PassType.Lowering, myMemrefPass);
}

function cpuFramework(): PassManagerBuilder {
  const pmb = new PassManagerBuilder("builtin.module", { framework: { name: "cpu-compiler" } });
  pmb.addPass("linalg-generalize", { types: [PassType.Normalization] });
  pmb.addPass("one-shot-bufferize", { types: [PassType.Bufferization] });
  pmb.addPass("convert-linalg-to-loops", { types: [PassType.Lowering] });
  pmb.addPass("convert-func-to-llvm", { types: [LLVM_LOWERING] });
  pmb.addPass("convert-arith-to-llvm", { types: [LLVM_LOWERING] });
  return pmb;
}

/** Bufferizes dialect by dialect, and lowers to SPIR-V. */
function gpuFramework(): PassManagerBuilder {
  const pmb = new PassManagerBuilder("builtin.module", { framework: { name: "gpu-compiler" } });
  pmb.addPass("linalg-generalize", { types: [PassType.Normalization] });
  pmb.addPass("linalg-bufferize", { types: [PassType.Bufferization] });
  pmb.addPass("tile-parallel-loops", { types: [PassType.LateOptimization] });
  pmb.addPass("tensor-bufferize", { types: [PassType.Bufferization] });
  pmb.addPass("convert-gpu-to-spirv", { types: ["lowering.spirv"] });
  return pmb;
}

function planned(pmb: PassManagerBuilder): string {
  const { plan, diagnostics } = pmb.resolve();
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return plan === undefined ? errors.map(renderDiagnostic).join("\n") : printPlan(plan);
}

describe("the proposal", () => {
  describe("insert before / after X", () => {
    it("adds tensor passes before one-shot bufferization, memref passes after it, and before any LLVM lowering", () => {
      const pmb = cpuFramework();
      expect(registerDialectAndPasses(pmb.forContributor({ kind: "plugin", name: "tpp-mlir" })).ok).to.equal(true);
      expect(planned(pmb)).to.equal(
        "builtin.module(linalg-generalize,my-tensor-pass,one-shot-bufferize,my-memref-pass," +
          "convert-linalg-to-loops,my-memref-pass,convert-func-to-llvm,convert-arith-to-llvm)",
      );
    });

    it("returns a failure from the first call if the framework does not use one-shot bufferization", () => {
      const pmb = gpuFramework();
      const answer = registerDialectAndPasses(pmb.forContributor({ kind: "plugin", name: "tpp-mlir" }));
      expect(answer.ok ? "" : answer.diagnostic.message).to.equal("no pass named `one-shot-bufferize` in the pipeline");
    });

    it("lets the plugin take its other way there, by pipeline types and not by framework", () => {
      const pmb = gpuFramework();
      registerAnywhere(pmb.forContributor({ kind: "plugin", name: "tpp-mlir" }));
      expect(planned(pmb)).to.equal(
        "builtin.module(linalg-generalize,my-tensor-pass,linalg-bufferize,tile-parallel-loops,tensor-bufferize," +
          "my-memref-pass,my-memref-pass,convert-gpu-to-spirv)",
      );
    });

    it("does not take the other way where the first one works", () => {
      const [once, other] = [cpuFramework(), cpuFramework()];
      registerDialectAndPasses(once.forContributor({ kind: "plugin", name: "tpp-mlir" }));
      registerAnywhere(other.forContributor({ kind: "plugin", name: "tpp-mlir" }));
      expect(planned(other)).to.equal(planned(once));
    });
  });

  describe("the plugin that is not there", () => {
    /** > auto* tpp_mlir = checkIfTPPIsAvailable(); if (tpp_mlir) return tpp_mlir->registerDialectsAndPasses(pmb); */
    function compile(pmb: PassManagerBuilder, tppMlir?: (pmb: PassManagerBuilder) => void): string {
      if (tppMlir !== undefined) tppMlir(pmb.forContributor({ kind: "plugin", name: "tpp-mlir" }));
      return planned(pmb);
    }

    it("is not an error, and does not change the framework's pipeline", () => {
      expect(compile(cpuFramework())).to.equal(
        "builtin.module(linalg-generalize,one-shot-bufferize,convert-linalg-to-loops,convert-func-to-llvm,convert-arith-to-llvm)",
      );
    });

    it("is not an error for a plugin with `onMissing` beside its pass", () => {
      const text = `
        framework cpu-compiler
          tile
        data mine
          stitch after tpp-kernels missing skip
          report end
      `;
      expect(outline(text)).to.equal(
        [
          "builtin.module(tile,mine::report)",
          "remark[PWB0101]: no pass named `tpp-kernels` in the pipeline",
          "  --> plugin mine, mine.txt:5:1",
          "   = requested: `stitch` after `tpp-kernels`",
          "   = passes of the framework: `tile`",
          "help: use a pass type or an extension point, which stays valid if the framework changes its passes",
        ].join("\n"),
      );
    });

    it("is not an error for a rule on its passes", () => {
      const text = `
        framework cpu-compiler
          tile
        plugin mine
          stitch after tile
          strong stitch after tpp-kernels "kernels first"
      `;
      expect(outline(text).split("\n").slice(0, 2)).to.deep.equal([
        "builtin.module(tile,mine::stitch)",
        "remark[PWB0204]: rule has no effect: `stitch` must be after `tpp-kernels`",
      ]);
    });
  });

  describe("a plan with canonicalize many times", () => {
    const many = `
      framework cpu-compiler
        canonicalize : Cleanup poor
        tile : EarlyOptimization
        canonicalize : Cleanup poor
        lower : Lowering
        canonicalize : Cleanup poor
      plugin mine
    `;

    it("inserts before the first, and after the last: both stop at the first occurrence, the latter searching backwards", () => {
      expect(outline(`${many}  early before canonicalize\n  late after canonicalize`).split("\n")[0]).to.equal(
        "builtin.module(mine::early,canonicalize,tile,canonicalize#2,lower,canonicalize#3,mine::late)",
      );
    });

    it("warns with the list, and that it is not a reasonable target", () => {
      expect(answers(`${many}  early before canonicalize`)).to.equal(
        [
          "mine asks for early: mine::early",
          "warning[PWB0105]: the pipeline has 3 steps with the name `canonicalize`, and the insertion uses `canonicalize#1`",
          "  --> plugin mine, mine.txt:9:1",
          "   = requested: `early` before `canonicalize`",
          "   = steps: `canonicalize#1`, `canonicalize#2`, `canonicalize#3`",
          "help: set `which` to `first`, `last` or `each`, or use an address, for example `canonicalize#3`",
          "warning[PWB0106]: `early` is inserted next to `canonicalize`, which the builder can move or drop",
          "  --> plugin mine, mine.txt:9:1",
          "   = requested: `early` before `canonicalize`",
          "   = resulting position: before `canonicalize`",
          "help: use a pass type as the position",
        ].join("\n"),
      );
    });

    it("does not warn about several steps if `which` is set", () => {
      expect(answers(`${many}  p after canonicalize#2\n  q after canonicalize which first`)).to.not.include("PWB0105");
    });

    it("inserts beside each, or refuses, as requested", () => {
      const text = `${many}  p after canonicalize which each\n  q before canonicalize which only`;
      expect(outline(text).split("\n")[0]).to.equal(
        "builtin.module(canonicalize,mine::p,tile,canonicalize#2,mine::p@2,lower,canonicalize#3,mine::p@3)",
      );
      expect(answers(text)).to.include(
        "mine asks for q: no\nerror[PWB0104]: `canonicalize` is ambiguous, because the pipeline has 3 steps with this name",
      );
    });

    it("do not depend on later base steps: pipeline: complete before other contributors insert", () => {
      // > what if you do pmb.addPassBefore<MyTensorPass, Canonicalize>() and then add another Canonicalize to the pipeline?
      const pmb = new PassManagerBuilder("builtin.module", { framework: { name: "cpu-compiler" } });
      pmb.addPass("canonicalize");
      pmb.forContributor({ kind: "plugin", name: "mine" }).addBefore("canonicalize", myTensorPass);
      expect(() => pmb.addPass("canonicalize")).to.throw("the framework cannot change its steps");
    });
  });

  describe("weak / strong order", () => {
    const withTwo = (rule: string, place: string): string => `
      framework gpu-compiler
        linalg-bufferize : Bufferization
        tile : LateOptimization
        tensor-bufferize : Bufferization
        canonicalize : Cleanup poor
      plugin mine
        memref-pass ${place}
        ${rule}
    `;
    const strong = `strong memref-pass afterSome type:Bufferization "works on memrefs"`;
    const weak = `weak memref-pass beforeSome type:Cleanup "leaves dead code behind"`;

    it("strong: a memref pass runs after at least one bufferization pass", () => {
      expect(outline(withTwo(strong, "before tile"))).to.equal(
        "builtin.module(linalg-bufferize,mine::memref-pass,tile,tensor-bufferize,canonicalize)",
      );
    });

    it("strong: before all of them it is an error, when pipeline: built", () => {
      expect(outline(withTwo(strong, "beforeType Bufferization"))).to.equal(
        [
          "no plan",
          "error[PWB0201]: strong rule does not hold: `memref-pass` must be preceded by a pass of type Bufferization",
          "  --> plugin mine, mine.txt:9:1",
          '   = reason for the rule: "works on memrefs"',
          "   = position of `mine::memref-pass`: before the first Bufferization",
          "   = position of the first match, `linalg-bufferize`: base pipeline",
          "   = the pipeline resolves if `mine` is removed",
          "help: place `memref-pass` after a pass of type Bufferization, or add a pass of type Bufferization",
          "help: to ignore the rule, add `overrides: [{ overrule: memref-pass, afterSome: { type: Bufferization }, reason: … }]` to the config",
        ].join("\n"),
      );
    });

    it("weak: it should be cleaned up afterwards, not necessarily immediately after", () => {
      expect(outline(withTwo(weak, "before tile")).split("\n")).to.have.length(1);
    });

    it("weak: with nothing to clean up there is a warning, and a pipeline", () => {
      const [plan, warning] = outline(withTwo(weak, "end")).split("\n");
      expect(plan).to.contain("canonicalize,mine::memref-pass)");
      expect(warning).to.equal(
        "warning[PWB0202]: weak rule dropped: `memref-pass` should be followed by a pass of type Cleanup",
      );
    });

    it("weak: a framework with cleanups has one inserted", () => {
      const canonicalize: PassDeclaration = { name: "canonicalize", types: [PassType.Cleanup] };
      const catalogue = new PassCatalogue();
      catalogue.add({ declaration: canonicalize, owner: { name: "cpu-compiler" } });
      const pmb = new PassManagerBuilder("builtin.module", { catalogue, cleanups: ["canonicalize"] });
      pmb.addPass("one-shot-bufferize");
      const mine = pmb.forContributor({ kind: "plugin", name: "mine" });
      mine.addAfter("one-shot-bufferize", myMemrefPass);
      mine.rule(myMemrefPass).weak.beforeSome(ofType(PassType.Cleanup), { reason: "leaves dead code behind" });
      expect(planned(pmb)).to.equal("builtin.module(one-shot-bufferize,my-memref-pass,canonicalize)");
    });
  });

  describe("pass bundles", () => {
    it("addCleanupPasses() adds both of them, and they need not continue as a block", () => {
      const addCleanupPasses = (pmb: PassManagerBuilder): Insertion =>
        pmb.addBundle("cleanup", ["canonicalize", "cse"]);
      const pmb = new PassManagerBuilder("builtin.module");
      pmb.addPass("tile");
      addCleanupPasses(pmb);
      pmb.forContributor({ kind: "plugin", name: "mine" }).addAfter("canonicalize", myTensorPass);
      expect(planned(pmb)).to.equal("builtin.module(tile,canonicalize,my-tensor-pass,cse)");
    });

    it("passes that should always run together, to avoid canonicalizations in between, do", () => {
      const pmb = new PassManagerBuilder("builtin.module");
      pmb.addBundle("pack-and-tile", ["pack", "tile"], { kind: "contiguous" });
      const answer = pmb.forContributor({ kind: "plugin", name: "mine" }).addAfter("pack", "canonicalize");
      expect(answer.ok ? "" : answer.diagnostic.code).to.equal("PWB0115");
      expect(planned(pmb)).to.equal("builtin.module(pack,tile)");
    });
  });

  describe("types as intervals", () => {
    it("has a first and a last pass of each type, which may intersect", () => {
      const text = `
        framework gpu-compiler
          linalg-bufferize : Bufferization
          late-one : LateOptimization
          tensor-bufferize : Bufferization
          late-two : LateOptimization
        plugin mine
          a beforeType Bufferization
          b afterType Bufferization
          c beforeType LateOptimization
          d afterType LateOptimization
      `;
      expect(outline(text)).to.equal(
        "builtin.module(mine::a,linalg-bufferize,mine::c,late-one,tensor-bufferize,mine::b,late-two,mine::d)",
      );
    });

    it("allows downstream users to change types, even adding their own", () => {
      const text = `
        framework gpu-compiler
          vectorize : acme.vector
          lower : Lowering
        plugin mine
          a afterType acme.vector
          b afterType ACME
      `;
      expect(outline(text)).to.equal("builtin.module(vectorize,mine::a,mine::b,lower)");
    });
  });

  describe("variable pipeline order", () => {
    it("shows the origin and the reason of every pass", () => {
      const text = `
        framework cpu-compiler
          one-shot-bufferize : Bufferization
          lower : lowering.llvm
        plugin tpp-mlir
          my-tensor-pass before one-shot-bufferize "packs tensors"
          my-memref-pass beforeType lowering.llvm
      `;
      expect(table(text)).to.equal(
        [
          "tpp-mlir::my-tensor-pass    plugin tpp-mlir, tpp-mlir.txt:6  before `one-shot-bufferize`: packs tensors",
          "one-shot-bufferize          framework cpu-compiler           base pipeline",
          "tpp-mlir::my-memref-pass    plugin tpp-mlir, tpp-mlir.txt:7  before the first lowering.llvm",
          "lower                       framework cpu-compiler           base pipeline",
        ].join("\n"),
      );
    });

    it("is given back to the pass manager, which treats it as just a list", () => {
      const passes = ["a", "b"].map((name) => definePass({ name, ...noop }));
      const existing = new OpPassManager<object>("builtin.module");
      for (const pass of passes) existing.addPass(pass);
      const catalogue = new PassCatalogue<object>();
      const pmb = new PassManagerBuilder<object>(existing, { catalogue });
      pmb.forContributor({ kind: "plugin", name: "mine" }).addAfter("a", myTensorPass);
      const { plan } = pmb.resolve();
      const manager = new PassManager<object>({} as never, { anchor: "builtin.module" });
      expect(plan && toPassManager(plan, catalogue, manager)).to.deep.equal([]);
      const names = manager.elements.map((element) => (element.kind === "pass" ? element.pass.declaration.name : ""));
      expect(names).to.deep.equal(["a", "my-tensor-pass", "b"]);
    });

    it("can be passed along to helper functions, back and forth, until pipeline: complete", () => {
      const pmb = cpuFramework();
      const views = ["tpp-mlir", "xsmm"].map((name) => pmb.forContributor({ kind: "plugin", name }));
      const [tpp, xsmm] = views as [PassManagerBuilder, PassManagerBuilder];
      tpp.addBefore("one-shot-bufferize", "pack");
      xsmm.addAfter("one-shot-bufferize", "to-xsmm");
      tpp.addAfter("pack", "fuse");
      expect(planned(pmb)).to.contain("pack,fuse,one-shot-bufferize,to-xsmm,");
    });
  });
});
