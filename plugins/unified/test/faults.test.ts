import { expect } from "chai";
import type { Root } from "mdast";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import remarkStringify from "remark-stringify";
import remarkToc from "remark-toc";
import { unified } from "unified";
import { VFile } from "vfile";
import { assemble, renderDiagnostic, string, UsageError } from "@passwright/sdk";
import { fromUnified, mdast, unifiedFramework } from "@passwright/unified";

function outcome(plugin: unknown, text = "a\n"): { readonly said: string; readonly text: string } {
  const assembly = assemble(unifiedFramework([remarkParse, plugin as never, remarkRehype, rehypeStringify]));
  const parsed = assembly.parse(text, { file: "a.md" });
  if (!parsed.ok) throw new Error("not parsed");
  const { ok, root, diagnostics } = assembly.run(parsed.root);
  return { said: diagnostics.map((one) => renderDiagnostic(one)).join("\n"), text: ok ? assembly.print(root) : "" };
}

function refusal(call: () => unknown): string {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof UsageError) return renderDiagnostic(thrown.diagnostic);
    throw thrown;
  }
  return "";
}

describe("a plugin that makes an invalid tree", () => {
  it("is named if it adds a value that is not a node", () => {
    const boom = () => (tree: Root) => void tree.children.push(undefined as never);
    expect(outcome(boom).said).to
      .equal(`error[PWS0105]: \`childrenOf\` of IR \`mdast\` returned a list that contains undefined for operation 'root'
  --> a.md:1:1, step boom
help: correct the pass that changed the tree, or \`childrenOf\`
error[PWC0409]: the IR is not valid after pass \`boom\` on 'root'
  --> a.md:1:1, step boom
help: report this to the author of \`boom\`, or disable the check with \`--verify-each=false\``);
  });

  it("is named if it changes the children or the type of a node", () => {
    const list = () => (tree: object) => void Object.assign(tree, { children: {} });
    expect(outcome(list).said).to.match(
      /^error\[PWS0105\]: `childrenOf` of IR `mdast` returned a value of type object for operation 'root'\n.*step list/,
    );
    const type = () => (tree: Root) => void Object.assign(tree, { children: [{}] });
    expect(outcome(type).said).to.match(
      /^error\[PWS0106\]: `nameOf` of IR `mdast` returned undefined instead of a string\n.*step type/,
    );
  });

  it("is named if it returns a value that is not a tree", () => {
    const text = () => () => "str";
    expect(outcome(text).said).to.equal(`error[PWV0308]: the plugin returned the string \`str\` instead of a tree
  --> a.md:1:1, step text
   = in pass \`text\` on 'root'
help: report this to the author of \`text\`, with the stack from \`--debug\` or from \`failures\` of the result`);
  });

  it("is named if it replaces the file", () => {
    type Next = (error: undefined, tree: Root, file: VFile) => void;
    const swap = () => (tree: Root, _file: VFile, next: Next) => next(undefined, tree, new VFile("b"));
    expect(outcome(swap).said).to.equal(`error[PWV0308]: the plugin replaced the \`VFile\`
  --> a.md:1:1, step swap
   = in pass \`swap\` on 'root'
help: report this to the author of \`swap\`, with the stack from \`--debug\` or from \`failures\` of the result`);
  });

  it("is accepted if unified accepts the tree", async () => {
    const other = () => () => ({ type: "other" });
    const theirs = unified().use([remarkParse, other as never, remarkRehype, rehypeStringify]);
    expect(outcome(other)).to.deep.equal({ said: "", text: String(await theirs.process("a\n")) });
  });
});

