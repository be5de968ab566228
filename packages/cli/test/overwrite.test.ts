import { existsSync, linkSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

/** Files of a project that commands read, and results of earlier commands. */
const FILES = {
  "words.js": `import { defineFramework, defineIr, definePass } from "@passwright/sdk";
const name = "words";
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
  "base.yaml": "framework: ./words.js\n",
  "passwright.config.yaml": "extends: ./base.yaml\nplugins: [./plugin.js]\n",
  "trace.yaml": "framework: ./words.js\ninstrument: { trace: tea.txt }\n",
  "plugin.js": 'import { definePlugin } from "@passwright/sdk";\nexport default definePlugin({ name: "plugin" });\n',
  "tea.txt": "Tea\n",
  "src/words.js": "Words\n",
  "src/plugin.js": "Plugin\n",
  "src/tea.json": "Tea\n",
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
  ["words.js", "a framework", "run", "tea.txt", "-o", "words.js"],
  ["words.js", "a framework", "view", "tea.txt", "-o", "words.js"],
  ["plugin.js", "a plugin", "lock", "-o", "plugin.js"],
  ["new.txt", "the output of -o", "run", "tea.txt", "-o", "new.txt", "--record", "new.txt"],
  ["tea.txt", "an input", "run", "tea.txt", "-c", "trace.yaml"],
  ["words.js", "a framework", "run", "src/*", "-o", "."],
  ["plugin.js", "a plugin", "run", "src/*", "-o", "./", "--jobs", "2"],
  ["tea.json", "the output of --record", "run", "src/*", "-o", ".", "--record", "tea.json"],
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

  it("cannot overwrite recordings and results that the page shows", async () => {
    const { passwright } = project();
    await passwright("run", "tea.txt", "--record", "run.json");
    expect(await passwright("view", "--recording", "run.json", "-o", "run.json")).to.contain(
      "output file `run.json` is an input",
    );
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
