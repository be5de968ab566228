import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { main, mainOpt } from "@passwright/cli";
import { checkGolden, describeLong, itLong } from "@passwright/development";
import { outcomeText, runProgram } from "./fake-terminal.ts";
import { makeProject, withoutPaths } from "./project.ts";

/** Plugin with a pass that never ends on one word, and a pass that ends the thread on another word. */
const stir = `import { writeFileSync } from "node:fs";
import { definePass, definePlugin } from "@passwright/sdk";
const stir = definePass({
  name: "stir",
  anchor: "tea",
  statistics: { stirred: "cups stirred" },
  runOnOperation(op, pass) {
    const words = op.nested.map(({ name }) => name.text);
    if (words.includes("forever")) {
      writeFileSync(new URL("begun", import.meta.url), "");
      for (;;);
    }
    if (words.includes("spill")) process.exit(3);
    if (words.includes("fall")) {
      setTimeout(() => { throw new TypeError("no cup"); });
      return new Promise(() => undefined);
    }
    pass.statistics.stirred.add();
  },
});
export default definePlugin({ passes: [stir], setup: (b) => void b.addAfter("boil", stir) });
`;
const files = {
  "passwright.config.yaml": "framework: kettle\nplugins: [./stir.js]\n",
  "stir.js": stir,
  "good.txt": "tea\n",
  "hangs.txt": "tea\ntea\n  forever\n",
  "spills.txt": "tea\n  spill\n",
  "falls.txt": "tea\n  fall\n",
  "last.txt": "tea\n  milk\n",
};

async function run(
  argv: readonly string[],
  more: {
    readonly files?: { readonly [path: string]: string };
    readonly input?: string;
    readonly seconds?: number;
  } = {},
): Promise<{ readonly text: string; readonly folder: string }> {
  const { files: others, seconds = 1, ...rest } = more;
  const folder = makeProject({ ...files, ...others }, ["kettle"]);
  const outcome = await runProgram(main, ["run", `--time-limit=${seconds}`, ...argv], { cwd: folder, ...rest });
  return { text: withoutPaths(outcomeText(outcome), folder), folder };
}

/** Returns whether a process runs. A process that ended but was not awaited is a zombie and does not count. */
function isAtWork(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}

const reproducers = (folder: string): string[] => readdirSync(folder).filter((name) => name.includes("reproducer"));

