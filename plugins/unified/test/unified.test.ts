import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { Root as HastRoot } from "hast";
import type { Root as MdastRoot } from "mdast";
import rehypeAutolink from "rehype-autolink-headings";
import rehypeParse from "rehype-parse";
import rehypeMinify from "rehype-preset-minify";
import rehypeRaw from "rehype-raw";
import rehypeRemark from "rehype-remark";
import rehypeSlug from "rehype-slug";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkLint from "remark-preset-lint-recommended";
import remarkRehype from "remark-rehype";
import remarkStringify from "remark-stringify";
import remarkToc from "remark-toc";
import { globSync } from "tinyglobby";
import { unified } from "unified";
import type { PluggableList } from "unified";
import { VFile } from "vfile";
import { testLevel } from "@passwright/development";
import { assemble, definePlugin, renderDiagnostic, sliceOf, UsageError } from "@passwright/sdk";
import framework, { fileOf, fromUnified, hast, mdast, unifiedFramework } from "@passwright/unified";
import type { NamedPreset } from "@passwright/unified";

const modules = join(dirname(fileURLToPath(import.meta.resolve("unified"))), "..");
const readmes = globSync(["*/{README,readme}.md", "@*/*/{README,readme}.md"], { cwd: modules })
  .sort()
  .map((file) => join(modules, file));

/**
 * Returns every second README at the test level `long`, every `step`th README at `usual`, and a third of those at
 * `quick`.
 */
function corpus(step: number): readonly string[] {
  const every = { quick: step * 3, usual: step, long: 2 }[testLevel()];
  return readmes.filter((_file, index) => index % every === 0);
}

type Assembly = ReturnType<typeof assemble<typeof framework>>;

async function run(
  assembly: Assembly,
  text: string,
  file: string,
): Promise<{ readonly text: string; readonly says: string; readonly file: VFile }> {
  expect(assembly.diagnostics.map((one) => assembly.render(one))).to.deep.equal([]);
  const parsed = assembly.parse(text, { file });
  if (!parsed.ok) throw new Error(parsed.diagnostics.map((one) => assembly.render(one)).join("\n"));
  const { ok, root, diagnostics } = await assembly.runAsync(parsed.root);
  const says = diagnostics.map((one) => assembly.render(one)).join("\n");
  return { text: ok ? assembly.print(root) : "", says, file: fileOf(root) };
}

/** Asynchronous plugin that adds a comment to the tree. */
const slowly =
  () =>
  async (tree: HastRoot): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    tree.children.push({ type: "comment", value: "late" });
  };

const lists: { readonly [what: string]: PluggableList } = {
  "Markdown to HTML, with settings": [
    remarkParse,
    remarkGfm,
    [remarkToc, { heading: "usage" }],
    [remarkRehype, { allowDangerousHtml: true }],
    rehypeRaw,
    rehypeSlug,
    [rehypeAutolink, { behavior: "wrap" }],
    [rehypeStringify, { closeSelfClosing: true }],
  ],
  "Markdown to Markdown, and a preset of checks": [
    remarkParse,
    remarkGfm,
    remarkLint,
    [remarkStringify, { bullet: "-" }],
  ],
  "a preset for HTML, and an asynchronous plugin": [remarkParse, remarkRehype, rehypeMinify, slowly, rehypeStringify],
};

describe("a slice after the conversion to HTML", () => {
  const document = () => (tree: HastRoot) => {
    const element = (tagName: string, children: readonly object[]): never =>
      ({ type: "element", tagName, properties: {}, children }) as never;
    tree.children = [{ type: "doctype" }, element("html", [element("head", []), element("body", tree.children)])];
  };
  const lists: readonly PluggableList[] = [
    [remarkParse, remarkRehype, rehypeSlug, rehypeStringify],
    [remarkParse, remarkRehype, document, rehypeSlug, rehypeStringify],
  ];
  for (const [index, list] of lists.entries())
    it(`continues with the printed ${["fragment", "document"][index]}`, async () => {
      const assembly = assemble(unifiedFramework(list));
      const text = "# One\n\nText with `code`.\n\n* a\n* b\n";
      const parsed = assembly.parse(text, { file: "a.md" });
      const first = sliceOf(assembly, { until: index === 0 ? "remark-rehype" : "document" });
      const second = sliceOf(assembly, { from: "rehype-slug" });
      if (!parsed.ok || !second.ok) throw new Error("not parsed");
      const middle = assembly.print((await assembly.runAsync(parsed.root, { slice: first })).root);
      const again = second.ir?.adapter.parse?.(middle, { file: "a.html" });
      if (again?.ok !== true) throw new Error("not parsed");
      const end = assembly.print((await assembly.runAsync(again.op as HastRoot, { slice: second })).root);
      expect(end).to.equal((await run(assembly, text, "a.md")).text);
    });
});

