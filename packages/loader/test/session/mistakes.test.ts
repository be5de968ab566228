import { expect } from "chai";
import { printPlan } from "@passwright/builder";
import { loadSession } from "@passwright/loader";
import type { LoadOptions } from "@passwright/loader";
import { makeProject } from "../project.ts";

/** Returns the files of an installed plugin: its package.json and its code. */
function plugin(name: string, code: string, manifest: object = {}): { readonly [path: string]: string } {
  const json = {
    name,
    version: "1.0.0",
    type: "module",
    exports: "./index.js",
    passwright: { kind: "plugin", api: "^1.0.0", ...manifest },
  };
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify(json, undefined, 2),
    [`node_modules/${name}/index.js`]: `import * as sdk from "@passwright/sdk";\n${code}`,
  };
}

/**
 * Returns the diagnostics of a config for kettle with some plugins. With `remarks`, includes remarks that only
 * `explain` prints.
 */
async function said(
  files: { readonly [path: string]: string },
  config: string,
  options: LoadOptions & { readonly remarks?: boolean } = {},
): Promise<string> {
  const { remarks = false, ...rest } = options;
  const project = makeProject({ ...files, "passwright.config.yaml": `framework: kettle\n${config}` }, ["kettle"]);
  const { diagnostics } = await loadSession({ cwd: project.folder, ...rest });
  return project.show(diagnostics.filter(({ severity }) => remarks || severity !== "remark"));
}

const stir = (body: string, setup = ""): string => `
const stir = sdk.definePass({ name: "stir", anchor: "tea", runOnOperation() { ${body} } });
export default sdk.definePlugin({ passes: [stir]${setup} });
`;
const insert = ', setup(b) { b.addAfter("boil", stir); }';
const manifest = { passes: [{ name: "stir", anchor: "tea" }] };

const twoOwners = [
  "error[PWB0001]: two packages declare pass `stir`",
  "   = declared by plugin-cup 1.0.0",
  "   = declared by plugin-spoon 1.0.0",
  "   = the declarations are the same, but the code differs: these definitions might come from two copies of one package",
  "help: remove one of the packages, or ask the author to rename `stir`",
  "help: if one package is installed twice, run `npm dedupe`",
].join("\n");

describe("loadSession, two packages with a pass of one name that they declare alike", () => {
  const plugins = "plugins: [plugin-cup, plugin-spoon]\n";

  it("reports passes with different code, so that no step runs the wrong code", async () => {
    const files = { ...plugin("plugin-cup", stir("1", insert)), ...plugin("plugin-spoon", stir("2", insert)) };
    expect(await said(files, plugins)).to.equal(twoOwners);
  });

  it("does not call declarations with other options the same", async () => {
    const sized = stir("").replace("runOnOperation", 'options: { size: sdk.int(1, "cups") }, runOnOperation');
    const files = { ...plugin("plugin-cup", stir("1", insert)), ...plugin("plugin-spoon", sized) };
    expect(await said(files, plugins)).to.equal(
      twoOwners
        .split("\n")
        .filter((line) => !/the same|npm dedupe/.test(line))
        .join("\n"),
    );
  });

  it("looks at the code where the manifests alone would be planned with", async () => {
    const silent = { ...manifest, setup: false };
    const files = { ...plugin("plugin-cup", stir("1"), silent), ...plugin("plugin-spoon", stir("2"), silent) };
    expect(await said(files, plugins)).to.equal(twoOwners);
    const mixed = { ...plugin("plugin-cup", stir("1"), silent), ...plugin("plugin-spoon", stir("2", insert)) };
    expect(await said(mixed, plugins)).to.equal(twoOwners);
  });

  it("plans with a pass that one of them has from the other", async () => {
    const silent = { ...manifest, setup: false };
    const borrowed = `import cup from "plugin-cup";\nexport default sdk.definePlugin({ passes: cup.passes });\n`;
    const files = { ...plugin("plugin-cup", stir("1"), silent), ...plugin("plugin-spoon", borrowed, silent) };
    expect(await said(files, `${plugins}insert: [{ pass: stir, after: boil }]\n`)).to.equal("");
  });
});

const withStir = (setup: string): { readonly [path: string]: string } =>
  plugin(
    "plugin-cup",
    `const stir = sdk.definePass({
  name: "stir", anchor: "tea", options: { times: sdk.int(1, "how often") }, runOnOperation() {},
});
export default sdk.definePlugin({ passes: [stir], setup(b) { ${setup} } });
`,
  );

