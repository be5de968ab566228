import { existsSync, linkSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

/** Files of a project that commands read, and results of earlier commands. */
const FILES = {
  "shared.js": 'export const name = "words";\n',
  "words.js": `import { defineFramework, defineIr, definePass } from "@passwright/sdk";
import { name } from "./shared.js";
const ir = defineIr({
  name, root: "words", extensions: [".txt", ".svg", ".js", ".json"],
  nameOf: () => "words", childrenOf: () => [],
  parse: (text) => ({ text }),
  print: (op) => op.text,
});
export default defineFramework({ name, ir, anchor: "words", pipeline: (b) => {
  b.addPass(definePass({ name: "lower", runOnOperation(op) { op.text = op.text.toLowerCase(); } }));
} });
`,
  "limit.js": `import { definePass, definePlugin, string } from "@passwright/sdk";
const limit = definePass({ name: "limit", reads: { files: ["names.json", "{data}/*.txt"] }, options: { data: string("words", "a folder") }, runOnOperation: () => {} });
export default definePlugin({ passes: [limit], insert: [{ pass: "limit", end: true }] });
`,
  "names.json": '["Plum"]\n',
  "words/plum.txt": "Plum\n",
  "base.yaml": "framework: ./words.js\n",
  "passwright.config.yaml": "extends: ./base.yaml\nplugins: [./limit.js]\n",
  "tea.txt": "Tea\n",
  "expected.txt": "Tea\n",
};

const project = (more: { readonly [path: string]: string } = {}): Workplace => makeWorkplace({ ...FILES, ...more });

const BAD = ["--test", "! grep -q tea {}"];
const FAULTY = ["--test", "grep -q Tea {}"];

/** Command lines that would overwrite a file. The file has a name that describes what the command reads. */
const LINES: readonly (readonly [file: string, what: string, ...line: readonly string[]])[] = [
  ["tea.txt", "an input", "run", "tea.txt", "-o", "tea.txt"],
  ["tea.txt", "an input", "run", "tea.txt", "-o", "./tea.txt", "--json"],
  ["tea.txt", "an input", "run", "tea.txt", "--record", "tea.txt"],
  ["tea.txt", "an input", "view", "tea.txt", "-o", "tea.txt"],
  ["tea.txt", "an input", "view", "tea.txt", "--record", "tea.txt"],
  ["tea.txt", "an input", "reduce", "tea.txt", ...FAULTY, "-o", "tea.txt"],
  ["tea.txt", "an input", "bisect", "tea.txt", ...BAD, "-o", "tea.txt"],
  ["expected.txt", "an input", "bisect", "tea.txt", "--differs-from", "expected.txt", "-o", "expected.txt"],
  ["passwright.config.yaml", "a config", "run", "tea.txt", "-o", "passwright.config.yaml"],
  ["base.yaml", "a config", "run", "tea.txt", "-o", "base.yaml"],
  ["base.yaml", "a config", "bisect", "tea.txt", ...BAD, "-o", "base.yaml"],
  ["base.yaml", "a config", "lock", "-o", "base.yaml"],
  ["base.yaml", "a config", "doc", "-o", "base.yaml"],
  ["words.js", "code of framework `./words.js`", "run", "tea.txt", "-o", "words.js"],
  ["limit.js", "code of plugin `./limit.js`", "run", "tea.txt", "-o", "limit.js"],
  ["limit.js", "code of plugin `./limit.js`", "lock", "-o", "limit.js"],
  ["limit.js", "code of plugin `./limit.js`", "doc", "-o", "limit.js"],
  ["limit.js", "code of plugin `./limit.js`", "reduce", "tea.txt", ...FAULTY, "-o", "limit.js"],
  ["shared.js", "code that was loaded", "run", "tea.txt", "-o", "shared.js"],
  ["shared.js", "code that was loaded", "bisect", "tea.txt", ...BAD, "-o", "shared.js"],
  ["names.json", "a file that pass `limit` reads", "run", "tea.txt", "-o", "names.json"],
  ["names.json", "a file that pass `limit` reads", "lock", "-o", "names.json"],
  ["words/plum.txt", "a file that pass `limit` reads", "run", "tea.txt", "-o", "words/plum.txt"],
];

describe("outputs", () => {
  for (const [file, what, ...line] of LINES) {
    it(`cannot overwrite ${what}: ${line.join(" ")}`, async () => {
      const { folder, passwright } = project();
      const shown = await passwright(...line);
      expect(shown).to.contain(`output file \`${file}\` is ${what}`);
      expect(shown).to.contain("PWR0106").and.contain("--- exit 1");
      for (const [name, text] of Object.entries(FILES))
        expect(readFileSync(join(folder, name), "utf8"), name).to.equal(text);
    });
  }

  it("cannot overwrite inputs through links", async () => {
    const { folder, passwright } = project();
    symlinkSync("tea.txt", join(folder, "soft.txt"));
    linkSync(join(folder, "tea.txt"), join(folder, "hard.txt"));
    for (const link of ["soft.txt", "hard.txt"])
      expect(await passwright("view", "tea.txt", "-o", link)).to.equal(
        `--- err
error[PWR0106]: output file \`${link}\` would overwrite \`tea.txt\`, which is an input
help: pass another file with -o
--- exit 1
`,
      );
    expect(readFileSync(join(folder, "tea.txt"), "utf8")).to.equal("Tea\n");
  });

  it("that a config names cannot overwrite inputs", async () => {
    const { folder, passwright } = project({
      "passwright.config.yaml": "framework: ./words.js\ninstrument: { trace: tea.txt, reproducer: expected.txt }\n",
    });
    expect(await passwright("run", "tea.txt", "expected.txt", "-o", "out/")).to.equal(
      `--- err
error[PWR0106]: output file \`expected.txt\` is an input
help: change \`instrument.reproducer\` in the config

error[PWR0106]: output file \`tea.txt\` is an input
help: change \`instrument.trace\` in the config
--- exit 1
`,
    );
    expect(existsSync(join(folder, "out"))).to.equal(false);
  });

  it("in a folder cannot overwrite the config", async () => {
    const { folder, passwright } = project({ "in/names.json": "[]\n", "in/tea.txt": "Tea\n" });
    expect(await passwright("run", "in/names.json", "in/tea.txt", "-o", "./")).to.contain(
      "output file `names.json` is a file that pass `limit` reads",
    );
    expect(readFileSync(join(folder, "names.json"), "utf8")).to.equal(FILES["names.json"]);
    expect(readFileSync(join(folder, "tea.txt"), "utf8")).to.equal("Tea\n");
  });

  it("cannot overwrite recordings and results that the page shows", async () => {
    const { passwright } = project();
    await passwright("run", "tea.txt", "--record", "run.json");
    expect(await passwright("view", "--recording", "run.json", "-o", "run.json")).to.contain(
      "output file `run.json` is an input",
    );
  });

  it("cannot overwrite files that the command did not write", async () => {
    const { folder, passwright } = project({ "notes.md": "# Notes\n" });
    for (const [what, ...line] of [
      ["a lock file", "lock", "-o"],
      ["documentation of passes", "doc", "-o"],
      ["a page of `passwright view`", "view", "tea.txt", "-o"],
      ["a recording", "view", "tea.txt", "--record"],
      ["a recording", "run", "tea.txt", "--record"],
      ["a config in JSON", "bisect", "tea.txt", ...BAD, "-o"],
    ] as const)
      expect(await passwright(...line, "notes.md"), line.join(" ")).to.contain(
        `output file \`notes.md\` exists and is not ${what}`,
      );
    expect(readFileSync(join(folder, "notes.md"), "utf8")).to.equal("# Notes\n");
  });

  it("replace files that the command wrote, and empty files", async () => {
    const { folder, passwright } = project({ "empty.md": "", "broken.lock.json": "<<<<<<<" });
    expect(await passwright("lock", "-o", "broken.lock.json")).to.contain("--- exit 0");
    expect(await passwright("doc", "-o", "empty.md")).to.contain("--- exit 0");
    for (const [file, ...line] of [
      ["plan.json", "lock", "-o"],
      ["passes.md", "doc", "-o"],
      ["passes.json", "doc", "--json", "-o"],
      ["page.html", "view", "tea.txt", "-o"],
      ["recording.json", "view", "tea.txt", "--record"],
      ["run.json", "run", "tea.txt", "--record"],
      ["small.json", "bisect", "tea.txt", ...BAD, "-o"],
      ["result.txt", "run", "tea.txt", "-o"],
      ["small.txt", "reduce", "tea.txt", ...FAULTY, "-o"],
    ] as const)
      for (const _ of [1, 2]) expect(await passwright(...line, file), line.join(" ")).to.contain("--- exit 0");
    expect(existsSync(join(folder, "small.json"))).to.equal(true);
  });
});
