import { definePass, PassManager, renderDiagnostic } from "@passwright/core";
import type { Instrumentation } from "@passwright/core";
import { printIr, verifyIsolation, verifyOrder } from "@passwright/instrument";
import { expect } from "chai";
import { makeTree, node, printNode } from "./plain-tree.ts";
import type { Node } from "./plain-tree.ts";

const plant = (): Node => node("book", "b", node("page", "1", node("word", "x")), node("page", "2", node("word", "y")));

const shout = definePass({ name: "shout", runOnOperation: (op: Node) => void (op.text = op.text.toUpperCase()) });

function runWith(root: Node, instrumentation: Instrumentation<Node>, pass = shout, tree = makeTree()): string {
  const manager = new PassManager(tree, { anchor: "book" });
  manager.addInstrumentation(instrumentation);
  manager.nest("page").nest("word").addPass(pass);
  return manager
    .run(root)
    .diagnostics.map((one) => renderDiagnostic(one))
    .join("\n");
}

describe("instrumentations on trees without parents", () => {
  it("print the operations around a nested pass", () => {
    let text = "";
    runWith(plant(), printIr(makeTree(), { after: "all", moduleScope: true, write: (dump) => (text += dump) }));
    expect(text).to.equal(
      "// -----// IR Dump After shout (shout) ('word' operation: @X) //----- //\n" +
        "book b(page 1(word X), page 2(word y))\n\n\n" +
        "// -----// IR Dump After shout (shout) ('word' operation: @Y) //----- //\n" +
        "book b(page 1(word X), page 2(word Y))\n\n\n",
    );
  });

  it("print the root around a nested pass, if the IR prints only roots", () => {
    const print = (root: Node): string => {
      if (root.kind !== "book") throw new TypeError(`'${root.kind}' is not a root`);
      return printNode(root);
    };
    const tree = { ...makeTree(), print, prints: "roots" } as const;
    let text = "";
    runWith(plant(), printIr(tree, { after: ["shout"], write: (dump) => (text += dump) }));
    expect(text.split("\n\n\n")[0]).to.equal(
      "// -----// IR Dump After shout (shout) ('word' operation: @X) //----- //\nbook b(page 1(word X), page 2(word y))",
    );
    expect(runWith(plant(), verifyOrder(tree), shout, tree)).to.equal("");
  });

  it("print to a tree of folders", () => {
    const paths: string[] = [];
    runWith(plant(), printIr(makeTree(), { before: "all", writeFile: (path) => void paths.push(path) }));
    expect(paths).to.deep.equal(["book_b/page_1/word_x/0_0_0_shout.mlir", "book_b/page_2/word_y/0_0_0_shout.mlir"]);
  });

  it("print operations of one name to folders of their own", () => {
    const paths: string[] = [];
    const instrumentation = printIr(makeTree(), { before: "all", writeFile: (path) => void paths.push(path) });
    for (const text of ["x", "y"]) {
      runWith(node("book", "b", node("page", "1", node("word", text), node("word", text))), instrumentation);
    }
    expect(paths).to.deep.equal([
      "book_b/page_1/word_x/0_0_0_shout.mlir",
      "book_b/page_1/word_x_2/0_0_0_shout.mlir",
      "book_b_2/page_1/word_y/0_0_0_shout.mlir",
      "book_b_2/page_1/word_y_2/0_0_0_shout.mlir",
    ]);
  });

  it("find passes that change siblings of their operation or operations around it", () => {
    const root = plant();
    const beside = (text: string, write: () => void) =>
      definePass({ name: "beside", runOnOperation: (op: Node) => void (op.text === text && write()) });
    expect(runWith(root, verifyIsolation(makeTree()))).to.equal("");
    const change = beside("X", () => void (root.children[1]!.text = "three"));
    expect(runWith(root, verifyIsolation(makeTree()), change)).to.contain("sibling 'page' @2 was changed");
    const take = beside("X", () => void (root.children[0]!.children = []));
    expect(runWith(root, verifyIsolation(makeTree()), take)).to.contain(
      "'word' @X, the operation that it runs on, was moved",
    );
  });
});