describe("loadSession, a step that is not as its pass is declared", () => {
  const plugins = "plugins: [plugin-cup]\n";

  it("reports unknown options in a plan, with a similar name", async () => {
    expect(await said(withStir('b.addAfter("boil", stir, { options: { time: 1 } });'), plugins)).to.equal(
      [
        "error[PWB0402]: options of `stir`: unknown option `time`",
        "  --> plugin plugin-cup, index.js:5:1, step plugin-cup::stir",
        "help: did you mean `times`?",
      ].join("\n"),
    );
  });

  it("reports them also for a step by name, without its code", async () => {
    const times = { times: { type: "integer", default: 1 } };
    const data = { setup: false, passes: [{ name: "whirl", anchor: "tea", options: times }] };
    const whirl = `export default sdk.definePlugin({ passes: [
  sdk.definePass({ name: "whirl", anchor: "tea", options: { times: sdk.int(1, "") }, runOnOperation() {} })] });`;
    const files = {
      ...withStir('b.addAfter("boil", "whirl", { options: { times: "often" } });'),
      ...plugin("plugin-whirl", whirl, data),
    };
    expect(await said(files, "plugins: [plugin-cup, plugin-whirl]\n")).to.equal(
      [
        'error[PWB0402]: options of `whirl`: option `times` must be a whole number from -9007199254740991 to 9007199254740991, not "often"',
        "  --> plugin plugin-cup, index.js:5:1, step plugin-cup::whirl",
        "help: correct the value of `times`",
      ].join("\n"),
    );
  });

  it("shows how to set an option of a pass that was given to its plugin", async () => {
    const times = { type: "integer", minimum: -2147483648, maximum: 2147483647, default: 1 };
    const passes = [{ name: "stir", anchor: "tea", options: { times } }];
    const cup = (manifest: object): { readonly [path: string]: string } => ({
      ...withStir('b.addAfter("boil", stir);'),
      "node_modules/plugin-cup/package.json": JSON.stringify({
        name: "plugin-cup",
        type: "module",
        exports: "./index.js",
        passwright: { kind: "plugin", api: "^1.0.0", ...manifest },
      }),
    });
    // The loader finds the error in the code or, if the manifest declares the options, before code runs.
    for (const files of [cup({}), cup({ options: {}, passes })]) {
      const told = await said(files, "plugins: [[plugin-cup, { times: 3 }]]\n");
      expect(told).to.equal(
        [
          "error[PWL0207]: options of plugin `plugin-cup`: unknown option `times`",
          "  --> plugin plugin-cup, passwright.config.yaml:2:33",
          "   | plugins: [[plugin-cup, { times: 3 }]]",
          "   |                                 ^",
          "help: set `times` as an option of pass `stir`: `overrides: [{ set: stir, options: { times: 3 }, reason: … }]`",
        ].join("\n"),
      );
      const override = /`(overrides: .*)`$/.exec(told)?.[1] ?? "";
      const config = `framework: kettle\nplugins: [plugin-cup]\n${override}\n`;
      const project = makeProject({ ...files, "passwright.config.yaml": config }, ["kettle"]);
      const { session, diagnostics } = await loadSession({ cwd: project.folder });
      expect(project.show(diagnostics)).to.equal("");
      const step = session?.plan?.steps.find(({ pass }) => pass === "stir");
      expect(step?.options).to.deep.equal({ times: 3 });
    }
  });

  it("checks options of several kinds with the manifest, as the code does", async () => {
    const ids = { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] };
    const declared = { passes: [{ name: "stir", anchor: "tea", options: { ids, data: { type: "object" } } }] };
    const code = `
const options = { ids: sdk.optional(sdk.anyOf([sdk.string("", ""), sdk.list(sdk.string("", ""), "")], "")), data: sdk.optional(sdk.record("")) };
export default sdk.definePlugin({ passes: [sdk.definePass({ name: "stir", anchor: "tea", options, runOnOperation() {} })] });
`;
    const insert = (options: object): string => `insert: [${JSON.stringify({ pass: "stir", end: true, options })}]\n`;
    const config = (options: object): string => `framework: kettle\n${plugins}${insert(options)}`;
    const files = plugin("plugin-cup", code, { ...declared, setup: false });
    for (const options of [{ ids: "a" }, { ids: ["a", "b"] }, { data: { a: 1, "b:c": "d" } }]) {
      const project = makeProject({ ...files, "passwright.config.yaml": config(options) }, ["kettle"]);
      const { session, diagnostics } = await loadSession({ cwd: project.folder });
      expect(project.show(diagnostics)).to.equal("");
      expect(session?.plan?.steps.find(({ pass }) => pass === "stir")?.options).to.deep.equal(options);
    }
    expect(await said(files, plugins + insert({ ids: 5 }))).to.contain(
      "option `ids` must be a string, or a list; each element must be a string, not 5",
    );
    expect(await said(files, plugins + insert({ data: { a: [] } }))).to.contain(
      'option `data` must be a map of strings, numbers, true, false or null, not {"a":[]}',
    );
  });

  it("reports the rules for pass names if a module has an invalid one", async () => {
    const code =
      'export default sdk.definePlugin({\n  passes: [sdk.definePass({ name: "Mul One", runOnOperation() {} })] });\n';
    expect(await said(plugin("plugin-cup", code), plugins)).to.equal(
      [
        "error[PWC0101]: `Mul One` cannot be the name of a pass",
        "  --> plugin plugin-cup 1.0.0, index.js:3:1",
        "   = a name starts with a letter or digit and continues with letters, digits, `-`, `_` and `.`",
        "help: use a kebab-case name, for example `tile-loops`",
        "help: report the problem to the author of `plugin-cup`, or remove the package",
      ].join("\n"),
    );
  });

  it("reports what a file of the user passes to an API as the API does, with the line of the call", async () => {
    const code =
      'import { definePass } from "@passwright/sdk";\n\nexport default definePass({ name: "Mul One", runOnOperation() {} });\n';
    expect(await said({ "cup.mjs": code }, "plugins: [./cup.mjs]\n")).to.equal(
      [
        "error[PWC0101]: `Mul One` cannot be the name of a pass",
        "  --> plugin ./cup.mjs, cup.mjs:3:1",
        "   = a name starts with a letter or digit and continues with letters, digits, `-`, `_` and `.`",
        "help: use a kebab-case name, for example `tile-loops`",
      ].join("\n"),
    );
  });

  it("reports an undeclared pass in a plan", async () => {
    expect(await said(withStir('b.addAfter("boil", "stirr");'), plugins)).to.equal(
      [
        "error[PWB0404]: no framework or plugin provides a pass named `stirr`",
        "  --> plugin plugin-cup, index.js:5:1, step plugin-cup::stirr",
        "help: did you mean `stir`?",
      ].join("\n"),
    );
  });
});