describe("passwright run --time-limit", () => {
  itLong("does not overwrite an input with the input that it keeps", async () => {
    const name = "hangs.reproducer.txt";
    const { text, folder } = await run(["hangs.txt", name], { files: { [name]: "tea\n" } });
    expect(text).to.contain("the input was saved as hangs.reproducer-2.txt\n");
    expect(readFileSync(join(folder, name), "utf8")).to.equal("tea\n");
    expect(readFileSync(join(folder, "hangs.reproducer-2.txt"), "utf8")).to.equal(files["hangs.txt"]);
  });

  it("has the same result as without", async () => {
    const { text, folder } = await run(["good.txt", "-", "--stats"], { input: "tea\n  milk\n" });
    const plain = await runProgram(main, ["run", "good.txt", "-", "--stats"], { cwd: folder, input: "tea\n  milk\n" });
    expect(text).to.equal(outcomeText(plain));
    expect(text).to.contain("stir  2  stirred - cups stirred");
    expect(reproducers(folder)).to.deep.equal([]);
  });

  itLong("ends a pass that never ends, names it, keeps the input, and runs the others", async () => {
    const { text, folder } = await run(["good.txt", "hangs.txt", "spills.txt", "falls.txt", "last.txt", "--stats"]);
    checkGolden(text, "time-limit.txt", import.meta.url);
    expect(reproducers(folder)).to.deep.equal([
      "falls.reproducer.txt",
      "hangs.reproducer.txt",
      "spills.reproducer.txt",
    ]);
    expect(readFileSync(join(folder, "hangs.reproducer.txt"), "utf8")).to.equal(files["hangs.txt"]);
    const again = await runProgram(main, ["run", "--time-limit=1", "hangs.reproducer.txt"], { cwd: folder });
    expect(outcomeText(again))
      .to.contain("PWR0501")
      .and.to.contain("pass `stir` on 'tea' (step 2 of 4)\n  --> plugin ./stir.js, hangs.reproducer.txt:2:1");
  });

  itLong("keeps MLIR with the pipeline in it, so that it can be run again", async () => {
    const framework = `import { defineFramework, definePass } from "@passwright/sdk";
import { mlir } from "@passwright/ir";
const wait = definePass({ name: "wait", anchor: "func.func", runOnOperation(op) { for (;;); } });
export default defineFramework({ name: "m", ir: mlir, anchor: "builtin.module", passes: [wait], pipeline: (b) => void b.nest("func.func").addPass(wait) });
`;
    const input = "func.func @slow() {\n  return\n}\n";
    const project = { "m.js": framework, "passwright.config.yaml": "framework: ./m.js\n", "in put.mlir": input };
    expect((await run(["in put.mlir"], { files: project })).text).to.contain(
      " --load-pass-plugin=m.js 'in put.reproducer.mlir'",
    );
    const plugin = `import { definePass, definePlugin } from "@passwright/sdk";
const doze = definePass({ name: "doze", anchor: "func.func", runOnOperation() { for (;;); } });
export default definePlugin({ passes: [doze] });
`;
    const config = "plugins: [./p.js]\npipeline:\n  - { nest: func.func, steps: [doze] }\n";
    const inConfig = await run(["-"], { files: { "p.js": plugin, "passwright.config.yaml": config }, input });
    // The config inserts the step, and the plugin provides its code.
    expect(inConfig.text).to.contain(" --load-pass-plugin=p.js stdin.reproducer.mlir");
    const { text, folder } = await run(["-"], { files: project, input });
    expect(text)
      .to.contain("the time limit of 1 second for `-` was reached")
      .and.to.match(/on 'func.func' @slow \(step 1 of 1\)\n {2}--> framework \w+, -:1:1/);
    const kept = readFileSync(join(folder, "stdin.reproducer.mlir"), "utf8");
    expect(kept.startsWith(input)).to.equal(true);
    expect(kept).to.contain('pipeline: "builtin.module(func.func(wait))"');
    const again = await runProgram(main, ["run", "--time-limit=1", "stdin.reproducer.mlir"], { cwd: folder });
    expect(outcomeText(again)).to.contain(", stdin.reproducer.mlir:1:1");
    const [, command = ""] = /saved as [^\n]*; to run it again: passwright-opt ([^\n]*)/.exec(text) ?? [];
    expect(command).to.equal("--run-reproducer --load-pass-plugin=m.js stdin.reproducer.mlir");
    // Runs the pipeline of the reproducer, which contains the framework's pass.
    const argv = [...command.split(" ").slice(1, -1), "--pass-pipeline=builtin.module(func.func(wait))", "-"];
    expect(outcomeText(await runProgram(mainOpt, argv, { cwd: folder, input: "module {}\n" }))).to.contain(
      "module {\n}",
    );
  });

  it("ends a program that a pass waits for, and the children of that program", async () => {
    const wait = `import { spawnSync } from "node:child_process";
import { definePass, definePlugin } from "@passwright/sdk";
const script = "sleep 600 & echo $$ $! > pids; wait";
const stir = definePass({
  name: "stir",
  anchor: "tea",
  runOnOperation: () => void spawnSync("sh", ["-c", script], { cwd: new URL(".", import.meta.url) }),
});
export default definePlugin({ passes: [stir], setup: (b) => void b.addAfter("boil", stir) });
`;
    const own = spawn("sleep", ["600"]);
    const { text, folder } = await run(["good.txt"], { files: { "stir.js": wait } });
    expect(text)
      .to.contain("PWR0501")
      .and.to.contain("pass `stir` on 'tea' (step 2 of 4)\n  --> plugin ./stir.js, good.txt:1:1");
    const pids = readFileSync(join(folder, "pids"), "utf8").trim().split(" ").map(Number);
    expect(pids.length).to.equal(2);
    for (const pid of pids) expect(isAtWork(pid), `${pid}`).to.equal(false);
    // The child processes of the main thread are known only on Linux.
    if (existsSync(`/proc/self/task/${process.pid}/children`)) expect(own.signalCode).to.equal(null);
    own.kill();
  });

  it("stops on request, and names the current pass", async () => {
    const folder = makeProject(files, ["kettle"]);
    let stop: (() => void) | undefined;
    // Waits until the pass that never ends has begun. The first input is then finished.
    const waiting = setInterval(() => existsSync(join(folder, "begun")) && stop?.(), 10);
    const outcome = await runProgram(
      main,
      ["run", "--time-limit", "100", "good.txt", "hangs.txt", "last.txt", "-o", "out/"],
      {
        cwd: folder,
        onInterrupt(callback) {
          stop = callback;
          return () => (stop = undefined);
        },
      },
    );
    clearInterval(waiting);
    checkGolden(withoutPaths(outcomeText(outcome), folder), "interrupted.txt", import.meta.url);
    expect(readdirSync(join(folder, "out"))).to.deep.equal(["good.txt"]);
    expect(reproducers(folder)).to.deep.equal(["hangs.reproducer.txt"]);
    expect(stop).to.equal(undefined);
  });

  it("stops on request, and names a pass only for its own input", async () => {
    const stir = `async runOnOperation(op) {
      if (!op.nested.some(({ name }) => name.text === "milk")) return;
      writeFileSync(new URL("begun-" + ++begun, import.meta.url), "");
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    }`;
    const folder = makeProject(
      {
        "passwright.config.yaml": "framework: kettle\nplugins: [./slow.js]\n",
        "slow.js": `import { writeFileSync } from "node:fs";
import { definePass, definePlugin } from "@passwright/sdk";
let begun = 0;
const stir = definePass({ name: "stir", anchor: "tea", ${stir} });
const first = definePass({ name: "first", anchor: "tea", runOnOperation: () => new Promise((resolve) => setTimeout(resolve, 10)) });
export default definePlugin({ passes: [first, stir], setup(b) { b.addAfter("boil", first); b.addAfter("boil", stir); } });
`,
        ...Object.fromEntries(
          ["a", "b", "c", "d"].map((name, index) => [`${name}.txt`, index < 2 ? "tea\n" : "tea\n  milk\n"]),
        ),
      },
      ["kettle"],
    );
    let stop: (() => void) | undefined;
    const waiting = setInterval(() => existsSync(join(folder, "begun-2")) && stop?.(), 10);
    const outcome = await runProgram(main, ["run", "?.txt", "-o", "out/", "--time-limit=100", "--jobs=1"], {
      cwd: folder,
      onInterrupt(callback) {
        stop = callback;
        return () => (stop = undefined);
      },
    });
    clearInterval(waiting);
    const errors = outcome.err.split(/^(?=error)/m).filter((text) => text.includes("was interrupted"));
    expect(errors.length).to.be.greaterThan(1);
    const names = errors.map((text) => text.match(/\b\w\.txt/g) ?? []);
    for (const one of names) expect(new Set(one).size, outcome.err).to.equal(1);
    expect(names.filter(({ length }) => length > 1).length).to.equal(1);
  });

  it("requires a number of seconds", async () => {
    const folder = makeProject(files, ["kettle"]);
    const runWith = async (limit: string): Promise<string> =>
      outcomeText(await runProgram(main, ["run", `--time-limit=${limit}`, "good.txt"], { cwd: folder }));
    for (const wrong of ["0", "soon", "1e3", "9999999", "0x10"])
      expect(await runWith(wrong), wrong).to.match(/PWR0006\]: `[^`]*` is not a time limit.*exit 2/s);
    expect(await runWith(".9")).to.match(/exit 0/);
  });

  itLong("reports errors of loading and of the command as without the limit", async () => {
    for (const argv of [
      ["-c", "nowhere"],
      ["*.md"],
      ["none.txt"],
      ["good.txt", "-o", "no/where.txt"],
      ["good.txt", "-o", "."],
    ]) {
      const { text, folder } = await run(argv);
      expect(text).to.equal(
        withoutPaths(outcomeText(await runProgram(main, ["run", ...argv], { cwd: folder })), folder),
      );
    }
  });
});

/** Returns the code of a framework in which the given part takes a long time. */
const slow = (part: string): string => `import { defineFramework, definePass } from "@passwright/sdk";
import kettle from "kettle";
const wait = () => { for (const end = Date.now() + 60_000; Date.now() < end;); };
const sip = definePass({ name: "sip", anchor: "tea", runOnOperation() { ${part === "pass" ? "wait();" : ""} } });
const { parse, print } = kettle.ir;
const ir = { ...kettle.ir, ${
  {
    parse: "parse(...args) { wait(); return parse(...args); }",
    verify: "verify() { wait(); return true; }",
    // The first call verifies the parsed input, so only later calls are slow.
    "verify later": "calls: 0, verify() { if (this.calls++ > 0) wait(); return true; }",
    print: "print(...args) { wait(); return print(...args); }",
  }[part] ?? ""
} };
export default defineFramework({ name: "slow", ir, anchor: "menu", passes: [sip], pipeline(b) { const tea = b.nest("tea"); tea.addPass(sip); tea.addPass(sip); } });
`;

describe("passwright run --time-limit, slow work", () => {
  const project = (part: string): { readonly [path: string]: string } => ({
    "slow.js": slow(part),
    "passwright.config.yaml": "framework: ./slow.js\n",
  });

  itLong("reports the activity, and keeps an input only for passes", async () => {
    for (const [part, what] of [
      ["parse", "while parsing `good.txt`\n  --> framework slow\nhelp: increase --time-limit\n"],
      ["verify", "while verifying `good.txt`\n  --> framework slow\nhelp: increase --time-limit\n"],
      ["print", "while printing `good.txt`\n  --> framework slow\nhelp: increase --time-limit\n"],
      [
        "pass",
        "while running pass `sip` on 'tea' (step 1 of 2)\n  --> framework slow, good.txt:1:1, step sip\n   = the input was saved as good.reproducer.txt\nhelp: increase --time-limit, or report the problem to the author of `sip`\n",
      ],
      [
        "verify later",
        "while verifying 'tea' after pass `sip` (step 1 of 2)\n  --> framework slow, good.txt:1:1, step sip\n   = the input was saved as good.reproducer.txt\nhelp: increase --time-limit, or report the problem to the author of `sip`\n",
      ],
    ] as const) {
      const { text, folder } = await run(["good.txt"], { files: project(part) });
      const head = "--- err\nerror[PWR0501]: the time limit of 1 second for `good.txt` was reached ";
      expect(text).to.equal(`${head}${what}--- exit 1\n`);
      const isOfPass = part === "pass" || part === "verify later";
      expect(reproducers(folder)).to.deep.equal(isOfPass ? ["good.reproducer.txt"] : []);
    }
  });

  itLong("does not copy a large input, and prints the command to run it again", async () => {
    const large = `tea\n${"tea\n".repeat(300_000)}`;
    const { text, folder } = await run(["large.txt"], { files: { ...project("pass"), "large.txt": large } });
    expect(text).to.contain("   = the input is not kept: it has 1.1 MiB\n");
    expect(reproducers(folder)).to.deep.equal([]);
    const plugin = `import { definePass, definePlugin } from "@passwright/sdk";
const doze = definePass({ name: "doze", anchor: "func.func", runOnOperation() { for (;;); } });
export default definePlugin({ passes: [doze] });
`;
    const config = "plugins: [./p.js]\npipeline:\n  - { nest: func.func, steps: [doze] }\n";
    const input = Array.from({ length: 60_000 }, (_, i) => `func.func private @f${i}()\n`).join("");
    const mlir = {
      "p.js": plugin,
      "passwright.config.yaml": config,
      "in put.mlir": `func.func @f() {\n  return\n}\n${input}`,
    };
    const again = await run(["in put.mlir"], { files: mlir, seconds: 5 });
    expect(again.text).to.contain(
      "   = the input is not kept: it has 1.6 MiB; to run it again: passwright-opt --load-pass-plugin=p.js '--pass-pipeline=builtin.module(func.func(doze))' 'in put.mlir'\n",
    );
    expect(reproducers(again.folder)).to.deep.equal([]);
    const fromInput = await run(["-"], { files: mlir, seconds: 5, input: mlir["in put.mlir"] });
    expect(fromInput.text).to.contain("   = the input is not kept: it has 1.6 MiB\n");
  });
});

describeLong("passwright run --time-limit, where loading never ends", () => {
  it("ends that, too, after five seconds at least", async () => {
    const { text } = await run(["good.txt"], { files: { "stir.js": "for (;;);\n" } });
    expect(text).to.equal(
      `--- err
error[PWR0501]: the time limit of 5 seconds for loading was reached while importing plugin \`./stir.js\`
  --> plugin ./stir.js, passwright.config.yaml:2:11
   | plugins: [./stir.js]
   |           ^
help: increase --time-limit, or exclude \`./stir.js\` with --without
--- exit 1
`,
    );
  });
});

describe("passwright plan --time-limit", () => {
  it("names the code that takes longer", async () => {
    const hangs = stir.replace(/setup: .* stir\) /, "setup() { for (;;); } ");
    const cwd = makeProject({ ...files, "stir.js": hangs }, ["kettle"]);
    const outcome = await runProgram(main, ["plan", "--time-limit=1"], { cwd });
    expect(outcomeText(outcome)).to.match(
      /^--- err\nerror\[PWR0501\]: the time limit of 1 second for `plan` was reached while .* `\.\/stir\.js`\n {2}--> plugin \.\/stir\.js/,
    );
    const plan = async (...flags: readonly string[]): Promise<string> =>
      outcomeText(await runProgram(main, ["plan", ...flags], { cwd: makeProject(files, ["kettle"]) }));
    expect(await plan("--time-limit=20")).to.equal(await plan());
  });
});
