import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { childEnvironment, itLong } from "@passwright/development";
import { makeProject } from "./project.ts";

const program = fileURLToPath(new URL("../bin/passwright.js", import.meta.url));

const all: Watched[] = [];

/** Program that continues to run, with its output so far. */
class Watched {
  readonly #child: ChildProcessWithoutNullStreams;
  #text = "";
  #look: () => void = () => undefined;

  constructor(argv: readonly string[], cwd: string) {
    all.push(this);
    this.#child = spawn(process.execPath, [program, ...argv], { cwd, env: childEnvironment() });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.on("data", (chunk) => {
        this.#text += String(chunk);
        this.#look();
      });
    }
  }

  /** Waits until the output matches a pattern, and returns all output until then. */
  until(pattern: RegExp): Promise<string> {
    return new Promise((resolve) => {
      this.#look = () => {
        const match = pattern.exec(this.#text);
        if (match === null) return;
        const end = match.index + match[0].length;
        const shown = this.#text.slice(0, end);
        this.#text = this.#text.slice(end);
        this.#look = () => undefined;
        resolve(shown);
      };
      this.#look();
    });
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  stop(): Promise<number | null> {
    this.#child.kill("SIGINT");
    return new Promise((resolve) => void this.#child.on("close", resolve));
  }
}

const plugin = (reason: string): string => `import { definePlugin } from "@passwright/sdk";
export default definePlugin({ passes: [], setup: (b) => void b.addAfter("boil", "boil", { reason: "${reason}" }) });
`;
const files = {
  "passwright.config.yaml": "framework: kettle\nplugins: [./again.js]\ninputs: [tea.txt]\n",
  "again.js": plugin("hot"),
  "tea.txt": "tea\n",
};

/** Framework whose pass replaces the name of a file, or the pattern of files, with the contents of the files. */
const PAGES = `import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineFramework, defineIr, definePass } from "@passwright/sdk";
const ir = defineIr({
  name: "page", extensions: [".page"], root: "page", parse: (text) => ({ kind: "page", text, parts: [] }),
  nameOf: ({ kind }) => kind, childrenOf: "parts", print: ({ text }) => text,
  dependenciesOf: ({ read }) => (read === undefined ? [] : [read]),
});
const include = definePass({ name: "include", ir, runOnOperation(page) {
  const { text } = page;
  page.read = resolve(text);
  const names = text.startsWith("*") ? readdirSync(".").filter((name) => name.endsWith(".txt")) : [text];
  page.text = names.map((name) => readFileSync(name, "utf8")).join("");
} });
export default defineFramework({ name: "pages", ir, anchor: "page", pipeline: (b) => void b.addPass(include) });
`;

describe("--watch", () => {
  // Ends programs that continue to run, because they would prevent the tests from ending.
  afterEach(() => {
    for (const watched of all.splice(0)) watched.kill();
  });

  it("reports a round that does not finish, and continues", async () => {
    const folder = makeProject({ ...files, "again.js": "await new Promise(() => {});\n" }, ["kettle"]);
    const watched = new Watched(["plan", "--watch"], folder);
    const never = await watched.until(/watching.*\n/);
    expect(never).to.contain("error[PWR0504]: a promise never settled while importing plugin `./again.js`");
    expect(never).to.contain("watching (exit code 1)\n");
    writeFileSync(join(folder, "again.js"), "process.exit(0);\n");
    expect(await watched.until(/watching.*\n/)).to.contain("error[PWR0505]: `process.exit` was called");
    writeFileSync(join(folder, "again.js"), "throw null;\n");
    expect(await watched.until(/watching.*\n/)).to.contain(
      "error[PWL0202]: `./again.js` threw an exception while it was loaded: null",
    );
    writeFileSync(join(folder, "again.js"), plugin("warm"));
    expect(await watched.until(/watching.*\n/)).to.contain("warm");
    expect(await watched.stop()).to.equal(0);
  });

  it("plans again when a plugin, a broken and a fixed config are written, and ends with Ctrl-C", async () => {
    const folder = makeProject(files, ["kettle"]);
    const watched = new Watched(["plan", "--watch"], folder);
    expect(await watched.until(/watching\n/)).to.contain("after `boil`: hot");
    writeFileSync(join(folder, "again.js"), plugin("hotter"));
    expect(await watched.until(/watching\n/))
      .to.contain("again.js changed")
      .and.to.contain("after `boil`: hotter");
    writeFileSync(join(folder, "passwright.config.yaml"), "framework: [kettle\n");
    expect(await watched.until(/watching \(exit code 1\)\n/)).to.contain("error[PWL");
    writeFileSync(join(folder, "passwright.config.yaml"), "framework: kettle\n");
    expect(await watched.until(/watching\n/)).to.contain("0 plugins");
    expect(await watched.stop()).to.equal(0);
  });

  it("plans again when a module that a local plugin imports changes", async () => {
    const words = (because: string): string => `export default "${because}";\n`;
    const importing = plugin("").replace('reason: ""', "reason: because");
    const folder = makeProject(
      { ...files, "again.js": `import because from "./lib/words.js";\n${importing}`, "lib/words.js": words("hot") },
      ["kettle"],
    );
    const watched = new Watched(["plan", "--watch"], folder);
    expect(await watched.until(/watching\n/)).to.contain("after `boil`: hot");
    writeFileSync(join(folder, "lib/words.js"), words("hotter"));
    expect(await watched.until(/watching\n/))
      .to.contain("lib/words.js changed")
      .and.to.contain("after `boil`: hotter");
    expect(await watched.stop()).to.equal(0);
  });

  it("plans again when a module changes that a transpiler added to `require.cache`", async () => {
    const transpiler = `import { readFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
const file = new URL("words.ts", import.meta.url).pathname;
createRequire(import.meta.url).cache[file] = new Module(file);
const because = readFileSync(file, "utf8");
`;
    const importing = plugin("").replace('reason: ""', "reason: because");
    const folder = makeProject({ ...files, "again.js": transpiler + importing, "words.ts": "hot" }, ["kettle"]);
    const watched = new Watched(["plan", "--watch"], folder);
    expect(await watched.until(/watching\n/)).to.contain("after `boil`: hot");
    writeFileSync(join(folder, "words.ts"), "hotter");
    expect(await watched.until(/watching\n/))
      .to.contain("words.ts changed")
      .and.to.contain("after `boil`: hotter");
    expect(await watched.stop()).to.equal(0);
  });

  itLong("continues when the config, or the folder of a plugin, is removed and comes back", async () => {
    const config = files["passwright.config.yaml"].replace("./again.js", "./plugins/again.js");
    const folder = makeProject(
      { "passwright.config.yaml": config, "plugins/again.js": plugin("hot"), "tea.txt": "tea\n" },
      ["kettle"],
    );
    const watched = new Watched(["plan", "--watch"], folder);
    expect(await watched.until(/watching\n/)).to.contain("after `boil`: hot");
    rmSync(join(folder, "passwright.config.yaml"));
    expect(await watched.until(/watching \(exit code 2\)\n/)).to.contain("error[PWL0002]");
    writeFileSync(join(folder, "passwright.config.yaml"), config);
    expect(await watched.until(/watching\n/)).to.contain("after `boil`: hot");
    renameSync(join(folder, "plugins"), join(folder, "elsewhere"));
    rmSync(join(folder, "elsewhere/again.js"));
    writeFileSync(join(folder, "passwright.config.yaml"), config);
    expect(await watched.until(/watching \(exit code 1\)\n/)).to.contain("error[PWL0101]");
    mkdirSync(join(folder, "plugins"));
    writeFileSync(join(folder, "plugins/again.js"), plugin("hotter"));
    expect(await watched.until(/hotter[^]*watching\n/)).to.contain("changed");
    expect(await watched.stop()).to.equal(0);
  });

  itLong("runs again when an input changes, also with a time limit, and ends the run with Ctrl-C", async () => {
    const folder = makeProject(files, ["kettle"]);
    const watched = new Watched(["run", "--watch", "--time-limit", "100"], folder);
    expect(await watched.until(/watching\n/)).to.contain("tea\n  water\n  water\n");
    writeFileSync(join(folder, "tea.txt"), "tea\n  milk\n");
    expect(await watched.until(/watching\n/)).to.contain("tea\n  milk\n");
    expect(await watched.stop()).to.equal(0);
  });

  itLong("runs only changed inputs, and all inputs after a change of code or of a declared file", async () => {
    const stir = (word: string): string => `import { appendFileSync } from "node:fs";
import { definePass, definePlugin } from "@passwright/sdk";
const stir = definePass({ name: "stir", anchor: "tea", reads: { files: ["sugar.table", "spices/*.table"] },
  runOnOperation(op, pass) {
    appendFileSync("stirred.log", op.nested.length + "${word}\\n");
    pass.emitRemark("stirred");
    if (op.nested.some(({ name }) => name.text === "salt")) throw new Error("too salty");
  } });
export default definePlugin({ passes: [stir], setup: (b) => void b.addBefore("boil", stir) });
`;
    const folder = makeProject(
      {
        "passwright.config.yaml": "framework: kettle\nplugins: [./stir.js]\n",
        "stir.js": stir(""),
        "sugar.table": "1\n",
        "in/a.txt": "tea\n",
        "in/b.txt": "tea\n  milk\n",
        "in/c.txt": "tea\n  milk\n  milk\n",
      },
      ["kettle"],
    );
    const watched = new Watched(["run", "in/*.txt", "-o", "out/", "--watch", "--jobs", "2"], folder);
    const round = async (): Promise<string> => {
      const shown = await watched.until(/watching.*\n/);
      const log = readFileSync(join(folder, "stirred.log"), "utf8").trim().split("\n").sort().join(" ");
      writeFileSync(join(folder, "stirred.log"), "");
      return `${log}; ${shown.match(/stirred/g)?.length ?? 0} remarks; ${shown.split("\n").at(-2) ?? ""}`;
    };
    expect(await round()).to.equal("0 1 2; 3 remarks; watching");
    writeFileSync(join(folder, "in/b.txt"), "tea\n  milk\n  milk\n  milk\n");
    expect(await round()).to.equal("3; 3 remarks; watching");
    expect(readFileSync(join(folder, "out/b.txt"), "utf8")).to.match(/^tea\n(?: {2}milk\n){3}/);
    writeFileSync(join(folder, "in/a.txt"), "tea\n  salt\n");
    expect(await round()).to.equal("1; 3 remarks; watching (exit code 1)");
    writeFileSync(join(folder, "in/c.txt"), "tea\n");
    expect(await round()).to.equal("0 1; 3 remarks; watching (exit code 1)");
    writeFileSync(join(folder, "in/a.txt"), "tea\n");
    expect(await round()).to.equal("0; 3 remarks; watching");
    writeFileSync(join(folder, "sugar.table"), "2\n");
    expect(await round()).to.equal("0 0 3; 3 remarks; watching");
    mkdirSync(join(folder, "spices"));
    writeFileSync(join(folder, "spices/mint.table"), "1\n");
    expect(await round()).to.equal("0 0 3; 3 remarks; watching");
    writeFileSync(join(folder, "spices/mint.table"), "2\n");
    expect(await round()).to.equal("0 0 3; 3 remarks; watching");
    writeFileSync(join(folder, "stir.js"), stir(" again"));
    expect(await round()).to.equal("0 again 0 again 3 again; 3 remarks; watching");
    expect(await watched.stop()).to.equal(0);
  });

  it("runs again when a file changes that a pass read, also after the pass failed", async () => {
    const folder = makeProject({
      "passwright.config.yaml": "framework: ./pages.js\n",
      "pages.js": PAGES,
      "a.page": "parts/a.txt",
      "parts/other.txt": "",
    });
    const watched = new Watched(["run", "a.page", "-o", "out.page", "--watch"], folder);
    const round = async (): Promise<string> => {
      const shown = await watched.until(/watching.*\n/);
      // The watcher misses a missing file that is written before the watcher watches the folder.
      await wait(500);
      return shown.includes("(exit code 1)") ? "failed" : readFileSync(join(folder, "out.page"), "utf8");
    };
    expect(await round()).to.equal("failed");
    writeFileSync(join(folder, "parts/a.txt"), "one");
    expect(await round()).to.equal("one");
    writeFileSync(join(folder, "parts/a.txt"), "two");
    expect(await round()).to.equal("two");
    writeFileSync(join(folder, "a.page"), "*.txt");
    expect(await round()).to.equal("");
    writeFileSync(join(folder, "b.txt"), "three");
    expect(await round()).to.equal("three");
    writeFileSync(join(folder, "b.txt"), "four");
    expect(await round()).to.equal("four");
    expect(await watched.stop()).to.equal(0);
  });

  it("runs again when a module changes that was loaded while a pass ran", async () => {
    const plugin = `import { definePass, definePlugin } from "@passwright/sdk";
export default definePlugin({
  passes: [definePass({
    name: "late", runOnOperation: async (page) => import("./late.js").then(({ text }) => void (page.text += text)),
  })],
  insert: [{ pass: "late", end: true }],
});
`;
    const config = "framework: ./pages.js\nplugins: [./plugin.js]\n";
    const late = (text: string): string => `export const text = "${text}\\n";\n`;
    const folder = makeProject({
      "pages.js": PAGES,
      "plugin.js": plugin,
      "late.js": late("one"),
      "passwright.config.yaml": config,
      "a.page": "b.txt",
      "b.txt": "b\n",
    });
    for (const flags of [[], ["--cache"]]) {
      const watched = new Watched(["run", "a.page", "--watch", ...flags], folder);
      await watched.until(/one\n[^]*watching\n/);
      await wait(500);
      writeFileSync(join(folder, "late.js"), late("two"));
      await watched.until(/late\.js changed\n[^]*two\n[^]*watching\n/);
      writeFileSync(join(folder, "late.js"), late("one"));
      await watched.until(/late\.js changed\n[^]*one\n[^]*watching\n/);
      expect(await watched.stop()).to.equal(0);
    }
  });

  itLong("runs again when a file is added that matches a pattern, but not for other files", async () => {
    const folder = makeProject(
      {
        "passwright.config.yaml": 'framework: kettle\ninputs: ["in/*.txt"]\n',
        "in/other.md": "\n",
      },
      ["kettle"],
    );
    const watched = new Watched(["run", "-o", "out/", "--watch"], folder);
    expect(await watched.until(/watching.*\n/)).to.contain("no file matches `in/*.txt`");
    writeFileSync(join(folder, "in/a.txt"), "tea\n");
    expect(await watched.until(/watching.*\n/)).to.equal("\nin/a.txt changed\n1 input, written to out\nwatching\n");
    writeFileSync(join(folder, "in/other.md"), "not an input\n");
    writeFileSync(join(folder, "in/new.md"), "not an input\n");
    writeFileSync(join(folder, "in/b.txt"), "tea\n  milk\n");
    expect(await watched.until(/watching.*\n/)).to.equal("\nin/b.txt changed\n2 inputs, written to out\nwatching\n");
    writeFileSync(join(folder, "in/b.txt"), "tea\n  water\n");
    expect(await watched.until(/watching.*\n/)).to.equal(
      "\nin/b.txt changed\n1 run, 1 reused\n2 inputs, written to out\nwatching\n",
    );
    writeFileSync(join(folder, "in/b.txt"), "tea\n  milk\n");
    expect(await watched.until(/watching.*\n/)).to.contain("1 run, 1 reused\n");
    expect(readFileSync(join(folder, "out/b.txt"), "utf8")).to.match(/^tea\n {2}milk\n/);
    rmSync(join(folder, "in/a.txt"));
    expect(await watched.until(/watching.*\n/)).to.equal("\nin/a.txt changed\n1 input, written to out\nwatching\n");
    expect(await watched.stop()).to.equal(0);
  });

  itLong("does not run again for its own output in a package that it watches", async () => {
    const manifest =
      '{ "name": "again", "type": "module", "exports": "./index.js", "passwright": { "kind": "plugin", "api": "^1.0.0" } }';
    const folder = makeProject(
      {
        "passwright.config.yaml": "framework: kettle\nplugins: [./again]\ninputs: [again/tea.txt]\n",
        "again/package.json": manifest,
        "again/index.js": plugin("hot"),
        "again/tea.txt": "tea\n",
      },
      ["kettle"],
    );
    const watched = new Watched(["run", "--watch", "-o", "again/out.txt"], folder);
    await watched.until(/watching\n/);
    writeFileSync(join(folder, "again/tea.txt"), "tea\n  milk\n");
    expect(await watched.until(/watching\n/)).to.match(/^\s*again\/tea.txt changed\n/);
    writeFileSync(join(folder, "again/tea.txt"), "tea\n  water\n");
    expect(await watched.until(/watching\n/)).to.match(/^\s*again\/tea.txt changed\n/);
    expect(await watched.stop()).to.equal(0);
  });
});