describe("loadSession, rules and overrides without effect", () => {
  it("warns about rules with a misspelled pass, and remarks on rules about absent plugins", async () => {
    const rules = `b.addAfter("boil", stir);
  b.rule(stir).strong.after("garnsh", { reason: "last" });
  b.rule(stir).weak.before("sweeten", { reason: "sugar" });`;
    const warned = [
      "warning[PWB0204]: rule has no effect: `stir` must be after `garnsh`",
      "  --> plugin plugin-cup, index.js:6:1",
      '   = reason for the rule: "last"',
      "   = no framework or plugin declares pass `garnsh`",
      "help: did you mean `garnish`?",
    ];
    const remarked = [
      "",
      "remark[PWB0204]: rule has no effect: `stir` should be before `sweeten`",
      "  --> plugin plugin-cup, index.js:7:1",
      '   = reason for the rule: "sugar"',
      "   = no framework or plugin declares pass `sweeten`",
      "help: correct the name, or add the plugin that provides the pass",
    ];
    expect(await said(withStir(rules), "plugins: [plugin-cup]\n")).to.equal(warned.join("\n"));
    expect(await said(withStir(rules), "plugins: [plugin-cup]\n", { remarks: true })).to.equal(
      [...warned, ...remarked].join("\n"),
    );
  });

  it("warns about entries of the config without effect", async () => {
    const config = `rules: [{ pass: pour, after: boyl, strong: true, reason: hot }, { type: Ingress, before: boil, reason: r }]
overrides: [{ order: pour, after: garnish, reason: x }, { ban: puor }]
retype: [{ pass: sip, types: [Infusion, Infusoin] }]
passTypes: { Steeping: waits }
`;
    expect(await said({}, config)).to.equal(
      `warning[PWB0204]: rule has no effect: \`pour\` must be after \`boyl\`
  --> passwright.config.yaml:2:30
   | rules: [{ pass: pour, after: boyl, strong: true, reason: hot }, { type: Ingress, before: boil, reason: r }]
   |                              ^
   = reason for the rule: "hot"
   = no framework or plugin declares pass \`boyl\`
help: did you mean \`boil\`?

warning[PWB0204]: rule has no effect: every pass of type Ingress should be before \`boil\`
  --> passwright.config.yaml:2:65
   | rules: [{ pass: pour, after: boyl, strong: true, reason: hot }, { type: Ingress, before: boil, reason: r }]
   |                                                                 ^
   = reason for the rule: "r"
   = this pipeline does not contain a pass of type Ingress

warning[PWB0114]: override \`order: pour, after: garnish\` has no effect: the plan has no pass \`garnish\`
  --> passwright.config.yaml:3:35
   | overrides: [{ order: pour, after: garnish, reason: x }, { ban: puor }]
   |                                   ^
help: correct the name, or remove the entry

warning[PWB0114]: \`retype\` of \`sip\` has no effect: the plan has no pass \`sip\`
  --> passwright.config.yaml:4:18
   | retype: [{ pass: sip, types: [Infusion, Infusoin] }]
   |                  ^
help: correct the name, or remove the entry

warning[PWB0123]: \`retype\` changes the type of \`sip\` to Infusoin, which is not a declared pass type
  --> passwright.config.yaml:4:41
   | retype: [{ pass: sip, types: [Infusion, Infusoin] }]
   |                                         ^
help: did you mean Infusion?
help: declare the type in the config: \`passTypes: { Infusoin: … }\`

warning[PWB0114]: override \`ban: puor\` has no effect: the plan has no step \`puor\`
  --> passwright.config.yaml:3:64
   | overrides: [{ order: pour, after: garnish, reason: x }, { ban: puor }]
   |                                                                ^
help: did you mean \`pour\`?`,
    );
  });

  it("finds the subject of an error in its own entry of a list on one line", async () => {
    const config = 'insert: [{ pass: pour, at: "on.top" }, { pass: boil, at: "on.top" }]\n';
    const places = (await said({}, config)).match(/yaml:.*/g);
    expect(places).to.deep.equal(["yaml:2:29", "yaml:2:59"]);
  });

  it("refuses options of the pipeline that no code reads, unless plugins are omitted", async () => {
    const files = withStir('b.when({ option: { sugar: true } }).addAfter("boil", stir);');
    const config = "plugins: [plugin-cup]\noption:\n  sugar: true\n  suger: 3\n";
    expect(await said(files, config)).to.equal(
      [
        "error[PWL0410]: option `suger` is set, but no condition (`when`) uses this option",
        "  --> passwright.config.yaml:5:3",
        "   |   suger: 3",
        "   |   ^",
        "   = options that `kettle` and the plugins use: `sugar`",
        "help: did you mean `sugar`?",
      ].join("\n"),
    );
    expect(await said(files, config, { without: ["plugin-cup"] })).to.equal("");
  });
});

