import { defineConversion, definePass, PassManager, renderDiagnostic } from "@passwright/core";
import type { Instrumentation, IrAdapter, PassContext, PassDefinition } from "@passwright/core";
import { expect } from "chai";
import {
  ActionProfile,
  logActions,
  printIr,
  Timing,
  verifyIsolation,
  verifyOrder,
  verifyPreservation,
  verifyWorksOn,
  writeReproducers,
} from "@passwright/instrument";
import { makeTree, node } from "./plain-tree.ts";
import type { Node } from "./plain-tree.ts";

type NamedIr = IrAdapter<Node> & { readonly root: string };

const TEXTS: { readonly [ir: string]: string } = { left: "l", right: "r", third: "t" };

/**
 * Makes an IR whose operations contain the name of the IR. The adapter throws for operations of other IRs, as adapters
 * of separate packages do.
 */
function treeOf(name: string): NamedIr {
  const tree = makeTree();
  return {
    ...tree,
    name,
    root: "root",
    nameOf(op) {
      if (!op.text.startsWith(TEXTS[name] ?? "")) throw new Error(`'${op.text}' came to ${name}`);
      return tree.nameOf(op);
    },
  };
}

const [left, right, third] = [treeOf("left"), treeOf("right"), treeOf("third")];

function translated({ kind, text, children }: Node, to: IrAdapter<Node>): Node {
  return node(kind, `${TEXTS[to.name]}${text.slice(1)}`, ...children.map((one) => translated(one, to)));
}

function conversion(from: NamedIr, to: NamedIr, more: object = {}): PassDefinition<Node> {
  const name = `${from.name}-to-${to.name}`;
  return defineConversion({ name, ...more, from, to, convert: (op) => translated(op, to) }) as never;
}

function marking(mark: string, more: object = {}): PassDefinition<Node> {
  return definePass({ name: mark, ...more, runOnOperation: (op: Node) => void (op.text += mark) }) as never;
}

const again = definePass({
  name: "again",
  runOnOperation: (op: Node, pass: PassContext<Node>) => pass.replaceRoot(node(op.kind, `${op.text}!`, ...op.children)),
}) as unknown as PassDefinition<Node>;

const start = (): Node => node("root", "l", node("leaf", "l1"), node("leaf", "l2"));

function managerOf(...passes: readonly PassDefinition<Node>[]): PassManager<Node> {
  const manager = new PassManager(left, { anchor: "root", nesting: "implicit" });
  for (const pass of passes) manager.addPass(pass);
  return manager;
}

/** Runs with an instrumentation, and returns the result or the errors. */
function run(manager: PassManager<Node>, make: (adapter: IrAdapter<Node>) => Instrumentation<Node>): string {
  manager.addInstrumentation(make(manager.runningAdapter));
  const { succeeded, root, ir, diagnostics } = manager.run(start());
  return succeeded ? `${ir.name}: ${ir.print?.(root, {})}` : diagnostics.map((one) => renderDiagnostic(one)).join("\n");
}

const passes = [
  marking("a", { anchor: "leaf" }),
  again,
  conversion(left, right),
  marking("b", { anchor: "leaf", worksOn: ["leaf"], preserves: ["size"] }),
  again,
  conversion(right, third),
  marking("c", { anchor: "leaf" }),
];
const result = "third: root t!!(leaf t1abc, leaf t2abc)";

