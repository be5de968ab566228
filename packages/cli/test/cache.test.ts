import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import cacache from "cacache";
import { expect } from "chai";
import { describeSlow, itLong } from "@passwright/development";
import { makeProject } from "./project.ts";

/** Framework for texts. Each pass adds a line that shows all code and data that the pass uses. */
const framework = `import { defineFramework, defineIr, definePass } from "@passwright/sdk";
const ir = defineIr({
  name: "text", extensions: [".txt"],
  parse: (text) => ({ name: "text", lines: text.trim().split("\\n"), children: [] }),
  nameOf: ({ name }) => name, childrenOf: "children",
  print: ({ lines }) => lines.join("\\n") + "\\n",
});
const head = definePass({ name: "head", ir, runOnOperation(text) { text.lines.unshift("head 0"); } });
export default defineFramework({ name: "texts", ir, anchor: "text", extensionPoints: { end: { since: "1", doc: "all" } },
  pipeline(b) { b.addPass(head); b.addExtensionPoint("end"); } });
`;

const plugin = `import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { definePass, definePlugin, string } from "@passwright/sdk";
import { imported } from "./imported.js";
import required from "./required.cjs";
const require = createRequire(import.meta.url);
const reads = { files: ["{table}", "names/*.json"], environment: ["PASSWRIGHT_TEST_WORD"] };
const one = definePass({ name: "one", options: { table: string("a.table", "a file"), word: string("none", "a word") }, reads,
  create: ({ table, word }) => ({
    async runOnOperation(text) {
      const late = await import(\`./late-\${text.lines.length % 2}.js\`);
      const found = require("./fo" + "und");
      const folder = new URL("../names/", import.meta.url);
      const names = readdirSync(folder).map((name) => name + readFileSync(new URL(name, folder), "utf8").trim());
      const parts = [...names, "plugin 0", imported, required, late.value, found, readFileSync(table, "utf8").trim(), word];
      text.lines.push(["one", ...parts, process.env.PASSWRIGHT_TEST_WORD].join(", "));
    },
  }) });
const two = definePass({ name: "two", runOnOperation(text) { text.lines.push("two after " + text.lines.at(-1).slice(0, 3)); } });
export default definePlugin({ passes: [one, two] });
`;

const config = (folder: string, word: string, first: string, table: string): string => `framework: ./framework.js
plugins: [./plugin/plugin.js]
insert:
  - { pass: one, at: end, options: { word: "${word}", table: "${folder}/${table}" } }
  - { pass: two, at: end }
rules:
  - { pass: ${first}, before: ${first === "one" ? "two" : "one"}, reason: first }
`;

const files = {
  "framework.js": framework,
  "plugin/package.json": '{ "name": "texts-plugin", "version": "1.0.0", "type": "module" }\n',
  "plugin/plugin.js": plugin,
  "plugin/imported.js": 'import { deep } from "./deep.js";\nexport const imported = `imported 0 ${deep}`;\n',
  "plugin/deep.js": 'export const deep = "deep 0";\n',
  "plugin/required.cjs": 'module.exports = "required 0 " + require("./leaf.json").value;\n',
  "plugin/leaf.json": '{ "value": "leaf 0" }\n',
  "plugin/late-0.js": 'export const value = "late 0";\n',
  "plugin/late-1.js": 'export const value = "late 0";\n',
  "plugin/found/index.js": 'module.exports = "found 0";\n',
  "plugin/found/package.json": '{ "type": "commonjs" }\n',
  "a.table": "table 0\n",
  "b.table": "other 0\n",
  "names/a.json": "0\n",
  "in/a.txt": "a\n",
  "in/b.txt": "b\nb\n",
  "in/c.txt": "c\nc\nc\n",
};