describe("loadSession, options in wrong places", () => {
  it("refuses options of a plugin without options, even with a complete manifest", async () => {
    for (const options of [{}, { options: {} }]) {
      const files = plugin("plugin-cup", stir("1"), { ...manifest, setup: false, ...options });
      expect(await said(files, "plugins: [[plugin-cup, { sugar: 2 }]]\n")).to.equal(
        `error[PWL0207]: options of plugin \`plugin-cup\`: unknown option \`sugar\`
  --> plugin plugin-cup 1.0.0, passwright.config.yaml:2:33
   | plugins: [[plugin-cup, { sugar: 2 }]]
   |                                 ^
help: remove option \`sugar\``,
      );
      expect(await said(files, "plugins: [plugin-cup]\n")).to.equal("");
    }
  });

  it("shows where to write options that are part of a pass name", async () => {
    expect(await said({}, 'insert: [{ pass: "boil{hot=true}", end: true }]\n')).to.equal(
      `error[PWL0402]: no framework or plugin provides a pass named \`boil{hot=true}\`
  --> passwright.config.yaml:2:19
   | insert: [{ pass: "boil{hot=true}", end: true }]
   |                   ^
   = searched: kettle
help: write the options separately from the name: { pass: boil, options: { … } }`,
    );
  });
});