describe("instrumentations of a pipeline on several IRs", () => {
  const checks: { readonly [name: string]: (adapter: IrAdapter<Node>) => Instrumentation<Node> } = {
    "the isolation check": (adapter) => verifyIsolation(adapter),
    "the order check": (adapter) => verifyOrder(adapter),
    "the check of worksOn": (adapter) => verifyWorksOn(adapter),
    "the preservation check": (adapter) => verifyPreservation(adapter),
    timing: () => new Timing(() => 0),
    reproducers: (adapter) => writeReproducers(adapter, { open: () => ({ ok: false, error: "none" }), local: true }),
    "the action log": (adapter) => logActions(adapter, { write() {} }),
    "the action profile": (adapter) => new ActionProfile(adapter, () => 0),
  };

  for (const [name, make] of Object.entries(checks)) {
    it(`let it pass: ${name}`, () => {
      expect(run(managerOf(...passes), make)).to.equal(result);
      expect(run(managerOf(conversion(left, right)), make)).to.equal("right: root r(leaf r1, leaf r2)");
    });

    it(`let it pass with the adapter of the first IR: ${name}`, () => {
      expect(run(managerOf(...passes), () => make(left))).to.equal(result);
      expect(run(managerOf(conversion(left, right)), () => make(left))).to.equal("right: root r(leaf r1, leaf r2)");
    });
  }

  it("refuse an IR after a conversion without a function that a check needs", () => {
    const { fingerprint: _, ...bare } = right;
    const manager = managerOf(conversion(left, bare), marking("b", { anchor: "leaf" }));
    expect(run(manager, () => verifyIsolation(left))).to.equal(
      [
        "error[PWN0102]: the isolation check needs `fingerprint`, which the adapter of IR `right` does not have",
        "help: add `fingerprint` to the adapter, or turn off the isolation check",
      ].join("\n"),
    );
  });

  it("find passes after a conversion that write outside, keep state, or work on more", () => {
    const outside: Node[] = [];
    const writer = definePass({
      name: "writer",
      anchor: "leaf",
      runOnOperation(op: Node) {
        outside.push(op);
        for (const one of outside) one.text += "w";
      },
    }) as unknown as PassDefinition<Node>;
    const manager = managerOf(...passes, writer);
    expect(run(manager, (adapter) => verifyIsolation(adapter))).to.contain("`writer`");
    expect(run(manager, () => verifyIsolation(left))).to.contain("`writer`");
    let count = 0;
    const counting = definePass({
      name: "counting",
      anchor: "leaf",
      runOnOperation: (op: Node) => void (op.text += count++),
    }) as unknown as PassDefinition<Node>;
    expect(run(managerOf(...passes, counting), (adapter) => verifyOrder(adapter))).to.contain("`counting`");
    const more = managerOf(...passes, marking("more", { worksOn: ["other"] }));
    expect(run(more, (adapter) => verifyWorksOn(adapter))).to.contain("`more`");
  });

  it("print each IR with its printer, and conversions whose text is the same as changes", () => {
    const same = { ...right, name: "same", nameOf: left.nameOf, intern: left.intern } as NamedIr;
    const toSame = defineConversion({ name: "to-same", from: left, to: same, convert: (op: Node) => ({ ...op }) });
    const printed: string[] = [];
    const manager = managerOf(again, toSame as never, definePass({ name: "none", runOnOperation() {} }) as never);
    run(manager, (adapter) =>
      printIr(adapter, { after: "all", onlyWhenChanged: true, write: (text) => void printed.push(text) }),
    );
    expect(printed.map((text) => text.split("\n")[0])).to.deep.equal([
      "// -----// IR Dump After again (again) //----- //",
      "// -----// IR Dump After to-same (to-same) //----- //",
    ]);
  });

  it("print each IR with its own printer if they have the adapter of the first IR", () => {
    const printed: string[] = [];
    run(managerOf(conversion(left, right), again), () =>
      printIr(left, { after: "all", onlyWhenChanged: true, write: (text) => void printed.push(text) }),
    );
    expect(printed.map((text) => text.split("\n")[1])).to.deep.equal([
      "root r(leaf r1, leaf r2)",
      "root r!(leaf r1, leaf r2)",
    ]);
  });

  it("print the root around an operation only in an IR that prints only roots", () => {
    const printed: string[] = [];
    const from = { ...left, prints: "roots" } as const;
    const manager = new PassManager(from, { anchor: "root", nesting: "implicit" });
    for (const pass of [marking("a", { anchor: "leaf" }), conversion(from, right), marking("b", { anchor: "leaf" })])
      manager.addPass(pass);
    run(manager, (adapter) => printIr(adapter, { before: ["a", "b"], write: (text) => void printed.push(text) }));
    expect(printed.map((text) => text.split("\n")[1])).to.deep.equal([
      "root l(leaf l1, leaf l2)",
      "root l(leaf l1a, leaf l2)",
      "leaf r1a",
      "leaf r2a",
    ]);
  });

  for (const local of [false, true]) {
    it(`write reproducers of the IR before the ${local ? "pass" : "pipeline"}`, () => {
      const written: string[] = [];
      const fail = definePass({
        name: "fail",
        runOnOperation: (_op: Node, pass: PassContext<Node>) => pass.signalPassFailure(),
      }) as unknown as PassDefinition<Node>;
      const shown = run(managerOf(conversion(left, right), fail), (adapter) =>
        writeReproducers(adapter, {
          open: () => ({ ok: true, description: "out", write: (text) => void written.push(text) }),
          local,
        }),
      );
      const before = local ? "root(fail)" : "root(left-to-right, fail)";
      expect(written).to.deep.equal([local ? "root r(leaf r1, leaf r2)" : "root l(leaf l1, leaf l2)"]);
      expect(shown).to.contain(`the IR before \`${before}\` is written to \`out\``);
    });
  }

  it("write MLIR's resources only into reproducers that are MLIR", () => {
    const mlir = { ...left, name: "mlir" };
    const fail = definePass({
      name: "fail",
      runOnOperation: (_op: Node, pass: PassContext<Node>) => pass.signalPassFailure(),
    }) as unknown as PassDefinition<Node>;
    const writtenBy = (from: NamedIr, to: NamedIr, local: boolean): string => {
      let written = "";
      const manager = new PassManager(from, { anchor: "root" });
      const convert = (op: Node): Node => translated(op, to.name === "mlir" ? left : to);
      manager.addPass(defineConversion({ name: "convert", from, to, convert }) as never).addPass(fail);
      const open = () => ({ ok: true, description: "out", write: (text: string) => void (written = text) }) as const;
      manager.addInstrumentation(writeReproducers(manager.runningAdapter, { open, local }));
      manager.run(from === right ? translated(start(), right) : start());
      return written;
    };
    expect(writtenBy(mlir, right, false)).to.contain("mlir_reproducer");
    expect(writtenBy(mlir, right, true)).to.equal("root r(leaf r1, leaf r2)");
    expect(writtenBy(right, mlir, false)).to.equal("root r(leaf r1, leaf r2)");
    expect(writtenBy(right, mlir, true)).to.contain("mlir_reproducer");
  });
});
