import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Recording } from "@passwright/viewer";
import { startProgram } from "./start-program.ts";
import type { Ended } from "./start-program.ts";
import { makeWorkplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

/** Framework whose operations are words. The pass `bufferize` removes the operation `matmul`. */
const FRAMEWORK = `import { defineFramework, defineIr, definePass } from "@passwright/sdk";
const ir = defineIr({
  name: "words", root: "words", extensions: [".txt"],
  nameOf: (op) => op.name, childrenOf: "children",
  parse: (text) => ({ name: "words", children: text.trim().split(/\\s+/).map((name) => ({ name, children: [] })) }),
  print: (op) => op.children.map(({ name }) => name).join(" ") + "\\n",
});
const pass = (name, run) => definePass({ name, anchor: "words", runOnOperation: run });
const bufferize = pass("bufferize", (op) => { op.children = op.children.filter(({ name }) => name !== "matmul"); });
export default defineFramework({
  name: "words", ir, anchor: "words",
  pipeline(b) { b.addPass(bufferize); b.addPass(pass("lower", () => {})); },
});
`;

const PLUGIN = `import { definePass, definePlugin } from "@passwright/sdk";
const fuse = definePass({
  name: "fuse",
  anchor: "words",
  worksOn: ["matmul"],
  runOnOperation(op) {
    for (const one of op.children) if (one.name === "matmul") one.name = "kernel";
  },
});
export default definePlugin({ passes: [fuse] });
`;

const shop = (insert: string, more = ""): Workplace =>
  makeWorkplace({
    "words.js": FRAMEWORK,
    "fuse.js": PLUGIN,
    "passwright.config.yaml": `framework: ./words.js\nplugins: [./fuse.js]\ninsert:\n  - ${insert}\n${more}`,
    "a.txt": "new\n",
    "b.txt": "matmul new\n",
    "c.txt": "matmul\n",
  });

const REPORT = `warning[PWL0420]: \`fuse\` has no \`matmul\` to process, because \`bufferize\` removed the last matching operation 2 steps earlier
  --> passwright.config.yaml:4:13, step passwright.config.yaml::fuse
   |   - { pass: fuse, after: lower }
   |             ^
   = current position: after \`lower\`
   = possible positions: before \`bufferize\`
   = affected inputs: 2 of 3, for example b.txt
help: move \`fuse\` to a position before \`bufferize\`
`;

describe("passwright run, with idle steps", () => {
  it("shows how the owner of a pipeline moves a step of a plugin", async () => {
    const plugin = PLUGIN.replace(
      "passes: [fuse]",
      'passes: [fuse], insert: [{ pass: "fuse", after: "lower", reason: "all is read" }]',
    );
    const files = (more: string): { readonly [path: string]: string } => ({
      "words.js": FRAMEWORK,
      "fuse.js": plugin,
      "passwright.config.yaml": `framework: ./words.js\nplugins: [./fuse.js]\n${more}`,
      "c.txt": "matmul\n",
    });
    expect(await makeWorkplace(files("")).passwright("run", "c.txt", "-o", "out.txt")).to.contain(
      `warning[PWL0420]: \`fuse\` has no \`matmul\` to process, because \`bufferize\` removed the last matching operation 2 steps earlier
  --> plugin ./fuse.js, step ./fuse.js::fuse
   = current position: after \`lower\`: all is read
   = possible positions: before \`bufferize\`
help: move \`fuse\` to a position before \`bufferize\`
help: to move it without changing \`./fuse.js\`, add \`insert: [{ pass: fuse, before: "bufferize" }]\` and \`overrides: [{ ban: "./fuse.js::fuse" }]\` to the config
`,
    );
    const moved = 'insert: [{ pass: fuse, before: "bufferize" }]\noverrides: [{ ban: "./fuse.js::fuse" }]\n';
    const { passwright, folder } = makeWorkplace(files(moved));
    expect(await passwright("run", "c.txt", "-o", "out.txt")).not.to.contain("PWL0420");
    expect(readFileSync(join(folder, "out.txt"), "utf8")).to.equal("kernel\n");
  });

  it("reports each step once for all inputs, and not after the suggested move", async () => {
    const { passwright } = shop("{ pass: fuse, after: lower }");
    expect(await passwright("run", "a.txt", "b.txt", "c.txt", "-o", "out/")).to.equal(
      `--- err\n${REPORT}3 inputs, written to out\n--- exit 0\n`,
    );
    expect(await shop("{ pass: fuse, before: bufferize }").passwright("run", "b.txt")).to.equal(
      "--- out\nkernel new\n--- exit 0\n",
    );
  });

  it("reports that threads are not used, because idle steps could not be found", async () => {
    const { passwright } = shop("{ pass: fuse, before: bufferize }");
    expect(await passwright("run", "b.txt", "--threads", "2")).to.equal(`--- out
kernel new
--- err
remark[PWR0022]: threads are not used, because \`worksOn\` of \`fuse\` works only in single-threaded runs
help: remove \`threads\`, or remove \`worksOn\` from the pass
--- exit 0
`);
    expect(await passwright("run", "b.txt", "--threads", "auto")).to.equal("--- out\nkernel new\n--- exit 0\n");
  });

  it("fails where the config is strict, and writes the outputs", async () => {
    const { passwright, folder } = shop("{ pass: fuse, after: lower }", "strict: [idle]\n");
    const shown = await passwright("run", "a.txt", "b.txt", "c.txt", "-o", "out/");
    expect(shown).to.equal(`--- err\n${REPORT.replace("warning", "error")}3 inputs, written to out\n--- exit 1\n`);
    expect(existsSync(join(folder, "out/b.txt"))).to.equal(true);
  });

  it("has the same severity with `--cache` as without, after a run with the other severity", async () => {
    for (const [first, second] of [
      [[], ["--strict"]],
      [["--strict"], []],
    ] as const) {
      const { folder: cwd } = shop("{ pass: fuse, after: lower }");
      const run = (...flags: readonly string[]): Promise<Ended> =>
        startProgram("passwright", ["run", "c.txt", "-o", "out/", ...flags], { cwd });
      await run("--cache", ...first);
      const { code, err } = await run("--cache", ...second);
      const plain = await run(...second);
      expect(code).to.equal(plain.code);
      expect(err).to.contain(plain.err.split("\n")[0]);
    }
  });

  it("lists the steps that changed nothing on any input, with --idle", async () => {
    const { passwright } = shop("{ pass: fuse, before: bufferize }");
    expect(await passwright("run", "a.txt", "--idle")).to.equal(`--- out
new
--- err
steps that changed nothing
  passwright.config.yaml::fuse
  bufferize
  lower
--- exit 0
`);
    const json = await passwright("run", "a.txt", "b.txt", "--idle", "--json");
    expect(JSON.parse(json.slice(json.indexOf("{"), json.lastIndexOf("}") + 1)))
      .to.have.property("unchanged")
      .that.deep.equals(["bufferize", "lower"]);
  });
});

describe("passwright view, with idle steps", () => {
  const runsOf = (folder: string) =>
    (JSON.parse(readFileSync(join(folder, "run.json"), "utf8")) as Recording).runs.map(({ ok, diagnostics, visits }) =>
      [
        ok ? "ok" : "failed",
        ...diagnostics.map(({ severity, code, step }) => `${severity} ${code} ${step}`),
        ...visits.flatMap(({ steps }) => steps.map(({ step, operations }) => `${step} ${operations}`)),
      ].join(", "),
    );
  const INPUTS = ["a.txt", "b.txt", "c.txt"];
  const IDLE = "warning PWL0420 passwright.config.yaml::fuse, bufferize 1, lower 1";

  it("reports them like a run, and does not record steps that were skipped", async () => {
    const { passwright, folder } = shop("{ pass: fuse, after: lower }");
    const shown = `--- out\nwrote run.json\n--- err\n${REPORT}--- exit 0\n`;
    expect(await passwright("view", ...INPUTS, "--record", "run.json")).to.equal(shown);
    expect(runsOf(folder)).to.deep.equal(["ok, bufferize 1, lower 1", `ok, ${IDLE}`, `ok, ${IDLE}`]);
    await passwright("run", ...INPUTS, "-o", "out/", "--record", "run.json");
    expect(runsOf(folder)).to.deep.equal(["ok, bufferize 1, lower 1", `ok, ${IDLE}`, `ok, ${IDLE}`]);
  });

  it("fails with `--strict`", async () => {
    const { passwright, folder } = shop("{ pass: fuse, after: lower }");
    const shown = `--- out\nwrote run.json\n--- err\n${REPORT.replace("warning", "error")}--- exit 1\n`;
    expect(await passwright("view", ...INPUTS, "--strict", "--record", "run.json")).to.equal(shown);
    expect(runsOf(folder)[1]).to.equal(`failed, ${IDLE.replace("warning", "error")}`);
  });
});