describeSlow("the cache of results", function () {
  let folder: string;
  beforeEach(() => {
    folder = makeProject(files);
    write("passwright.config.yaml", config(folder, "none", "one", "a.table"));
  });
  afterEach(() => delete process.env["PASSWRIGHT_TEST_WORD"]);

  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const change = (name: string, by: (text: string) => string): void =>
    write(name, by(readFileSync(join(folder, name), "utf8")));
  const outputs = (out: string): string =>
    ["a", "b", "c"].map((name) => readFileSync(join(folder, out, `${name}.txt`), "utf8")).join("---\n");

  /** Runs `passwright` in a new thread, and returns its output. */
  function passwright(...argv: readonly string[]): Promise<string> {
    const worker = new Worker(new URL("./cache-round.js", import.meta.url), { workerData: { argv, cwd: folder } });
    return new Promise((resolve, reject) => {
      worker.once("message", (text: string) => resolve(text.replaceAll(folder, "<project>")));
      worker.once("error", reject);
    });
  }

  const cached = async (jobs = "1"): Promise<string> => {
    const text = await passwright("run", "in/*.txt", "-o", "out/", "--cache", "-j", jobs);
    return /(\d+ run, \d+ from the cache)/.exec(text)?.[1] ?? text;
  };

  itLong("runs nothing again that is unchanged, and everything else", async () => {
    expect(await cached()).to.equal("3 run, 0 from the cache");
    write("in/b.txt", "new\n");
    expect(await cached()).to.equal("1 run, 2 from the cache");
  });

  itLong("can be compared with new runs, and removed", async () => {
    expect(await cached()).to.equal("3 run, 0 from the cache");
    expect(await cached()).to.equal("0 run, 3 from the cache");
    write("in/b.txt", "new\n");
    expect(await cached()).to.equal("1 run, 2 from the cache");
    // Worker threads use the same code as the main thread, so the keys of the cached results are the same.
    expect(await cached("2")).to.equal("0 run, 3 from the cache");
    write("unused.js", "export default 1;\n");
    expect(await cached()).to.equal("0 run, 3 from the cache");
    expect(await passwright("cache", "--verify", "in/*.txt")).to.contain("3 cached results compared with new runs, 0");
    expect(await passwright("cache")).to.match(
      /^--- out\n4 results, \d\.\d MiB, in node_modules\/\.cache\/passwright\n/,
    );
    expect(await passwright("cache", "--clear")).to.contain("removed node_modules/.cache/passwright");
    expect(await passwright("cache", "--clear")).to.contain("the cache is empty: node_modules/.cache/passwright");
    expect(await cached()).to.equal("3 run, 0 from the cache");
  });

  itLong("stores all results of a run together, for the next run", async () => {
    const cache = join(folder, "node_modules/.cache/passwright");
    const remove = async (isRemoved: (key: string) => boolean): Promise<void> => {
      for (const key of Object.keys(await cacache.ls(cache)).filter(isRemoved)) await cacache.rm.entry(cache, key);
    };
    const isRun = (key: string): boolean => key.startsWith("run:");
    expect(await cached()).to.equal("3 run, 0 from the cache");
    await remove((key) => !isRun(key));
    expect(await cached()).to.equal("0 run, 3 from the cache");
    write("in/b.txt", "new\n");
    expect(await cached()).to.equal("1 run, 2 from the cache");
    // A run with a minority of the inputs does not replace the results.
    expect(await passwright("run", "in/b.txt", "-o", "out/", "--cache")).to.contain("0 run, 1 from the cache");
    await remove((key) => !isRun(key));
    expect(await cached()).to.equal("0 run, 3 from the cache");
    // The file belongs to only some of the results.
    write("plugin/late-1.js", 'export const value = "late 1";\n');
    expect(await cached()).to.match(/^[1-3] run/);
    expect(await cached()).to.equal("0 run, 3 from the cache");
  });

  it("reports a folder that cannot be changed", async () => {
    write("node_modules/.cache", "a file");
    const problem = `error[PWH0304]: the cache in \`<project>/node_modules/.cache/passwright\` cannot be changed: Not a directory
help: make the folder writable, remove it, or free space on its disk
`;
    expect(await passwright("run", "in/*.txt", "-o", "out/", "--cache")).to.equal(
      `--- err\n3 run, 0 from the cache\n${problem.replace("error", "warning")}3 inputs, written to out\n--- exit 0\n`,
    );
    expect(await passwright("cache", "--clear")).to.equal(`--- err\n${problem}--- exit 1\n`);
  });

  itLong("replaces options in the names of declared variables", async () => {
    change("plugin/plugin.js", (text) => text.replace('"PASSWRIGHT_TEST_WORD"]', '"PASSWRIGHT_TEST_{word}"]'));
    change("passwright.config.yaml", (text) => text.replace('"none"', '"WORD"'));
    await wait(20);
    expect(await cached()).to.equal("3 run, 0 from the cache");
    process.env["PASSWRIGHT_TEST_WORD"] = "changed";
    expect(await cached()).to.equal("3 run, 0 from the cache");
    expect(await cached()).to.equal("0 run, 3 from the cache");
  });

  itLong("finds the pass that reads more than it declares", async () => {
    change("plugin/plugin.js", (text) => text.replace('"{table}", ', ""));
    await wait(20);
    expect(await cached()).to.equal("3 run, 0 from the cache");
    write("a.table", "changed\n");
    expect(await passwright("cache", "--verify", "in/a.txt")).to.equal(
      [
        "--- out",
        "1 cached result compared with new runs, 1 of them differ",
        "--- err",
        "error[PWH0302]: the cached result of `in/a.txt` differs from the result of a new run",
        "  --> in/a.txt",
        "help: add everything that a pass reads to its `reads`, or declare `deterministic: false`; then run `passwright cache --clear`",
        "--- exit 1",
        "",
      ].join("\n"),
    );
  });

  itLong("does not keep results of files that change during the run", async () => {
    change("plugin/plugin.js", (text) =>
      text
        .replace("readFileSync }", "readFileSync, writeFileSync }")
        .replace(
          "      const late",
          '      if (text.lines.includes("b")) writeFileSync(table, "changed\\n");\n      const late',
        ),
    );
    await wait(20);
    expect(await cached()).to.equal("3 run, 0 from the cache");
    write("a.table", "table 0\n");
    await wait(20);
    // Several inputs run at the same time. The first result is stored only if that run ended before the file changed.
    const second = await cached();
    expect(second).to.be.oneOf(["2 run, 1 from the cache", "3 run, 0 from the cache"]);
    if (second.startsWith("2")) expect(outputs("out")).to.match(/^head 0\na\none, .*, table 0, none/);
  });

  itLong("does not keep results that may vary", async () => {
    change("plugin/plugin.js", (text) => text.replace('name: "two",', 'name: "two", deterministic: false,'));
    await wait(20);
    expect(await passwright("run", "in/*.txt", "-o", "out/", "--cache")).to.equal(
      [
        "--- err",
        "warning[PWH0301]: the results are not cached, because equal inputs might have different results in the next run",
        "   = pass `two` declares `deterministic: false`",
        "help: change the code and settings that the notes list, or use `passwright run` without `--cache`",
        "3 inputs, written to out",
        "--- exit 0",
        "",
      ].join("\n"),
    );
    expect(await passwright("cache", "--verify", "in/*.txt")).to.contain(
      "help: change the code and settings that the notes list, or use `passwright run` without `--cache`\n",
    );
  });

  it("states that a recording is the reason for not keeping results", async () => {
    expect(await passwright("run", "in/*.txt", "-o", "out/", "--cache", "--record", "run.json")).to.contain(
      "   = `--record` reports on runs\nhelp: ",
    );
  });

  const edits: { readonly [name: string]: (number: number) => void } = {
    input: (number) => write(`in/${"abc"[number % 3]}.txt`, "x\n".repeat((number % 5) + 1)),
    plugin: (number) => change("plugin/plugin.js", (text) => text.replace(/plugin \d+/, `plugin ${number % 7}`)),
    framework: (number) => change("framework.js", (text) => text.replace(/head \d+/, `head ${number % 7}`)),
    "imported module": (number) =>
      change("plugin/imported.js", (text) => text.replace(/imported \d+/, `imported ${number % 7}`)),
    "module of that": (number) => write("plugin/deep.js", `export const deep = "deep ${number % 7}";\n`),
    "required module": (number) => change("plugin/required.cjs", (text) => text.replace(/d \d+/, `d ${number % 7}`)),
    "required data": (number) => write("plugin/leaf.json", `{ "value": "leaf ${number % 7}" }\n`),
    "late module": (number) => write(`plugin/late-${number % 2}.js`, `export const value = "late ${number % 7}";\n`),
    "late required module": (number) => write("plugin/found/index.js", `module.exports = "found ${number % 7}";\n`),
    "module that hides another": (number) => {
      if (number % 2 === 0) write("plugin/found.json", `"hidden ${number % 7}"\n`);
      else rmSync(join(folder, "plugin/found.json"), { force: true });
    },
    version: (number) =>
      write("plugin/package.json", `{ "name": "texts-plugin", "version": "1.0.${number % 7}", "type": "module" }\n`),
    config: (number) =>
      write(
        "passwright.config.yaml",
        config(folder, `word ${number % 3}`, number % 2 === 0 ? "one" : "two", `${"ab"[number % 2]}.table`),
      ),
    "declared file": (number) => write(`${"ab"[number % 2]}.table`, `table ${number % 7}\n`),
    "declared pattern": (number) => write(`names/${"ab"[number % 2]}.json`, `${number % 7}\n`),
    "declared variable": (number) => void (process.env["PASSWRIGHT_TEST_WORD"] = `word ${number % 7}`),
  };

  itLong("never has a stale result, after any edit", async () => {
    for (const [name, edit] of Object.entries(edits)) {
      await cached();
      edit(12);
      await wait(20);
      await cached();
      await passwright("run", "in/*.txt", "-o", "plain/", "-j", "1");
      expect(outputs("out"), name).to.equal(outputs("plain"));
    }
  });

  itLong("never has a stale result, after many random edits", async () => {
    // 2,000 rounds take about half an hour.
    const count = Number(process.env["PASSWRIGHT_EDITS"] ?? 20);
    const seed = Number(process.env["PASSWRIGHT_SEED"] ?? Date.now());
    console.log(`      seed ${seed}`);
    let state = seed >>> 0;
    const random = (below: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const names = Object.keys(edits);
    const done: string[] = [];
    for (let edit = 0; edit < count; edit++) {
      const [name, number] = [names[random(names.length)] as string, random(1000)];
      done.push(`${name} ${number}`);
      edits[name]?.(number);
      await wait(15);
      await cached(random(10) === 0 ? "2" : "1");
      await passwright("run", "in/*.txt", "-o", "plain/", "-j", "1");
      expect(outputs("out"), done.slice(-10).join("; ")).to.equal(outputs("plain"));
    }
  });
});