describe("messages of plugins", () => {
  const said = (write: (tree: Root, file: VFile) => void, text: string): string =>
    outcome(() => write as never, text).said;

  it("have the rule, the range, the lines of the note and the address", () => {
    const write = (tree: Root, file: VFile): void => {
      const message = file.message("shouting heading", tree.children[0], "my:shout");
      Object.assign(message, {
        actual: "É!",
        expected: ["É", "é"],
        note: "Use\nquiet headings.",
        url: "https://e.com",
      });
    };
    const { diagnostics } = run(write, "# É!\r\n");
    expect(diagnostics).to.deep.equal([
      {
        code: "PWC0501",
        severity: "warning",
        message: "shouting heading (my:shout)",
        at: { file: "a.md", line: 1, column: 1, lineText: "# É!", length: 4 },
        step: "plugin",
        notes: [
          { message: "actual: É!" },
          { message: "expected: É, é" },
          { message: "Use", lines: ["quiet headings."] },
        ],
        help: ["read https://e.com"],
      },
    ]);
    expect(said(write, "# É!\r\n")).to.equal(`warning[PWC0501]: shouting heading (my:shout)
  --> a.md:1:1, step plugin
   | # É!
   | ^
   = actual: É!
   = expected: É, é
   = Use
     quiet headings.
help: read https://e.com`);
  });

  it("have the end of a range of several lines as a note", () => {
    const write = (tree: Root, file: VFile): void => void file.info("long", tree.children[0]);
    expect(said(write, "a\nbc\n")).to.equal(
      "remark[PWC0501]: long\n  --> a.md:1:1, step plugin\n   | a\n   | ^\n   = ends at line 2, column 3",
    );
  });

  function run(write: (tree: Root, file: VFile) => void, text: string) {
    const assembly = assemble(unifiedFramework([remarkParse, () => write as never, remarkStringify]));
    const parsed = assembly.parse(text, { file: "a.md" });
    if (!parsed.ok) throw new Error("not parsed");
    return assembly.run(parsed.root);
  }
});

