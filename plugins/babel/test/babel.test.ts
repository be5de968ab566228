import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as babel from "@babel/core";
import type { PluginObj, TransformOptions } from "@babel/core";
import { expect } from "chai";
import { globSync } from "tinyglobby";
import { testLevel } from "@passwright/development";
import { assemble, bool, definePass, definePlugin, optional, renderDiagnostic, UsageError } from "@passwright/sdk";
import framework, { babelFramework, fromBabel, javascriptIr } from "@passwright/babel";

const modules = join(dirname(fileURLToPath(import.meta.resolve("@babel/core"))), "../../..");

const filesOf = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: modules })
    .sort()
    .map((file) => join(modules, file));

/** Returns all files at the test level `long`, every `step`th file at `usual`, and a third of those at `quick`. */
function corpus(files: readonly string[], step: number): readonly string[] {
  const every = { quick: step * 3, usual: step, long: 1 }[testLevel()];
  return files.filter((_file, index) => index % every === 0);
}

type Assembly = ReturnType<typeof assemble<typeof framework>>;

function run(assembly: Assembly, text: string, file: string): string {
  expect(assembly.diagnostics.map((one) => assembly.render(one))).to.deep.equal([]);
  const parsed = assembly.parse(text, { file });
  if (!parsed.ok) return parsed.diagnostics.map((one) => assembly.render(one)).join("\n");
  const { ok, root, diagnostics } = assembly.run(parsed.root);
  return ok ? assembly.print(root) : diagnostics.map((one) => assembly.render(one)).join("\n");
}

const codeOf = (text: string, config: TransformOptions, filename: string): string =>
  babel.transformSync(text, { ...config, filename, configFile: false, babelrc: false })?.code ?? "";

const env = (targets: string): [string, object] => ["@babel/preset-env", { targets }];

const corpora: {
  readonly [what: string]: readonly [files: readonly string[], step: number, config: TransformOptions];
} = {
  "preset-env": [filesOf("lodash-es/*.js"), 40, { filename: "a.js", presets: [env("ie 11")] }],
  TypeScript: [
    filesOf("rxjs/src/internal/**/*.ts"),
    20,
    { filename: "a.ts", presets: [env("node 10"), "@babel/preset-typescript"] },
  ],
  "React, with maps": [
    filesOf("react-hot-toast/src/**/*.tsx"),
    2,
    {
      filename: "a.tsx",
      sourceMaps: "inline",
      presets: [env("chrome 60"), "@babel/preset-typescript", ["@babel/preset-react", { runtime: "automatic" }]],
    },
  ],
  "options of the generator": [
    filesOf("lodash-es/_*.js"),
    40,
    { filename: "a.js", comments: false, compact: true, retainLines: true, presets: [env("ie 11")] },
  ],
};

const logs: PluginObj = {
  visitor: {
    Identifier(path) {
      if (path.node.name === "debug") path.node.name = "log";
    },
  },
};

