import {
  defineAnalysis,
  defineConversion,
  definePass,
  openRun,
  parsePipeline,
  PassManager,
  PassRegistry,
  printPipeline,
  renderDiagnostic,
} from "@passwright/core";
import type { PassDefinition } from "@passwright/core";
import { expect } from "chai";
import { adding, conversion, tree, translate, treeIr } from "../tree-irs.ts";
import type { Tree, TreeIr } from "../tree-irs.ts";

const left = treeIr("left", "document");
const middle = treeIr("middle", "root");
const right = treeIr("right", "document");

function managerOf(...passes: readonly PassDefinition<Tree>[]): PassManager<Tree> {
  const manager = new PassManager(left, { anchor: "document", nesting: "implicit" });
  for (const pass of passes) manager.addPass(pass);
  return manager;
}

function start(): Tree {
  return tree("left", "document", tree("left", "leaf"), tree("left", "leaf"));
}

function run(manager: PassManager<Tree>, ir: TreeIr): string {
  const { succeeded, root, diagnostics } = manager.run(start());
  if (!succeeded) return diagnostics.map((one) => renderDiagnostic(one)).join("\n");
  return ir.print?.(root, {}) ?? "";
}

describe("passes that replace the root", () => {
  const replacing = (name: string, make: (op: Tree) => object, settings: object = {}): PassDefinition<Tree> =>
    definePass({ name, ...settings, runOnOperation: (op: Tree, pass) => pass.replaceRoot(make(op)) }) as never;
  const again = replacing("again", (op) => tree("left", "document", ...op.children, tree("left", "leaf")));

  it("leave it to the steps after them, also to nested ones and conversions", () => {
    const manager = managerOf(again, adding("a", left, "leaf"), conversion(left, middle), adding("b", middle, "root"));
    expect(run(manager, middle)).to.equal("middle: root(leaf(a) leaf(a) leaf(a) b)\n");
    expect(run(managerOf(adding("a", left), again, again), left)).to.equal("left: document(leaf leaf a leaf leaf)\n");
    const last = managerOf(
      conversion(left, middle),
      replacing("other", () => tree("middle", "root")),
    );
    expect(run(last, middle)).to.equal("middle: root\n");
  });

  it("see it themselves, and lose the analyses of the old one", () => {
    const size = defineAnalysis({ name: "size", compute: (op: Tree) => op.children.length });
    const seen: unknown[] = [];
    const look = definePass({
      name: "look",
      runOnOperation(op: Tree, pass) {
        seen.push(pass.getAnalysis(size));
        pass.replaceRoot(tree("left", "document", ...op.children, tree("left", "leaf")));
        seen.push(pass.getAnalysis(size));
        pass.markAnalysesPreserved(size);
      },
    }) as PassDefinition<Tree>;
    const then = definePass({
      name: "then",
      runOnOperation: (_op: Tree, pass) => void seen.push(pass.getCachedAnalysis(size)),
    }) as PassDefinition<Tree>;
    run(managerOf(look, then), left);
    expect(seen).to.deep.equal([2, 3, 3]);
  });

  it("do so in `runAsync`, and are verified and seen by instrumentations", async () => {
    const later = definePass({
      name: "later",
      async runOnOperation(_op: Tree, pass) {
        await Promise.resolve();
        pass.replaceRoot(tree("left", "document"));
      },
    }) as PassDefinition<Tree>;
    const verified: Tree[] = [];
    const manager = new PassManager({ ...left, verify: (op: Tree) => verified.push(op) > 0 }, { anchor: "document" });
    const after: Tree[] = [];
    manager.addPass(later).addInstrumentation({ afterPass: (_pass, op) => void after.push(op) });
    const { root, succeeded } = await manager.runAsync(start());
    expect([succeeded, left.print?.(root, {})]).to.deep.equal([true, "left: document\n"]);
    expect(after).to.deep.equal([root]);
    expect(verified).to.deep.equal([root]);
  });

  it("are refused on nested operations, in threads and in pipelines that a pass runs too", async () => {
    const nested = replacing("trim", (op) => op, { anchor: "leaf" });
    const refused =
      "error[PWC0430]: pass `trim` called `replaceRoot` on 'leaf', which is not the root\n  --> step trim\n" +
      "help: change the operation in place, or add `trim` to the outermost manager";
    expect(run(managerOf(nested), left).split("\nerror")[0]).to.equal(refused);
    const inner = new PassManager(left, { anchor: "leaf" }).addPass(nested);
    const outcome = await openRun(inner).run(tree("left", "leaf"));
    expect(renderDiagnostic(outcome.diagnostics[0] as never)).to.equal(refused);
    const onRoot = new PassManager(left, { anchor: "document" }).addPass(again);
    const runs = definePass({
      name: "runs",
      runOnOperation(op: Tree, pass) {
        if (!pass.runPipeline(onRoot as never, op as never)) pass.signalPassFailure();
      },
    }) as PassDefinition<Tree>;
    expect(run(managerOf(runs), left).split("\nerror")[0]).to.equal(
      "error[PWC0430]: pass `again` called `replaceRoot` in a dynamic pipeline\n  --> step again\n" +
        "help: change the operation in place, or add `again` to the outermost manager",
    );
  });

  it("are refused if the pipeline cannot run on it", () => {
    expect(run(managerOf(replacing("trim", () => tree("left", "leaf"))), left)).to.equal(
      "error[PWC0433]: pass `trim` called `replaceRoot` with a 'leaf' instead of a 'document' of IR `left`\n  --> step trim\n" +
        "help: pass the root of the new tree to `replaceRoot`",
    );
    expect(run(managerOf(replacing("trim", () => undefined as never)), left)).to.match(
      /^error\[PWC0433\]: pass `trim` called `replaceRoot` with nothing instead of a 'document' of IR `left`/,
    );
    const anywhere = new PassManager<Tree>(left).addPass(replacing("leafs", () => tree("left", "leaf")));
    expect(run(anywhere.addPass(adding("a", left)), left)).to.equal("left: leaf(a)\n");
  });
});

