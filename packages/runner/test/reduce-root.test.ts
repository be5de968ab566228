import { mlir } from "@passwright/ir";
import { defineIr } from "@passwright/sdk";
import { renderDiagnostic, UsageError } from "@passwright/core";
import type { IrAdapter } from "@passwright/core";
import { svg } from "@passwright/svgo";
import { expect } from "chai";
import { reduceRoot } from "@passwright/runner";

interface Element {
  name: string;
  attributes: { [name: string]: string };
  children: Element[];
}

const tree = defineIr({
  name: "tree",
  parse: (text: string): Element => JSON.parse(text) as Element,
  nameOf: (element) => element.name,
  childrenOf: "children",
  print: (root) => JSON.stringify(root),
});
const adapter = tree as unknown as IrAdapter<Element>;

const element = (name: string, attributes: Element["attributes"] = {}, ...children: Element[]): Element => ({
  name,
  attributes,
  children,
});

const hasText = (part: string) => (root: Element) => JSON.stringify(root).includes(part);

async function reduced(text: string, stillFails: (printed: string) => boolean): Promise<string> {
  const parsed = mlir.parse(text, { file: "input.mlir" });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]?.message);
  const { root } = await reduceRoot(mlir, parsed.op, (op) => stillFails(mlir.print(op, {})));
  expect(mlir.verify(root, { recursive: true }, () => undefined)).to.equal(true);
  return mlir.print(root, {});
}

describe("reduceRoot", () => {
  const rects = Array.from({ length: 30 }, (_, index) => element("rect", { x: String(index), fill: "red green" }));
  const image = element("svg", { width: "10" }, element("g", {}, element("g", { id: "a" }, ...rects)), element("path"));

  it("keeps the operation and the attribute that the fault needs", async () => {
    const before = JSON.stringify(image);
    const { root } = await reduceRoot(adapter, image, hasText('"x":"17"'));
    expect(JSON.stringify(root)).to.equal(
      '{"name":"svg","attributes":{},"children":[{"name":"rect","attributes":{"x":"17"},"children":[]}]}',
    );
    expect(JSON.stringify(image)).to.equal(before);
  });

  it("keeps two operations that are faulty only together", async () => {
    const test = (root: Element): boolean => hasText('"x":"3"')(root) && hasText('"x":"28"')(root);
    const { root } = await reduceRoot(adapter, image, test);
    expect(JSON.stringify(root)).to.equal(
      '{"name":"svg","attributes":{},"children":[{"name":"rect","attributes":{"x":"3"},"children":[]},{"name":"rect","attributes":{"x":"28"},"children":[]}]}',
    );
  });

  it("uses the edits of the IR's author instead of derived ones", async () => {
    const emptied = defineIr({
      name: "tree",
      parse: (text: string): Element => JSON.parse(text) as Element,
      nameOf: ({ name }) => name,
      childrenOf: "children",
      print: (root) => JSON.stringify(root),
      reduction: {
        remove: (op) => Boolean(Object.assign(op, element("removed"))),
        replaceByChildren: () => false,
        simplify: () => [],
      },
    });
    const root = element("root", { a: "1" }, element("x", { b: "2" }), element("y", { c: "3" }));
    const result = await reduceRoot(emptied as never, root, hasText('"c"') as never);
    expect(result.root).to.deep.equal(element("root", { a: "1" }, element("removed"), element("y", { c: "3" })));
  });

  it("gives the same result with several jobs", async () => {
    const slow = async (root: Element): Promise<boolean> => {
      await new Promise((done) => void setImmediate(done));
      return hasText('"x":"21"')(root);
    };
    const [one, many] = [await reduceRoot(adapter, image, slow), await reduceRoot(adapter, image, slow, { jobs: 5 })];
    expect(many.root).to.deep.equal(one.root);
  });

  it("stops at the budget and when it is aborted, with a root that still fails", async () => {
    const { root, tries } = await reduceRoot(adapter, image, hasText('"x":"17"'), { budget: 4 });
    expect(tries).to.equal(4);
    expect(hasText('"x":"17"')(root)).to.equal(true);
    const controller = new AbortController();
    const stopped = await reduceRoot(adapter, image, hasText('"x":"17"'), {
      signal: controller.signal,
      onSmaller: () => controller.abort(),
    });
    expect(stopped.tries).to.be.lessThan(10);
    expect(hasText('"x":"17"')(stopped.root)).to.equal(true);
  });

  it("removes children that are values of properties", async () => {
    interface Node {
      type: string;
      left?: Node | null;
      body?: { list: Node[] };
    }
    const ir = defineIr({
      name: "code",
      parse: (text: string): Node => JSON.parse(text) as Node,
      nameOf: (node: Node) => node.type,
      childrenOf: (node: Node): Node[] => [...(node.left ? [node.left] : []), ...(node.body?.list ?? [])],
      print: (root: Node) => JSON.stringify(root),
    }) as unknown as IrAdapter<Node>;
    const root: Node = { type: "a", left: { type: "b" }, body: { list: [{ type: "c" }, { type: "d" }] } };
    const result = await reduceRoot(ir, root, (one) => JSON.stringify(one).includes('"d"'));
    expect(JSON.stringify(result.root)).to.equal('{"type":"a","left":null,"body":{"list":[{"type":"d"}]}}');
  });

  it("refuses an IR that cannot copy operations", async () => {
    const { clone: _, ...without } = adapter;
    const thrown: unknown = await reduceRoot(without, image, () => true).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(UsageError);
    expect(renderDiagnostic((thrown as UsageError).diagnostic)).to.equal(
      [
        "error[PWE0201]: inputs of IR `tree` cannot be reduced, because the adapter of the IR cannot copy operations",
        "help: add `clone` to the adapter of `tree`",
      ].join("\n"),
    );
  });

  it("replaces the operation whose replacement shortens the text most", async () => {
    const parsed = svg.parse?.("<svg><g><style>text</style></g></svg>", { file: "x.svg" });
    if (parsed?.ok !== true) throw new Error("the image is wrong");
    const print = (root: object): string => svg.print?.(root as never) ?? "";
    const fails = (root: object): boolean => />text</.test(print(root));
    expect(print((await reduceRoot(svg as never, parsed.op, fails)).root)).to.equal("<g>text</g>");
  });
});

