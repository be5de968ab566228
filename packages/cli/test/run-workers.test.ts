import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { childEnvironment, itLong, runProgram as run } from "@passwright/development";
import { outcomeText, runProgram } from "./fake-terminal.ts";
import { makeProject, withoutPaths } from "./project.ts";

const program = fileURLToPath(new URL("../bin/passwright.js", import.meta.url));

/** Plugin with a pass that interprets the words of an input as commands. */
const stir = `import { writeFileSync } from "node:fs";
import { definePass, definePlugin } from "@passwright/sdk";
const acts = {
  loop() {
    writeFileSync("started-" + process.pid, "");
    for (;;);
  },
  hang() { for (;;); },
  wait: () => new Promise((resolve) => setTimeout(resolve, 10)),
  exit: () => process.exit(3),
  drop() {
    void Promise.reject(new Error("lost"));
    return new Promise((resolve) => setTimeout(resolve, 10_000));
  },
  float() { void Promise.reject(new Error("lost")); },
  memory() { const kept = []; for (;;) kept.push(Array.from({ length: 1000 }, () => ({}))); },
  sleep: () => new Promise((resolve) => setTimeout(resolve, 10_000)),
  fail() { throw new Error("cold"); },
};
const stir = definePass({
  name: "stir",
  anchor: "tea",
  statistics: { stirred: "cups stirred", most: "most words" },
  async runOnOperation(op, pass) {
    const words = op.nested.map(({ name }) => name.text);
    for (const word of words) await acts[word]?.();
    if (words.includes("warn")) pass.emitWarning("too hot");
    if (words.includes("say")) pass.print("stirring\\n");
    pass.statistics.stirred.add();
    pass.statistics.most.updateMax(words.length);
  },
});
export default definePlugin({ passes: [stir], setup: (b) => void b.addAfter("boil", stir) });
`;

const project = (inputs: { readonly [name: string]: string }): string =>
  makeProject(
    {
      "passwright.config.yaml": "framework: kettle\nplugins: [./stir.js]\n",
      "stir.js": stir,
      ...Object.fromEntries(Object.entries(inputs).map(([name, text]) => [`in/${name}`, text])),
    },
    ["kettle"],
  );

const mixed = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [
    `${index % 3}/${String(index).padStart(2, "0")}.txt`,
    index % 11 === 5 ? "Tea!\n" : `tea\n  ${["milk", "wait", "warn", "say"][index % 4]}\n`.repeat(1 + (index % 5)),
  ]),
);

async function passwright(cwd: string, ...argv: readonly string[]): Promise<string> {
  const outcome = await runProgram(main, ["run", ...argv], { cwd });
  return withoutPaths(outcomeText(outcome), cwd);
}

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort();

