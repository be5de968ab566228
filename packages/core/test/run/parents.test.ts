import { defineAnalysis, definePass, OpPassManager, PassManager, renderDiagnostic } from "@passwright/core";
import type { Analysis, Instrumentation, PassContext } from "@passwright/core";
import { expect } from "chai";
import { leaf, makeTree, PARENTS, printLeaf } from "../plain-tree.ts";
import type { Leaf } from "../plain-tree.ts";
import { describeResult } from "../trace.ts";

type Body = (op: Leaf, pass: PassContext<Leaf>) => void;

const pass = (name: string, body: Body, anchor?: string) =>
  definePass({ name, ...(anchor === undefined ? {} : { anchor }), runOnOperation: body });

const size: Analysis<Leaf, number> = defineAnalysis({ name: "size", compute: sizeOf });

function sizeOf(op: Leaf): number {
  return op.children.reduce((sum, child) => sum + sizeOf(child), 1);
}

const plant = (): Leaf => leaf("tree", leaf("list a", leaf("item x"), leaf("item y")), leaf("list b", leaf("item z")));

for (const [what, parentsOf] of Object.entries(PARENTS)) {
  describe(`an adapter that ${what}`, () => {
    let root: Leaf;
    let lines: string[];
    let manager: PassManager<Leaf>;

    beforeEach(() => {
      root = plant();
      lines = [];
      manager = new PassManager(makeTree(parentsOf(root)), { anchor: "tree" });
    });

    const note = (name: string): ReturnType<typeof pass> => pass(name, (op) => void lines.push(`${name} ${op.text}`));

    const run = (): string => {
      const result = manager.run(root);
      return [...lines, describeResult(result), printLeaf(root)].join("\n");
    };

    it("runs nested passes", () => {
      const lists = manager.nest("list").addPass(note("enter"));
      lists.nest("item").addPass(note("read"));
      lists.addPass(note("leave"));
      expect(run()).to.equal(
        "enter a\nread x\nread y\nleave a\nenter b\nread z\nleave b\n" +
          "succeeded\ntree(list a(item x, item y), list b(item z))",
      );
    });

    it("skips operations that a pass on a sibling removed, and runs on those that it moved", () => {
      const take = pass("take", (op) => {
        lines.push(`take ${op.text}`);
        if (op.text === "a") root.children.push(...root.children.splice(1, 1)[0]!.children);
      });
      manager.nest("list").addPass(take);
      manager.addPass(note("stop"));
      manager.nest("item").addPass(note("read"));
      expect(run()).to.equal("take a\nstop \nread z\nsucceeded\ntree(list a(item x, item y), item z)");
    });

    it("reports an operation that contains itself", () => {
      manager.addPass(pass("tie", (op) => void op.children[1]?.children.push(op.children[1])));
      manager.nestEverywhere("list").addPass(note("read"));
      const { succeeded, diagnostics } = manager.run(root);
      expect([succeeded, ...lines, ...diagnostics.map(renderDiagnostic)].join("\n")).to.equal(
        "false\nread a\nread b\n" +
          "error[PWC0421]: 'list' contains itself: the operations do not form a tree\n" +
          "help: fix the pass that moved the operation, or `collectNested` of the adapter",
      );
    });

    it("reports a pass that removes its operation", () => {
      const erase = pass("erase", (op) => void root.children.splice(root.children.indexOf(op), 1));
      manager.nest("list").addPass(erase).addPass(note("never"));
      expect(run()).to.equal(
        "failed\n" +
          "error[PWC0416]: pass `erase` erased, moved or renamed the 'list' operation that the pipeline runs on\n" +
          "  --> step erase\n" +
          "help: erase or replace the operation in a pass on its parent operation\n" +
          "error[PWC0416]: pass `erase` erased, moved or renamed the 'list' operation that the pipeline runs on\n" +
          "  --> step erase\n" +
          "help: erase or replace the operation in a pass on its parent operation\n" +
          "tree",
      );
    });

    it("reports a pass that changes the name of its operation, unless no pass follows", () => {
      const rename = pass("rename", (op) => void ((op as { kind: string }).kind = "other"));
      const lists = manager.nest("list").addPass(note("first")).addPass(rename);
      expect(run()).to.equal("first a\nfirst b\nsucceeded\ntree(other a(item x, item y), other b(item z))");
      lists.addPass(note("never"));
      lines = [];
      root = plant();
      const renamed =
        "error[PWC0416]: pass `rename` erased, moved or renamed the 'list' operation that the pipeline runs on\n" +
        "  --> step rename\n" +
        "help: erase or replace the operation in a pass on its parent operation\n";
      expect(run()).to.equal(
        `first a\nfirst b\nfailed\n${renamed}${renamed}tree(other a(item x, item y), other b(item z))`,
      );
    });

    it("runs passes at every depth, also on operations that they attach", () => {
      const grow = pass("grow", (op) => {
        lines.push(`grow ${op.text}`);
        if (op.text === "x") op.children.push(leaf("item under-x"));
        if (op.text === "y") root.children[1]!.children.pop();
      });
      manager.nestEverywhere("item").addPass(grow);
      expect(run()).to.equal(
        "grow x\ngrow under-x\ngrow y\nsucceeded\ntree(list a(item x(item under-x), item y), list b)",
      );
    });

    it("finds analyses of the operations around, and of those inside", () => {
      const measure = pass("measure", (op, context) => {
        const inside = op.children[0]!.children[1]!;
        const cached = context.getCachedChildAnalysis(size, inside);
        lines.push(`${context.getAnalysis(size)} ${context.getChildAnalysis(size, inside)} ${cached}`);
        lines.push(`${context.getCachedChildAnalysis(size, inside)} of ${inside.text}`);
        context.markAllAnalysesPreserved();
      });
      const ask = pass("ask", (op, context) => {
        const own = context.getCachedAnalysis(size);
        lines.push(`${op.text}: ${own} in ${context.getCachedParentAnalysis(size, root)}`);
        context.markAllAnalysesPreserved();
      });
      manager.addPass(measure).nest("list").addPass(ask).nest("item").addPass(ask);
      expect(run()).to.equal(
        "6 1 undefined\n1 of y\na: undefined in 6\nx: undefined in 6\ny: 1 in 6\nb: undefined in 6\nz: undefined in 6\n" +
          "succeeded\ntree(list a(item x, item y), list b(item z))",
      );
    });

    it("runs pipelines of passes on operations at every depth, and refuses others", () => {
      const inner = new OpPassManager<Leaf>("item");
      inner.addPass(note("inner"));
      const dynamic = pass("dynamic", (op, context) => {
        const [list, other] = [op.children[0]!, leaf("item elsewhere")];
        lines.push(String(context.runPipeline(inner, list.children[1]!)));
        lines.push(String(context.runPipeline(inner, other)));
      });
      manager.addPass(dynamic);
      expect(run()).to.equal(
        "inner y\ntrue\nfalse\nsucceeded\n" +
          "error[PWC0410]: 'item' op Trying to schedule a dynamic pipeline on an operation that isn't nested under the current operation the pass is processing\n" +
          "  --> step dynamic\n" +
          "help: run the pipeline on the current operation or one inside it\n" +
          "tree(list a(item x, item y), list b(item z))",
      );
    });

    it("runs nested passes in dynamic pipelines, on the current operations", () => {
      const inner = new OpPassManager<Leaf>("tree");
      inner.nest("list").nest("item").addPass(note("inner"));
      const dynamic = pass("dynamic", (op, context) => {
        op.children[0]!.children.push(leaf("item new"));
        op.children[1]!.children.pop();
        context.runPipeline(inner, op);
      });
      manager.addPass(dynamic);
      expect(run()).to.equal("inner x\ninner y\ninner new\nsucceeded\ntree(list a(item x, item y, item new), list b)");
    });

    it("gives instrumentations the parents of operations", () => {
      const path = (op: Leaf, parentOf: (op: Leaf) => Leaf | undefined): string => {
        const heads: string[] = [];
        for (let at: Leaf | undefined = op; at !== undefined && heads.length < 9; at = parentOf(at)) {
          heads.unshift(at.text || at.kind);
        }
        return heads.join("/");
      };
      let parentOf: (op: Leaf) => Leaf | undefined = () => undefined;
      const watch: Instrumentation<Leaf> = {
        beforeRun(op, context) {
          ({ parentOf } = context);
          lines.push(path(op.children[1]!.children[0]!, parentOf));
        },
        beforePass: ({ isAdaptor }, op) => void (isAdaptor || lines.push(path(op, parentOf))),
      };
      manager.addInstrumentation(watch);
      manager.nest("list").nest("item").addPass(note("read"));
      const expected =
        "tree/b/z\ntree/a/x\nread x\ntree/a/y\nread y\ntree/b/z\nread z\nsucceeded\ntree(list a(item x, item y), list b(item z))";
      // If the adapter returns other objects as parents, instrumentations get these objects, and the trace differs.
      if (!what.includes("other objects")) expect(run()).to.equal(expected);
    });
  });
}

