import { expect } from "chai";
import { assemble, defineFramework, defineGroup, defineIr, definePass } from "@passwright/sdk";
import { mlir } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { recordRun, SnapshotReader, TextReader } from "@passwright/viewer";
import type { Recording } from "@passwright/viewer";

interface Node {
  kind: string;
  name?: string;
  words: string[];
  parts: Node[];
}

const printNode = ({ kind, name, words, parts }: Node): string => {
  const inner = parts.map((part) => `${printNode(part).replace(/^/gm, "  ")}\n`).join("");
  return `${kind} ${name ?? ""}: ${words.join(" ")}${inner === "" ? "" : `\n${inner.trimEnd()}`}`;
};

/** Makes an IR for texts such as `f a b; g c`: a document with two parts, each with words. */
const tree = (print: (node: Node) => string, prints: "operations" | "roots" = "operations") =>
  defineIr({
    name: "tree",
    parse: (text: string): Node => ({
      kind: "doc",
      words: [],
      parts: text.split(";").map((part) => {
        const [name = "", ...words] = part.trim().split(" ");
        return { kind: "part", name, words, parts: [] };
      }),
    }),
    nameOf: ({ kind }) => kind,
    childrenOf: "parts",
    print,
    prints,
  });

const edit = (name: string, anchor: string, change: (node: Node) => void) =>
  definePass({ name, anchor, runOnOperation: (node: Node) => change(node) });

const upper = edit("upper", "part", (node) => void (node.words = node.words.map((word) => word.toUpperCase())));
const double = edit("double", "part", (node) => void node.words.push(...node.words));
const drop = edit("drop", "doc", (node) => void node.parts.pop());
const nothing = edit("nothing", "doc", () => undefined);

async function record(text: string, print = printNode, last = nothing, ir = tree(print)): Promise<Recording> {
  const framework = defineFramework({
    name: "trees",
    ir,
    anchor: "doc",
    pipeline(b) {
      const parts = b.nest("part");
      parts.addPass(upper);
      parts.addPass(double);
      b.addPass(drop);
      b.addPass(last);
    },
  });
  return recordRun(assemble(framework), [{ file: "x.tree", text }]);
}

function texts({ snapshots, texts, runs }: Recording): string[] {
  const reader = new TextReader(texts);
  const states = new SnapshotReader(snapshots);
  const text = (snapshot: number): string =>
    states
      .chunks(snapshot)
      .map((chunk) => reader.text(chunk))
      .join("")
      .replace(/\n$/, "");
  return (runs[0]?.visits ?? []).flatMap(({ steps }) =>
    steps.map(({ step, before, after, changed }) => `${step} (${changed.join()})\n${text(before)}\n=>\n${text(after)}`),
  );
}