describe("passwright run, in several workers", () => {
  itLong("prints and writes the same as with one job, in the same order", async () => {
    const cwd = project(mixed);
    const alone = await passwright(cwd, "in/**/*.txt", "--stats", "--jobs", "1");
    expect(alone).to.contain("too hot").and.to.contain("stirring").and.to.contain("KTL0001");
    expect(alone).to.match(/stir\.js::stir +110 {2}stirred - cups stirred\n.*::stir +2 {2}most - most words/);
    expect(await passwright(cwd, "in/**/*.txt", "--stats", "--jobs", "3")).to.equal(alone);
    expect(await passwright(cwd, "in/**/*.txt", "--stats")).to.equal(alone);
    const json = await passwright(cwd, "in/**/*.txt", "--json", "--jobs", "1");
    expect(await passwright(cwd, "in/**/*.txt", "--json", "-j3")).to.equal(json);
    const tables = await passwright(cwd, "in/**/*.txt", "--mlir-pass-statistics", "-o", "one/", "--jobs=1");
    expect(tables).to.contain("(S) 110 stirred");
    expect(await passwright(cwd, "in/**/*.txt", "--mlir-pass-statistics", "-o", "one/")).to.equal(tables);
    await passwright(cwd, "in/**/*.txt", "-o", "many/", "--jobs=3");
    expect(files(join(cwd, "many"))).to.deep.equal(files(join(cwd, "one")));
    for (const file of files(join(cwd, "one")))
      expect(readFileSync(join(cwd, "many", file), "utf8")).to.equal(readFileSync(join(cwd, "one", file), "utf8"));
  });

  it("adds up the times of all workers", async () => {
    const cwd = project(mixed);
    const shown = await passwright(
      cwd,
      "in/**/*.txt",
      "--mlir-timing",
      "--mlir-timing-display=list",
      "-o",
      "o/",
      "-j2",
    );
    expect(shown)
      .to.match(/ {2}Parser\n/)
      .and.to.match(/ {2}Stir\n| {2}stir\n/)
      .and.to.match(/ {2}Write files\n/);
  });

  it("names an input that ends its worker, and runs the others", async () => {
    const cwd = project({ "a.txt": "tea\n", "b.txt": "tea\n  exit\n", "c.txt": "tea\n  milk\n" });
    const shown = await passwright(cwd, "in/*.txt", "-o", "out/");
    expect(shown).to.equal(`--- err
error[PWR0505]: \`process.exit\` was called while running pass \`stir\` on 'tea' (step 2 of 4)
  --> plugin ./stir.js, in/b.txt:1:1, step stir
   = called at <project>/stir.js:10:23
   = the input was saved as b.reproducer.txt
help: throw an error instead of ending the process, or report the problem to the author of pass \`stir\`
1 of 3 inputs failed; the others are in out
--- exit 1
`);
    expect(files(join(cwd, "out"))).to.deep.equal(["a.txt", "c.txt"]);
  });

  for (const flag of ["--jobs=2", "--isolate"])
    it(`shows the position of an uncaught error, ${flag}`, async () => {
      const cwd = project({ "a.txt": "tea\n", "b.txt": "tea\n  drop\n" });
      expect(await passwright(cwd, "in/*.txt", "-o", "out/", flag)).to.equal(`--- err
error[PWR0503]: the worker for \`in/b.txt\` ended while running pass \`stir\` on 'tea' (step 2 of 4): Error: lost
  --> plugin ./stir.js, in/b.txt:1:1, step stir
   = thrown at <project>/stir.js:12:25
   = the input was saved as b.reproducer.txt
help: report the problem to the author of pass \`stir\`
1 of 2 inputs failed; the others are in out
--- exit 1
`);
    });

  for (const flag of ["--jobs=2", "--isolate"])
    it(`names the plugin of an uncaught error after its pass, ${flag}`, async () => {
      const cwd = project({ "a.txt": "tea\n", "b.txt": "tea\n  float\n" });
      expect(await passwright(cwd, "in/*.txt", "-o", "out/", flag)).to.equal(`--- err
error[PWR0503]: the worker for \`in/b.txt\` ended: Error: lost
  --> plugin ./stir.js
   = thrown at <project>/stir.js:15:33
help: report the problem to the author of plugin \`./stir.js\`
1 of 2 inputs failed; the others are in out
--- exit 1
`);
    });

  itLong("contains an input that takes all memory, in a process", async () => {
    const cwd = project({ "a.txt": "tea\n", "b.txt": "tea\n  memory\n", "c.txt": "tea\n  milk\n" });
    const shown = await passwright(cwd, "in/*.txt", "-o", "out/", "--isolate", "--worker-memory=64");
    expect(shown)
      .to.match(
        /error\[PWR0503\]: the worker for `in\/b\.txt` ended: it ran out of memory\n[^]*help: increase --worker-memory, or /,
      )
      .and.to.contain("1 of 3 inputs failed; the others are in out\n");
    expect(files(join(cwd, "out"))).to.deep.equal(["a.txt", "c.txt"]);
  });

  it("names the pass that reaches the time limit in a process, and saves the input", async () => {
    const cwd = project({ "a.txt": "tea\n", "b.txt": "tea\n  hang\n", "c.txt": "tea\n  milk\n" });
    const shown = await passwright(cwd, "in/*.txt", "-o", "out/", "--isolate", "--time-limit=1");
    expect(shown).to.equal(`--- err
error[PWR0501]: the time limit of 1 second for \`in/b.txt\` was reached while running pass \`stir\` on 'tea' (step 2 of 4)
  --> plugin ./stir.js, in/b.txt:1:1, step stir
   = the input was saved as b.reproducer.txt
help: increase --time-limit, or report the problem to the author of \`stir\`
1 of 3 inputs failed; the others are in out
--- exit 1
`);
    expect(readFileSync(join(cwd, "b.reproducer.txt"), "utf8")).to.equal("tea\n  hang\n");
    expect(files(join(cwd, "out"))).to.deep.equal(["a.txt", "c.txt"]);
  });

  itLong("ends its processes when it is killed, even if a pass never ends", async function () {
    // Reads the state of processes from /proc.
    if (process.platform !== "linux") this.skip();
    const cwd = project({ "a.txt": "tea\n  loop\n", "b.txt": "tea\n  loop\n" });
    const child = spawn(process.execPath, [program, "run", "in/*.txt", "-o", "out/", "--isolate", "-j2"], {
      cwd,
      env: childEnvironment(),
    });
    const started = (): string[] => readdirSync(cwd).flatMap((file) => /^started-(\d+)$/.exec(file)?.[1] ?? []);
    while (started().length < 2) await wait(20);
    child.kill("SIGKILL");
    const isRunning = (pid: string): boolean =>
      existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
    while (started().some(isRunning)) await wait(20);
  });

  it("ends at the first failure with --bail", async () => {
    const cwd = project({ "a.txt": "tea\n", "b.txt": "Tea!\n", "c.txt": "tea\n", "d.txt": "Tea!\n" });
    for (const jobs of ["1", "2"])
      expect(await passwright(cwd, "in/*.txt", "-o", "out/", "--bail", "--jobs", jobs)).to.match(
        /^--- err\nerror\[KTL0001\][^]*\n1 of 4 inputs failed, 2 did not run; the others are in out\n--- exit 1\n$/,
      );
    expect(files(join(cwd, "out"))).to.deep.equal(["a.txt"]);
  });

  it("does not save inputs that did not fail with --bail", async () => {
    const slow = `tea\n${"  wait\n".repeat(40)}  fail\n`;
    const cwd = project({ "a.txt": slow, "b.txt": "tea\n  sleep\n", "c.txt": "tea\n  sleep\n" });
    expect(await passwright(cwd, "in/*.txt", "-o", "out/", "--bail", "--jobs=2")).to.contain("did not run");
    expect(readdirSync(cwd).filter((name) => name.includes("reproducer"))).to.deep.equal([]);
  });

  it("refuses an invalid number of jobs", async () => {
    const cwd = project({ "a.txt": "tea\n" });
    for (const wrong of ["0", "many", "1e3", "-1"])
      expect(await passwright(cwd, "in/a.txt", `--jobs=${wrong}`)).to.match(/PWR0026.*exit 2/s);
  });
});

