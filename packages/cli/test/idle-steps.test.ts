import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Recording } from "@passwright/viewer";
import { makeWorkplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

/** Framework on lines of words. The pass `strip` removes the word `old`. */
const FRAMEWORK = `import { defineFramework, defineIr, definePass } from "@passwright/sdk";
const ir = defineIr({
  name: "words", root: "words", extensions: [".txt"],
  nameOf: (op) => op.name, childrenOf: "children",
  parse: (text) => ({ name: "words", children: text.trim().split(/\\s+/).map((name) => ({ name, children: [] })) }),
  print: (op) => op.children.map(({ name }) => name).join(" ") + "\\n",
});
const pass = (name, run) => definePass({ name, anchor: "words", runOnOperation: run });
const strip = pass("strip", (op) => { op.children = op.children.filter(({ name }) => name !== "old"); });
export default defineFramework({
  name: "words", ir, anchor: "words",
  pipeline(b) { b.addPass(strip); b.addPass(pass("sleep", () => {})); },
});
`;

const PLUGIN = `import { definePass, definePlugin } from "@passwright/sdk";
const polish = definePass({
  name: "polish",
  anchor: "words",
  worksOn: ["old"],
  runOnOperation(op) {
    for (const one of op.children) if (one.name === "old") one.name = "vintage";
  },
});
export default definePlugin({ passes: [polish] });
`;

const shop = (insert: string, more = ""): Workplace =>
  makeWorkplace({
    "words.js": FRAMEWORK,
    "polish.js": PLUGIN,
    "passwright.config.yaml": `framework: ./words.js\nplugins: [./polish.js]\ninsert:\n  - ${insert}\n${more}`,
    "a.txt": "new\n",
    "b.txt": "old new\n",
    "c.txt": "old\n",
  });

const REPORT = `warning[PWL0420]: \`polish\` found no \`old\`, because \`strip\` removed the last one 2 steps earlier
  --> passwright.config.yaml:4:13, step passwright.config.yaml::polish
   |   - { pass: polish, after: sleep }
   |             ^
   = position: after \`sleep\`
   = possible positions before the removal: before \`strip\`
   = on 2 of 3 inputs, for example b.txt
help: move \`polish\` to a position before \`strip\`
`;

describe("passwright run, with idle steps", () => {
  it("shows how the owner of a pipeline moves a step of a plugin", async () => {
    const plugin = PLUGIN.replace(
      "passes: [polish]",
      'passes: [polish], insert: [{ pass: "polish", after: "sleep", reason: "all is read" }]',
    );
    const files = (more: string): { readonly [path: string]: string } => ({
      "words.js": FRAMEWORK,
      "polish.js": plugin,
      "passwright.config.yaml": `framework: ./words.js\nplugins: [./polish.js]\n${more}`,
      "c.txt": "old\n",
    });
    expect(await makeWorkplace(files("")).passwright("run", "c.txt", "-o", "out.txt")).to.contain(
      `warning[PWL0420]: \`polish\` found no \`old\`, because \`strip\` removed the last one 2 steps earlier
  --> plugin ./polish.js, step ./polish.js::polish
   = position: after \`sleep\`: all is read
   = possible positions before the removal: before \`strip\`
help: move \`polish\` to a position before \`strip\`
help: in a config, add \`{ pass: polish, … }\` with this position to \`insert\`, and \`{ ban: "./polish.js::polish" }\` to \`overrides\`
`,
    );
    const moved =
      'insert: [{ pass: polish, before: strip }]\noverrides: [{ ban: "./polish.js::polish", reason: moved }]\n';
    const { passwright, folder } = makeWorkplace(files(moved));
    expect(await passwright("run", "c.txt", "-o", "out.txt")).not.to.contain("PWL0420");
    expect(readFileSync(join(folder, "out.txt"), "utf8")).to.equal("vintage\n");
  });

  it("reports each step once for all inputs, and not after the suggested move", async () => {
    const { passwright } = shop("{ pass: polish, after: sleep }");
    expect(await passwright("run", "a.txt", "b.txt", "c.txt", "-o", "out/")).to.equal(
      `--- err\n${REPORT}3 inputs, written to out\n--- exit 0\n`,
    );
    expect(await shop("{ pass: polish, before: strip }").passwright("run", "b.txt")).to.equal(
      "--- out\nvintage new\n--- exit 0\n",
    );
  });

  it("reports that threads are not used, because idle steps could not be found", async () => {
    const { passwright } = shop("{ pass: polish, before: strip }");
    expect(await passwright("run", "b.txt", "--threads", "2")).to.equal(`--- out
vintage new
--- err
remark[PWR0022]: threads are not used: \`polish\` declares \`worksOn\`, and idle steps can be detected only in single-threaded runs
help: remove \`threads\`, or remove \`worksOn\` from the pass
--- exit 0
`);
    expect(await passwright("run", "b.txt", "--threads", "auto")).to.equal("--- out\nvintage new\n--- exit 0\n");
  });

  it("fails where the config is strict, and writes the outputs", async () => {
    const { passwright, folder } = shop("{ pass: polish, after: sleep }", "strict: [idle]\n");
    const shown = await passwright("run", "a.txt", "b.txt", "c.txt", "-o", "out/");
    expect(shown).to.equal(`--- err\n${REPORT.replace("warning", "error")}3 inputs, written to out\n--- exit 1\n`);
    expect(existsSync(join(folder, "out/b.txt"))).to.equal(true);
  });

  it("lists the steps that changed nothing on any input, with --idle", async () => {
    const { passwright } = shop("{ pass: polish, before: strip }");
    expect(await passwright("run", "a.txt", "--idle")).to.equal(`--- out
new
--- err
steps that changed nothing
  passwright.config.yaml::polish
  strip
  sleep
--- exit 0
`);
    const json = await passwright("run", "a.txt", "b.txt", "--idle", "--json");
    expect(JSON.parse(json.slice(json.indexOf("{"), json.lastIndexOf("}") + 1)))
      .to.have.property("unchanged")
      .that.deep.equals(["strip", "sleep"]);
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
  const IDLE = "warning PWL0420 passwright.config.yaml::polish, strip 1, sleep 1";

  it("reports them like a run, and does not record steps that were skipped", async () => {
    const { passwright, folder } = shop("{ pass: polish, after: sleep }");
    const shown = `--- out\nwrote run.json\n--- err\n${REPORT}--- exit 0\n`;
    expect(await passwright("view", ...INPUTS, "--record", "run.json")).to.equal(shown);
    expect(runsOf(folder)).to.deep.equal(["ok, strip 1, sleep 1", `ok, ${IDLE}`, `ok, ${IDLE}`]);
    await passwright("run", ...INPUTS, "-o", "out/", "--record", "run.json");
    expect(runsOf(folder)).to.deep.equal(["ok, strip 1, sleep 1", `ok, ${IDLE}`, `ok, ${IDLE}`]);
  });

  it("fails with `--strict idle`", async () => {
    const { passwright, folder } = shop("{ pass: polish, after: sleep }");
    const shown = `--- out\nwrote run.json\n--- err\n${REPORT.replace("warning", "error")}--- exit 1\n`;
    expect(await passwright("view", ...INPUTS, "--strict", "idle", "--record", "run.json")).to.equal(shown);
    expect(runsOf(folder)[1]).to.equal(`failed, ${IDLE.replace("warning", "error")}`);
  });
});
