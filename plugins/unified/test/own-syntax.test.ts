import { expect } from "chai";
import type { Root } from "mdast";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import type { PluggableList, Processor } from "unified";
import type { VFile } from "vfile";
import { assemble, renderDiagnostic, UsageError } from "@passwright/sdk";
import { unifiedFramework } from "@passwright/unified";

const TEXT = "# a\n\nb\n";

/** Plugin that sets a custom compiler, which prints the number of nodes. */
function count(this: Processor): void {
  this.compiler = ((tree: Root) => `${tree.children.length} nodes\n`) as never;
}

/** Plugin that sets a custom parser, which returns one paragraph for each line. */
function lines(this: Processor): void {
  this.parser = ((text: string) => ({
    type: "root",
    children: text
      .split("\n")
      .filter((value) => value !== "")
      .map((value) => ({ type: "paragraph", children: [{ type: "text", value }] })),
  })) as never;
}

const compilerOf = (result: unknown) =>
  function own(this: Processor): void {
    this.compiler = (() => result) as never;
  };

function printed(list: PluggableList): unknown {
  const assembly = assemble(unifiedFramework(list));
  const parsed = assembly.parse(TEXT, { file: "a.md" });
  if (!parsed.ok) throw new Error("not parsed");
  return assembly.print(assembly.run(parsed.root).root);
}

describe("plugins that set the parser or the compiler", () => {
  for (const [what, list] of Object.entries({
    "a compiler": [remarkParse, count],
    "a compiler after remark-stringify": [remarkParse, remarkStringify, count],
    "a compiler for HTML": [remarkParse, remarkRehype, count],
    "a compiler for HTML, after the printer for Markdown": [remarkParse, remarkStringify, remarkRehype, count],
    "a parser": [lines, remarkStringify],
    "a parser before a conversion": [lines, remarkRehype, rehypeStringify],
    "a compiler for text as bytes": [remarkParse, compilerOf(new TextEncoder().encode("é"))],
  } as { readonly [what: string]: PluggableList })) {
    it(`has unified's result with ${what}`, async () => {
      expect(printed(list)).to.equal(String(await unified().use(list).process(TEXT)));
    });
  }

  it("has the bytes of a compiler", () => {
    const { ir } = unifiedFramework([remarkParse, compilerOf(new Uint8Array([255]))]) as unknown as {
      readonly ir: { readonly bytes: { print(root: object): Uint8Array } };
    };
    expect(ir.bytes.print({ type: "root", children: [] })).to.deep.equal(new Uint8Array([255]));
  });

  it("refuses other results of compilers", () => {
    try {
      printed([remarkParse, compilerOf({ name: "div" })]);
      expect.fail("it was printed");
    } catch (thrown) {
      expect(thrown).to.be.instanceOf(UsageError);
      expect(renderDiagnostic((thrown as UsageError).diagnostic)).to.equal(
        "error[PWV0307]: the compiler in the list of plugins returned an object instead of text or bytes\nhelp: return a string or a `Uint8Array` from the compiler",
      );
    }
  });

  it("prints a list without a compiler with the printer of the last language, and the extensions of the list", () => {
    expect(printed([remarkParse, remarkGfm])).to.equal(TEXT);
    expect(printed([remarkParse, remarkRehype])).to.equal("<h1>a</h1>\n<p>b</p>");
    const assembly = assemble(unifiedFramework([remarkParse, remarkGfm]));
    const parsed = assembly.parse("| a |\n| - |\n", { file: "a.md" });
    if (!parsed.ok) throw new Error("not parsed");
    expect(assembly.print(assembly.run(parsed.root).root)).to.equal("| a |\n| - |\n");
  });
});

it("refuses trees of other languages from a parser of the list", () => {
  function words(this: Processor): void {
    this.parser = (() => ({ type: "RootNode", children: [] })) as never;
  }
  const parsed = assemble(unifiedFramework([words, remarkStringify])).parse("a", { file: "a.txt" });
  expect(parsed.ok ? "parsed" : parsed.diagnostics.map((one) => renderDiagnostic(one)).join("\n")).to
    .equal(`error[PWV0301]: the parser in the list of plugins returned a node \`RootNode\` instead of a tree of remark or rehype
  --> a.txt
help: run this list of plugins with unified`);
});

describe("a processor of unified", () => {
  for (const [what, make] of Object.entries({
    "that is not frozen": () => unified().use(remarkParse).use(remarkGfm).use(remarkStringify, { bullet: "+" }),
    "that is frozen": () =>
      unified().data("settings", { bullet: "+" }).use(remarkParse).use(remarkGfm).use(remarkStringify).freeze(),
  })) {
    it(`can be the list, if it is one ${what}`, async () => {
      const assembly = assemble(unifiedFramework(make()));
      const parsed = assembly.parse("* ~~a~~\n", { file: "a.md" });
      if (!parsed.ok) throw new Error("not parsed");
      expect(assembly.print(assembly.run(parsed.root).root))
        .to.equal(String(await make().process("* ~~a~~\n")))
        .and.to.equal("+ ~~a~~\n");
    });
  }

  it("keeps its data for plugins, although it is frozen", async () => {
    function sign(this: Processor) {
      const author: unknown = this.data("author" as never);
      return (tree: Root) => void tree.children.push({ type: "html", value: JSON.stringify(author) });
    }
    const data = { author: ["Ada"] } as never;
    const make = () => unified().data(data).use(remarkParse).use(remarkGfm).use(sign).use(remarkStringify).freeze();
    const assembly = assemble(unifiedFramework(make()));
    const parsed = assembly.parse("* a\n", { file: "a.md" });
    if (!parsed.ok) throw new Error("not parsed");
    expect(assembly.print(assembly.run(parsed.root).root))
      .to.equal(String(await make().process("* a\n")))
      .and.to.equal('* a\n\n["Ada"]\n');
  });

  it("runs plugins that a plugin adds once, at the end", async () => {
    const add = (value: string) => (tree: Root) => void tree.children.push({ type: "html", value });
    const inner = () => add("inner");
    function outer(this: Processor) {
      this.use(inner);
      return add("outer");
    }
    const last = () => add("last");
    const list: PluggableList = [remarkParse, outer, last, remarkStringify];
    expect(printed(list))
      .to.equal(String(await unified().use(list).process(TEXT)))
      .and.to.equal(`${TEXT}\nouter\n\nlast\n\ninner\n`);
  });
});

it("stays on Markdown after remark-rehype if remark-rehype runs another processor", async () => {
  const note = () => (tree: Root, file: VFile) => void file.message(`on ${tree.children.length} nodes`);
  const last = () => (tree: Root) => void tree.children.push({ type: "html", value: "<last>" });
  const list: PluggableList = [remarkParse, [remarkRehype, unified().use(note as never)], last, remarkStringify];
  const expected = await unified().use(list).process("a\n\nb\n");
  const assembly = assemble(unifiedFramework(list));
  const parsed = assembly.parse("a\n\nb\n", { file: "a.md" });
  if (!parsed.ok) throw new Error("not parsed");
  const { root, diagnostics } = await assembly.runAsync(parsed.root);
  expect([assembly.text(), assembly.print(root), ...diagnostics.map(({ message }) => message)]).to.deep.equal([
    "root(remark-rehype,last)",
    String(expected),
    ...expected.messages.map(({ reason }) => reason),
  ]);
});