describe("operations in trees without parents", () => {
  it("are found after passes moved them", () => {
    const root = plant();
    const manager = new PassManager(makeTree(), { anchor: "tree" });
    const seen: string[] = [];
    const ask = pass("ask", (op, context) => {
      const z = leaf("item z");
      for (const list of op.children)
        for (const item of list.children) if (item.text === "z") Object.assign(z, { item });
      const { item } = z as Leaf & { item: Leaf };
      seen.push(String(context.getChildAnalysis(size, item)));
      const from = op.children.find(({ children }) => children.includes(item))!;
      const to = op.children.find((list) => list !== from)!;
      to.children.push(...from.children.splice(from.children.indexOf(item), 1));
      seen.push(String(context.getChildAnalysis(size, item)));
    });
    manager.addPass(ask).addPass(ask);
    const result = manager.run(root);
    expect([describeResult(result), printLeaf(root), ...seen]).to.deep.equal([
      "succeeded",
      "tree(list a(item x, item y), list b(item z))",
      "1",
      "1",
      "1",
      "1",
    ]);
  });
});

describe("an adapter whose `collectNested` returns a list", () => {
  for (const nest of ["nest", "nestEverywhere"] as const) {
    it(`is reported, and no pass is skipped (${nest})`, () => {
      const adapter = { ...makeTree({}), collectNested: (op: Leaf) => op.children };
      const manager = new PassManager(adapter, { anchor: "tree" });
      manager[nest]("list").addPass(pass("read", () => undefined));
      const { succeeded, diagnostics } = manager.run(plant());
      expect(succeeded).to.equal(false);
      expect(diagnostics.map(renderDiagnostic).join("\n")).to.equal(
        "error[PWC0422]: `collectNested` of IR `tree` must append to its second argument instead of returning a list\n" +
          "  --> ir tree\n" +
          "help: write `collectNested: (op, out) => void out.push(...op.children)`",
      );
    });
  }
});

