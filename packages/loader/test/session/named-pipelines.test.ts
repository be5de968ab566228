import { mlir } from "@passwright/ir";
import { loadSession } from "@passwright/loader";
import type { LoadOptions } from "@passwright/loader";
import { expect } from "chai";
import { makeProject } from "../project.ts";

const OPTIONS = {
  times: { type: "integer", minimum: -2147483648, maximum: 2147483647, default: 1 },
  inner: { type: "string", format: "pipeline", default: "" },
};

/** Plugin whose manifest declares its passes, and whose code also has a named pipeline. */
const CLEAN = {
  "clean/package.json": JSON.stringify({
    name: "clean",
    type: "module",
    exports: "./index.js",
    passwright: {
      kind: "plugin",
      api: "^1.0.0",
      setup: false,
      passes: [{ name: "wipe", options: OPTIONS }],
    },
  }),
  "clean/index.js": `import { definePass, definePlugin, int, pipeline } from "@passwright/sdk";
const wipe = definePass({
  name: "wipe",
  options: { times: int(1, "how often"), inner: pipeline("", "what runs first") },
  runOnOperation: (op, pass) => pass.print(op.name + " " + pass.options.times + "\\n"),
});
const tidy = {
  name: "tidy",
  summary: "",
  options: { times: int(2, "how often") },
  build(manager, { times }) {
    manager.addPass(wipe, { times });
    manager.nest("func.func").addPass(wipe, { times: times + 1 });
  },
};
export default definePlugin({ passes: [wipe], pipelines: [tidy] });
`,
};

/** Returns the plan of a config and the output of its run, or the errors. */
async function ran(config: string, options: LoadOptions = {}): Promise<string> {
  const project = makeProject({ ...CLEAN, "passwright.config.yaml": `plugins: [./clean]\n${config}` });
  const { session, diagnostics } = await loadSession({ cwd: project.folder, ...options });
  if (session?.plan === undefined) return project.show(diagnostics);
  const made = await session.makeManager();
  if (!made.ok) return project.show(made.diagnostics);
  const printed: string[] = [];
  made.manager.output = (text) => void printed.push(text.trim());
  const parsed = mlir.parse("func.func private @f()", { file: "in" });
  if (parsed.ok) await session.run(made.manager, parsed.op);
  return [session.assembly.text(), ...printed].join("\n");
}