describe("babel", () => {
  for (const [what, [files, step, config]] of Object.entries(corpora)) {
    it(`gives Babel's bytes with ${what}`, () => {
      const assembly = assemble(babelFramework(config));
      for (const file of corpus(files, step)) {
        const text = readFileSync(file, "utf8");
        expect(run(assembly, text, file) === codeOf(text, config, file), file).to.equal(true);
      }
    });
  }

  it("gives Babel's bytes with one traversal for each preset", () => {
    const config = { filename: "a.ts", passPerPreset: true, presets: [env("ie 11"), "@babel/preset-typescript"] };
    const assembly = assemble(babelFramework(config));
    expect(assembly.text().match(/group<babel>/g)).to.have.length(2);
    const text = "enum A { B = `b` as any }\nexport const f = async (x?: number) => x ?? A.B;\n";
    expect(run(assembly, text, "a.ts")).to.equal(codeOf(text, config, "a.ts"));
  });

  it("gives Babel's bytes if a plugin replaces the generator", () => {
    const text = "class A { x = 1 }\nlog(A);\n";
    const override = (mark: string) => ({
      visitor: {},
      generatorOverride(
        ast: object,
        options: object,
        code: string,
        generate: (...given: unknown[]) => { code: string },
      ) {
        if (mark === "") return undefined;
        const { code: own, ...rest } = generate(ast, options, code);
        return { ...rest, code: `// ${mark}\n${own}` };
      },
    });
    const plugins = [() => override("") as never, () => override("one") as never];
    for (const config of [{}, { sourceMaps: "both" }, { passPerPreset: true }] as const) {
      const presets = [env("ie 11"), () => ({ plugins: [() => logs] }) as never];
      const whole: TransformOptions = { filename: "a.js", plugins, presets, ...config };
      const assembly = assemble(babelFramework(whole));
      expect(run(assembly, text, "a.js")).to.equal(codeOf(text, whole, "a.js"));
    }
    const two = { filename: "a.js", plugins: [...plugins, () => override("two") as never] };
    const reason = "More than one plugin attempted to override codegen.";
    expect(() => codeOf(text, two, "a.js")).to.throw(reason);
    expect(() => run(assemble(babelFramework(two)), text, "a.js")).to.throw(reason);
  });

  it("merges the map of the input, inline or in a file", () => {
    const inner = codeOf(
      "const a = 1;\nconst  b  =  a;\n",
      { sourceMaps: "inline", presets: [env("ie 11")] },
      "/in/a.ts",
    );
    const config: TransformOptions = { filename: "a.js", sourceMaps: "both", plugins: [() => logs] };
    expect(run(assemble(babelFramework(config)), inner, "/in/a.js")).to.equal(codeOf(inner, config, "/in/a.js"));
  });

  for (const sourceMaps of [true, "both", "inline", false, undefined] as const)
    it(`gives Babel's map for a file with \`sourceMaps: ${sourceMaps}\``, () => {
      const text = "export const debug = () => 1;\n";
      const config: TransformOptions = { filename: "src/a.js", sourceMaps, plugins: [() => logs] };
      const assembly = assemble(babelFramework(config));
      const parsed = assembly.parse(text, { file: "src/a.js" });
      if (!parsed.ok) throw new Error("the module is valid");
      const printed = assembly.printWithMap(assembly.run(parsed.root).root, { file: "out/b.js" });
      const babels = babel.transformSync(text, { ...config, configFile: false, babelrc: false });
      const comment = sourceMaps === true ? "\n//# sourceMappingURL=b.js.map" : "";
      expect(printed.text).to.equal(`${babels?.code}${comment}`);
      const map = babels?.map == null ? undefined : { ...babels.map, sources: ["../src/a.js"] };
      expect(JSON.stringify(printed.map)).to.equal(JSON.stringify(map));
    });

  for (const [what, plugin, message] of [
    [
      "throws",
      () => {
        throw new Error("no good");
      },
      /^no good$/,
    ],
    ["returns nothing", () => undefined, /^Plugin\/Preset did not return an object\.$/],
    ["is asynchronous", () => Promise.resolve({}), /^You appear to be using an async plugin/],
    ["has a misspelled visitor", () => ({ visitor: { Identifer() {} } }), /node type Identifer but/],
    ["has a misspelled key", () => ({ visitr: {} }), /^\.visitr is not a valid Plugin property$/],
  ] as const)
    it(`names a plugin that ${what}`, () => {
      const broken = definePlugin({
        name: "p",
        passes: [fromBabel(() => logs, { name: "fine" }), fromBabel(plugin as never, { name: "broken" })],
        insert: [
          { pass: "fine", at: "plugins.begin" },
          { pass: "broken", at: "plugins.end" },
        ],
      });
      const assembly = assemble(babelFramework({ presets: [env("ie 11")] }), { plugins: [broken as never] });
      const [first] = assembly.diagnostics;
      expect(first).to.include({ code: "PWV0401", plugin: "p", step: "p::broken" });
      expect(first?.message.replace("Babel cannot load the plugin of pass `broken`: ", "")).to.match(message);
    });

  it("runs an inserted plugin with the others, in one traversal", () => {
    const plugin = definePlugin({
      name: "logs",
      passes: [fromBabel(() => logs, { name: "rename-debug" })],
      insert: [{ pass: "rename-debug", before: "transform-arrow-functions" }],
    });
    const config = { filename: "a.js", presets: [env("ie 11")] };
    const assembly = assemble(babelFramework(config), { plugins: [plugin as never] });
    expect(assembly.text()).to.match(/^File\(group<babel>\([^()]*,rename-debug,transform-arrow-functions,[^()]*\)\)$/);
    const text = "const f = () => debug(`x`);\n";
    const expected = codeOf(text, { ...config, plugins: [() => logs] }, "a.js");
    expect(run(assembly, text, "a.js"))
      .to.equal(expected)
      .and.to.contain("log(");
  });

  it("reports that a pass between two plugins splits their traversal", () => {
    const count = definePass({ name: "count", runOnOperation() {} });
    const config = {
      filename: "a.js",
      plugins: ["@babel/plugin-transform-arrow-functions", "@babel/plugin-transform-template-literals"],
    };
    const assembly = assemble(babelFramework(config), {
      insert: [{ pass: count as never, after: "transform-arrow-functions" }],
    });
    expect(assembly.text()).to.equal(
      "File(group<babel>(transform-arrow-functions),count,group<babel>(transform-template-literals))",
    );
    expect(assembly.diagnostics.map(({ code, severity, message }) => `${severity} ${code}: ${message}`)).to.deep.equal([
      "warning PWB0420: `program::count` splits group `babel`",
    ]);
  });

  for (const [form, text] of Object.entries({
    "babel.config.json": JSON.stringify({
      presets: [env("ie 11")],
      comments: false,
      assumptions: { noDocumentAll: true },
    }),
    "options.js": `module.exports = { targets: "ie 11", presets: ["@babel/preset-env"], retainLines: true };`,
    "function.js": `module.exports = (api) => { api.cache(true); return { presets: [["@babel/preset-env", { targets: "ie 11" }]] }; };`,
    "module.mjs": `export default (api) => ({ minified: api.env("production"), plugins: ["@babel/plugin-transform-arrow-functions"] });`,
    "overrides.cjs": `module.exports = {
      overrides: [{ test: /a\\.js$/, plugins: ["@babel/plugin-transform-arrow-functions"] }],
      env: { ${process.env["NODE_ENV"] ?? "development"}: { plugins: ["@babel/plugin-transform-template-literals"] } },
    };`,
    "passes.json5": `{ passPerPreset: true, presets: ["@babel/preset-env", "@babel/preset-react"], sourceMaps: "inline" }`,
  })) {
    it(`gives Babel's bytes with ${form}, which Babel loads`, () => {
      // Makes the folder inside the package, so that Babel finds presets by name.
      const folder = mkdtempSync(fileURLToPath(new URL("config-", import.meta.url)));
      try {
        writeFileSync(join(folder, "package.json"), "{}");
        writeFileSync(join(folder, form), text);
        const code = "export const f = async (a = 1) => { /* b */ return `${a?.c ?? <d />}`; };\n";
        const config: TransformOptions & { readonly filename: string } = {
          parserOpts: { plugins: ["jsx"] },
          cwd: folder,
          filename: join(folder, "a.js"),
          configFile: join(folder, form),
        };
        const expected = babel.transformSync(code, config)?.code;
        expect(run(assemble(babelFramework(config)), code, config.filename)).to.equal(expected);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }

  it("refuses files that the configuration leaves out", () => {
    const assembly = assemble(babelFramework({ filename: "a.js", ignore: ["b.js"] }));
    expect(run(assembly, "1", "a.js")).to.equal("1;");
    expect(run(assembly, "1", "b.js")).to.match(/^error\[PWV0402\]: the configuration of Babel leaves out `b.js`\n/);
  });

  it("refuses a function, which only Babel can call", () => {
    try {
      babelFramework((() => ({})) as never);
      expect.fail("it was taken");
    } catch (thrown) {
      expect(thrown).to.be.instanceOf(UsageError);
      expect(renderDiagnostic((thrown as UsageError).diagnostic)).to.equal(
        'error[PWV0401]: the configuration for `babelFramework` is a function, not an object\nhelp: pass the path of the configuration file: `babelFramework({ configFile: "./babel.config.js" })`',
      );
    }
  });

  /** Returns the pipeline with a Babel plugin twice, or the error. */
  function pipelineWith(plugin: unknown, settings: object = {}): Assembly | string {
    try {
      const pass = fromBabel(plugin as PluginObj, { name: "adapted", ...settings });
      const insert = [{ pass: "adapted", at: "plugins.end" as const }];
      const plugins = ["first", "second"].map((name) => definePlugin({ name, passes: [pass as never], insert }));
      return assemble(framework, { plugins });
    } catch (thrown) {
      return renderDiagnostic((thrown as UsageError).diagnostic);
    }
  }

  for (const [what, plugin, text] of [
    [
      "is not installed",
      "not-installed",
      "error[PWV0401]: Babel cannot load the plugin of `fromBabel`: Cannot find module 'babel-plugin-not-installed'\nhelp: run `npm install babel-plugin-not-installed`",
    ],
    [
      "is a file of a package that is not installed",
      ["classes-of-babel/lib/index.js", {}],
      "error[PWV0401]: Babel cannot load the plugin of `fromBabel`: Cannot find module 'classes-of-babel/lib/index.js'\nhelp: run `npm install classes-of-babel`",
    ],
    [
      "is disabled",
      [() => ({ visitor: {} }), false],
      "error[PWV0401]: the options of the plugin of `fromBabel` are false\nhelp: pass the plugin without `false`",
    ],
    [
      "is not a plugin",
      42,
      "error[PWV0401]: Babel cannot load the plugin of `fromBabel`: Unsupported format: number. Expected an object or a function.\nhelp: correct the plugin of `fromBabel`",
    ],
  ] as const)
    it(`refuses a plugin that ${what}`, () => {
      expect(pipelineWith(plugin)).to.equal(text);
    });

  it("refuses a plugin whose options or visitors Babel refuses, before a run", () => {
    const strict = (_api: object, { loose }: { readonly loose?: boolean }): PluginObj => {
      if (loose !== true) throw new Error("`loose` must be true");
      return { visitor: {} };
    };
    const options = { loose: optional(bool(false, "assign instead of define")) };
    for (const [plugin, settings, reason] of [
      [{ visit: {} }, {}, ".visit is not a valid Plugin property"],
      [strict, { options }, "`loose` must be true"],
    ] as const) {
      const assembly = pipelineWith(plugin, settings) as Assembly;
      expect(assembly.render(assembly.diagnostics[0] as never)).to.equal(
        `error[PWV0401]: Babel cannot load the plugin of pass \`adapted\`: ${reason}\n  --> plugin first, step first::adapted\nhelp: correct the plugin of pass \`adapted\``,
      );
    }
  });

  it("refuses a plugin that replaces the parser", () => {
    const assembly = pipelineWith({ parserOverride: () => undefined }) as Assembly;
    expect(assembly.render(assembly.diagnostics[0] as never)).to.equal(
      "error[PWV0401]: the plugin of pass `adapted` replaces the parser, but passes run after parsing\n  --> plugin first, step first::adapted\nhelp: add the plugin to `plugins` of the Babel configuration",
    );
  });

  it("runs a plugin twice if two plugins insert it", () => {
    const twice: PluginObj = { visitor: { Identifier: { exit: ({ node }) => void (node.name += "1") } } };
    expect(run(pipelineWith(twice) as Assembly, "a;\n", "a.js")).to.equal("a11;");
  });

  it("gives options of configs to plugins, and leaves the others to them", () => {
    const options = { loose: optional(bool(false, "assign instead of define")) };
    const pass = fromBabel("@babel/plugin-transform-class-properties", { name: "class-properties", options });
    const text = "class A { x = 1 }\n";
    const code = (insert: object): string => {
      const plugin = definePlugin({ name: "p", passes: [pass] });
      const insertion = { pass: "class-properties", at: "plugins.begin" as const, ...insert };
      return run(assemble(framework, { plugins: [plugin as never], insert: [insertion] }), text, "a.js");
    };
    expect(code({})).to.contain("_defineProperty(this");
    expect(code({ options: { loose: true } })).to.contain("this.x = 1");
  });

  it("fails where Babel fails, and names the place", () => {
    const strict: PluginObj = {
      visitor: {
        DebuggerStatement(path) {
          throw path.buildCodeFrameError("no debugger here");
        },
      },
    };
    const assembly = assemble(babelFramework({ filename: "a.js", plugins: [() => strict] }));
    expect(run(assembly, "f();\n  debugger;\n", "a.js")).to.match(/^error\[\w+\]: no debugger here\n {2}--> a\.js:2:3/);
    expect(run(assembly, "f(;\n", "b.js")).to.match(
      /^error\[PWS0101\]: the javascript parser refused the input: Unexpected token\n {2}--> b\.js:1:3\n/,
    );
  });

  it("shows Babel's advice about syntax that a plugin must enable", () => {
    const assembly = assemble(babelFramework({ filename: "a.js" }));
    const [first = "", ...rest] = run(assembly, "<a/>;\n", "a.js").split("\n");
    expect(first).to.equal(
      "error[PWS0101]: the javascript parser refused the input: Support for the experimental syntax 'jsx' isn't currently enabled",
    );
    expect(rest[0]).to.match(/^ {5}Add @babel\/preset-react \(\S+\) to the 'presets' section of your Babel config/);
    expect(rest.slice(-5, -1).map((line) => line.replace(/^ {5}See .*/, "     See …"))).to.deep.equal([
      "     See …",
      "  --> a.js:1:1",
      "   | <a/>;",
      "   | ^",
    ]);
  });

  it("names plugins without a name by their functions", () => {
    const first = (): PluginObj => ({ visitor: {} });
    const empty = (): PluginObj => ({ visitor: {} });
    const preset = (): object => ({ plugins: [() => ({ visitor: {} })] });
    const plugins = [first, [empty, {}, "second"], () => ({ visitor: {} }), () => ({ name: "fourth", visitor: {} })];
    const framework = babelFramework({ filename: "a.js", plugins, presets: [preset] } as TransformOptions);
    expect(assemble(framework).text()).to.equal("File(group<babel>(first,second,plugin,fourth,plugin.2))");
  });

  it("leaves a tree unchanged if no plugin changes the tree", () => {
    const assembly = assemble(babelFramework({ plugins: [(): PluginObj => ({ visitor: {} })] }));
    const parsed = assembly.parse("// a\nfoo(1);\n", { file: "a.js" });
    if (!parsed.ok) throw new Error("the program is valid");
    const { fingerprint } = assembly.irs[0] as { fingerprint(root: unknown): bigint };
    const before = fingerprint(parsed.root);
    expect(fingerprint(assembly.run(parsed.root).root)).to.equal(before);
  });

  it("keeps the wrapper of visitors in a configuration", () => {
    const visited: string[] = [];
    const plugin = (): PluginObj => ({ name: "looker", visitor: { Identifier: () => {} } });
    const config: TransformOptions = {
      filename: "a.js",
      plugins: [plugin],
      wrapPluginVisitorMethod: (name, type, visit) =>
        function (this: unknown, path, state) {
          visited.push(`${name} ${type} ${path.node.type}`);
          visit.call(this, path, state);
        },
    };
    expect(run(assemble(babelFramework(config)), "a;\n", "a.js")).to.equal("a;");
    const ours = visited.splice(0);
    expect(ours).to.include("looker enter Identifier");
    codeOf("a;\n", config, "a.js");
    expect(ours).to.deep.equal(visited);
  });

  it("makes passes for the IR of scripts", () => {
    expect(fromBabel(() => ({ visitor: {} }), { name: "mine" }).declaration.ir).to.equal(javascriptIr().name);
  });

  it("refuses anchors that are not types of nodes", () => {
    const mark = definePass({ name: "mark", anchor: "FunctionDeclarations", runOnOperation() {} });
    const assembly = assemble(framework, { insert: [{ pass: mark as never, at: "plugins.end" }] });
    expect(assembly.diagnostics.map((one) => assembly.render(one))).to.deep.equal([
      `error[PWB0406]: \`mark\` would run on 'FunctionDeclarations', which IR \`javascript\` does not have
  --> step program::mark
   = position of \`mark\`: at extension point \`plugins.end\` (config program)
help: did you mean \`FunctionDeclaration\`?`,
    ]);
  });

  it("names the plugin that throws, and the node that it visits", () => {
    const careful = (): PluginObj => ({ visitor: { Identifier: () => {} } });
    const careless = (): PluginObj => ({
      visitor: {
        Identifier({ node }) {
          if (node.name === "b") throw new TypeError("no name\n  but this");
        },
      },
    });
    const assembly = assemble(babelFramework({ filename: "a.js", plugins: [careful, careless] }));
    expect(run(assembly, "a;\n  b;\n", "folder/a.js")).to.equal(
      [
        "error[PWC0406]: pass `careless` threw on 'File': TypeError: no name\n       but this",
        "  --> folder/a.js:2:3, step careless",
        "help: report this to the author of `careless`, with the stack from `--debug` or from `failures` of the result",
      ].join("\n"),
    );
  });

  it("names the plugin whose `pre` or `post` throws, if only one plugin has them", () => {
    const visitor = { Identifier: () => {} };
    const careful = (): PluginObj => ({ visitor });
    const fail = (): never => {
      throw new TypeError("the file has no name");
    };
    const careless = (): PluginObj => ({ pre: fail, visitor });
    const assembly = assemble(babelFramework({ filename: "a.js", plugins: [careful, careless] }));
    expect(run(assembly, "a;\n", "a.js")).to.match(/^error\[PWC0406\]: pass `careless` threw on 'File'/);
  });
});