describe("unified", () => {
  for (const [what, list] of Object.entries(lists)) {
    it(`gives unified's bytes and messages with ${what}`, async () => {
      const assembly = assemble(unifiedFramework(list)) as Assembly;
      const processor = unified().use(list).freeze();
      for (const path of corpus(120)) {
        const value = readFileSync(path, "utf8");
        const [ours, theirs] = [await run(assembly, value, path), await processor.process({ path, value })];
        expect(ours.text === String(theirs), path).to.equal(true);
        expect(ours.file.messages.map(String), path).to.deep.equal(theirs.messages.map(String));
      }
    });
  }

  const disabled = "[x]: y\n\n<!--lint disable-->\n\n[a]: b\n[a]: c\n\n<!--lint enable-->\n\n[d]: e\n";
  const ignored = "<!--lint ignore no-unused-definitions no-such-rule-->\n\n[a]: b\n\n[c]: d\n\nx\n";
  const unknown = "<!--lint disable-->\n\n[a]: b\n\n<!--lint hide-->\n";
  const comments = Object.entries({ disabled, ignored, unknown }).flatMap(
    ([what, text]): [string, string, PluggableList][] => [
      [what, text, [remarkParse, remarkLint, remarkStringify]],
      [`${what}, in HTML`, text, [remarkParse, remarkLint, remarkRehype, rehypeStringify]],
      [
        `${what}, in HTML with comments`,
        text,
        [remarkParse, remarkLint, [remarkRehype, { allowDangerousHtml: true }], rehypeRaw, rehypeStringify],
      ],
    ],
  );
  for (const [what, text, list] of comments) {
    it(`reports exactly the messages that unified keeps, if the text contains comments (${what})`, async () => {
      const { says } = await run(assemble(unifiedFramework(list)) as Assembly, text, "a.md");
      const file = new VFile({ path: "a.md", value: text });
      await unified()
        .use(list)
        .process(file)
        .catch(() => undefined);
      const theirs = file.messages.map(({ line, column }) => `a.md:${line}:${column}`);
      expect((says.match(/(?<=--> )a\.md:\d+:\d+/g) ?? []).sort()).to.deep.equal(theirs.sort());
    });
  }

  it("gives unified's bytes with HTML to HTML", async () => {
    const list: PluggableList = [rehypeParse, rehypeSlug, rehypeMinify, rehypeStringify];
    const text = "<!doctype html><h1>A  <b>b</b></h1>\n<p>c\n";
    const { text: html } = await run(assemble(unifiedFramework(list)) as Assembly, text, "a.html");
    expect(html).to.equal(String(await unified().use(list).process(text)));
  });

  it("takes plugins on both sides of the conversion", async () => {
    const shout = () => (tree: MdastRoot) => {
      const [first] = tree.children;
      if (first?.type === "heading") first.children.push({ type: "text", value: "!" });
    };
    const plugin = definePlugin({
      name: "both",
      passes: [
        fromUnified(shout as never, { ir: mdast, name: "shout" }),
        fromUnified(rehypeSlug as never, { ir: hast }),
      ],
      insert: [
        { pass: "shout", at: "markdown.begin" },
        { pass: "rehype-slug", at: "html.end" },
      ],
    });
    const assembly = assemble(framework, { plugins: [plugin as never] });
    expect(assembly.text()).to.equal("root(shout,remark-rehype,rehype-slug)");
    expect((await run(assembly, "# Ha\n", "a.md")).text).to.equal('<h1 id="ha">Ha!</h1>');
  });

  it("refuses a plugin for HTML before the conversion, when it plans", () => {
    const plugin = definePlugin({
      name: "early",
      passes: [fromUnified(rehypeSlug as never, { ir: hast })],
      insert: [{ pass: "rehype-slug", before: "remark-rehype" }],
    });
    const { diagnostics } = assemble(framework, { plugins: [plugin as never] });
    expect(diagnostics.map(({ severity }) => severity)).to.deep.equal(["error"]);
    expect(renderDiagnostic(diagnostics[0] as never))
      .to.contain("rehype-slug")
      .and.to.contain("hast");
  });

  it("reports messages at their place, and fails where a plugin fails the file", async () => {
    const strict = () => (tree: MdastRoot, file: VFile) => {
      file.message("a bit long", tree.children[0]);
      file.fail("no headings here", tree.children[1]);
    };
    const assembly = assemble(unifiedFramework([remarkParse, strict as never, remarkStringify])) as Assembly;
    const { text, says } = await run(assembly, "a\n\n# b\n", "a.md");
    expect(text).to.equal("");
    expect(says).to.match(/^warning\[\w+\]: a bit long\n {2}--> a\.md:1:1, step strict\n/);
    expect(says).to.match(/^error\[\w+\]: no headings here\n {2}--> a\.md:3:1, step strict/m);
  });

  it("gives unified's bytes with HTML to Markdown", async () => {
    const list: PluggableList = [rehypeParse, rehypeSlug, rehypeRemark, remarkGfm, [remarkStringify, { bullet: "+" }]];
    const assembly = assemble(unifiedFramework(list));
    const steps = [
      "html.begin",
      "rehype-slug",
      "html.end",
      "rehype-remark",
      "markdown.begin",
      "remark-gfm",
      "markdown.end",
    ];
    expect(assembly.plan?.steps.map(({ pass }) => pass)).to.deep.equal(steps);
    const text = "<h1>A</h1><ul><li>b</li></ul><table><tr><th>c</th></tr></table>";
    expect((await run(assembly, text, "a.html")).text).to.equal(String(await unified().use(list).process(text)));
  });

  for (const [form, config] of Object.entries({
    "a list with names, as in .remarkrc": {
      settings: { bullet: "+" },
      plugins: ["gfm", ["remark-toc", { tight: true }], ["slug", false]],
    },
    "a table of names": {
      settings: { bullet: "+" },
      plugins: { "remark-gfm": null, toc: { tight: true }, "rehype-slug": false },
    },
  } satisfies { readonly [form: string]: NamedPreset })) {
    it(`takes ${form}`, async () => {
      const assembly = assemble(unifiedFramework([remarkParse, config, remarkStringify], { from: import.meta.url }));
      const text = "# a\n\n## Contents\n\n## ~~b~~\n\n### c\n";
      const theirs = unified().use([
        remarkParse,
        { settings: config.settings },
        remarkGfm,
        [remarkToc, { tight: true }],
        remarkStringify,
      ]);
      const expected = String(await theirs.process(text));
      expect((await run(assembly, text, "a.md")).text)
        .to.equal(expected)
        .and.to.contain("+ [");
    });
  }

  it("takes a preset with a parser", () => {
    expect(assemble(unifiedFramework({ plugins: [remarkParse, remarkGfm] })).plan?.steps[1]?.pass).to.equal(
      "remark-gfm",
    );
  });

  it("refuses names that are not installed, and suggests installed packages", () => {
    const messages = {
      emoji:
        "error[PWV0302]: plugin `emoji` of remark or rehype cannot be loaded: Cannot find module 'remark-emoji'\nhelp: run `npm install remark-emoji`, or set `from` to `import.meta.url`",
      gmf: "error[PWV0302]: plugin `gmf` of remark or rehype cannot be loaded: Cannot find module 'remark-gmf'\nhelp: did you mean `remark-gfm`?",
      "rehype-slgu":
        "error[PWV0302]: plugin `rehype-slgu` of remark or rehype cannot be loaded: Cannot find module 'rehype-slgu'\nhelp: did you mean `rehype-slug`?",
    };
    for (const [name, message] of Object.entries(messages)) {
      try {
        unifiedFramework([remarkParse, name]);
        expect.fail("it was taken");
      } catch (thrown) {
        expect(thrown).to.be.instanceOf(UsageError);
        expect(renderDiagnostic((thrown as UsageError).diagnostic)).to.equal(message);
      }
    }
  });

  it("refuses a plugin without its IR", () => {
    try {
      fromUnified(remarkGfm, ...([] as unknown as [never]));
      expect.fail("it was taken");
    } catch (thrown) {
      expect(thrown).to.be.instanceOf(UsageError);
      expect(renderDiagnostic((thrown as UsageError).diagnostic)).to.equal(
        "error[PWV0303]: `fromUnified` does not set the IR of plugin `remarkGfm`\nhelp: pass `{ ir: mdast }` for a plugin of remark, or `{ ir: hast }` for a plugin of rehype",
      );
    }
  });

  it("refuses a list without a parser", () => {
    try {
      unifiedFramework([remarkGfm]);
      expect.fail("it has one");
    } catch (thrown) {
      expect(thrown).to.be.instanceOf(UsageError);
      expect(renderDiagnostic((thrown as UsageError).diagnostic)).to.equal(
        "error[PWV0301]: the list of plugins for `unifiedFramework` does not contain a parser\nhelp: start the list with `remark-parse`, `rehype-parse`, or a plugin that sets `this.parser`",
      );
    }
  });

  it("refuses a printer of the other language", () => {
    const refusal = (list: PluggableList): string => {
      try {
        unifiedFramework(list);
      } catch (thrown) {
        if (thrown instanceof UsageError) return renderDiagnostic(thrown.diagnostic);
        throw thrown;
      }
      return "";
    };
    expect(refusal([remarkParse, rehypeStringify])).to.equal(
      "error[PWV0304]: the result of the plugins is Markdown, which `rehype-stringify` cannot print\nhelp: add `remark-rehype` to the list, or use `remark-stringify`",
    );
    expect(refusal([remarkParse, remarkRehype, remarkStringify])).to.equal(
      "error[PWV0304]: the result of the plugins is HTML, which `remark-stringify` cannot print\nhelp: add `rehype-remark` to the list, or use `rehype-stringify`",
    );
  });
});
