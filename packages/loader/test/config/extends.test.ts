import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { loadSession, readConfig } from "@passwright/loader";
import type { CheckedConfig } from "@passwright/loader";
import { makeProject } from "../project.ts";

type Files = { readonly [path: string]: string };

/** Reads the config of a project with these files, and returns the part that `pick` selects, or the errors. */
async function read(files: Files, pick: (config: CheckedConfig) => unknown = () => "read"): Promise<unknown> {
  const project = makeProject(files, ["kettle"]);
  const result = await readConfig(undefined, project.folder);
  return result.ok ? pick(result.config) : project.show(result.diagnostics);
}

const manifest = (name: string, field: object): string =>
  JSON.stringify({ name, version: "1.0.0", type: "module", passwright: field });

describe("extends", () => {
  it("reads files, folders and packages, bases first, and later values win", async () => {
    const files: Files = {
      "passwright.config.yaml": `extends: [./base.yaml, ./house, acme-config, acme-config/strict.json]
level: high
plugins: [[lemon, { sour: 1 }]]
insert: [{ pass: own, end: true }]
inputs: [own.txt]
`,
      "base.yaml": `framework: kettle
level: low
target: gas
plugins: [mint, [lemon, { sour: 9 }]]
insert: [{ pass: of-base, end: true }]
instrument: { timing: true, trace: trace.json }
`,
      "house/passwright.config.json": '{ "inputs": ["house.txt"], "rules": [], "instrument": { "statistics": true } }',
      "node_modules/acme-config/package.json": '{ "name": "acme-config" }',
      "node_modules/acme-config/.passwrightrc": "insert: [{ pass: of-acme, end: true }]\n",
      "node_modules/acme-config/strict.json": '{ "insert": [\n{ "pass": "strict", "end": true }] }',
    };
    const told = await read(files, (config) => ({
      framework: config.framework?.text,
      level: config.level?.text,
      target: config.target?.text,
      plugins: config.plugins.map(({ text, options }) => [text, options]),
      insertions: config.insert.map(({ data, file, line }) => `${"pass" in data ? data.pass : ""} ${file}:${line}`),
      inputs: config.inputs.map(({ text }) => text),
      instrument: { ...config.instrument, trace: config.instrument.trace?.endsWith("/trace.json") },
    }));
    expect(told).to.deep.equal({
      framework: "kettle",
      level: "high",
      target: "gas",
      plugins: [
        ["mint", {}],
        ["lemon", { sour: 1 }],
      ],
      insertions: [
        "of-base base.yaml:5",
        "of-acme acme-config/.passwrightrc:1",
        "strict acme-config/strict.json:2",
        "own passwright.config.yaml:4",
      ],
      inputs: ["house.txt", "own.txt"],
      instrument: { timing: true, trace: true, statistics: true },
    });
  });

  it("names the folder to which it is relative: the folder of each file", async () => {
    const files: Files = {
      "passwright.config.yaml": "extends: shared/base.yaml\n",
      "node_modules/shared/package.json": "{}",
      "node_modules/shared/base.yaml": "extends: ./sub/more.yaml\n",
      "node_modules/shared/sub/more.yaml": "framework: ./kettle.js\n",
    };
    const from = await read(files, ({ framework }) => framework?.from?.split("/").slice(-3).join("/"));
    expect(from).to.equal("shared/sub/more.yaml");
  });

  it("takes a framework for one that is named, and a config's own for the last word", async () => {
    expect(await read({ "passwright.config.yaml": "extends: kettle\n" }, ({ framework }) => framework?.text)).to.equal(
      "kettle",
    );
    const files: Files = {
      "passwright.config.yaml": "extends: [kettle, ./base.yaml]\nname: mine\npipeline: any(cse)\n",
      "base.yaml": "framework: stove\n",
    };
    expect(await read(files)).to.equal(`error[PWL0025]: the config has both \`framework\` and \`pipeline\`
  --> passwright.config.yaml:3:1
   | pipeline: any(cse)
   | ^
help: remove one of the two keys`);
    const replaced = { ...files, "passwright.config.yaml": "extends: ./base.yaml\nname: mine\npipeline: any(cse)\n" };
    expect(await read(replaced, ({ framework, title }) => [framework, title])).to.deep.equal([undefined, "mine"]);
  });

  it("reads a file that several extend once", async () => {
    const files: Files = {
      "passwright.config.yaml": "extends: [./left.yaml, ./right.yaml]\n",
      "left.yaml": "extends: ./top.yaml\ninsert: [{ pass: left, end: true }]\n",
      "right.yaml": "extends: ./top.yaml\ninsert: [{ pass: right, end: true }]\n",
      "top.yaml": "framework: kettle\ninsert: [{ pass: top, end: true }]\n",
    };
    const passes = await read(files, ({ insert }) => insert.map(({ data }) => ("pass" in data ? data.pass : "")));
    expect(passes).to.deep.equal(["top", "left", "right"]);
  });

  it("reports a cycle with its whole path", async () => {
    const files: Files = {
      "passwright.config.yaml": "framework: kettle\nextends:\n  - ./a.yaml\n",
      "a.yaml": "extends: ./deep/b.json\n",
      "deep/b.json": '{\n  "extends": ["../a.yaml"]\n}',
    };
    expect(await read(files)).to
      .equal(`error[PWL0020]: configs extend each other in a cycle: \`a.yaml\` -> \`deep/b.json\` -> \`a.yaml\`
  --> deep/b.json:2:15
   |   "extends": ["../a.yaml"]
   |               ^
help: remove \`extends\` from one of the configs`);
    expect(await read({ "passwright.config.yaml": "extends: .\n" })).to.contain(
      "`passwright.config.yaml` -> `passwright.config.yaml`",
    );
  });

  it("points into the file that is wrong", async () => {
    const files: Files = {
      "passwright.config.yaml": "extends: ./base.yaml\n",
      "base.yaml": "framework: kettle\nlevle: high\nplugins: [nobody]\n",
    };
    expect(await read(files)).to.match(/^error\[PWL0011\]: unknown key `levle`\n {2}--> base\.yaml:2:1\n/);
    const project = makeProject({ ...files, "base.yaml": "framework: kettle\nplugins:\n  - ./nobody\n" }, ["kettle"]);
    const { diagnostics } = await loadSession({ cwd: project.folder });
    expect(project.show(diagnostics)).to.match(/`\.\/nobody` does not exist\n {2}--> base\.yaml:3:5\n/);
  });

  it("names the configs that cannot be extended", async () => {
    const files: Files = {
      "passwright.config.yaml": "extends: [./none.yaml, ./house, nobody, acme/none.json, 'a b', ./pipe/.]\n",
      "house/a.txt": "",
      "pipe/x.txt": "",
      "node_modules/acme/package.json": "{}",
    };
    const shown = String(await read(files))
      .split("\n")
      .filter((line) => line.startsWith("error"));
    expect(shown).to.deep.equal([
      "error[PWL0101]: config `./none.yaml` does not exist",
      "error[PWL0021]: `./house` cannot be extended: it contains no config",
      "error[PWL0101]: config `nobody` does not exist",
      "error[PWL0021]: `acme/none.json` cannot be extended: the file does not exist",
      "error[PWL0021]: `a b` cannot be extended: it is neither a package nor a path",
      "error[PWL0021]: `./pipe/.` cannot be extended: it contains no config",
    ]);
    expect(await read({ "passwright.config.yaml": "extends: /dev/zero\n" })).to
      .equal(`error[PWL0021]: \`/dev/zero\` cannot be extended: it is not a regular file
  --> passwright.config.yaml:1:10
   | extends: /dev/zero
   |          ^
help: set \`extends\` to a config file, or to a folder or package that contains a config`);
  });

  it("lets a package's config name nothing outside of the package by path", async () => {
    const files: Files = {
      "passwright.config.yaml": "framework: kettle\nextends: acme\n",
      "secret.yaml": "level: high\n",
      "node_modules/acme/package.json": "{}",
      "node_modules/acme/passwright.config.yaml": `extends: ../../secret.yaml
plugins: [../evil, ./fine.js, kettle]
inputs: [/etc/passwd]
instrument: { timing: true, trace: ../../trace.json }
`,
    };
    const shown = String(await read(files));
    expect(shown.split("\n").filter((line) => /^error|-->/.test(line))).to.deep.equal([
      "error[PWL0022]: `../../secret.yaml` is outside package `acme`",
      "  --> node_modules/acme/passwright.config.yaml:1:10",
      "error[PWL0022]: `../evil` is outside package `acme`",
      "  --> node_modules/acme/passwright.config.yaml:2:11",
      "error[PWL0022]: `/etc/passwd` is outside package `acme`",
      "  --> node_modules/acme/passwright.config.yaml:3:10",
      "error[PWL0022]: `../../trace.json` is outside package `acme`",
      "  --> node_modules/acme/passwright.config.yaml:4:1",
    ]);
    expect(shown).to.contain(`error[PWL0022]: \`../evil\` is outside package \`acme\`
  --> node_modules/acme/passwright.config.yaml:2:11
   | plugins: [../evil, ./fine.js, kettle]
   |           ^
help: use a path inside the package, or the name of another package`);
  });

  it("follows links: a file is one file under all its names", async () => {
    const project = makeProject({
      "passwright.config.yaml": "extends: [./real/a.yaml, ./linked/a.yaml]\nframework: kettle\n",
      "real/a.yaml": "insert: [{ pass: a, end: true }]\n",
    });
    symlinkSync(join(project.folder, "real"), join(project.folder, "linked"));
    mkdirSync(join(project.folder, "empty"));
    const result = await readConfig(undefined, project.folder);
    expect(result.ok && result.config.insert.length).to.equal(1);
  });

  it("refuses keys that only a pipeline in a config can have, beside a framework", async () => {
    expect(await read({ "passwright.config.yaml": "framework: kettle\nlevels: [O1]\n" })).to
      .equal(`error[PWL0024]: \`levels\` is allowed only with \`pipeline\`, but the config sets \`framework\`
  --> passwright.config.yaml:2:1
   | levels: [O1]
   | ^
help: remove the key, or replace \`framework\` with \`pipeline\``);
    const text = 'pipeline: "func.func(cse)"\n';
    expect(await read({ "passwright.config.yaml": `${text}anchor: builtin.module\n` })).to
      .equal(`error[PWL0024]: \`anchor\` is \`builtin.module\`, but the text of \`pipeline\` runs on \`func.func\`
  --> passwright.config.yaml:2:1
   | anchor: builtin.module
   | ^
help: remove \`anchor\`, or change the text of \`pipeline\``);
    expect(await read({ "passwright.config.yaml": `${text}anchor: func.func\n` })).to.equal("read");
    expect(await read({ "passwright.config.yaml": "level: low\n" })).to.equal(`error[PWL0012]: \`framework\` is missing
  --> passwright.config.yaml:1:1
   | level: low
   | ^
help: add \`framework\` with a package, folder or file, or add \`pipeline\` with the text of a pipeline`);
  });
});