describe("an adapter that lists new objects at each call", () => {
  const LISTS: { readonly [what: string]: (op: Leaf) => Leaf[] } = {
    "all children": (op) => op.children.map((child) => ({ ...child })),
    "one child": (op) => op.children.map((child) => (child.text === "b" ? { ...child } : child)),
  };
  const failed = [
    "failed",
    "error[PWC0427]: IR `tree` lists new objects as children of 'tree' at each call",
    "  --> ir tree",
    "help: list the same objects at each call",
  ].join("\n");

  for (const [what, list] of Object.entries(LISTS))
    for (const nest of ["nest", "nestEverywhere"] as const)
      it(`is reported, and no pass is skipped or repeated (${what}, ${nest})`, () => {
        const runWith = (own: { readonly parentOf?: (op: Leaf) => Leaf | undefined }): string => {
          let calls = 0;
          const collectNested = (op: Leaf, out: Leaf[]): void => {
            if (++calls > 1000) throw new Error("endless");
            out.push(...list(op));
          };
          const manager = new PassManager<Leaf>({ ...makeTree({}), ...own, collectNested }, { anchor: "tree" });
          manager[nest]("list").addPass(pass("read", () => undefined));
          return describeResult(manager.run(root));
        };
        const root = plant();
        expect(runWith({})).to.equal(failed);
        expect(runWith({ parentOf: () => undefined })).to.equal(failed);
        // With `nest` and `parentOf`, the run lists the children only once, and runs the pass on these objects.
        const parentOf = (op: Leaf): Leaf | undefined => (op.kind === "list" ? root : undefined);
        expect(runWith({ parentOf }).replace("'list'", "'tree'")).to.equal(nest === "nest" ? "succeeded" : failed);
      });

  it("is not reported if `collectNested` throws for an operation that a nested pass erased", () => {
    const adapter = makeTree({});
    const collectNested = (op: Leaf, out: Leaf[]): void => {
      if (op.text === "gone") throw new Error("erased");
      adapter.collectNested(op, out);
    };
    const root = plant();
    const manager = new PassManager<Leaf>({ ...adapter, collectNested }, { anchor: "tree" });
    const lines: string[] = [];
    const erase = pass("erase", (op) => void (root.text = lines[lines.push(op.text)] ?? "gone"));
    manager.nest("list").addPass(erase);
    manager.verifyEach = false;
    expect([describeResult(manager.run(root)), ...lines]).to.deep.equal(["succeeded", "a"]);
  });
});