describe("passes that return an operation", () => {
  const returning = (name: string, run: (op: Tree) => unknown): PassDefinition<Tree> =>
    definePass({ name, runOnOperation: run as never });
  const refused =
    "error[PWC0434]: pass `copy` returned a different 'document' operation, which the run ignores\n  --> step copy\n" +
    "help: change the operation in place, or pass the root of the new tree to `replaceRoot`";

  it("fail, because the run would ignore the returned operation", async () => {
    const other = (): Tree => tree("left", "document");
    expect(run(managerOf(returning("copy", other)), left)).to.equal(refused);
    const made = definePass({ name: "copy", create: () => ({ runOnOperation: other as never }) });
    expect(run(managerOf(made as never), left)).to.equal(refused);
    const { diagnostics } = await managerOf(returning("copy", () => Promise.resolve(other()))).runAsync(start());
    expect(diagnostics.map((one) => renderDiagnostic(one))).to.deep.equal([refused]);
  });

  it("are told to replace a nested operation in a pass on its parent", () => {
    const copy = definePass({ name: "copy", anchor: "leaf", runOnOperation: () => tree("left", "leaf") as never });
    expect(run(managerOf(copy as never), left).split("\nerror")[0]).to.equal(
      "error[PWC0434]: pass `copy` returned a different 'leaf' operation, which the run ignores\n  --> step copy\n" +
        "help: change the operation in place, or replace the operation in a pass on its parent operation",
    );
  });

  it("can return the operation itself, or any other value", async () => {
    const values = [
      (op: Tree) => op,
      () => null,
      () => 1,
      () => [tree("left", "document")],
      () => ({}),
      () => "document",
    ];
    for (const value of values) {
      const manager = managerOf(returning("same", value), adding("a", left));
      expect(run(manager, left)).to.equal("left: document(leaf leaf a)\n");
    }
    const nested = returning("nested", () => tree("left", "document"));
    const onLeaf = definePass({ name: "on-leaf", anchor: "leaf", runOnOperation: nested.create().body.runOnOperation });
    expect(run(managerOf(onLeaf as never), left)).to.equal("left: document(leaf leaf)\n");
    const waiting = managerOf(returning("waiting", async (op) => op));
    expect((await waiting.runAsync(start())).succeeded).to.equal(true);
  });
});