describe("data-only mode", () => {
  const bomb = "throw new Error('code ran');\n";
  const sugar = manifest("sugar", {
    kind: "plugin",
    api: "^1.0.0",
    setup: false,
    passes: [{ name: "stir", types: ["Cleanup"] }],
    insert: [{ pass: "stir", end: true }],
    options: { spoons: { type: "integer", minimum: 1, maximum: 3 } },
  });
  const salt = manifest("salt", { kind: "plugin", api: "^1.0.0", passes: [{ name: "salt" }] });
  const pepper = manifest("pepper", { kind: "plugin", api: "^1.0.0", setup: false });
  const files = (config: string): Files => ({
    "passwright.config.yaml": config,
    "sugar/package.json": sugar,
    "sugar/index.js": bomb,
    "salt/package.json": salt,
    "salt/index.js": bomb,
    "pepper/package.json": pepper,
    "pepper/index.js": bomb,
    "bad.config.js": bomb,
    "ir.js": bomb,
    ".config/config.js": bomb,
  });
  const load = async (config: string, dataOnly = true, name?: string): Promise<string> => {
    const project = makeProject(files(config), ["kettle", "throws-on-load"]);
    const named = name === undefined ? {} : { config: name };
    const { session, diagnostics } = await loadSession({ cwd: project.folder, dataOnly, ...named });
    if (session?.plan === undefined) return project.show(diagnostics);
    const made = await session.makeManager();
    const passes = session.plan.steps.map(({ pass }) => pass).join(",");
    return `${passes}\n${made.ok ? "made" : project.show(made.diagnostics)}`;
  };

  it("plans from manifests and configs without running code", async () => {
    const config = "anchor: any\nir: ./ir.js\nplugins: [[./sugar, { spoons: 2 }]]\npipeline: [stir, stir]\n";
    expect(await load(config)).to.equal(`stir,stir,stir
error[PWL0408]: a session in data-only mode cannot run passes, because the session does not load their code
help: turn off data-only mode, or print the pipeline for mlir-opt with \`passwright plan --format mlir\``);
    // Without data-only mode, the same config runs the code.
    expect(await load(config, false))
      .to.contain("PWL0202")
      .and.to.contain("code ran");
    expect(await load(config.replace("spoons: 2", "spoons: 7"))).to
      .equal(`error[PWL0207]: options of plugin \`sugar\`: option \`spoons\` must be a whole number from 1 to 3, not 7
  --> plugin sugar 1.0.0, passwright.config.yaml:3:31
   | plugins: [[./sugar, { spoons: 7 }]]
   |                               ^
help: change the value of option \`spoons\``);
  });

  it("refuses commands that need code", async () => {
    expect(await load("framework: throws-on-load\n")).to.contain("PWL0105");
    expect(await load("framework: kettle\n")).to
      .equal(`error[PWL0407]: framework \`kettle\` cannot be planned in data-only mode, because the framework builds its pipeline with code
  --> framework kettle, passwright.config.yaml:1:12
   | framework: kettle
   |            ^
help: replace \`framework\` in the config with \`pipeline\` and declare the pipeline there, or turn off data-only mode`);
    expect(await load("anchor: pot\nir: ./ir.js\nplugins: [./sugar]\npipeline: [{ nest: cup, steps: [stir] }]\n")).to
      .equal(`error[PWL0407]: IR \`./ir.js\` cannot be planned in data-only mode, because only its code declares how its passes are nested
  --> ir ./ir.js, passwright.config.yaml:2:5
   | ir: ./ir.js
   |     ^
help: turn off data-only mode`);
    expect(await load("anchor: any\npipeline: []\nplugins: [./salt, ./pepper]\n")).to
      .equal(`error[PWL0406]: plugin \`pepper\` cannot be planned in data-only mode: its manifest does not declare its passes
  --> plugin pepper, passwright.config.yaml:3:19
   | plugins: [./salt, ./pepper]
   |                   ^
help: exclude the plugin with \`--without pepper\`, or turn off data-only mode

error[PWL0406]: plugin \`salt\` cannot be planned in data-only mode: it has a setup, or options with functions
  --> plugin salt, passwright.config.yaml:3:11
   | plugins: [./salt, ./pepper]
   |           ^
help: exclude the plugin with \`--without salt\`, or turn off data-only mode`);
    expect(await load("", true, "bad.config.js")).to
      .equal(`error[PWL0023]: \`bad.config.js\` is code, which data-only mode does not run
help: write the config in YAML or JSON, or turn off data-only mode`);
    expect(await load("extends: ./bad.config.js\n")).to
      .equal(`error[PWL0023]: \`bad.config.js\` is code, which data-only mode does not run
  --> passwright.config.yaml:1:10
   | extends: ./bad.config.js
   |          ^
help: write the config in YAML or JSON, or turn off data-only mode`);
  });

  it("refuses a manifest that does not have the options of the code", async () => {
    const project = makeProject(
      {
        "passwright.config.yaml": "framework: kettle\nplugins: [./tin]\n",
        "tin/package.json": manifest("tin", {
          kind: "plugin",
          api: "^1.0.0",
          options: { size: { type: "integer" }, lid: { type: "boolean", default: true } },
        }),
        "tin/index.js": `import { bool, definePlugin, int } from "@passwright/sdk";
export default definePlugin({ passes: [], options: { size: int(1, "cups", { min: 1, max: 4 }), lid: bool(true, "on") }, setup() {} });
`,
      },
      ["kettle"],
    );
    const { diagnostics } = await loadSession({ cwd: project.folder });
    expect(project.show(diagnostics).split("\n").at(-2)).to.equal("   = `options.size.default`: only in the code");
  });
});
