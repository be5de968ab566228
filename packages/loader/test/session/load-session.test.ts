import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { printPlan } from "@passwright/builder";
import type { Plan } from "@passwright/builder";
import { checkGolden } from "@passwright/development";
import { loadSession } from "@passwright/loader";
import type { LoadOptions, Session } from "@passwright/loader";
import { makeProject } from "../project.ts";

const loaded = globalThis as { sugarWasLoaded?: boolean };

interface Setting extends LoadOptions {
  readonly files?: { readonly [path: string]: string };
  readonly rest?: string;
}

/** Loads kettle with plugins, and returns the diagnostics as text. */
async function problemsOf(plugins: readonly string[], setting: Setting = {}): Promise<string> {
  const { project, result } = await load(plugins, setting);
  return project.show(result.diagnostics.filter(({ severity }) => severity !== "remark"));
}

async function load(
  plugins: readonly string[],
  setting: Setting = {},
): Promise<{
  readonly project: ReturnType<typeof makeProject>;
  readonly result: Awaited<ReturnType<typeof loadSession>>;
}> {
  const { files = {}, rest = "", ...options } = setting;
  const config = `framework: kettle\nplugins: [${plugins.join(", ")}]\n${rest}`;
  const names = plugins.map((plugin) => plugin.replace(/^\[?([^,\]]*).*/, "$1")).filter((name) => /^[a-z]/.test(name));
  const project = makeProject({ "passwright.config.yaml": config, ...files }, [...new Set(["kettle", ...names])]);
  return { project, result: await loadSession({ cwd: project.folder, ...options }) };
}

async function planOf(plugins: readonly string[], setting: Setting = {}): Promise<{ session: Session; plan: Plan }> {
  const { project, result } = await load(plugins, setting);
  const { session } = result;
  if (session?.plan === undefined) throw new Error(project.show(result.diagnostics));
  return { session, plan: session.plan };
}

/** Runs a session's plan on a text. */
async function run(session: Session, text: string): Promise<string> {
  const made = await session.makeManager();
  if (!made.ok) return JSON.stringify(made.diagnostics);
  const adapter = session.framework.ir;
  const parsed = adapter.parse?.(text, { file: "menu.txt" });
  if (parsed?.ok !== true) return "no parse";
  const { succeeded, diagnostics } = await session.run(made.manager, parsed.op);
  return succeeded
    ? (adapter.print?.(parsed.op, {}) ?? "")
    : diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n");
}