describe("loadSession, likely mistakes", () => {
  it("warns of a pass that a plugin uses and does not list", async () => {
    const hidden = `const stir = sdk.definePass({ name: "stir", anchor: "tea", runOnOperation() {} });
export default sdk.definePlugin({ passes: [], setup(b) {
  b.addAfter("boil", stir);
} });
`;
    expect(await said(plugin("plugin-cup", hidden), "plugins: [plugin-cup]\n")).to.equal(
      [
        "warning[PWL0220]: the setup of `plugin-cup` uses pass `stir`, which the plugin does not list in `passes`",
        "  --> plugin plugin-cup, index.js:4:1",
        "   = `passwright list` and manifests do not contain the pass, and configs cannot use it",
        "help: add `stir` to `passes` in `definePlugin`, or add the package that defines it to `plugins`",
      ].join("\n"),
    );
  });

  it("warns of rules without a relation", async () => {
    const open = `, setup(b) { b.rule(stir); b.rule(sdk.ofType("Lowering")).strong; b.rule("boil").weak.before("pour", { reason: "r" }); }`;
    const missing = "it does not call `before`, `after`, `beforeSome` or `afterSome`";
    const help = 'help: complete the rule, for example `builder.rule(pass).strong.after("target", { reason: "…" })`';
    expect(await said(plugin("plugin-cup", stir("", open)), "plugins: [plugin-cup]\n")).to.equal(
      ["rule about `stir`", "rule about type Lowering"]
        .map((rule) => `warning[PWL0221]: the ${rule} is incomplete: ${missing}\n  --> plugin plugin-cup\n${help}`)
        .join("\n\n"),
    );
  });

  it("warns of unknown passes in rules of plugins that the user wrote", async () => {
    const rules = ', rules: [{ pass: "stir", after: "whisk", strong: true, reason: "r" }]';
    const own = { "cup.js": `import * as sdk from "@passwright/sdk";\n${stir("", rules)}` };
    expect(await said(own, "plugins: [./cup.js]\n")).to.equal(
      [
        "warning[PWB0204]: rule has no effect: `stir` must be after `whisk`",
        "  --> plugin ./cup.js",
        '   = reason for the rule: "r"',
        "   = this pipeline does not contain `stir`",
        "   = no framework or plugin declares pass `whisk`",
        "help: correct the name, or add the plugin that provides the pass",
      ].join("\n"),
    );
    // The pass can belong to a plugin that is not installed.
    expect(await said(plugin("plugin-cup", stir("", rules)), "plugins: [plugin-cup]\n")).to.equal("");
  });

  it("refuses steps on operations that the IR does not have, and warns of dialects that it does not know", async () => {
    const oven = `import { defineFramework, definePass } from "@passwright/sdk";
import { mlir } from "@passwright/ir";
const pass = (name, anchor) => definePass({ name, anchor, runOnOperation() {} });
export default defineFramework({ name: "oven", ir: mlir, anchor: "builtin.module", pipeline(b) {
  b.addPass(pass("bake", "builtin.module"));
} });
`;
    const steps = `const on = (name, anchor) => sdk.definePass({ name, anchor, runOnOperation() {} });
const passes = [on("one", "func.fnc"), on("two", "func.fnc"), on("three", "bread.loaf"), on("four", "func.nothing")];
export default sdk.definePlugin({ passes, setup(b) {
  for (const pass of passes) b.addAfter("bake", pass);
} });
`;
    const project = makeProject({
      ...plugin("plugin-tin", steps),
      "oven.js": oven,
      "passwright.config.yaml": "framework: ./oven.js\nplugins: [plugin-tin]\n",
    });
    const { diagnostics } = await loadSession({ cwd: project.folder });
    expect(project.show(diagnostics)).to.equal(
      [
        "error[PWB0406]: `one` would run on 'func.fnc', which IR `mlir` does not have",
        "  --> plugin plugin-tin, index.js:5:1, step plugin-tin::one",
        "   = position of `one`: after `bake` (plugin plugin-tin, index.js:5)",
        "help: did you mean `func.func`?",
        "",
        "error[PWB0406]: `four` would run on 'func.nothing', which IR `mlir` does not have",
        "  --> plugin plugin-tin, index.js:5:1, step plugin-tin::four",
        "   = position of `four`: after `bake` (plugin plugin-tin, index.js:5)",
        "help: correct the `anchor`; known operations are func.call, func.call_indirect, func.constant, func.func, func.return",
        "",
        "warning[PWB0406]: `three` would run on 'bread.loaf', which IR `mlir` does not know",
        "  --> plugin plugin-tin, index.js:5:1, step plugin-tin::three",
        "   = position of `three`: after `bake` (plugin plugin-tin, index.js:5)",
        "help: correct the `anchor`, or load the dialect that has the operation",
      ].join("\n"),
    );
  });
});