describe("conversions", () => {
  it("run the passes after them on the new root, with the anchors of the new IR", () => {
    const manager = managerOf(
      adding("a", left, "leaf"),
      conversion(left, middle),
      adding("b", middle, "root"),
      adding("c", undefined),
      adding("d", middle, "leaf"),
      conversion(middle, right),
      adding("e", right, "document"),
    );
    expect(printPipeline(manager)).to.equal("document(leaf(a),left-to-middle,b,c,leaf(d),middle-to-right,e)");
    expect(run(manager, right)).to.equal("right: document(leaf(a d) leaf(a d) b c e)\n");
    expect(run(manager, right)).to.equal("right: document(leaf(a d) leaf(a d) b c e)\n");
    expect(manager.irs).to.deep.equal([left, middle, right]);
  });

  it("lead back to an IR that the pipeline had before", () => {
    const manager = managerOf(
      conversion(left, middle),
      adding("b", middle),
      conversion(middle, left),
      adding("a", left),
    );
    expect(run(manager, left)).to.equal("left: document(leaf leaf b a)\n");
  });

  it("may be the only step, or the last one", () => {
    expect(run(managerOf(conversion(left, middle)), middle)).to.equal("middle: root(leaf leaf)\n");
  });

  it("may return a promise in `runAsync`, and fail in `run`", async () => {
    const later = conversion(left, middle, (op) => Promise.resolve(translate(op, "middle", { document: "root" })));
    const manager = managerOf(adding("a", left), later, adding("b", middle, "root"));
    const { root, succeeded } = await manager.runAsync(start());
    expect([succeeded, middle.print?.(root, {})]).to.deep.equal([true, "middle: root(leaf leaf a b)\n"]);
    expect(run(manager, middle)).to.match(/^error\[PWC0407\]: pass `left-to-middle` returned a promise/);
  });

  it("round-trip as text", () => {
    const registry = new PassRegistry<Tree>();
    const passes = [
      adding("a", left),
      conversion(left, middle),
      adding("b", middle, "root"),
      adding("d", middle, "leaf"),
    ];
    for (const pass of passes) registry.registerPass(pass, { name: "test" });
    const text = "document(a,left-to-middle,b,leaf(d),b)";
    const parsed = parsePipeline(text, registry);
    if (!parsed.ok) throw new Error(parsed.diagnostic.message);
    expect(printPipeline(parsed.manager)).to.equal(text);
    expect(printPipeline(parsed.manager.clone().addPass(adding("e", middle, "root")))).to.equal(
      "document(a,left-to-middle,b,leaf(d),b,e)",
    );
    const early = parsePipeline("document(b,left-to-middle)", registry);
    expect(early.ok ? "" : early.diagnostic.code).to.equal("PWC0204");
    const late = parsePipeline("document(left-to-middle,left-to-middle)", registry);
    expect(late.ok ? "" : late.diagnostic.code).to.equal("PWC0204");
  });

  it("are one run for instrumentations, with the IR of each side", () => {
    const manager = managerOf(adding("a", left), conversion(left, middle), adding("d", middle, "leaf"));
    const { runningAdapter } = manager;
    const seen: string[] = [];
    const print = (moment: string) => (_pass: unknown, op: Tree) =>
      void seen.push(`${moment} ${runningAdapter.print?.(op, {}).trim()} by ${runningAdapter.name}`);
    manager.addInstrumentation({
      beforeRun: () => void seen.push("start"),
      afterRun: (op, _run, succeeded) => void seen.push(`end ${op.of} ${succeeded}`),
      beforePass: print("before"),
      afterPass: print("after"),
    });
    manager.run(start());
    expect(seen).to.deep.equal([
      "start",
      "before left: document(leaf leaf) by left",
      "after left: document(leaf leaf a) by left",
      "before left: document(leaf leaf a) by left",
      "after middle: root(leaf leaf a) by middle",
      "before middle: root(leaf leaf a) by middle",
      "before middle: leaf by middle",
      "after middle: leaf(d) by middle",
      "before middle: leaf by middle",
      "after middle: leaf(d) by middle",
      "after middle: root(leaf(d) leaf(d) a) by middle",
      "end middle true",
    ]);
  });

  it("give instrumentations the functions that all IRs have", () => {
    const { print: _print, ...silent } = middle;
    const manager = managerOf(conversion(left, silent));
    const { runningAdapter } = manager;
    expect([runningAdapter.print, runningAdapter.parentOf, typeof runningAdapter.verify]).to.deep.equal([
      undefined,
      undefined,
      "function",
    ]);
    expect(managerOf(adding("a", left)).runningAdapter).to.equal(left);
  });

  it("drop analyses", () => {
    let count = 0;
    const counting = defineAnalysis<Tree, number>({ name: "count", compute: () => ++count });
    const use = (name: string): PassDefinition<Tree> =>
      definePass({
        name,
        runOnOperation(op: Tree, pass) {
          op.children.push(tree(op.of, `${name}${pass.getAnalysis(counting)}`));
          pass.markAnalysesPreserved(counting);
        },
      }) as PassDefinition<Tree>;
    const keeping = defineConversion({
      name: "keep",
      from: left,
      to: middle,
      preserves: ["count"],
      convert: (op) => translate(op, "middle", { document: "root" }),
    }) as PassDefinition<Tree>;
    expect(run(managerOf(use("x"), use("y"), keeping, use("z")), middle)).to.equal(
      "middle: root(leaf leaf x1 y1 z2)\n",
    );
  });

  it("end the run where they fail", () => {
    const failing = defineConversion({
      name: "fail",
      from: left,
      to: middle,
      convert(op: Tree, pass) {
        pass.emitError("cannot convert");
        pass.signalPassFailure();
        return op;
      },
    }) as PassDefinition<Tree>;
    const manager = managerOf(failing, adding("b", middle));
    const root = start();
    const result = manager.run(root);
    expect(result.root).to.equal(root);
    expect(result.diagnostics.map(({ message }) => message)).to.deep.equal(["cannot convert"]);
    const throwing = conversion(left, middle, () => {
      throw new Error("no");
    });
    expect(run(managerOf(throwing, adding("b", middle)), middle)).to.equal(
      "error[PWC0406]: pass `left-to-middle` threw on 'document': Error: no\n  --> step left-to-middle\n" +
        "help: report this to the author of `left-to-middle`, with the stack from `--debug` or from `failures` of the result",
    );
  });

  it("are followed by the verifier of the new IR", () => {
    const bad = conversion(left, middle, () => tree("middle", "root", tree("middle", "bad")));
    const manager = managerOf(bad, adding("b", middle));
    const failures = manager.run(start()).failures.map(({ pass, place }) => `${pass} ${place.name}`);
    expect(failures).to.deep.equal(["left-to-middle root"]);
    expect(run(manager, middle)).to.match(/^error\[TREE\]: middle has a bad operation\n.*\nerror\[PWC0409\].*'root'/);
  });

  it("must leave a root of their IR", () => {
    const leaving = (made: unknown): string => run(managerOf(conversion(left, middle, () => made as Tree)), middle);
    const help = "\nhelp: return the root of the new tree from `convert` of `left-to-middle`";
    expect(leaving(undefined)).to.equal(
      "error[PWC0433]: conversion `left-to-middle` returned nothing instead of a 'root' of IR `middle`\n  --> step left-to-middle" +
        help,
    );
    expect(leaving("a text").split("\n")[0]).to.equal(
      "error[PWC0433]: conversion `left-to-middle` returned a value of type string instead of a 'root' of IR `middle`",
    );
    expect(leaving(tree("middle", "leaf"))).to.equal(
      "error[PWC0433]: conversion `left-to-middle` returned a 'leaf' instead of a 'root' of IR `middle`\n  --> step left-to-middle" +
        help,
    );
    expect(leaving(start())).to.equal(
      "error[PWC0433]: conversion `left-to-middle` returned a root that `nameOf` of IR `middle` refuses: Error: document of " +
        "left came to middle instead of a 'root' of IR `middle`\n  --> step left-to-middle" +
        help,
    );
  });

  it("are refused in nested managers and dynamic pipelines", () => {
    const nested = new PassManager(left, { anchor: "document" });
    nested.nest("document").addPass(conversion(left, middle));
    expect(run(nested, left)).to.equal(
      "error[PWC0431]: conversion `left-to-middle` is nested in 'document', but must run on the root" +
        "\n  --> step left-to-middle\nhelp: add `left-to-middle` to the outermost manager",
    );
    const inner = managerOf(conversion(left, middle));
    const dynamic = definePass({
      name: "dynamic",
      runOnOperation(op: Tree, pass) {
        if (!pass.runPipeline(inner, op)) pass.signalPassFailure();
      },
    }) as PassDefinition<Tree>;
    expect(run(managerOf(dynamic), left)).to.match(/^error\[PWC0431\]/);
  });

  it("refuse passes of the other IR before anything runs", () => {
    const manager = managerOf(adding("a", left), conversion(left, middle), adding("late", left));
    const root = start();
    const { diagnostics } = manager.run(root);
    expect(diagnostics.map((one) => renderDiagnostic(one)).join("\n")).to.equal(
      "error[PWC0432]: pass `late` is for IR `left`, but would run on IR `middle`\n  --> step late\n" +
        "help: move `late` to a position with IR `left`",
    );
    expect(root.children).to.have.length(2);
    expect(run(managerOf(adding("x", middle, "leaf"), conversion(left, middle)), left)).to.match(/^error\[PWC0432\]/);
  });

  it("declare both IRs as data", () => {
    expect(conversion(left, middle).declaration).to.deep.equal({
      name: "left-to-middle",
      anchor: "document",
      ir: "left",
      to: "middle",
      toAnchor: "root",
    });
    expect(() => definePass({ name: "x", to: "middle", runOnOperation: () => undefined })).to.throw(
      "pass `x`: `to` requires the adapter of the IR",
    );
    const skipped = { name: "x", from: left, to: middle, worksOn: ["leaf"], convert: (op: Tree) => op };
    expect(() => defineConversion(skipped)).to.throw("pass `x`: a conversion cannot be skipped");
  });
});