describe("a recording of a run", () => {
  it("shows the file as if each step of a nested pipeline ran on all operations first", async () => {
    expect(texts(await record("f a; g b"))).to.deep.equal([
      "upper (part,part)\ndoc : \n  part f: a\n  part g: b\n=>\ndoc : \n  part f: A\n  part g: B",
      "double (part,part)\ndoc : \n  part f: A\n  part g: B\n=>\ndoc : \n  part f: A A\n  part g: B B",
      "drop (doc)\ndoc : \n  part f: A A\n  part g: B B\n=>\ndoc : \n  part f: A A",
      "nothing ()\ndoc : \n  part f: A A\n=>\ndoc : \n  part f: A A",
    ]);
  });

  it("does not change the line before a removed last line", async () => {
    const { texts: stored } = await record("f a; g b");
    expect(stored.flatMap((one) => ("base" in one ? [one.edits] : []))).to.deep.equal([[[2, 1]]]);
  });

  it("shows steps together if their operations are not in the text of the file", async () => {
    const counts = (node: Node): string =>
      node.kind === "doc" ? `doc of ${node.parts.map(({ words }) => words.join("+")).join(" ")}` : printNode(node);
    const recording = await record("f a; g b", counts);
    const [first, second, third] = recording.runs[0]?.visits[0]?.steps ?? [];
    expect(first?.together).to.deep.equal(["upper", "double"]);
    expect([first?.before, first?.after]).to.deep.equal([second?.before, second?.after]);
    expect(third?.before).to.deep.equal(second?.after);
    const reader = new TextReader(recording.texts);
    expect(second?.parts?.map(({ before, after }) => [reader.text(before), reader.text(after)])).to.deep.equal([
      ["part f: A", "part f: A A"],
      ["part g: B", "part g: B B"],
    ]);
  });

  describe("of an IR that prints only roots", () => {
    /**
     * Makes the IR with a printer that writes `separator` between parts. With a line break as the separator, each part
     * has a separate line.
     */
    const irOf = (separator: string) =>
      tree(({ kind, parts }) => {
        if (kind !== "doc") throw new TypeError(`'${kind}' is not a root`);
        return parts.map(({ name, words }) => `${name}: ${words.join(" ")}`).join(separator);
      }, "roots");

    it("shows the file as if each step of a nested pipeline ran on all operations first", async () => {
      expect(texts(await record("f a; g 1; h c", printNode, nothing, irOf("\n")))).to.deep.equal([
        "upper (part,part)\nf: a\ng: 1\nh: c\n=>\nf: A\ng: 1\nh: C",
        "double (part,part,part)\nf: A\ng: 1\nh: C\n=>\nf: A A\ng: 1 1\nh: C C",
        "drop (doc)\nf: A A\ng: 1 1\nh: C C\n=>\nf: A A\ng: 1 1",
        "nothing ()\nf: A A\ng: 1 1\n=>\nf: A A\ng: 1 1",
      ]);
    });

    it("shows steps together if they change the same lines in a different order", async () => {
      const recording = await record("f a; g b", printNode, nothing, irOf("; "));
      expect(texts(recording).slice(0, 2)).to.deep.equal([
        "upper (part,part)\nf: a; g: b\n=>\nf: A A; g: B B",
        "double (part,part)\nf: a; g: b\n=>\nf: A A; g: B B",
      ]);
      const [first, second] = recording.runs[0]?.visits[0]?.steps ?? [];
      expect([first?.together, first?.parts]).to.deep.equal([["upper", "double"], undefined]);
      expect(second?.together).to.deep.equal(first?.together);
    });

    it("shows each step alone if the others change nothing", async () => {
      expect(texts(await record("f 1; g 2", printNode, nothing, irOf("; "))).slice(0, 2)).to.deep.equal([
        "upper ()\nf: 1; g: 2\n=>\nf: 1; g: 2",
        "double (part,part)\nf: 1; g: 2\n=>\nf: 1 1; g: 2 2",
      ]);
    });
  });

  it("has the step that fails, and those before it", async () => {
    const fail = definePass({
      name: "fail",
      anchor: "doc",
      runOnOperation: (_: Node, pass) => void pass.signalPassFailure(),
    });
    const recording = await record("f a", printNode, fail as never);
    expect(recording.runs[0]?.ok).to.equal(false);
    expect(recording.runs[0]?.visits[0]?.steps.map(({ step, failed }) => [step, failed ?? false])).to.deep.equal([
      ["upper", false],
      ["double", false],
      ["drop", false],
      ["fail", true],
    ]);
  });

  it("shows the members of a group together", async () => {
    const group = defineGroup({
      name: "both",
      splits: "refuse",
      run: (members, root: Node) => void root.words.push(...members.map(({ member }) => member as string)),
    });
    const framework = defineFramework({
      name: "trees",
      ir: tree(printNode),
      anchor: "doc",
      groups: [group],
      pipeline(b) {
        b.addPass(definePass({ name: "one", group, member: "1" }));
        b.addPass(definePass({ name: "two", group, member: "2" }));
      },
    });
    const recording = await recordRun(assemble(framework), [{ file: "x.tree", text: "f a" }]);
    expect(recording.diagnostics).to.deep.equal([]);
    const [one, two] = recording.runs[0]?.visits[0]?.steps ?? [];
    expect(one?.together).to.deep.equal(["one", "two"]);
    expect(one?.after).to.deep.equal(two?.after);
  });

  it("has a run with errors for an input that cannot be parsed, and is JSON", async () => {
    const framework = defineFramework({
      name: "trees",
      ir: defineIr({
        name: "tree",
        parse: (): Node => {
          throw new Error("no tree");
        },
        nameOf: ({ kind }: Node) => kind,
        childrenOf: "parts",
      }),
      anchor: "doc",
      pipeline: (b) => void b.addPass(nothing),
    });
    const recording = await recordRun(assemble(framework), [{ file: "x.tree", text: "" }]);
    expect(recording.runs.map(({ ok, diagnostics }) => [ok, diagnostics[0]?.message])).to.deep.equal([
      [false, "the tree parser refused the input: no tree"],
    ]);
    expect(JSON.parse(JSON.stringify(recording))).to.deep.equal(recording);
  });

  it("has the lines that diagnostics are about", async () => {
    const check = definePass({
      name: "check",
      anchor: "builtin.module",
      runOnOperation(root: Operation, pass) {
        root.walk((op) => void (op.name === "arith.muli" && pass.emitWarning("may overflow", op)));
      },
    });
    const framework = defineFramework({
      name: "checks",
      ir: mlir,
      anchor: "builtin.module",
      pipeline: (b) => void b.addPass(check),
    });
    const text = `
// Products.
func.func @f(%x: i32) -> i32 {
  %a = arith.muli %x, %x : i32
  %b = arith.addi %a, %x : i32 %c = arith.muli %b, %x : i32
  %d = arith.muli %b, %c : i32
  return %d : i32
}
`;
    const run = async (source: string) =>
      (await recordRun(assemble(framework), [{ file: "f.mlir", text: source }])).runs[0];
    // Two operations on one line of the input are on separate lines of the printed text, so no line is recorded.
    expect((await run(text))?.lines).to.equal(undefined);
    expect((await run(text.replace(" %c =", "\n%c =")))?.lines).to.deep.equal([2, 4, 5]);
  });
});
