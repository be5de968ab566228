import { expect } from "chai";
import { printPlan } from "@passwright/builder";
import { diagnosticOf, renderDiagnostic } from "@passwright/core";
import { loadSession } from "@passwright/loader";
import type { LoadOptions, Session } from "@passwright/loader";
import { makeProject } from "../project.ts";

type Files = { readonly [path: string]: string };

const config = (text: string): Files => ({ "passwright.config.yaml": text });

/** Loads the config of a project that can use the transforms of this repository. */
async function load(
  files: Files,
  options: LoadOptions = {},
): Promise<{ session?: Session; text: string; told: readonly string[] }> {
  const project = makeProject(files, ["plugin-data", "plugin-mint"]);
  const { session, diagnostics } = await loadSession({ cwd: project.folder, ...options });
  const told = diagnostics.filter(({ severity }) => severity !== "remark");
  const words = told.map(({ code, message }) => `${code} ${message}`);
  if (session?.plan === undefined) return { text: project.show(told), told: words };
  return { session, text: printPlan(session.plan), told: words };
}

/** Returns the diagnostic that a call throws. */
function problemOf(call: () => unknown): string {
  try {
    call();
  } catch (thrown) {
    const diagnostic = diagnosticOf(thrown);
    if (diagnostic !== undefined) return renderDiagnostic(diagnostic);
    throw thrown;
  }
  return "nothing";
}

const planText = async (text: string, options?: LoadOptions): Promise<string> =>
  (await load(config(text), options)).text;

const transforms = 'plugins: ["@passwright/plugin-transforms"]\n';

const whole = `name: tidy-up
plugins: ["@passwright/plugin-transforms"]
targets: [cpu, gpu]
levels: [O0, O1, O2]
passTypes: { Expansion: what is too short becomes longer }
bundles:
  tidy: [cse, { pass: symbol-dce }]
  both: { kind: atomic, passes: [arith-expand, cse] }
pipeline:
  - nest: func.func
    steps:
      - { pass: cse, types: [EarlyOptimization], reason: repeats first }
      - { point: func.end, since: "1", doc: functions are done }
      - { pass: arith-expand, when: { level: [O1, O2] }, removable: true }
  - { bundle: tidy, when: { target: cpu } }
  - when: { option: { again: true } }
    steps:
      - text: func.func(cse,func.func(arith-expand))
insert:
  - { bundle: both, at: func.end, reason: longer }
  - { pass: cse, afterType: Lowering, onMissing: skip }
rules:
  - { pass: cse, before: { type: Expansion }, reason: fewer to expand }
retype:
  - { pass: arith-expand, types: [Expansion] }
`;