describe("passwright run, files of results", () => {
  it("does not touch results that would not change", async () => {
    const cwd = project({ "a.txt": "tea\n", "b.txt": "tea\n  milk\n" });
    await passwright(cwd, "in/*.txt", "-o", "out/");
    const before = files(join(cwd, "out")).map((file) => statSync(join(cwd, "out", file)).mtimeMs);
    writeFileSync(join(cwd, "in/b.txt"), "tea\n  sugar\n");
    await passwright(cwd, "in/*.txt", "-o", "out/", "--fsync");
    const after = files(join(cwd, "out")).map((file) => statSync(join(cwd, "out", file)).mtimeMs);
    expect([after[0] === before[0], after[1] === before[1]]).to.deep.equal([true, false]);
  });

  it("keeps the folders of a pattern for all matches", async () => {
    const cwd = project({ "deep/a.txt": "tea\n" });
    await passwright(cwd, "in/**/*.txt", "-o", "out/");
    expect(files(join(cwd, "out"))).to.deep.equal(["deep/a.txt"]);
  });

  it("removes stale results on request, and nothing else", async () => {
    const cwd = project({ "a.txt": "tea\n", "deep/b.txt": "tea\n", "c.txt": "Tea!\n" });
    const run = (...more: readonly string[]): Promise<string> => passwright(cwd, "in/**/*.txt", "-o", "out/", ...more);
    await run("--remove-stale");
    mkdirSync(join(cwd, "out/mine"));
    writeFileSync(join(cwd, "out/mine/note.txt"), "mine\n");
    unlinkSync(join(cwd, "in/deep/b.txt"));
    await run();
    expect(files(join(cwd, "out"))).to.deep.equal([".passwright-results.json", "a.txt", "deep/b.txt", "mine/note.txt"]);
    writeFileSync(join(cwd, "in/0.txt"), "Tea!\n");
    // A run that ends early does not know which results are stale.
    await run("--remove-stale", "--bail");
    expect(files(join(cwd, "out"))).to.contain("deep/b.txt");
    await run("--remove-stale");
    expect(readdirSync(join(cwd, "out")).sort()).to.deep.equal([".passwright-results.json", "a.txt", "mine"]);
    expect(await passwright(cwd, "in/a.txt", "--remove-stale")).to
      .equal(`--- err\nerror[PWR0021]: flag \`--remove-stale\` has no effect without a folder
help: write results to a folder with \`-o out/\`\n--- exit 2\n`);
  });

  it("keeps results whose inputs exist but are not inputs of the run", async () => {
    const cwd = project({ "a.txt": "tea\n", "deep/b.txt": "tea\n", "deep/c.txt": "tea\n" });
    await passwright(cwd, "in/**/*.txt", "-o", "out/", "--remove-stale");
    unlinkSync(join(cwd, "in/deep/c.txt"));
    await passwright(cwd, "in/a.txt", "-o", "out/", "--remove-stale");
    const list = { version: 2, results: { "a.txt": "../in/a.txt", "deep/b.txt": "../in/deep/b.txt" } };
    expect(files(join(cwd, "out"))).to.deep.equal([".passwright-results.json", "a.txt", "deep/b.txt"]);
    expect(JSON.parse(readFileSync(join(cwd, "out/.passwright-results.json"), "utf8"))).to.deep.equal(list);
    // With other inputs, the same input can have another result. The result of the earlier run is then stale.
    await passwright(cwd, "in/deep/b.txt", "-o", "out/", "--remove-stale");
    expect(files(join(cwd, "out"))).to.deep.equal([".passwright-results.json", "a.txt", "b.txt"]);
  });

  it("replaces a file that is not a list of results, with a warning", async () => {
    const cwd = project({ "a.txt": "tea\n" });
    mkdirSync(join(cwd, "out"));
    for (const wrong of ["{", '{ "version": 1, "results": {} }']) {
      writeFileSync(join(cwd, "out/.passwright-results.json"), wrong);
      expect(await passwright(cwd, "in/*.txt", "-o", "out/", "--remove-stale")).to.equal(`--- err
warning[PWR0113]: \`out/.passwright-results.json\` was replaced, because it was not a list of results
help: delete the results of removed inputs, because runs do not remove results of the replaced list
1 input, written to out
--- exit 0
`);
    }
  });

  it("never removes files outside of the folder", async () => {
    const cwd = project({ "a.txt": "tea\n" });
    mkdirSync(join(cwd, "out"));
    writeFileSync(
      join(cwd, "out/.passwright-results.json"),
      JSON.stringify({
        version: 2,
        results: { "../stir.js": "x", [join(cwd, "in/a.txt")]: "x", "x/../../stir.js": "x" },
      }),
    );
    await passwright(cwd, "in/*.txt", "-o", "out/", "--remove-stale");
    expect(files(cwd)).to.contain("stir.js").and.to.contain("in/a.txt");
  });
});