describe("loadSession, the last word of the config", () => {
  it("overrides a rule and sets options, which the plan shows", async () => {
    const cup = withStir(`b.addAfter("boil", stir);
  b.rule(stir).strong.before("boil", { reason: "cold" });`);
    const config = `framework: kettle
plugins: [plugin-cup]
overrides:
  - { overrule: stir, before: boil, reason: it is hot }
  - { set: stir, options: { times: 3 }, reason: much sugar }
`;
    const project = makeProject({ ...cup, "passwright.config.yaml": config }, ["kettle"]);
    const { session, diagnostics } = await loadSession({ cwd: project.folder });
    expect(project.show(diagnostics)).to.equal("");
    expect(session?.plan && printPlan(session.plan)).to.equal("menu(tea(boil,stir{times=3},pour),tidy)");
    expect(session?.plan?.overridden).to.deep.equal([
      {
        what: "rule `stir` must be before `boil` (plugin plugin-cup, index.js:6)",
        because: "overruled by config passwright.config.yaml:4: it is hot",
      },
      {
        what: "options of plugin-cup::stir: {times=3}",
        because: "set by config passwright.config.yaml:5: much sugar",
      },
    ]);
    expect(await said({}, "overrides: [{ overrule: stir, before: boil }]\n")).to.equal(
      [
        "error[PWL0012]: `reason` is missing in `overrides[0]`",
        "  --> passwright.config.yaml:2:13",
        "   | overrides: [{ overrule: stir, before: boil }]",
        "   |             ^",
        "help: add `reason`: reason, shown in explanations of the plan",
      ].join("\n"),
    );
  });
});

describe("loadSession, a plugin with a mistyped key", () => {
  it("suggests the likely intention", async () => {
    const code = "export default sdk.definePlugin({ passes: [], setups() {} });\n";
    expect(await said(plugin("plugin-cup", code), "plugins: [plugin-cup]\n")).to.contain(
      "error[PWL0204]: plugin `plugin-cup`: unknown key `setups`; did you mean `setup`?",
    );
  });
});

describe("loadSession, a plugin with options that nothing reads", () => {
  it("refuses the plugin", async () => {
    const code = 'export default sdk.definePlugin({ passes: [], options: { spoons: sdk.int(1, "how many") } });\n';
    expect(await said(plugin("plugin-cup", code), "plugins: [[plugin-cup, { spoons: 2 }]]\n")).to.contain(
      "error[PWL0204]: plugin `plugin-cup`: `options` need a `setup`, or a function `taps`, that reads them",
    );
  });
});

describe("loadSession, a plugin with taps or requirements of the wrong type", () => {
  for (const [members, problem] of [
    ["taps: { word: 4 }", "`taps.word` must be a function, not 4"],
    ["taps: 4", "`taps` must be a plain object, not 4"],
    ['taps: [{ hook: "word", name: "cup" }]', "`taps` must be a plain object, not a list"],
    ["taps: () => 4", "`taps` must return a table that maps hooks to functions"],
    ["taps: async () => ({})", "`taps` must return a table that maps hooks to functions"],
    ["taps: () => ({ word: 4 })", "`taps.word` must be a function, not 4"],
    ["needs: 4", "`needs` must be a plain object, not 4"],
    ['needs: { extensionPoints: "tea.end" }', '`needs.extensionPoints` must be a list, not "tea.end"'],
    ["needs: { passTypes: [4] }", "`needs.passTypes[0]` must be a string, not 4"],
    ["needs: { points: [] }", "unknown key `needs.points`; allowed keys: `extensionPoints`, `passTypes`"],
  ] as const) {
    it(`refuses \`${members}\``, async () => {
      const code = `export default sdk.definePlugin({ passes: [], ${members} });\n`;
      expect(await said(plugin("plugin-cup", code), "plugins: [plugin-cup]\n")).to.equal(
        [
          `error[PWL0204]: plugin \`plugin-cup\`: ${problem}`,
          "  --> plugin plugin-cup 1.0.0, passwright.config.yaml:2:11",
          "   | plugins: [plugin-cup]",
          "   |           ^",
          "help: report the problem to the author of `plugin-cup`",
        ].join("\n"),
      );
    });
  }
});

