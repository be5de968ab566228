import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { checkGolden } from "@passwright/development";
import { readConfig } from "@passwright/loader";
import type { ConfigResult } from "@passwright/loader";
import { makeProject } from "../project.ts";

type Files = { readonly [path: string]: string };

/** Reads the config of a project with these files, and returns the config or its errors as text. */
async function read(files: Files, named?: string): Promise<string> {
  const project = makeProject(files);
  const result = await readConfig(named, project.folder);
  return result.ok ? configText(result) : project.show(result.diagnostics);
}

function configText({ config }: ConfigResult & { ok: true }): string {
  const { name, framework, plugins, insert: insertions, rules, inputs } = config;
  const all = { name, framework, plugins, insertions, rules, inputs };
  // The path of a test's folder differs from run to run.
  return JSON.stringify(all, (key, value: unknown) => (key === "from" || key === "optionPlaces" ? undefined : value));
}

const full = `
framework: kettle
plugins:
  - plugin-mint
  - [plugin-lemon, { leaves: 2 }]
insert:
  - { pass: garnish, at: tea.end, reason: looks }
  - pass: tidy
    beforeType: Lowering
    which: each
    onMissing: { use: { end: true } }
rules:
  - { pass: mint, strong: true, before: { type: Lowering }, reason: leaves }
  - { type: Cleanup, afterSome: pour, reason: crumbs }
inputs: [morning.txt]
`;