describe("passwright run, events", () => {
  it("prints one JSON object in each line, with a version", async () => {
    const cwd = project({ "a.txt": "tea\n", "b.txt": "Tea!\n" });
    for (const jobs of ["1", "2"]) {
      const { out, err, code } = await runProgram(main, ["run", "in/*.txt", "--json-lines", "-j", jobs], { cwd });
      const events = out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as { [key: string]: unknown });
      expect(err).to.equal("");
      expect(code).to.equal(1);
      expect(
        events.map(({ version, event, file, ok, text, exitCode }) => [version, event, file, ok, text, exitCode]),
      ).to.deep.equal([
        [1, "start", undefined, undefined, undefined, undefined],
        [1, "input", "in/a.txt", true, "tea\n  water\n  poured\n", undefined],
        [1, "input", "in/b.txt", false, undefined, undefined],
        [1, "end", undefined, undefined, undefined, 1],
      ]);
      expect(events[1]?.["from"]).to.equal("run");
    }
  });

  it("shows the phases of a single input on a terminal", async () => {
    const cwd = project({ "a.txt": "tea\n  wait\n  wait\n  wait\n  wait\n  wait\n  wait\n  wait\n  wait\n  wait\n" });
    const shown: string[] = [];
    const progress = (text: string): void => void shown.push(text);
    await run(main, ["run", "in/a.txt"], { cwd, more: { progress } });
    expect(shown.filter((text) => text !== "").join("\n")).to.match(/^in\/a\.txt(: reading, \d+\.\d s)?/m);
  });
});
