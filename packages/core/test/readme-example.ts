import { definePass, int, parsePipeline, PassManager, PassRegistry, printPipeline } from "@passwright/core";
import type { IrAdapter } from "@passwright/core";

// An IR: any tree of objects.
interface Node {
  readonly kind: "document" | "section" | "word";
  text: string;
  parent?: Node;
  readonly children: Node[];
}

function node(kind: Node["kind"], text: string, ...children: Node[]): Node {
  const made: Node = { kind, text, children };
  for (const child of children) child.parent = made;
  return made;
}

// The adapter gives the core access to the IR.
const isolated = new Set(["document", "section"]);
const names = new Map<string, ReturnType<IrAdapter<Node>["intern"]>>();
const adapter: IrAdapter<Node> = {
  name: "documents",
  intern(text) {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = { text, isRegistered: true, isIsolatedFromAbove: isolated.has(text), hasInterface: () => false };
    names.set(text, name);
    return name;
  },
  nameOf: (op) => adapter.intern(op.kind),
  parentOf: (op) => op.parent,
  collectNested: (op, out) => void out.push(...op.children),
};

// A pass: the types of options and statistics follow from this definition.
const shorten = definePass({
  name: "shorten",
  summary: "cuts long words",
  anchor: "section",
  options: { length: int(8, "letters to keep") },
  statistics: { cut: "words that were cut" },
  runOnOperation(section: Node, pass) {
    for (const word of section.children) {
      if (word.text.length <= pass.options.length) continue;
      word.text = `${word.text.slice(0, pass.options.length)}…`;
      pass.statistics.cut.add();
    }
  },
});

// A pipeline from text.
const registry = new PassRegistry<Node>().registerPass(shorten, { name: "example" });
const parsed = parsePipeline("document(section(shorten{length=5}))", registry);
if (!parsed.ok) throw new Error(parsed.diagnostic.message);

const manager = new PassManager(adapter, { anchor: "document" }).append(parsed.manager);

const top = node("document", "", node("section", "", node("word", "infrastructure"), node("word", "pass")));
const result = manager.run(top);

const words = top.children.flatMap((section) => section.children.map((word) => word.text));
export const output = [printPipeline(manager), `succeeded: ${result.succeeded}`, words.join(" ")].join("\n");
