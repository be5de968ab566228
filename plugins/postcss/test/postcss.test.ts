import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import autoprefixer from "autoprefixer";
import { expect } from "chai";
import cssnano from "cssnano";
import postcss, { document, Input, parse, stringify } from "postcss";
import type {
  AcceptedPlugin,
  Declaration,
  Document,
  Parser,
  Plugin,
  PluginCreator,
  ProcessOptions,
  Root,
  Stringifier,
  Syntax,
} from "postcss";
import mixins from "postcss-mixins";
import nested from "postcss-nested";
import nesting from "postcss-nesting";
import presetEnv from "postcss-preset-env";
import { globSync } from "tinyglobby";
import { testLevel } from "@passwright/development";
import {
  assemble,
  bool,
  definePass,
  definePlugin,
  optional,
  renderDiagnostic,
  string,
  UsageError,
} from "@passwright/sdk";
import framework, { cssIr, fromPostcss, messagesOf, postcssFramework } from "@passwright/postcss";
import type { PostcssConfig, PostcssContext, PostcssOptions } from "@passwright/postcss";

const modules = join(dirname(fileURLToPath(import.meta.resolve("postcss"))), "../..");
const sheets = globSync(["@picocss/pico/css/*.css", "animate.css/source/**/*.css", "animate.css/*.css"], {
  cwd: modules,
})
  .sort()
  .map((file) => join(modules, file));

/**
 * Returns every third sheet at the test level `long`, every `step`th sheet at `usual`, and a third of those at `quick`.
 */
function corpus(step: number): readonly string[] {
  const every = { quick: step * 3, usual: step, long: 3 }[testLevel()];
  return sheets.filter((_file, index) => index % every === 0);
}

type Assembly = ReturnType<typeof assemble<typeof framework>>;

async function run(
  assembly: Assembly,
  text: string,
  file: string,
): Promise<{ readonly css: string; readonly root: Root; readonly says: string }> {
  expect(assembly.diagnostics.map((one) => assembly.render(one))).to.deep.equal([]);
  const parsed = assembly.parse(text, { file });
  if (!parsed.ok) throw new Error(parsed.diagnostics.map((one) => assembly.render(one)).join("\n"));
  const { root, diagnostics } = await assembly.runAsync(parsed.root);
  return {
    css: assembly.print(root),
    root: root as Root,
    says: diagnostics.map((one) => assembly.render(one)).join("\n"),
  };
}

const lists: { readonly [what: string]: readonly AcceptedPlugin[] } = {
  autoprefixer: [autoprefixer({ overrideBrowserslist: "last 6 versions" })],
  "nesting and mixins, which need one another": [nested(), mixins()],
  "cssnano, a preset": [cssnano()],
  "preset-env": [presetEnv({ stage: 0, browsers: "ie 11" })],
  "several in a row": [mixins(), nesting(), autoprefixer(), cssnano()],
};