describe("loadSession, a config that inserts beside the step of a plugin", () => {
  it("names its plugin, and an alternative", async () => {
    const files = plugin("plugin-cup", stir("1", insert), manifest);
    const config = "plugins: [plugin-cup]\ninsert: [{ pass: pour, before: boil }, { pass: pour, after: stir }]\n";
    expect(await said(files, config)).to.equal(
      [
        "error[PWB0101]: no pass named `stir` in the pipeline",
        "  --> passwright.config.yaml:3:61",
        "   | insert: [{ pass: pour, before: boil }, { pass: pour, after: stir }]",
        "   |                                                             ^",
        "   = requested: `pour` after `stir`",
        "   = passes of the framework: `boil`, `pour`, `tidy`",
        "help: use a step of the framework and order both steps with `rules`",
      ].join("\n"),
    );
  });

  it("suggests an address only for a pass that the plugin inserts as data outside of a bundle", async () => {
    const alone = 'insert: [{ pass: "stir", at: "tea.end" }]';
    const bundled = 'bundles: { mix: { passes: ["stir"] } }, insert: [{ bundle: "mix", at: "tea.end" }]';
    const tryAll = (inserting: string, place: string): Promise<string> =>
      said(
        plugin("plugin-cup", stir("1", `, ${inserting}`)),
        `plugins: [plugin-cup]\ninsert: [{ pass: pour, after: ${place} }]\n`,
      );
    const byRules = "help: use a step of the framework and order both steps with `rules`";
    expect(await tryAll(alone, "stir")).to.equal(
      [
        "error[PWB0101]: no pass named `stir` in the pipeline",
        "  --> passwright.config.yaml:3:31",
        "   | insert: [{ pass: pour, after: stir }]",
        "   |                               ^",
        "   = requested: `pour` after `stir`",
        "   = passes of the framework: `boil`, `pour`, `tidy`",
        `${byRules}, or use \`plugin-cup::stir\``,
      ].join("\n"),
    );
    expect(await tryAll(alone, "plugin-cup::stir")).to.equal("");
    for (const place of ["stir", "plugin-cup::stir", "mix", "plugin-cup::mix"])
      expect((await tryAll(bundled, place)).endsWith(`\n${byRules}`), place).to.equal(true);
  });

  it("reports insertions of plugins in a fixed order", async () => {
    const inserting = (name: string): object => ({
      setup: false,
      insert: [{ pass: name, after: "no-such" }],
      passes: [{ name }],
    });
    const define = (name: string): string =>
      `export default sdk.definePlugin({ passes: [sdk.definePass({ name: "${name}", runOnOperation() {} })] });`;
    const files = {
      ...plugin("plugin-cup", define("sip"), inserting("sip")),
      ...plugin("plugin-spoon", define("stir"), inserting("stir")),
    };
    const told = await said(files, "plugins: [plugin-cup, plugin-spoon]\n");
    expect(told.match(/requested: `\w+`/g)).to.deep.equal(["requested: `sip`", "requested: `stir`"]);
    expect(await said(files, "plugins: [plugin-spoon, plugin-cup]\n")).to.equal(told);
  });

  it("does not report a pass that the framework declares but does not use", async () => {
    expect(await said({}, "insert: [{ pass: pour, after: garnish }]\n")).to.equal(
      [
        "error[PWB0101]: no pass named `garnish` in the pipeline",
        "  --> passwright.config.yaml:2:31",
        "   | insert: [{ pass: pour, after: garnish }]",
        "   |                               ^",
        "   = requested: `pour` after `garnish`",
        "   = passes of the framework: `boil`, `pour`, `tidy`",
        "help: use a pass type or an extension point, which stays valid if the framework changes its passes",
      ].join("\n"),
    );
  });
});