describe("readConfig", () => {
  it("reads YAML with the line of everything", async () => {
    checkGolden(`${await read({ "passwright.config.yaml": full })}\n`, "config-yaml.txt", import.meta.url);
  });

  it("reads the same from YAML, JSON and modules, but for the lines", async () => {
    const yaml = "framework: kettle\nplugins: [[plugin-lemon, { leaves: 2 }]]\ninputs: [a.txt]\n";
    const json = '{ "framework": "kettle", "plugins": [["plugin-lemon", { "leaves": 2 }]], "inputs": ["a.txt"] }';
    const files: [string, string][] = [
      ["passwright.config.yaml", yaml],
      ["passwright.config.json", `// with comments\n${json.replace("] }", "], }")}`],
      ["passwright.config.js", `export default ${json};`],
      ["passwright.config.mjs", `export default ${json};`],
      ["passwright.config.cjs", `module.exports = ${json};`],
      [".passwrightrc", yaml],
      ["package.json", `{ "type": "module", "passwright": ${json} }`],
    ];
    for (const [name, text] of files) {
      const shown = await read({ [name]: text });
      const plain = shown
        .replaceAll(/"line(Text)?":("(?:[^"\\]|\\.)*"|\d+),?|"column":\d+,?/g, "")
        .replaceAll(name, "");
      expect(plain.replaceAll(",}", "}"), name).to.equal(
        '{"name":"","framework":{"text":"kettle","at":{"file":""}},"plugins":[{"text":"plugin-lemon","at":{"file":""},"options":{"leaves":2}}],"insertions":[],"rules":[],"inputs":[{"text":"a.txt","at":{"file":""}}]}',
      );
    }
  });

  it("reports all errors at once, with their positions", async () => {
    const text = `framework: [kettle]
plugin: [plugin-mint]
plugins:
  - 3
  - [plugin-lemon, strong]
  - [plugin-lemon, {}, {}]
insert:
  - { pass: tidy }
  - { pass: tidy, before: a, after: b }
  - { before: a, onMissing: fail }
  - { pass: tidy, at: "", which: some, end: true }
  - { pass: tidy, end: false, types: Cleanup, options: [] }
rules:
  - { pass: mint, strong: yes, before: { types: Lowering } }
  - { reason: why not }
inputs: morning.txt
`;
    checkGolden(`${await read({ "passwright.config.yaml": text })}\n`, "config-problems.txt", import.meta.url);
  });

  it("reports a missing value at its key", async () => {
    const text = "framework: kettle\ninsert:\n  - { pass: tidy, end: true, reason }\n";
    expect(await read({ "passwright.config.yaml": text })).to
      .equal(`error[PWL0013]: \`insert[0].reason\` must be a string, not null
  --> passwright.config.yaml:3:30
   |   - { pass: tidy, end: true, reason }
   |                              ^
help: write a string`);
  });

  it("shows how to pass options to a plugin whose name is a key", async () => {
    expect(
      await read({ "passwright.config.yaml": "framework: kettle\nplugins:\n  - mint:\n      leaves: 2\n" }),
    ).to.equal(
      `error[PWL0013]: \`plugins[0]\` must be the name of a plugin, or a list [plugin, { options }], not a map with the key \`mint\`
  --> passwright.config.yaml:3:5
   |   - mint:
   |     ^
help: write the name of a plugin, or a list [plugin, { options }]`,
    );
  });

  it("refuses plugins and frameworks that a config in JavaScript imported", async () => {
    const text = `const plugin = { name: "mint", passes: [] };
export default {
  framework: { name: "kettle" },
  plugins: [plugin, [plugin, { leaves: 2 }]],
};
`;
    const expected = "the package, folder or file of a";
    expect(await read({ "passwright.config.mjs": text })).to
      .equal(`error[PWL0013]: \`framework\` must be ${expected} framework, not a map
  --> passwright.config.mjs:2:1
   | export default {
   | ^
help: write ${expected} framework

error[PWL0013]: \`plugins[0]\` must be ${expected} plugin, not the plugin itself
  --> passwright.config.mjs:2:1
   | export default {
   | ^
help: write ${expected} plugin

error[PWL0013]: \`plugins[1][0]\` must be ${expected} plugin, not a map
  --> passwright.config.mjs:2:1
   | export default {
   | ^
help: write ${expected} plugin`);
  });

  it("reports syntax errors of YAML and JSON with their positions", async () => {
    expect(await read({ "passwright.config.yaml": "framework: kettle\nplugins: [a, b\ninputs: []\n" })).to.equal(
      `error[PWL0010]: invalid YAML: flow sequence in block collection must be sufficiently indented and end with a ]
  --> passwright.config.yaml:3:1
   | inputs: []
   | ^
help: correct the YAML syntax`,
    );
    expect(await read({ "passwright.config.json": '{ "framework": kettle }' })).to.equal(
      `error[PWL0010]: invalid JSON: invalid symbol
  --> passwright.config.json:1:16
   | { "framework": kettle }
   |                ^
help: correct the JSON syntax

error[PWL0010]: invalid JSON: value expected
  --> passwright.config.json:1:23
   | { "framework": kettle }
   |                       ^
help: correct the JSON syntax`,
    );
  });

  it("reports repeated parser errors at one position once", async () => {
    const shown = (await read({ "passwright.config.json": "[[[[" })) as string;
    expect(shown.match(/close bracket expected/g)).to.have.lengthOf(1);
  });

  it("reports a module whose export is not a map", async () => {
    const told = async (value: string): Promise<unknown> =>
      read({ "passwright.config.mjs": `export default ${value};\n` });
    const must = "error[PWL0013]: the config must be a map, not ";
    expect(await told("Promise.resolve({})")).to.contain(`${must}an object of class Promise\n`);
    expect(await told("() => ({})")).to.contain(`${must}a function\n`);
    expect(await told("new (class {})()")).to.contain(`${must}an object\n`);
  });

  it("refuses keys that reach into prototypes, repeated keys, and data that grows without end", async () => {
    const keys = '{ "framework": "kettle", "plugins": [["a", { "x": { "__proto__": {} }, "constructor": 1 }]] }';
    const hostile = [
      await read({ "passwright.config.json": keys }),
      await read({ "passwright.config.yaml": "framework: a\n__proto__: { framework: b }\n" }),
      await read({ "passwright.config.json": '{ "framework": "a", "framework": "b" }' }),
      await read({ "passwright.config.yaml": `framework: a\nplugins: ${"[".repeat(100)}${"]".repeat(100)}\n` }),
      await read({ "passwright.config.yaml": bomb() }),
      await read({ "passwright.config.yaml": "framework: &a [*a]\n" }),
      await read({ "passwright.config.mjs": "const a = { framework: 'a' };\na.plugins = [a];\nexport default a;\n" }),
    ];
    checkGolden(`${hostile.join("\n----\n")}\n`, "config-hostile.txt", import.meta.url);
  });

  it("reports errors in a config that is code, with their positions", async () => {
    expect(await read({ "passwright.config.mjs": "\nthrow new Error('not today');\n" })).to.equal(
      `error[PWL0005]: the config threw an exception while it was loaded: Error: not today
  --> passwright.config.mjs:2:7
help: correct the config, or print the stack with \`--debug\``,
    );
    expect(await read({ "passwright.config.mjs": "export default {\n  framework: ,\n};\n" })).to.equal(
      `error[PWL0005]: the config threw an exception while it was loaded: SyntaxError: Unexpected token ','
  --> passwright.config.mjs:2:14
help: correct the config, or print the stack with \`--debug\``,
    );
    expect(await read({ "passwright.config.mjs": "export const framework = 'kettle';\n" })).to.equal(
      `error[PWL0006]: the config has no default export
  --> passwright.config.mjs:1:1
help: write \`export default { framework: … }\``,
    );
    expect(await read({ "passwright.config.mjs": "export default () => ({});\n" })).to.equal(
      `error[PWL0013]: the config must be a map, not a function
  --> passwright.config.mjs:1:1
   | export default () => ({});
   | ^
help: write a map`,
    );
  });

  it("runs TypeScript if Node can, and otherwise prints the next step", async () => {
    const text = "const name: string = 'kettle';\nexport default { framework: name };\n";
    const shown = await read({ "passwright.config.ts": text });
    const { typescript } = process.features as { typescript?: unknown };
    if (typescript !== undefined && typescript !== false) expect(shown).to.contain('"text":"kettle"');
    else {
      expect(shown).to.equal(`error[PWL0007]: this version of Node cannot run TypeScript, and \`jiti\` is not installed
  --> passwright.config.ts:1:1
help: use Node 22.18 or later, or install \`jiti\``);
    }
  });

  it("describes a config that is missing, empty, unreadable or of an unknown kind", async () => {
    expect(await read({}, "kitchen")).to.equal(
      `error[PWL0001]: config \`kitchen\` does not exist
help: correct the path of the config`,
    );
    const places = await read({ "kitchen/cup.txt": "" }, "kitchen");
    expect(places).to.match(
      /^error\[PWL0002\]: folder `kitchen` has no config\n {3}= looked for passwright\.config\.\{ts,/,
    );
    expect(await read({ "tea.yaml": "# nothing but a comment\n" }, "tea.yaml")).to.equal(
      `error[PWL0009]: the config is empty
  --> tea.yaml:1:1
help: add \`framework:\` with the name of a framework`,
    );
    expect(await read({ "tea.toml": "framework = 'kettle'" }, "tea.toml")).to.equal(
      `error[PWL0004]: \`tea.toml\` cannot be a config: the extension \`.toml\` is not supported
help: use a file with one of the extensions .yaml, .yml, .json, .js, .mjs, .cjs, .ts`,
    );
  });

  it("refuses bytes that are not text, with their position", async () => {
    const project = makeProject({});
    const bytes = (text: string, ...more: number[]): Buffer => Buffer.concat([Buffer.from(text), Buffer.from(more)]);
    const show = async (content: Buffer): Promise<string> => {
      writeFileSync(join(project.folder, "tea.yaml"), content);
      const result = await readConfig("tea.yaml", project.folder);
      return result.ok ? "read" : project.show(result.diagnostics);
    };
    expect(await show(bytes("\uFEFFframework: kettle\nlevel: h\u00F6chst\n"))).to.equal("read");
    expect(await show(bytes("\uFEFFframework: kettle\nlevel: \u00F6", 0xff, 0x0a))).to
      .equal(`error[PWL0019]: the file contains bytes that are not UTF-8
  --> tea.yaml:2:9
   | level: \u00F6\uFFFD
   |         ^
help: save the file as UTF-8 text`);
    expect(await show(bytes("framework: kettle\n", 0xc3))).to.contain("tea.yaml:2:1");
    expect(await show(bytes("framework: ket\0tle\n"))).to.contain("contains a zero byte\n  --> tea.yaml:1:15");
    expect(await show(Buffer.alloc(2 ** 20 + 1, " "))).to.equal(
      `error[PWL0003]: config \`tea.yaml\` cannot be read: it is larger than 1 MiB
help: shorten the config, or move a part of it to another config with \`extends\``,
    );
  });

  it("prints why a config cannot be read", async () => {
    const project = makeProject({});
    // Uses a symbolic link to itself, because not even the superuser can read such a link.
    symlinkSync("tea.yaml", join(project.folder, "tea.yaml"));
    const result = await readConfig("tea.yaml", project.folder);
    expect(result.ok ? "" : project.show(result.diagnostics)).to.equal(
      `error[PWL0003]: config \`tea.yaml\` cannot be read: Too many levels of symbolic links
help: make the file readable, or pass another config with \`-c\``,
    );
  });
});

/** Returns a short YAML text whose aliases would expand to a billion values. */
function bomb(): string {
  const lines = Array.from({ length: 9 }, (_, level) => {
    const inner = level === 0 ? "x" : `*l${level - 1}`;
    return `l${level}: &l${level} [${Array.from({ length: 10 }, () => inner).join(", ")}]`;
  });
  return `${lines.join("\n")}\n`;
}