describe("values that are not plugins", () => {
  const help =
    "help: pass the function of one plugin, and its settings as `settings`: `fromUnified(plugin, { ir: mdast, settings: [{ … }] })`";

  it("are refused by fromUnified if a setting does not exist", () => {
    expect(refusal(() => fromUnified(function remarkTask() {}, { ir: mdast, setting: [] } as never))).to.equal(
      "error[PWC0105]: `fromUnified`: unknown key `setting`; did you mean `settings`?\nhelp: `settings` contains the settings of the plugin",
    );
  });

  it("are refused by fromUnified, with their kind", () => {
    const kinds = {
      "a list": [remarkGfm, {}],
      "the string `remark-gfm`": "remark-gfm",
      undefined: undefined,
      "an object": { plugins: [remarkGfm] },
      "a processor": unified().use(remarkGfm),
    };
    for (const [kind, value] of Object.entries(kinds))
      expect(refusal(() => fromUnified(value as never, { ir: mdast }))).to.equal(
        `error[PWV0305]: the first argument of \`fromUnified\` is ${kind}, not a plugin\n${help}`,
      );
  });

  it("are refused in a list", () => {
    expect(refusal(() => unifiedFramework([remarkParse, null as never]))).to.equal(
      "error[PWV0305]: an element of the list of plugins is null, not a plugin\nhelp: remove the element, or import the plugin",
    );
  });

  it("include nested lists without a plugin, which unified does not accept either", () => {
    for (const [nested, kind] of [
      [[[remarkRehype, { clobberPrefix: "x-" }]], "a list"],
      [[], "undefined"],
    ] as const)
      expect(refusal(() => unifiedFramework([remarkParse, nested as never]))).to.equal(
        `error[PWV0305]: the first element of a nested list is ${kind}, not a plugin\nhelp: write each plugin as \`plugin\` or \`[plugin, settings]\``,
      );
  });

  it("include a plugin in the place of the list", () => {
    expect(refusal(() => unifiedFramework(remarkParse as never))).to.equal(
      "error[PWV0309]: the first argument of `unifiedFramework` is a function, not a list of plugins\nhelp: write the plugins as a list: `unifiedFramework([remarkParse, remarkRehype, rehypeStringify])`",
    );
  });

  it("include invalid settings and presets", () => {
    for (const [list, settings, message] of [
      [
        [remarkParse],
        { form: import.meta.url },
        "the settings of `unifiedFramework`: unknown key `form`; did you mean `from`?",
      ],
      [[remarkParse, { plugin: [] }], {}, "a preset has neither `plugins` nor `settings`"],
      [[remarkParse, { heading: "contents" }], {}, "the settings of plugin `remarkParse` are beside the plugin"],
      [["remark-parse", { heading: "contents" }], {}, "the settings of plugin `remark-parse` are beside the plugin"],
      [[remarkParse, { plugins: 3 }], {}, "a preset: `plugins` must be a list or a table of plugins, not 3"],
    ] as const)
      expect(refusal(() => unifiedFramework(list as never, settings as never)).split("\n")[0]).to.equal(
        `error[PWV0309]: ${message}`,
      );
    expect(refusal(() => unifiedFramework([remarkParse, { heading: "contents" }] as never)).split("\n")[1]).to.equal(
      "help: write `[remarkParse, { heading: … }]`",
    );
  });

  it("include settings of fromUnified that are not a list", () => {
    expect(refusal(() => fromUnified(remarkGfm, { ir: mdast, settings: { sign: 1 } as never }))).to.equal(
      "error[PWV0309]: `settings` of `fromUnified` is an object, not a list\nhelp: write the arguments of the plugin as a list: `settings: [{ … }]`",
    );
  });

  it("include plugins that only extend the syntax, and that return no transformer, in fromUnified", () => {
    const inserted = (plugin: object): string => {
      const pass = fromUnified(plugin as never, { ir: mdast, name: "inserted" });
      const assembly = assemble(unifiedFramework(), { insert: [{ pass, at: "markdown.begin" }] });
      return assembly.diagnostics.map((one) => assembly.render(one)).join("\n");
    };
    expect(inserted(remarkGfm)).to
      .equal(`error[PWV0305]: the plugin only extends the parser or the printer, which inserted plugins cannot change
  --> step program::inserted
help: add the plugin to the list of \`unifiedFramework\` instead`);
    expect(inserted(async () => () => {})).to
      .equal(`error[PWV0305]: the plugin returned a promise instead of a function that changes a tree
  --> step program::inserted
help: return a function from the plugin, which can be asynchronous`);
    const disabled = (): undefined => undefined;
    expect(inserted(disabled)).to.equal("");
  });

  it("include results of plugins in a list", () => {
    const contents = remarkToc({ heading: "contents" } as never);
    expect(refusal(() => unifiedFramework([remarkParse, contents as never]))).to.equal(
      `error[PWV0305]: a plugin in the list of plugins threw an exception: TypeError: Cannot use 'in' operator to search for 'children' in undefined
help: list the function of the plugin without calling it, and check the settings of the plugin`,
    );
  });

  it("include settings of fromUnified into which options cannot be merged", () => {
    const options = { sign: string("#", "a sign") };
    const given = (first: unknown) => ({ ir: mdast, settings: [first, 1], options }) as never;
    for (const first of [["yaml"], "yaml", false])
      expect(refusal(() => fromUnified(function front() {}, given(first)))).to.equal(
        "error[PWV0309]: `settings[0]` of `fromUnified` is not an object, so the values of `options` cannot be merged into it\nhelp: pass an object as the first element of `settings`, or remove `options`",
      );
    for (const first of [{ sign: "§" }, undefined])
      expect(refusal(() => fromUnified(function front() {}, given(first)))).to.equal("");
  });

  it("include functions without a name in fromUnified", () => {
    expect(refusal(() => fromUnified(() => undefined, { ir: mdast }))).to.equal(
      'error[PWV0306]: the plugin in `fromUnified` does not have a name\nhelp: set the name of the pass: `fromUnified(plugin, { ir: mdast, name: "my-plugin" })`',
    );
  });
});