describe("postcss", () => {
  for (const [what, plugins] of Object.entries(lists)) {
    it(`gives PostCSS's bytes with ${what}`, async () => {
      const assembly = assemble(postcssFramework({ plugins }));
      for (const file of corpus(340)) {
        const text = readFileSync(file, "utf8");
        const { css } = await run(assembly, text, file);
        expect(css === (await postcss([...plugins]).process(text, { from: file })).css, file).to.equal(true);
      }
    });
  }

  it("gives PostCSS's bytes if a plugin replaces the root of the result", async () => {
    const replace: Plugin = { postcssPlugin: "replace", Once: (root, { result }) => void (result.root = root.clone()) };
    const keep: Plugin = { postcssPlugin: "keep", OnceExit: (root, { result }) => void (result.root = root) };
    const mark: Plugin = {
      postcssPlugin: "mark",
      OnceExit(root, { result }) {
        root.append({ text: "marked" });
        result.messages.push({ type: "mark", plugin: "mark" });
      },
    };
    const text = "a {\n  b: c\n}\n\n";
    for (const plugins of [
      [replace, mark],
      [keep, mark],
      [nested(), replace, autoprefixer(), mark],
    ]) {
      const { css, root } = await run(assemble(postcssFramework({ plugins })), text, "a.css");
      expect(css).to.equal((await postcss(plugins).process(text, { from: "a.css" })).css);
      expect(messagesOf.get(root)).to.deep.equal([{ type: "mark", plugin: "mark" }]);
    }
  });

  it("gives PostCSS's bytes for a syntax of files with several style sheets", async () => {
    const parser = ((text: string, options) => {
      const sheets = document({ source: { input: new Input(text, options) } });
      return sheets.append(...text.split("---").map((sheet) => parse(sheet, options)));
    }) as Parser<Document>;
    const plugins = [nested(), autoprefixer({ overrideBrowserslist: "safari 12" })];
    const text = "a { &:hover { user-select: none } }\n---b { c: d }\n";
    const rules: string[] = [];
    const note = definePass({
      name: "note",
      anchor: "rule",
      ir: cssIr(),
      runOnOperation: (rule) => void rules.push(String(rule)),
    });
    for (const map of [{ inline: true }, false] as const) {
      const config = { parser: parser as never, map, plugins };
      const assembly = assemble(postcssFramework(config), { insert: [{ pass: note as never, at: "plugins.end" }] });
      const { css } = await run(assembly, text, "a.css");
      expect(css).to.equal((await postcss(plugins).process(text, { from: "a.css", parser, map })).css);
    }
    expect(rules).to.have.length(4);
    const replace: AcceptedPlugin = (_root, result) => {
      result.root = parse("e { f: g }");
      result.root.raws.codeAfter = "</style>";
    };
    const print: Stringifier = (node, write) => {
      if (node.type === "document") for (const sheet of node.nodes) print(sheet, write);
      else stringify(node, write);
      if (node.type === "root" || node.type === "document") write(String(node.raws["codeAfter"] ?? ""));
    };
    const syntax = { parse: parser as never, stringify: print };
    const { css } = await run(assemble(postcssFramework({ plugins: [replace], syntax })), text, "a.css");
    expect(css).to.equal((await postcss([replace]).process(text, { from: "a.css", syntax })).css);
  });

  it("gives plugins PostCSS's options, with which they parse other files", async () => {
    const seen: ProcessOptions[] = [];
    const spy: Plugin = { postcssPlugin: "spy", Once: (_root, { result }) => void seen.push(result.opts) };
    const syntax: Syntax = { parse: (text, options) => parse(String(text), options), stringify };
    for (const config of [
      {},
      { syntax, map: { inline: true } },
      { parser: syntax.parse as never, map: false },
    ] as const) {
      seen.length = 0;
      const assembly = assemble(postcssFramework({ plugins: [spy], ...config }));
      const parsed = assembly.parse("a { b: c }", { file: "a.css" });
      if (!parsed.ok) throw new Error("the sheet is valid");
      const copy = (parsed.root as Root).clone();
      for (const root of [parsed.root, copy]) await assembly.runAsync(root);
      await postcss([spy]).process("a { b: c }", { from: "a.css", ...config });
      const [own, ownOfCopy, expected] = seen;
      expect(own).to.deep.equal(expected);
      expect(ownOfCopy).to.deep.equal(expected);
    }
  });

  it("runs synchronously, and names a plugin that needs to wait", () => {
    const text = "a { &:hover { user-select: none } }\n";
    const plugins = [nested(), autoprefixer({ overrideBrowserslist: "safari 12" })];
    const runNow = (list: readonly AcceptedPlugin[]): string => {
      const assembly = assemble(postcssFramework({ plugins: list }));
      const parsed = assembly.parse(text, { file: "a.css" });
      if (!parsed.ok) throw new Error("the sheet is valid");
      const { ok, root, diagnostics } = assembly.run(parsed.root);
      return ok ? assembly.print(root) : diagnostics.map((one) => assembly.render(one)).join("\n");
    };
    expect(runNow(plugins)).to.equal(postcss(plugins).process(text, { from: "a.css" }).css);
    const slow: AcceptedPlugin = { postcssPlugin: "slow", Rule: () => Promise.resolve() };
    expect(runNow([nested(), slow])).to.equal(
      `error[PWC0407]: pass \`slow\` returned a promise on 'root' in a synchronous run
  --> a.css:1:1, step slow
help: use \`runAsync\` for pipelines with asynchronous passes`,
    );
    const broken: AcceptedPlugin = {
      postcssPlugin: "broken",
      Rule() {
        throw new TypeError("no such luck");
      },
    };
    expect(runNow([broken])).to.contain("no such luck");
  });

  it("gives the map that PostCSS gives, also of a sheet that has one", async () => {
    const map = { inline: true } as const;
    const text = "a { user-select: none }\n";
    const inner = (await postcss([autoprefixer()]).process(text, { from: "/in/a.css", to: "/in/b.css", map })).css;
    const config = { plugins: [nesting(), autoprefixer()], map };
    const { css } = await run(assemble(postcssFramework(config)), inner, "/in/b.css");
    expect(css).to.equal((await postcss(config.plugins).process(inner, { from: "/in/b.css", map })).css);
  });

  for (const map of [
    { inline: false },
    { inline: true },
    { inline: false, annotation: false },
    false,
    undefined,
  ] as const)
    it(`gives PostCSS's map and comments for a file with \`map: ${JSON.stringify(map)}\``, async () => {
      const text = "a { user-select: none }\n/*# sourceMappingURL=missing.css.map */\n";
      const plugins = [autoprefixer({ overrideBrowserslist: "safari 12" })];
      const given = map === undefined ? {} : { map };
      const assembly = assemble(postcssFramework({ plugins, ...given }));
      const parsed = assembly.parse(text, { file: "src/a.css" });
      if (!parsed.ok) throw new Error("the sheet is valid");
      const printed = assembly.printWithMap((await assembly.runAsync(parsed.root)).root, { file: "out/b.css" });
      const own = await postcss(plugins).process(text, { from: "src/a.css", to: "out/b.css", ...given });
      expect(printed).to.deep.equal({ text: own.css, ...(own.map && { map: own.map.toJSON() }) });
    });

  it("omits the reference to a map that standard output cannot contain", () => {
    const maps = [{ inline: false }, { inline: false, annotation: false }, { inline: true }, undefined];
    const printed = maps.map((map) => {
      const assembly = assemble(postcssFramework(map === undefined ? {} : { map }));
      const parsed = assembly.parse("a { b: c }\r\n", { file: "a.css" });
      if (!parsed.ok) throw new Error("the sheet is valid");
      const { text, map: made } = assembly.printWithMap(parsed.root, { file: "" });
      return [text.replace(/(?<=base64,).*(?= \*\/)/, "…"), made !== undefined];
    });
    const plain = "a { b: c }\r\n";
    const inline = `${plain}\r\n/*# sourceMappingURL=data:application/json;base64,… */`;
    expect(printed).to.deep.equal([
      [plain, true],
      [plain, true],
      [inline, false],
      [plain, false],
    ]);
  });

  it("gives bundlers a map whose paths are relative to the style sheet", () => {
    const assembly = assemble(postcssFramework({ map: { inline: false } }));
    for (const file of ["src/a.css", join(modules, "src/a.css")]) {
      const parsed = assembly.parse("a { b: c }\n", { file });
      if (!parsed.ok) throw new Error("the sheet is valid");
      const { text, map } = assembly.printWithMap(parsed.root);
      expect(text).to.equal("a { b: c }\n");
      expect(map).to.deep.include({ file: "a.css", sources: ["a.css"] });
    }
  });

  it("runs an inserted plugin with the others, in one processor", async () => {
    const text = "@define-mixin b { &:focus { color: blue } }\n.a { @mixin b; &:hover { color: red } }\n";
    const inserted = definePlugin({
      name: "nesting",
      passes: [fromPostcss(nested())],
      insert: [{ pass: "postcss-nested", before: "autoprefixer" }],
    });
    const assembly = assemble(postcssFramework({ plugins: [mixins(), autoprefixer()] }), {
      plugins: [inserted as never],
    });
    expect(assembly.text()).to.equal("root(group<postcss>(postcss-mixins,postcss-nested,autoprefixer))");
    const { css } = await run(assembly, text, "a.css");
    expect(css).to.equal((await postcss([mixins(), nested(), autoprefixer()]).process(text, { from: "a.css" })).css);
    let apart = text;
    // oxlint-disable-next-line no-await-in-loop -- one processor after the other
    for (const one of [nested(), mixins()]) apart = (await postcss([one]).process(apart, { from: "a.css" })).css;
    expect(apart).to.contain("&:focus");
  });

  it("orders plugins by rules, and refuses a plugin that a rule and its position separate", () => {
    const at = (position: { readonly before: string } | { readonly end: true }): Assembly => {
      const late = definePlugin({
        name: "late",
        passes: [fromPostcss(mixins())],
        insert: [{ pass: "postcss-mixins", ...position }],
        rules: [{ pass: "postcss-mixins", before: "postcss-nested", strong: true, reason: "mixins have nested rules" }],
      });
      return assemble(postcssFramework({ plugins: [nested()] }), { plugins: [late as never] });
    };
    expect(at({ before: "postcss-nested" }).text()).to.equal("root(group<postcss>(postcss-mixins,postcss-nested))");
    const refused = at({ end: true });
    expect(refused.plan).to.equal(undefined);
    expect(refused.diagnostics.map((one) => refused.render(one)).join("\n")).to.contain("mixins have nested rules");
  });

  it("refuses a pass between two plugins", () => {
    const count = definePass({ name: "count", runOnOperation() {} });
    const insertedAfter = (after: string): Assembly =>
      assemble(postcssFramework({ plugins: [nested(), autoprefixer()] }), {
        insert: [{ pass: count as never, after }],
      });
    const { diagnostics } = insertedAfter("postcss-nested");
    expect(diagnostics.map(({ message }) => message)).to.deep.equal(["`count` would split group `postcss`"]);
    expect(insertedAfter("autoprefixer").text()).to.equal("root(group<postcss>(postcss-nested,autoprefixer),count)");
  });

  it("gives options of configs to plugins, and leaves the others to them", async () => {
    const options = { grid: optional(bool(false, "prefix grids")) };
    const pass = fromPostcss((given: object) => autoprefixer({ overrideBrowserslist: "ie 11", ...given }), {
      name: "prefix",
      options,
    });
    const text = "a { display: grid; grid-row: 1 }\n";
    const css = async (insert: object): Promise<string> => {
      const plugin = definePlugin({ name: "p", passes: [pass] });
      const assembly = assemble(framework, {
        plugins: [plugin as never],
        insert: [{ pass: "prefix", at: "plugins.begin", ...insert }],
      });
      return (await run(assembly, text, "a.css")).css;
    };
    expect(await css({})).to.equal(text);
    expect(await css({ options: { grid: true } })).to.contain("-ms-grid-row: 1");
  });

  it("has a type for functions of options in each usual form", async () => {
    const writing = (name: string, text: string | undefined): Plugin => ({
      postcssPlugin: name,
      Once: (root) => void root.append({ text: `${name} ${text}` }),
    });
    const creator: PluginCreator<{ color?: string }> = ({ color } = {}) => writing("creator", color);
    creator.postcss = true;
    const strict = ({ color }: { readonly color: string }): Plugin => writing("strict", color);
    const color = string("red", "color of links");
    // @ts-expect-error `strict` needs a color.
    fromPostcss(strict, { name: "unset", options: { color: optional(color) } });
    const passes = [
      fromPostcss(creator, { name: "creator", options: { color } }),
      fromPostcss(strict, { name: "strict", options: { color } }),
      fromPostcss((options) => writing("inline", options.color.toUpperCase()), { name: "inline", options: { color } }),
      fromPostcss(writing("plain", "none")),
    ];
    const insert = ["creator", "strict", "inline", "plain"].map((name) => ({ pass: name, at: "plugins.end" as const }));
    const assembly = assemble(framework, { plugins: [definePlugin({ name: "p", passes }) as never], insert });
    const { css } = await run(assembly, "a {}", "a.css");
    expect(css).to.equal("a {}\n/* creator red */\n/* strict red */\n/* inline RED */\n/* plain none */");
  });

  it("reports warnings at their place, and keeps other messages", async () => {
    const noisy: AcceptedPlugin = {
      postcssPlugin: "noisy",
      Declaration(declaration: Declaration, { result }) {
        declaration.warn(result, "too loud");
        declaration.warn(result, "too red", { word: "red" });
        declaration.warn(result, "too short", { index: 3, endIndex: 5 });
        result.messages.push({ type: "dependency", plugin: "noisy", file: "/b.css" });
      },
    };
    const { says, root } = await run(
      assemble(postcssFramework({ plugins: [noisy] })),
      "a {\n  color: red\n}\n",
      "a.css",
    );
    const places = ["2:3", "2:10", "2:6"];
    for (const [index, text] of ["too loud", "too red", "too short"].entries())
      expect(says).to.contain(`: ${text}\n  --> a.css:${places[index]}, step noisy`);
    const messages = messagesOf.get(root) ?? [];
    expect(messages.flatMap(({ line, column }) => (line === undefined ? [] : `${line}:${column}`))).to.deep.equal(
      places,
    );
    expect(messages.map(({ type }) => type)).to.deep.equal(["warning", "warning", "warning", "dependency"]);
  });

  it("fails where PostCSS fails, and names the plugin and the place", async () => {
    const strict: AcceptedPlugin = {
      postcssPlugin: "strict",
      Declaration(declaration) {
        throw declaration.error("no colors here", { word: "color" });
      },
    };
    const assembly = assemble(postcssFramework({ plugins: [autoprefixer(), strict] }));
    expect((await run(assembly, "a {\n  color: red\n}\n", "a.css")).says).to.match(
      /^error\[\w+\]: no colors here\n {2}--> a\.css:2:3, step strict$/m,
    );
    const broken: AcceptedPlugin = {
      postcssPlugin: "broken",
      Declaration() {
        throw new Error("no idea");
      },
    };
    const withBroken = assemble(postcssFramework({ plugins: [autoprefixer(), broken] }));
    expect((await run(withBroken, "a {\n  color: red\n}\n", "a.css")).says).to.match(
      /^error\[PWC0406\]: pass `broken` threw on 'root': Error: no idea\n {2}--> a\.css:2:3, step broken$/m,
    );
    const unprepared: AcceptedPlugin = {
      postcssPlugin: "unprepared",
      prepare() {
        throw new Error("no browsers");
      },
    };
    const withUnprepared = assemble(postcssFramework({ plugins: [autoprefixer(), unprepared, nested] }));
    expect((await run(withUnprepared, "a {}", "a.css")).says).to.match(
      /^error\[PWC0406\]: pass `unprepared` threw on 'root': Error: no browsers\n {2}--> a\.css:1:1, step unprepared$/m,
    );
    const parsed = assembly.parse("a {\n", { file: "b.css" });
    expect(parsed.ok ? "" : parsed.diagnostics.map((one) => assembly.render(one)).join()).to.match(
      /^error\[PWS0101\]: the css parser refused the input: .*Unclosed block\n {2}--> b\.css:1:1\n/,
    );
  });

  for (const [form, config] of Object.entries({
    "a table": {
      plugins: { "postcss-nested": {}, autoprefixer: { overrideBrowserslist: "safari 12" }, cssnano: false },
    },
    "a function of the context": ({ env }: { readonly env: string }) => ({
      plugins: {
        cssnano: env === "release" && {},
        "postcss-nested": {},
        autoprefixer: { overrideBrowserslist: "safari 12" },
      },
    }),
    "names and pairs": { plugins: ["postcss-nested", ["autoprefixer", { overrideBrowserslist: "safari 12" }], false] },
    "functions that make plugins": { plugins: [nested, autoprefixer({ overrideBrowserslist: "safari 12" }), null] },
  } satisfies { readonly [form: string]: PostcssConfig })) {
    it(`takes a configuration with ${form}`, async () => {
      const text = "a { b { user-select: none } }\n";
      const assembly = assemble(postcssFramework(config, { from: import.meta.url }));
      expect(assembly.text()).to.equal("root(group<postcss>(postcss-nested,autoprefixer))");
      expect((await run(assembly, text, "a.css")).css).to.equal(
        "a b { -webkit-user-select: none; user-select: none }\n",
      );
    });
  }

  it("resolves names from a module with a relative path", () => {
    const from = relative(process.cwd(), fileURLToPath(import.meta.url));
    for (const path of [from, `./${from}`])
      expect(assemble(postcssFramework({ plugins: ["postcss-nested"] }, { from: path })).text()).to.equal(
        "root(group<postcss>(postcss-nested))",
      );
  });

  it("gives the context to a configuration, and loads a syntax by its name", () => {
    const contexts: unknown[] = [];
    const config = (context: PostcssContext): PostcssOptions => {
      contexts.push(context);
      return { syntax: "postcss/lib/postcss", map: false };
    };
    postcssFramework(config, { from: import.meta.url, context: { env: "release", file: "a.css" } });
    expect(contexts).to.deep.equal([{ cwd: process.cwd(), env: "release", file: "a.css" }]);
  });

  for (const [config, message] of [
    [
      { plugins: { "postcss-sprites": {} } },
      `error[PWV0202]: plugin \`postcss-sprites\` of the PostCSS configuration cannot be loaded: Cannot find module 'postcss-sprites'
help: run \`npm install postcss-sprites\`, or set \`from\` to \`import.meta.url\``,
    ],
    [
      { plugins: [nested, 3 as never] },
      `error[PWV0202]: \`plugins[1]\` of the PostCSS configuration must be a plugin
help: use a plugin, or its name and options`,
    ],
    [
      (() => Promise.resolve({})) as never,
      `error[PWV0202]: the PostCSS configuration must be an object
help: return an object, not a promise`,
    ],
    [
      { plugin: [] } as never,
      `error[PWV0202]: the PostCSS configuration: unknown key \`plugin\`; did you mean \`plugins\`?
help: correct the PostCSS configuration`,
    ],
    [
      { plugins: "postcss-nested" } as never,
      `error[PWV0202]: the PostCSS configuration: \`plugins\` must be a list, or a table of names and options, not "postcss-nested"
help: correct the PostCSS configuration`,
    ],
    [
      { plugins: [[nested(), autoprefixer()]] as never },
      `error[PWV0202]: \`plugins[0]\` of the PostCSS configuration has options, so the plugin must be a function
help: use a plugin, or its name and options`,
    ],
    [
      { plugins: { postcssPlugin: "own", Once() {} } as never },
      `error[PWV0202]: the PostCSS configuration: \`plugins\` must be a list, or a table of names and options, not { postcssPlugin, Once }
help: correct the PostCSS configuration`,
    ],
    [
      { map: "inline" } as never,
      `error[PWV0202]: the PostCSS configuration: \`map\` must be true, false, or an object, not "inline"
help: correct the PostCSS configuration`,
    ],
    [
      { map: { annotation: "maps/a.css.map" } },
      `error[PWV0202]: \`map.annotation\` of the PostCSS configuration must be true or false, because \`passwright run\` writes each map beside its result
help: remove \`map.annotation\``,
    ],
    [
      { map: { inline: false, annotation: () => "maps/a.css.map" } },
      `error[PWV0202]: \`map.annotation\` of the PostCSS configuration must be true or false, because \`passwright run\` writes each map beside its result
help: remove \`map.annotation\``,
    ],
    [
      { to: "out/a.css" } as never,
      `error[PWV0202]: \`to\` of the PostCSS configuration would be the same path for all style sheets
help: remove \`to\`: each style sheet has the path of its own output`,
    ],
    [
      { syntax: {} } as never,
      `error[PWV0202]: the PostCSS configuration: \`syntax\` must be the name of a module, or the syntax that the module exports, not an object
help: correct the PostCSS configuration`,
    ],
    [
      { plugins: [{ postcssPlugin: "misspelled", Declarations() {} } as never] },
      `error[PWV0202]: PostCSS refuses \`plugins[0]\` of the PostCSS configuration: Unknown event Declarations in misspelled. Try to update PostCSS (${postcss().version} now).
help: correct the plugin`,
    ],
  ] as readonly (readonly [PostcssConfig, string])[]) {
    it(`refuses a configuration: ${message.split("\n")[0]}`, () => {
      try {
        postcssFramework(config, { from: import.meta.url });
        expect.fail("it was taken");
      } catch (thrown) {
        expect(thrown).to.be.instanceOf(UsageError);
        expect(renderDiagnostic((thrown as UsageError).diagnostic)).to.equal(message);
      }
    });
  }

  it("accepts `false` for a syntax that is not set, as PostCSS does", async () => {
    const config = { parser: false, syntax: null, stringifier: false } as never;
    expect((await run(assemble(postcssFramework(config)), "a { b: c }", "a.css")).css).to.equal("a { b: c }");
  });

  for (const [plugin, settings, message] of [
    [
      "not-installed",
      { name: "a" },
      `error[PWV0202]: the plugin in \`fromPostcss\` must be a plugin
help: run \`npm install not-installed\`, and pass the plugin that the package exports`,
    ],
    [
      { postcssPlugin: "a", Declarations() {} },
      {},
      `error[PWV0202]: PostCSS refuses the plugin in \`fromPostcss\`: Unknown event Declarations in a. Try to update PostCSS (${postcss().version} now).
help: correct the plugin`,
    ],
    [
      nested(),
      { name: "a", options: {} },
      `error[PWV0202]: the plugin in \`fromPostcss\` has \`options\`, so it must be a function
help: pass \`(options) => plugin\``,
    ],
    [
      () => "nested",
      { name: "a", options: {} },
      `error[PWV0202]: the result of the function in \`fromPostcss\` must be a plugin
  --> plugin p, step p::a
help: return a plugin from the function`,
    ],
  ] as const)
    it(`refuses before a run: ${message.split("\n")[0]}`, () => {
      const messages = (): readonly string[] => {
        try {
          const pass = fromPostcss(plugin as never, settings as never);
          const inserting = definePlugin({
            name: "p",
            passes: [pass as never],
            insert: [{ pass: "a", at: "plugins.end" }],
          });
          const assembly = assemble(framework, { plugins: [inserting] });
          return assembly.diagnostics.map((one) => assembly.render(one));
        } catch (thrown) {
          return [renderDiagnostic((thrown as UsageError).diagnostic)];
        }
      };
      expect(messages()).to.deep.equal([message]);
    });

  it("makes passes for the IR of style sheets", () => {
    expect(fromPostcss(nested()).declaration.ir).to.equal(cssIr().name);
  });

  it("refuses anchors that are not types of nodes, unless the syntax is not CSS", () => {
    const problems = (anchor: string, config: PostcssConfig = {}): readonly string[] => {
      const mark = definePass({ name: "mark", anchor, ir: cssIr(), runOnOperation() {} });
      const assembly = assemble(postcssFramework(config), { insert: [{ pass: mark as never, at: "plugins.end" }] });
      return assembly.diagnostics.map((one) => assembly.render(one));
    };
    expect(problems("declaration")).to.deep.equal([
      `error[PWB0406]: \`mark\` would run on 'declaration', which IR \`css\` does not have
  --> step program::mark
   = position of \`mark\`: at extension point \`plugins.end\` (config program)
help: correct the \`anchor\`; known operations are atrule, comment, decl, root, rule`,
    ]);
    for (const anchor of ["root", "rule", "atrule", "decl", "comment"]) expect(problems(anchor)).to.deep.equal([]);
    expect(problems("declaration", { parser: ((text: string) => parse(text)) as never })).to.deep.equal([]);
  });

  it("refuses a plugin without a name", () => {
    const anonymous = (): void => undefined;
    try {
      fromPostcss(anonymous);
      expect.fail("it has a name");
    } catch (thrown) {
      expect(thrown).to.be.instanceOf(UsageError);
      expect(renderDiagnostic((thrown as UsageError).diagnostic)).to.equal(
        'error[PWV0201]: the plugin in `fromPostcss` does not have a name\nhelp: set the name of the pass: `fromPostcss(plugin, { name: "my-plugin" })`',
      );
    }
    expect(fromPostcss(anonymous, { name: "mine" }).declaration.name).to.equal("mine");
  });
});