describe("loadSession", () => {
  it("plans a framework with plugins and a config, each step with its origin and reason", async () => {
    const rest = 'insert:\n  - { pass: garnish, at: tea.end, reason: "looks" }\n';
    const { plan } = await planOf(["plugin-mint", "plugin-lemon", "plugin-data"], { rest });
    checkGolden(`${JSON.stringify(plan, undefined, 2)}\n`, "plan.json", import.meta.url);
  });

  it("gives the same plan for every order in which the plugins are named", async () => {
    const plugins = ["plugin-mint", "plugin-lemon", "plugin-data", "plugin-cjs"];
    const { plan } = await planOf(plugins);
    for (const order of permutations(plugins)) {
      const other = await planOf(order);
      expect(other.plan, order.join(", ")).to.deep.equal(plan);
    }
  });

  it("gives the same plan for every order in which the plugins are loaded", async () => {
    const plugins = ["plugin-mint", "plugin-lemon", "plugin-data"];
    const { plan } = await planOf(plugins);
    for (const order of permutations(plugins)) {
      const other = await planOf(plugins, { order });
      expect(other.session.plugins.map(({ name }) => name)).to.deep.equal(order);
      expect(other.plan, order.join(", ")).to.deep.equal(plan);
    }
  });

  it("keeps duplicate cleanups if requested", async () => {
    const framework = `import { defineFramework } from "@passwright/sdk";
const passes = [{ name: "tidy", anchor: "any" }];
export default defineFramework({ name: "neat", anchor: "any", ir: { name: "none", intern() {}, nameOf() {}, parentOf() {}, collectNested() {} }, cleanups: ["tidy"], passes,
  pipeline(b) { b.addPass("tidy"); b.addPass("tidy"); } });
`;
    const project = makeProject({ "neat.js": framework, "passwright.config.yaml": "framework: ./neat.js\n" });
    const steps = async (keepDuplicates: boolean): Promise<number | undefined> =>
      (await loadSession({ cwd: project.folder, keepDuplicates })).session?.plan?.steps.length;
    expect([await steps(false), await steps(true)]).to.deep.equal([1, 2]);
  });

  it("runs the plan with hooks in canonical order", async () => {
    const { session } = await planOf(["[plugin-mint, { leaves: 2 }]", "plugin-lemon"]);
    expect(await run(session, "tea\n")).to.equal("tea\n  waterlmm\n  mint\n  poured\n");
  });

  it("plans without the code of a plugin with a complete manifest, and loads the code for a run", async () => {
    delete loaded.sugarWasLoaded;
    const { session, plan } = await planOf(["plugin-data"]);
    expect(printPlan(plan)).to.equal("menu(tea(boil,pour,sugar),tidy)");
    // Checks only that this test did not load the module. Other tests share the module, which runs once per process.
    expect(loaded.sugarWasLoaded).to.equal(undefined);
    expect(await run(session, "tea\n")).to.equal("tea\n  water\n  poured\n");
  });

  it("takes CommonJS plugins", async () => {
    const { plan } = await planOf(["plugin-cjs"]);
    expect(printPlan(plan)).to.equal("menu(tea(boil,pour,garnish),tidy)");
  });

  it("takes folders and single files, relative to the config", async () => {
    const file = `import { definePlugin } from "@passwright/sdk";
export default definePlugin({ passes: [], setup(b) { b.addAt("tea.end", "garnish"); } });
`;
    const manifest =
      '{ "name": "local", "version": "0.0.1", "type": "module", "passwright": { "kind": "plugin", "api": "*" } }';
    const files = { "house/plugins/one.js": file, "house/local/package.json": manifest, "house/local/index.js": file };
    const config = "framework: kettle\nplugins: [./plugins/one.js, ./local]\n";
    const project = makeProject({ ...files, "house/tea.yaml": config }, ["kettle"]);
    const { session } = await loadSession({ cwd: project.folder, config: "house/tea.yaml" });
    const steps = session?.plan?.steps.map(({ address, origin }) => `${address} ${origin.file}:${origin.line}`);
    expect(steps?.slice(3, 5)).to.deep.equal(["./plugins/one.js::garnish one.js:2", "local::garnish index.js:2"]);
  });

  it("leaves plugins out by package name or as the config names them, broken ones too", async () => {
    const { plan } = await planOf(["plugin-mint", "plugin-lemon", "throws-on-load"], {
      without: ["plugin-mint", "throws-on-load"],
    });
    expect(printPlan(plan)).to.equal("menu(tea(boil,lemon,pour),tidy)");
    const missing = await planOf(["plugin-mint", "./missing"], { without: ["./missing"] });
    expect(printPlan(missing.plan)).to.equal("menu(tea(boil,mint,pour),tidy)");
    expect(await problemsOf(["plugin-mint"], { without: ["plugin-mimt"] })).to.equal(
      `error[PWL0401]: cannot exclude plugin \`plugin-mimt\`, which is not in the config
   = plugins of the config: \`plugin-mint\`
help: did you mean \`plugin-mint\`?`,
    );
    expect(await problemsOf([], { without: ["plugin-mint"] })).to.equal(
      `error[PWL0401]: cannot exclude plugin \`plugin-mint\`, which is not in the config
   = plugins of the config: none
help: remove the name`,
    );
    expect(await problemsOf(["plugin-mint", "plugin-lemon"], { without: ["lemon", "plugin", "limon"] })).to
      .equal(`error[PWL0401]: cannot exclude plugin \`lemon\`, which is not in the config
   = plugins of the config: \`plugin-lemon\`, \`plugin-mint\`
help: did you mean \`plugin-lemon\`?

error[PWL0401]: cannot exclude plugin \`plugin\`, which is not in the config
   = plugins of the config: \`plugin-lemon\`, \`plugin-mint\`
help: use one of these names

error[PWL0401]: cannot exclude plugin \`limon\`, which is not in the config
   = plugins of the config: \`plugin-lemon\`, \`plugin-mint\`
help: did you mean \`plugin-lemon\`?`);
  });
});