describe("a pipeline in a config", () => {
  it("is steps, managers, extension points, bundles, conditional steps and MLIR's text, for choices", async () => {
    expect(await planText(whole)).to.equal("builtin.module(func.func(cse,arith-expand,cse),cse,symbol-dce)");
    expect(await planText(whole, { level: "O2" })).to.equal(
      "builtin.module(func.func(cse,arith-expand,cse,arith-expand),cse,symbol-dce)",
    );
    expect(await planText(whole, { level: "1", target: "gpu" })).to.equal(
      "builtin.module(func.func(cse,arith-expand,cse,arith-expand))",
    );
    for (const again of ["true", '"true"'])
      expect(await planText(`${whole}option: { again: ${again} }\n`, { target: "gpu" })).to.equal(
        "builtin.module(func.func(cse,arith-expand,cse),func.func(cse,func.func(arith-expand)))",
      );
  });

  it("shows the position of every step", async () => {
    const { session } = await load(config(whole), { level: "O1" });
    const steps = session?.plan?.steps.map(
      ({ pass, origin: { kind, name, file, line }, because }) => `${pass}: ${kind} ${name} ${file}:${line}: ${because}`,
    );
    expect(steps).to.deep.equal([
      "cse: framework tidy-up passwright.config.yaml:12: repeats first",
      "func.end: framework tidy-up passwright.config.yaml:13: base pipeline",
      "arith-expand: config passwright.config.yaml passwright.config.yaml:20: at extension point `func.end`: longer",
      "cse: config passwright.config.yaml passwright.config.yaml:20: next in its bundle: longer",
      "arith-expand: framework tidy-up passwright.config.yaml:14: base pipeline",
      "cse: framework tidy-up passwright.config.yaml:15: base pipeline",
      "symbol-dce: framework tidy-up passwright.config.yaml:15: base pipeline",
    ]);
    expect(session?.framework.extensionPoints).to.deep.equal({
      "func.end": { since: "1", doc: "functions are done" },
    });
  });

  it("runs, with an IR that is loaded then", async () => {
    const { session } = await load(config(`${transforms}pipeline: builtin.module(func.func(cse))\n`));
    expect(problemOf(() => session?.framework.ir)).to
      .equal(`error[PWL0409]: the IR of the session is used before its code is loaded
help: call \`await session.makeManager()\` before you use the IR`);
    const made = await session?.makeManager();
    if (session === undefined || made?.ok !== true) throw new Error("no manager");
    const text = "func.func @f() { %0 = arith.constant 1 : i32\n return }";
    const parsed = session.framework.ir.parse?.(text, { file: "in.mlir" });
    if (parsed?.ok !== true) throw new Error("no parse");
    const { succeeded } = await session.run(made.manager, parsed.op);
    expect([succeeded, session.framework.ir.print?.(parsed.op, {})]).to.deep.equal([
      true,
      "module {\n  func.func @f() {\n    return\n  }\n}\n",
    ]);
  });

  it("takes the IR of a folder in a package, if that has a manifest of its own", async () => {
    const manifest = {
      name: "tools/ir",
      type: "module",
      exports: "./index.js",
      passwright: { kind: "ir", api: "^1.0.0" },
    };
    const { session, text } = await load({
      ...config("ir: tools/ir\nanchor: any\npipeline: []\n"),
      "node_modules/tools/package.json": '{ "name": "tools" }',
      "node_modules/tools/ir/package.json": JSON.stringify(manifest),
      "node_modules/tools/ir/index.js":
        "const nothing = () => undefined;\nexport default { name: 'ash', intern: nothing, nameOf: nothing, parentOf: nothing, collectNested() {} };\n",
    });
    expect(text).to.equal("any()");
    expect((await session?.makeManager())?.ok).to.equal(true);
    expect(session?.framework.ir.name).to.equal("ash");
    expect((await load(config("ir: tools/no/ir\nanchor: any\npipeline: []\n"))).told.join()).to.match(
      /^PWL0\d+ .*tools\/no\/ir/,
    );
  });

  it("reports why a plugin lacks passes, if an undeclared one is named", async () => {
    const plugin = `import { definePlugin } from "@passwright/sdk";
export default definePlugin({ passes: [], lacks: "there is no saw on the wall" });
`;
    const { text } = await load({
      ...config("plugins: [./saw.js]\nanchor: any\npipeline: [cut]\n"),
      "saw.js": plugin,
    });
    expect(text).to.equal(`error[PWL0402]: no framework or plugin provides a pass named \`cut\`
  --> passwright.config.yaml:3:12
   | pipeline: [cut]
   |            ^
   = searched: passwright.config.yaml, ./saw.js
   = ./saw.js: there is no saw on the wall
help: install the missing packages, or add the plugin that provides the pass to \`plugins\``);
    expect(
      (await load({ ...config("plugins: [./saw.js]\nanchor: any\npipeline: []\n"), "saw.js": plugin })).text,
    ).to.equal("any()");
  });

  it("suggests the name of a pass for its address, which a plan can have only after the insertion", async () => {
    const { text } = await load({
      ...config("plugins: [./saw.js]\nanchor: any\npipeline: []\ninsert: [{ pass: ./saw.js::cut, end: true }]\n"),
      "saw.js": `import { definePass, definePlugin } from "@passwright/sdk";
export default definePlugin({ passes: [definePass({ name: "cut", runOnOperation() {} })] });
`,
    });
    expect(text)
      .to.contain("no framework or plugin provides a pass named `./saw.js::cut`")
      .and.contain("did you mean `cut`?");
  });

  it("runs passes at every depth or on direct children, depending on the IR", async () => {
    const ir = (nesting: string): string => `import { defineIr } from "@passwright/sdk";
export default defineIr({ name: "log", root: "log", nameOf: (op) => op.kind, childrenOf: "children"${nesting} });
`;
    const saw = `import { definePass, definePlugin } from "@passwright/sdk";
export default definePlugin({ passes: [definePass({ name: "cut", anchor: "twig", runOnOperation() {} })] });
`;
    const steps = "ir: ./log.js\nanchor: log\nplugins: [./saw.js]\npipeline: [cut]\n";
    const textWith = async (nesting: string): Promise<string> =>
      (await load({ ...config(steps), "log.js": ir(nesting), "saw.js": saw })).text;
    expect(await textWith("")).to.equal("log(**twig(cut))");
    expect(await textWith(', nesting: "direct"')).to.equal("log(twig(cut))");
  });

  it("takes an IR of one's own, from a file", async () => {
    const fire = `const grate = { text: "grate", isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
export default { name: "fire", intern: () => grate, nameOf: () => grate, parentOf: () => undefined, collectNested() {} };
`;
    const { session } = await load({ ...config("ir: ./fire.js\nanchor: any\npipeline: []\n"), "fire.js": fire });
    const made = await session?.makeManager();
    expect([made?.ok, session?.framework.ir.name]).to.deep.equal([true, "fire"]);
    const makeIr = async (code: string): Promise<string> => {
      const project = makeProject({ ...config("ir: ./ash.js\nanchor: any\npipeline: []\n"), "ash.js": code });
      const loaded = await loadSession({ cwd: project.folder });
      return loaded.session === undefined ? project.show(loaded.diagnostics) : "made";
    };
    expect(await makeIr("export default 3;\n")).to
      .equal(`error[PWL0203]: the default export of \`./ash.js\` is not an IR adapter
  --> ir ./ash.js, passwright.config.yaml:1:5
   | ir: ./ash.js
   |     ^
help: write \`export default adapter\` in the entry module of \`./ash.js\``);
    const lame = "export default { name: 'ash', intern() {}, nameOf() {}, parentOf() {} };\n";
    expect(await makeIr(lame)).to.contain("ir `./ash.js`: `collectNested` must be a function");
  });

  it("refuses unknown passes and bundles, with their positions", async () => {
    const text = `${transforms}bundles: { tidy: [cse, symbol-dec] }
pipeline:
  - nest: func.func
    steps: [csee]
  - bundle: tidi
  - text: func.func(cse,
      arith-expnd,)
insert: [{ bundle: neat, end: true }]
cleanups: [sweep-the-floor]
`;
    const shown = await planText(text);
    const lines = shown.split("\n").filter((line) => /^(error|help| *-->)/.test(line));
    expect(lines).to.deep.equal([
      "error[PWL0402]: no framework or plugin provides a pass named `csee`",
      "  --> passwright.config.yaml:5:13",
      "help: did you mean `cse`?",
      "error[PWL0402]: no framework or plugin provides a pass named `arith-expnd`",
      "  --> passwright.config.yaml:8:7",
      "help: did you mean `arith-expand`?",
      "error[PWL0402]: no framework or plugin provides a pass named ``",
      "  --> passwright.config.yaml:8:7",
      "help: write the missing name, or remove the comma or the parentheses",
      "error[PWL0402]: no framework or plugin provides a pass named `symbol-dec`",
      "  --> passwright.config.yaml:2:24",
      "help: did you mean `symbol-dce`?",
      "error[PWL0402]: no framework or plugin provides a pass named `sweep-the-floor`",
      "  --> passwright.config.yaml:10:12",
      "help: add the plugin that provides the pass to `plugins`",
      "error[PWL0404]: unknown bundle `tidi`",
      "  --> passwright.config.yaml:6:13",
      "help: did you mean `tidy`?",
      "error[PWL0404]: unknown bundle `neat`",
      "  --> passwright.config.yaml:9:20",
      "help: add the bundle to `bundles`, or add the plugin that contains the bundle to `plugins`",
    ]);
    expect(await planText(`${transforms}pipeline: [{ bundle: cse }]\n`)).to.contain(
      "help: write `pass: cse`, because `cse` is a pass",
    );
    expect(await planText(`${transforms}pipeline: [{ bundle: tidy }]\n`)).to
      .equal(`error[PWL0404]: unknown bundle \`tidy\`
  --> passwright.config.yaml:2:22
   | pipeline: [{ bundle: tidy }]
   |                      ^
   = bundles of the config and of plugins: none
help: add the bundle to \`bundles\`, or add the plugin that contains the bundle to \`plugins\``);
  });

  it("refuses an invalid pipeline text, with its position in the file", async () => {
    expect(await planText(`pipeline: "builtin.module(cse"\n`)).to
      .equal(`error[PWC0201]: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'
  --> passwright.config.yaml:1:12
   | pipeline: "builtin.module(cse"
   |            ^
help: wrap the pipeline in the operation that it runs on: \`builtin.module(cse)\``);
    expect(await planText(`pipeline: |\n  builtin.module(\n    cse,\n    func.func(cse{a=1)\n  )\n`)).to
      .equal(`error[PWC0202]: missing closing '}' while processing pass options
  --> passwright.config.yaml:4:18
   |     func.func(cse{a=1)
   |                  ^
help: correct the pipeline at this position`);
    expect(await planText(`pipeline:\n  - { text: "func.func(cse))" }\n`)).to.contain("passwright.config.yaml:2:27");
  });

  it("refuses options that a pass does not have, before anything runs", async () => {
    const files = {
      ...config("anchor: menu\npipeline:\n  - { pass: sift, options: { mesh: 12, fine: yes } }\nplugins: [./sieve]\n"),
      "sieve/package.json": JSON.stringify({
        name: "sieve",
        passwright: {
          kind: "plugin",
          api: "^1.0.0",
          setup: false,
          passes: [{ name: "sift", options: { mesh: { type: "integer", minimum: 1, maximum: 9 } } }],
        },
      }),
    };
    expect((await load(files)).text).to
      .equal(`error[PWL0405]: options of pass \`sift\`: option \`mesh\` must be a whole number from 1 to 9, not 12
  --> passwright.config.yaml:3:30
   |   - { pass: sift, options: { mesh: 12, fine: yes } }
   |                              ^
help: correct the value of \`mesh\`

error[PWL0405]: options of pass \`sift\`: unknown option \`fine\`
  --> passwright.config.yaml:3:40
   |   - { pass: sift, options: { mesh: 12, fine: yes } }
   |                                        ^
help: use an option of \`sift\`: mesh`);
  });

  it("knows the types of options that are written as text, with the code of the pass", async () => {
    const sieve = (options: string): Files => ({
      ...config(`anchor: menu\nplugins: [./sieve]\npipeline: [{ text: "tea(sift{${options}})" }]\n`),
      "sieve/package.json": JSON.stringify({
        name: "sieve",
        type: "module",
        exports: "./index.js",
        passwright: { kind: "plugin", api: "^1.0.0", setup: false, passes: [{ name: "sift" }] },
      }),
      "sieve/index.js": `import { definePass, definePlugin, int, list } from "@passwright/sdk";
export default definePlugin({ passes: [
  definePass({ name: "sift", options: { mesh: list(int(1, "how fine"), "sieves") }, runOnOperation() {} })] });
`,
    });
    const { session, text } = await load(sieve("mesh=1,2"));
    expect(text).to.equal("menu(tea(sift{mesh={1,2}}))");
    expect(session?.plan?.steps[0]?.options).to.deep.equal({ mesh: [1, 2] });
    const data = await load(sieve("mesh=1,2"), { dataOnly: true });
    expect(data.text).to.equal("menu(tea(sift{mesh=1,2}))");
    expect((await load(sieve("mesh=fine"))).text).to
      .equal(`error[PWL0405]: options of pass \`sift\`: 'fine' value invalid for integer argument!
  --> passwright.config.yaml:3:25
   | pipeline: [{ text: "tea(sift{mesh=fine})" }]
   |                         ^
help: correct the value of \`mesh\` (sieves)`);
  });

  it("refuses steps that cannot be where they are, with their place", async () => {
    const text = "pipeline:\n  - { nest: func.func, steps: [{ point: end }] }\n  - { point: end }\n";
    expect(await planText(text)).to.equal(`error[PWB0304]: extension point \`end\` is added twice
  --> passwright.config.yaml:3:3
   |   - { point: end }
   |   ^
help: rename the second extension point`);
  });

  it("checks the requirements of plugins, and lets them insert", async () => {
    const lime = (needs: object): string =>
      JSON.stringify({
        name: "lime",
        passwright: {
          kind: "plugin",
          api: "^1.0.0",
          setup: false,
          passes: [{ name: "squeeze" }],
          needs,
          insert: [{ pass: "squeeze", at: "tea.end" }],
        },
      });
    const text = "anchor: menu\npipeline: [squeeze, { point: tea.end }]\nplugins: [./lime]\n";
    const files = (needs: object): Files => ({ ...config(text), "lime/package.json": lime(needs) });
    expect((await load(files({ extensionPoints: ["tea.end"] }))).text).to.equal("menu(squeeze,squeeze)");
    const renamed = files({ extensionPoints: ["tea.end"] });
    const renaming = text.replace("point: tea.end", "point: brew.end, formerly: [tea.end], deprecated: take care");
    const later = await load({ ...renamed, ...config(renaming) });
    expect(later.text).to.equal("menu(squeeze,squeeze)");
    expect(later.told).to.deep.equal([
      "PWB0121 extension point `tea.end` was renamed to `brew.end`",
      "PWB0122 extension point `brew.end` is deprecated",
    ]);
    expect((await load(files({ extensionPoints: ["milk.end"] }))).text).to.contain(
      "`lime` needs extension point `milk.end`, which framework `passwright.config.yaml` does not have",
    );
  });

  it("keeps guards, properties and cleanups that a config states, with a framework too", async () => {
    const passes = [
      { name: "fold", provides: ["canonical"], preserves: ["canonical"] },
      { name: "match", requires: ["canonical"], preserves: ["canonical"] },
      { name: "shake", invalidates: ["canonical"] },
    ];
    const manifest = JSON.stringify({
      name: "dough",
      passwright: { kind: "plugin", api: "^1.0.0", setup: false, passes },
    });
    const plan = async (rest: string): Promise<string> =>
      (await load({ ...config(`anchor: any\nplugins: [./dough]\n${rest}`), "dough/package.json": manifest })).text;
    const properties = "properties: { canonical: { kind: fragile, doc: folded } }\n";
    expect(await plan(`${properties}pipeline: [shake, match]\n`)).to.contain("canonical");
    expect(await plan(`${properties}cleanups: [fold]\npipeline: [shake, match]\n`)).to.equal("any(shake,fold,match)");
    const guard = "guards: [{ property: canonical, from: fold, to: match, reason: slow to find }]\n";
    const guarded = await plan(`${properties}${guard}pipeline: [fold, shake, fold, match]\n`);
    expect(guarded).to.contain("slow to find").and.to.contain("passwright.config.yaml:4");
  });
});