describe("named pipelines in configs", () => {
  it("are used in texts, steps and insertions, with options", async () => {
    const ranTwice = "builtin.module 2\nfunc.func 3";
    const both = "wipe{times=2},func.func(wipe{times=3})";
    expect(await ran("pipeline: builtin.module(tidy)\n")).to.equal(`builtin.module(${both})\n${ranTwice}`);
    expect(await ran("pipeline: [tidy]\n")).to.equal(`builtin.module(${both})\n${ranTwice}`);
    expect(await ran("pipeline: builtin.module(tidy{times=4})\n")).to.contain("wipe{times=4},func.func(wipe{times=5})");
    expect(await ran("pipeline: [{ pass: tidy, options: { times: 4 } }]\n")).to.contain(
      "wipe{times=4},func.func(wipe{times=5})",
    );
    expect(await ran("pipeline: builtin.module(wipe)\ninsert: [{ pass: tidy, before: wipe }]\n")).to.equal(
      `builtin.module(${both},wipe)\n${ranTwice}\nbuiltin.module 1`,
    );
    const bundle = "bundles: { set: [{ pass: tidy, options: { times: 7 } }, wipe] }\n";
    expect(await ran(`pipeline: [{ bundle: set }]\n${bundle}`)).to.contain(
      "builtin.module(wipe{times=7},func.func(wipe{times=8}),wipe)",
    );
    const graph = "graph: { pipelines: { main: { pipeline: [tidy] } } }\n";
    const project = makeProject({ ...CLEAN, "passwright.config.yaml": `plugins: [./clean]\n${graph}` });
    const { session } = await loadSession({ cwd: project.folder });
    expect(session?.assembly.text()).to.equal(`main: builtin.module(${both})`);
  });

  it("are not known where no code may be loaded, and a mistyped one is refused", async () => {
    expect(await ran("pipeline: [tidy]\n", { dataOnly: true })).to
      .equal(`error[PWL0402]: no framework or plugin provides a pass named \`tidy\`
  --> passwright.config.yaml:2:12
   | pipeline: [tidy]
   |            ^
   = searched: passwright.config.yaml, clean
help: add the plugin that provides the pass to \`plugins\`
help: if the name is a named pipeline, turn off data-only mode, because only code declares named pipelines`);
    expect(await ran("pipeline: [tydy]\n")).to.contain("help: did you mean `tidy`?");
  });

  it("of code that cannot be loaded are refused with the reason", async () => {
    const code = CLEAN["clean/index.js"];
    const all = { "stale manifest": code.replace("int(1,", "int(3,"), exception: "throw new Error('no');\n", none: "" };
    const shown = await Promise.all(
      Object.values(all).map(async (text) => {
        const files = { ...CLEAN, "clean/index.js": text };
        const config = "plugins: [./clean]\npipeline: [wipe]\ninsert: [{ pass: tidy, end: true }]\n";
        const project = makeProject({ ...files, "passwright.config.yaml": config });
        return (await loadSession({ cwd: project.folder })).diagnostics.map((one) => [one.code, one.plugin ?? ""]);
      }),
    );
    const unknown = ["PWL0402", ""];
    expect(shown).to.deep.equal([
      [["PWL0205", "clean"], unknown],
      [["PWL0202", "clean"], unknown],
      [["PWL0203", "clean"], unknown],
    ]);
  });

  it("are refused with options that they do not take, with the line", async () => {
    expect(await ran("pipeline:\n  - wipe\n  - { pass: tidy, options: { time: 4 } }\n")).to.match(
      /^error\[PWL0405\]: options of pass `tidy`: unknown option `time`\n {2}--> passwright\.config\.yaml:4:/,
    );
    expect(await ran("pipeline: builtin.module(tidy{time=4})\n")).to.match(
      /^error\[PWL0405\]: options of pass `tidy`: unknown option `time`\n {2}--> passwright\.config\.yaml:2:/,
    );
  });
});

describe("options that are pipelines in configs", () => {
  it("are compared with manifests when they are planned, with the line and the place in their text", async () => {
    const step = (inner: string): string => `pipeline:\n  - pass: wipe\n    options: { inner: "${inner}" }\n`;
    for (const dataOnly of [true, false]) {
      expect(await ran(step("func.func(wipe,wype)"), { dataOnly })).to.equal(
        [
          "error[PWL0405]: options of pass `wipe`: option `inner` is not a pipeline: 'wype' does not refer to a registered pass or pass pipeline",
          "  --> passwright.config.yaml:4:16",
          '   |     options: { inner: "func.func(wipe,wype)" }',
          "   |                ^",
          "   = position of the error: column 6 after the `(` of the pipeline",
          "help: did you mean `wipe`?",
        ].join("\n"),
      );
    }
    expect(await ran(step("func.func(wipe{times=x})"), { dataOnly: true })).to.contain("'x' value invalid");
    expect(await ran(step("func.func(wipe)"))).to.contain("builtin.module(wipe{inner=func.func(wipe)})");
    const text = 'pipeline: "builtin.module(wipe{inner=func.func(wype)})"\n';
    expect(await ran(text, { dataOnly: true })).to.contain("'wype' does not refer to a registered pass");
    const set = "pipeline: [wipe]\noverrides: [{ set: wipe, options: { inner: any(wype) } }]\n";
    expect(await ran(set, { dataOnly: true })).to.match(
      /^error\[PWB0402\]: options of `wipe`: option `inner` is not a pipeline: 'wype'[^]*passwright\.config\.yaml:3:/,
    );
  });
});