describe("loadSession, before any code", () => {
  it("lists every place where it looked for a package", async () => {
    const shown = await problemsOf(["./nowhere.js", "./empty", "Not A Name"], {
      rest: "",
      files: { "empty/x.txt": "" },
    });
    expect(shown).to.equal(`error[PWL0101]: plugin \`./nowhere.js\` does not exist
  --> passwright.config.yaml:2:11
   | plugins: [./nowhere.js, ./empty, Not A Name]
   |           ^
   = tried nowhere.js
help: correct the path; a path is relative to the folder of the file that contains the path

error[PWL0101]: plugin \`./empty\` does not exist
  --> passwright.config.yaml:2:25
   | plugins: [./nowhere.js, ./empty, Not A Name]
   |                         ^
   = tried empty/package.json
help: correct the path; a path is relative to the folder of the file that contains the path

error[PWL0102]: plugin \`Not A Name\` is neither a package name nor a path
  --> passwright.config.yaml:2:34
   | plugins: [./nowhere.js, ./empty, Not A Name]
   |                                  ^
help: use the name of an npm package, or a path that starts with \`./\``);
    const project = makeProject({ "passwright.config.yaml": "framework: kettle\nplugins: [passwright-plugin-tea]\n" }, [
      "kettle",
    ]);
    const { diagnostics } = await loadSession({ cwd: project.folder });
    const lines = project.show(diagnostics).split("\n");
    expect(lines.filter((line) => !line.includes("= tried /")).join("\n")).to.equal(
      `error[PWL0101]: plugin \`passwright-plugin-tea\` does not exist
  --> passwright.config.yaml:2:11
   | plugins: [passwright-plugin-tea]
   |           ^
   = tried node_modules/passwright-plugin-tea/package.json
help: for a folder of your own, use a path: \`- ./path/to/passwright-plugin-tea\`; for a package in your workspace, run \`npm install\`; for a published package that you trust, run \`npm install passwright-plugin-tea\``,
    );
    expect(lines.at(-2)).to.equal("   = tried /node_modules/passwright-plugin-tea/package.json");
  });

  it("suggests `insert` for a pass of the framework, unless a package with this name exists or is left out", async () => {
    const pipeline = { name: "urn", anchor: "tea", steps: ["boil"] };
    const passwright = { kind: "framework", api: "^1.0.0", passes: [{ name: "boil" }], pipeline };
    const problems = async (files: object, without: readonly string[] = []): Promise<string> => {
      const project = makeProject({
        "passwright.config.yaml": "framework: ./urn\nplugins: [boil]\n",
        "urn/package.json": JSON.stringify({ name: "urn", passwright }),
        ...files,
      });
      const { diagnostics } = await loadSession({ cwd: project.folder, dataOnly: true, without });
      return project.show(diagnostics);
    };
    expect(await problems({})).to
      .equal(`error[PWL0101]: plugin \`boil\` does not exist, but \`urn\` has a pass with this name
  --> passwright.config.yaml:2:11
   | plugins: [boil]
   |           ^
help: to add the pass to the pipeline, use \`insert\`, for example \`insert: [{ pass: boil, end: true, reason: … }]\``);
    const unsuitable = { "node_modules/boil/package.json": '{ "name": "boil" }' };
    expect(await problems(unsuitable)).to.contain("error[PWL0104]: `boil` is not a plugin");
    expect(await problems({}, ["boil"])).to.equal("");
  });

  it("suggests a folder beside the config, or an installed package, of a similar name", async () => {
    const plugin = '{ "name": "lime", "passwright": { "kind": "plugin", "api": "*" } }';
    const files = {
      "lime/package.json": plugin,
      "shelf/package.json": "{}",
      "node_modules/@tea/infuser/package.json": "{}",
    };
    const suggestions = async (named: string): Promise<string | undefined> => {
      const config = `framework: kettle\nplugins: ["${named}"]\n`;
      const project = makeProject({ ...files, "passwright.config.yaml": config }, ["kettle", "plugin-mint"]);
      const { diagnostics } = await loadSession({ cwd: project.folder });
      return diagnostics[0]?.help?.[0];
    };
    expect(await suggestions("lime")).to.equal("did you mean `./lime`?");
    expect(await suggestions("shell")).to.equal("did you mean `./shelf`?");
    expect(await suggestions("plugin-mnit")).to.equal("did you mean `plugin-mint`?");
    expect(await suggestions("@tea/infuse")).to.equal("did you mean `@tea/infuser`?");
    expect(await suggestions("./limes")).to.equal("did you mean `./lime`?");
    expect(await suggestions("./shelf/../lme")).to.equal("did you mean `./lime`?");
    expect(await suggestions("./nothing/like/it")).to.equal(
      "correct the path; a path is relative to the folder of the file that contains the path",
    );
    expect(await suggestions("saucepan")).to.match(/^for a folder of your own/);
  });

  it("suggests the adapter of another tool", async () => {
    const problems = async (framework: string, files: object): Promise<string> => {
      const project = makeProject({ "passwright.config.yaml": `framework: ${framework}\n`, ...files });
      return project.show((await loadSession({ cwd: project.folder })).diagnostics);
    };
    expect(await problems("svgo", { "node_modules/svgo/package.json": '{ "name": "svgo" }' })).to
      .equal(`error[PWL0104]: \`svgo\` is not a framework for Passwright
  --> framework svgo, passwright.config.yaml:1:12
   | framework: svgo
   |            ^
   = the package.json does not have the field \`passwright\`
help: did you mean \`@passwright/svgo\`?`);
    expect(await problems("svgo", {})).to.contain("\nhelp: did you mean `@passwright/svgo`?\nhelp: for a folder");
    expect(await problems("./svgo.config.mjs", { "svgo.config.mjs": "export default { plugins: [] };\n" })).to.contain(
      "\nhelp: to use a configuration of another tool, pass it to the function of an adapter, such as `svgoFramework` of `@passwright/svgo`",
    );
  });

  it("refuses manifests that do not fit, all of them at once, and runs no code", async () => {
    const bad = ["old-plugin", "new-plugin", "odd-plugin", "no-range", "no-manifest", "bad-manifest", "kettle"];
    const shown = await problemsOf(bad, { files: { "node_modules/torn/package.json": "{ torn" } });
    checkGolden(`${shown}\n`, "bad-manifests.txt", import.meta.url);
  });

  it("reports a broken package.json, and a plugin named twice", async () => {
    const files = { "torn/package.json": '{ "name": "torn", }' };
    expect(await problemsOf(["./torn", "plugin-mint", "[plugin-mint, { leaves: 4 }]"], { files })).to.equal(
      `error[PWL0103]: the package.json of \`./torn\` cannot be read: comments and trailing commas are not allowed in package.json
  --> plugin ./torn, torn/package.json:1:1
   | { "name": "torn", }
   | ^
help: correct the package.json, or reinstall the package

error[PWL0108]: plugin \`plugin-mint\` is listed twice
  --> plugin plugin-mint, passwright.config.yaml:2:33
   | plugins: [./torn, plugin-mint, [plugin-mint, { leaves: 4 }]]
   |                                 ^
   = first entry (passwright.config.yaml:2:19)
   | plugins: [./torn, plugin-mint, [plugin-mint, { leaves: 4 }]]
   |                   ^
help: remove one of the two entries`,
    );
  });

  it("reports a plugin that is listed as a package and as a file", async () => {
    const manifest =
      '{ "name": "local", "type": "module", "exports": "./index.js", "passwright": { "kind": "plugin", "api": "*" } }';
    const code = 'import { definePlugin } from "@passwright/sdk";\nexport default definePlugin({ passes: [] });\n';
    const files = { "local/package.json": manifest, "local/index.js": code, "local/other.js": code };
    expect(await problemsOf(["./local", "./local/index.js"], { files })).to.equal(
      `error[PWL0108]: plugin \`local\` is listed twice
  --> plugin local, passwright.config.yaml:2:20
   | plugins: [./local, ./local/index.js]
   |                    ^
   = first entry (passwright.config.yaml:2:11)
   | plugins: [./local, ./local/index.js]
   |           ^
help: remove one of the two entries`,
    );
    expect(await problemsOf(["./local/index.js", "./local"], { files })).to.contain("plugin `local` is listed twice");
    const twice = await problemsOf(["./local/other.js", "./local/../local/other.js"], { files });
    expect(twice).to.contain("plugin `./local/other.js` is listed twice");
    expect(await problemsOf(["./local/other.js", "./local"], { files })).to.equal("");
  });

  it("refuses a plugin whose needs the framework does not meet", async () => {
    expect(await problemsOf(["needs-much"])).to
      .equal(`error[PWL0110]: \`needs-much 0.3.0\` needs extension point \`milk.end\`, which framework \`kettle\` does not have
  --> plugin needs-much 0.3.0, <fixtures>/needs-much/package.json:6:3
   |   "passwright": {
   |   ^
   = extension points of \`kettle\`: \`tea.end\`
   = the code of the plugin was not run
help: remove the plugin, or install compatible versions of the plugin and \`kettle\`

error[PWL0110]: \`needs-much 0.3.0\` needs pass type \`Bufferization\`, which framework \`kettle\` does not have
  --> plugin needs-much 0.3.0, <fixtures>/needs-much/package.json:6:3
   |   "passwright": {
   |   ^
   = pass types of \`kettle\`: \`Cleanup\`, \`Infusion\`, \`Lowering\`, \`Normalization\`
   = the code of the plugin was not run
help: remove the plugin, or install compatible versions of the plugin and \`kettle\``);
  });
});