describe("reduceRoot on the embedded IR", () => {
  it("replaces values of removed operations, and drops functions, arguments, results and attributes", async () => {
    const text = `
      func.func @unused(%a: i32) -> i32 { return %a : i32 }
      func.func @main(%a: i32, %b: i32) -> (i32, i32) attributes {note = "x"} {
        %0 = arith.addi %a, %b : i32
        %1 = arith.muli %0, %a {tag} : i32
        %2 = arith.divsi %1, %0 : i32
        %3 = func.call @unused(%2) : (i32) -> i32
        return %3, %1 : i32, i32
      }`;
    expect(await reduced(text, (printed) => printed.includes("arith.divsi"))).to.equal(`module {
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.divsi %c0_i32, %c0_i32 : i32
}
`);
  });

  it("drops blocks and regions", async () => {
    const text = `
      func.func @main(%c: i1, %n: index, %a: i64) -> i64 {
        cf.cond_br %c, ^bb1(%a : i64), ^bb2
      ^bb1(%x: i64):
        %0 = scf.if %c -> (i64) {
          %1 = arith.muli %x, %x : i64
          scf.yield %1 : i64
        } else {
          scf.yield %a : i64
        }
        cf.br ^bb3(%0 : i64)
      ^bb2:
        cf.br ^bb3(%a : i64)
      ^bb3(%r: i64):
        return %r : i64
      }`;
    expect(await reduced(text, (printed) => printed.includes("arith.muli") && printed.includes("^bb1"))).to
      .equal(`module {
  func.func @main() {
    return
  ^bb1:  // no predecessors
    %c0_i32 = arith.constant 0 : i32
    %0 = arith.muli %c0_i32, %c0_i32 : i32
    return
  }
}
`);
  });

  it("inlines regions with several blocks", async () => {
    const text = `
      func.func @main() {
        %c = arith.constant false
        %x = arith.constant 1 : i32
        scf.execute_region {
          cf.cond_br %c, ^bb1(%x : i32), ^bb2
        ^bb1(%0: i32):
          cf.br ^bb2
        ^bb2:
          scf.yield
        }
        return
      }`;
    expect(await reduced(text, (printed) => /cond_br %\w+, \^bb\d\(/.test(printed))).to.equal(`module {
  func.func @main() {
    %false = arith.constant false
    %c0_i32 = arith.constant 0 : i32
    cf.cond_br %false, ^bb1(%c0_i32 : i32), ^bb2
  ^bb1(%0: i32):  // pred: ^bb0
    return
  ^bb2:  // pred: ^bb0
    return
  }
}
`);
  });

  it("drops results of the type of the condition, and regions that may be empty", async () => {
    const text = `
      func.func @main(%c: i1) -> i1 {
        %0 = scf.if %c -> (i1) {
          scf.yield %c : i1
        } else {
          scf.yield %c : i1
        }
        return %0 : i1
      }`;
    expect(await reduced(text, (printed) => printed.includes("scf.if"))).to.equal(`module {
  %false = arith.constant false
  scf.if %false {
  }
}
`);
  });
});