describe("loadSession, code of others", () => {
  const cases: { readonly [title: string]: readonly string[] } = {
    "code that is not there, or outside of its package": [
      "unbuilt",
      "unbuilt-entry",
      "escapes",
      "escapes-by-exports",
      "exports-nothing",
    ],
    "code that throws or exports nothing of use": ["throws-on-load", "no-default"],
    "code that is not as it has to be": ["wrong-shape"],
    "code that differs from its manifest": ["lies", "secret-setup"],
    "setup that throws or is asynchronous": ["throws-in-setup", "async-setup"],
    "options that are none": ["[plugin-mint, { leaves: 12 }]", "[plugin-lemon, { sour: true }]"],
    "taps that cannot be": ["bad-taps"],
    "a pass that somebody else has": ["own-boil"],
  };
  for (const [title, plugins] of Object.entries(cases)) {
    it(`reports ${title}`, async () => {
      checkGolden(
        `${await problemsOf(plugins)}\n`,
        `${title.replaceAll(" ", "-").replaceAll(",", "")}.txt`,
        import.meta.url,
      );
    });
  }

  it("advises to compile TypeScript if Node cannot run it", async function () {
    const { typescript } = process.features as { readonly typescript?: unknown };
    if (typescript !== undefined && typescript !== false) this.skip();
    const manifest = { name: "typed", version: "1.0.0", type: "module", exports: "./index.ts" };
    const packageJson = JSON.stringify({ ...manifest, passwright: { kind: "plugin", api: "^1.0.0" } });
    const files = {
      "typed/package.json": packageJson,
      "typed/index.ts": "export default { passes: [] as never[] };\n",
    };
    expect(await problemsOf(["./typed"], { files })).to
      .equal(`error[PWL0202]: \`typed\` threw an exception while it was loaded: TypeError: Unknown file extension ".ts" for index.ts
  --> plugin typed 1.0.0, passwright.config.yaml:2:11
   | plugins: [./typed]
   |           ^
help: to run TypeScript, use Node 22.18 or later or install \`jiti\`; or compile the file and use the .js file`);
  });

  it("advises to install missing packages, which the user or the author does", async () => {
    const peer = { name: "plugin-peer", version: "1.0.0", type: "module", exports: "./index.js" };
    const declared = { passwright: { kind: "plugin", api: "^1.0.0" }, peerDependencies: { "@tool/paint": "^1.0.0" } };
    const files = {
      "node_modules/plugin-peer/package.json": JSON.stringify({ ...peer, ...declared }),
      "node_modules/plugin-peer/index.js": 'import "@tool/paint/colors";\n',
      "node_modules/plugin-lacks/package.json": JSON.stringify({ ...peer, ...declared, name: "plugin-lacks" }),
      "node_modules/plugin-lacks/index.js": 'import "left-pad";\n',
      "old.cjs": 'require("left-pad");\n',
      "alone.mjs": 'import { definePlugin } from "@passwright/sdk";\nexport default definePlugin({ passes: [] });\n',
      "other.mjs": 'import "left-pad";\n',
    };
    const project = makeProject(
      {
        ...files,
        "passwright.config.yaml":
          "framework: kettle\nplugins: [./alone.mjs, ./other.mjs, ./old.cjs, plugin-peer, plugin-lacks]\n",
      },
      ["kettle"],
    );
    rmSync(join(project.folder, "node_modules/@passwright"));
    const { diagnostics } = await loadSession({ cwd: project.folder });
    expect(diagnostics.map(({ code, help }) => `${code}: ${help?.join()}`)).to.deep.equal([
      "PWL0202: install it with `npm install @passwright/sdk` in the folder of the plugin",
      "PWL0202: install it with `npm install left-pad` in the folder of the plugin",
      "PWL0202: install it with `npm install left-pad` in the folder of the plugin",
      "PWL0202: report the problem to the author of `plugin-lacks`, with the stack from `--debug`, or remove the package",
      "PWL0202: install it with `npm install @tool/paint`",
    ]);
  });

  it("advises to declare modules in a project that `npm init` made", async () => {
    const code = 'import { definePlugin } from "@passwright/sdk";\nexport default definePlugin({ passes: [] });\n';
    // Node 20 does not run TypeScript, and its types do not declare this property.
    const { typescript = false } = process.features as { readonly typescript?: unknown };
    for (const ending of ["js", ...(typescript === false ? [] : ["ts"])]) {
      const files = { "package.json": '{ "type": "commonjs" }', [`tidy.${ending}`]: code };
      expect(await problemsOf([`./tidy.${ending}`], { files })).to.contain(
        `help: if the file has \`import\` or \`export\`, set \`"type": "module"\` in its package.json, or name the file \`.m${ending}\``,
      );
    }
  });

  it("reports syntax errors of a plugin with their positions", async () => {
    const files = { "bad.mjs": "export default {\n  passes: [ };\n" };
    expect(await problemsOf(["./bad.mjs"], { files })).to
      .equal(`error[PWL0202]: \`./bad.mjs\` threw an exception while it was loaded: SyntaxError: Unexpected token '}'
  --> plugin ./bad.mjs, bad.mjs:2:13
help: correct the code, or print the stack with \`--debug\``);
  });

  it("reports undeclared passes in configs and manifests", async () => {
    const rest = "insert:\n  - { pass: garnsh, at: tea.end }\n  - { pass: stir, end: true }\n";
    expect(await problemsOf(["plugin-mint"], { rest })).to
      .equal(`error[PWL0402]: no framework or plugin provides a pass named \`garnsh\`
  --> passwright.config.yaml:4:13
   |   - { pass: garnsh, at: tea.end }
   |             ^
   = searched: kettle, plugin-mint
help: did you mean \`garnish\`?

error[PWL0402]: no framework or plugin provides a pass named \`stir\`
  --> passwright.config.yaml:5:13
   |   - { pass: stir, end: true }
   |             ^
   = searched: kettle, plugin-mint
help: add the plugin that provides the pass to \`plugins\``);
  });

  it("reports errors of a framework", async () => {
    const texts = [];
    for (const name of ["kettle-eager", "kettle-throwing", "kettle-shapeless"]) {
      const project = makeProject({ "passwright.config.yaml": `framework: ${name}\n` }, [name]);
      const { diagnostics } = await loadSession({ cwd: project.folder });
      texts.push(project.show(diagnostics));
    }
    checkGolden(`${texts.join("\n\n")}\n`, "bad-frameworks.txt", import.meta.url);
  });

  it("names the plugin of a tap that fails in the middle of a run", async () => {
    for (const [plugin, message] of [
      ["tap-throws", "PWL0305 tap `cracks` of hook `word` threw an exception: Error: the cup is cracked"],
      ["tap-promises", "PWL0306 tap `waits` of hook `word` returned a promise"],
      ["late-tap", "PWL0307 hook `word` was tapped after the `setup` of `late-tap` returned"],
      ["throws-in-pass", "PWC0406 pass `spill` threw on 'tea': RangeError: index out of range"],
    ] as const) {
      const { session } = await planOf([plugin]);
      expect(await run(session, "tea\n")).to.equal(message);
    }
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}
