import { expect } from "chai";
import { itLong, sampleOf } from "@passwright/development";
import { makeProject } from "./project.ts";
import { startProgram } from "./start-program.ts";
import type { Ended } from "./start-program.ts";

const NEVER = "await new Promise(() => undefined);";

const config = "framework: kettle\nplugins: [./bad.js]\n";

const plugin = (setup: string, pass = "runOnOperation() {}"): string => `import { exit } from "node:process";
import { definePass, definePlugin, sessionHooks } from "@passwright/sdk";
const stir = definePass({ name: "stir", anchor: "tea", ${pass} });
export default definePlugin({ passes: [stir], setup(b, environment) { const { hooks } = environment; const session = sessionHooks(environment); b.addAfter("boil", stir); ${setup} } });
`;

const framework = (ir: string, pipeline = ""): string => `import { defineFramework, definePass } from "@passwright/sdk";
import kettle from "kettle";
const seen = definePass({ name: "seen", anchor: "tea", runOnOperation() {} });
export default defineFramework({ name: "pot", ir: { ...kettle.ir, ${ir} }, anchor: "menu", passes: [seen], pipeline(b) { ${pipeline} b.nest("tea").addPass(seen); } });
`;

interface Files {
  readonly [path: string]: string;
}

async function start(
  args: readonly string[],
  files: Files,
  name: "passwright" | "passwright-opt" = "passwright",
): Promise<Ended> {
  const cwd = makeProject({ "in.txt": "tea\n", "passwright.config.yaml": config, ...files }, ["kettle"]);
  return startProgram(name, args, { cwd });
}

/**
 * Expects that a program ended with exit code 1 and exactly one error with this code, and that its output contains all
 * these parts.
 */
async function expectError(ended: Promise<Ended>, code: string, ...parts: readonly string[]): Promise<void> {
  const { code: exit, out, err } = await ended;
  expect({ exit, out }, err).to.deep.equal({ exit: 1, out: "" });
  expect(err.match(/error\[PW\w+\]/g), err).to.deep.equal([`error[${code}]`]);
  for (const part of parts) expect(err).to.contain(part);
}

describe("a promise that never settles", () => {
  const atImport = { "bad.js": `${NEVER}\nexport default {};\n` };

  it("is an error, with the name of the plugin that is imported", async () => {
    const { code, out, err } = await start(["plan"], atImport);
    expect(`${out}${err}exit ${code}`).to
      .equal(`error[PWR0504]: a promise never settled while importing plugin \`./bad.js\`
  --> plugin ./bad.js, passwright.config.yaml:2:11
   | plugins: [./bad.js]
   |           ^
help: settle every promise that the code awaits, or report the problem to the author of plugin \`./bad.js\`
exit 1`);
  });

  itLong("is an error in every command", async () => {
    const commands = [
      ["check"],
      ["check", "--permute"],
      ["check", "--properties", "in.txt"],
      ["run", "in.txt"],
      ["run", "in.txt", "-o", "out.txt"],
      ["run", "--time-limit", "60", "in.txt"],
      ["run", "--threads", "2", "in.txt"],
      ["explain"],
      ["list"],
      ["lock"],
      ["diff"],
      ["graph"],
      ["doc"],
    ];
    for (const command of sampleOf(commands)) {
      await expectError(start(command, atImport), "PWR0504", "while importing plugin `./bad.js`");
    }
    const opt = ["--load-pass-plugin=./bad.js", "/dev/null"];
    await expectError(start(opt, atImport, "passwright-opt"), "PWR0504", "while importing plugin `./bad.js`");
  });

  it("is an error in the JSON that a command prints", async () => {
    for (const command of sampleOf([
      ["plan", "--json"],
      ["run", "--json", "in.txt"],
    ])) {
      const { code, out, err } = await start(command, atImport);
      expect({ code, err }).to.deep.equal({ code: 1, err: "" });
      const { version, diagnostics } = JSON.parse(out) as { version: number; diagnostics: { code: string }[] };
      expect({ version, codes: diagnostics.map((one) => one.code) }).to.deep.equal({ version: 1, codes: ["PWR0504"] });
    }
  });

  it("is the last event of `--json-lines`", async () => {
    for (const [pass, code, last] of [
      [`async runOnOperation() { ${NEVER} }`, "PWR0504", "start"],
      ["runOnOperation() { exit(0); }", "PWR0505", "start"],
      ["runOnOperation() { void Promise.reject(new Error('late')); }", undefined, "input"],
    ] as const) {
      const { code: exit, out, err } = await start(["run", "in.txt", "--json-lines"], { "bad.js": plugin("", pass) });
      const events = out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as { event: string; exitCode?: number });
      expect(events.at(-2)?.event, out).to.equal(last);
      const end = { version: 1, event: "end", diagnostics: [] as object[], exitCode: code === undefined ? 0 : 1 };
      const { diagnostics, ...rest } = events.at(-1) as unknown as typeof end;
      expect({ ...rest, diagnostics: diagnostics.map((one) => (one as { code: string }).code) }).to.deep.equal({
        ...end,
        diagnostics: code === undefined ? [] : [code],
      });
      expect([exit, err === ""]).to.deep.equal([1, code !== undefined]);
    }
  });

  it("is an error wherever code of others is awaited", async () => {
    const config = { "passwright.config.yaml": "framework: ./bad.js\n" };
    const cases: readonly (readonly [Files, string])[] = [
      [{ "passwright.config.js": `${NEVER}\nexport default {};\n` }, "while importing config `passwright.config.js`"],
      [{ ...config, "bad.js": `${NEVER}\nexport default {};\n` }, "while importing framework `./bad.js`"],
      [{ ...config, "bad.js": framework(`async load() { ${NEVER} }`) }, "while loading IR `lines`"],
      [
        { "bad.js": plugin("", `async runOnOperation() { ${NEVER} }`) },
        "while running pass `stir` on 'tea'\n  --> plugin ./bad.js, in.txt:1:1, step stir",
      ],
      [{ "bad.js": plugin("", `runOnOperation: () => ({ then() {} })`) }, "while running pass `stir` on 'tea'"],
    ];
    for (const [given, text] of sampleOf(cases)) {
      const files: { [path: string]: string } = { ...given };
      if ("passwright.config.js" in files) files["passwright.config.yaml"] = "";
      const args = "passwright.config.js" in files ? ["-c", "passwright.config.js"] : [];
      await expectError(start(["run", ...args, "in.txt"], files), "PWR0504", text);
      await expectError(
        start(["run", ...args, "--time-limit=60", "in.txt"], files),
        "PWR0504",
        text.split("\n")[0] ?? "",
      );
    }
  });

  it("is not an error while a timer may still settle it", async () => {
    const waits = plugin("", "async runOnOperation() { await new Promise((resolve) => setTimeout(resolve, 300)); }");
    const { code, err, out } = await start(["run", "in.txt"], { "bad.js": waits });
    expect({ code, err, out }).to.deep.equal({ code: 0, err: "", out: "tea\n  water\n  poured\n" });
  });
});

describe("a promise that is rejected although nothing awaits it", () => {
  it("is an error after the output", async () => {
    const rejects = plugin("", "runOnOperation() { void Promise.reject(new Error('late')); }");
    const { code, err, out } = await start(["run", "in.txt"], { "bad.js": rejects });
    expect({ code, out }).to.deep.equal({ code: 1, out: "tea\n  water\n  poured\n" });
    expect(err).to.contain("unexpected error: Error: late\n  --> plugin ./bad.js\n   = thrown at bad.js:3:");
  });
});

describe("a timer that throws while several inputs are processed", () => {
  it("does not name another input", async () => {
    const throws = plugin(
      "",
      `async runOnOperation(op) {
        if (op.nested.some(({ name }) => name.text === "milk")) setTimeout(() => { throw new Error("late"); }, 200);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }`,
    );
    const files = { "bad.js": throws, "a.txt": "tea\n", "b.txt": "tea\n  milk\n", "c.txt": "tea\n" };
    const { code, err } = await start(["run", "?.txt", "-o", "out/", "--jobs=1"], files);
    expect(code).to.equal(1);
    expect(err).to.match(
      /^error\[PWR0001\]: unexpected error while processing 2 inputs: Error: late\n {2}--> plugin \.\/bad\.js\n {3}= thrown at bad\.js:4:\d+\nhelp/,
    );
  });
});

describe("code that ends the process", () => {
  it("is an error, with the place of the call", async () => {
    const { code, out, err } = await start(["plan"], { "bad.js": "console.log; process.exit(0);\n" });
    expect(`${out}${err}exit ${code}`).to
      .equal(`error[PWR0505]: \`process.exit\` was called while importing plugin \`./bad.js\`
  --> plugin ./bad.js, passwright.config.yaml:2:11
   | plugins: [./bad.js]
   |           ^
   = called at bad.js:1:22
help: throw an error instead of ending the process, or report the problem to the author of plugin \`./bad.js\`
exit 1`);
  });

  it("is an error, whichever way it takes", async () => {
    const calls: readonly (readonly [string, string])[] = [
      ["process.exit()", "process.exit"],
      ["process.exitCode = 0; process.exit()", "process.exit"],
      ["exit(0)", "process.exit"],
      ["process.on('exit', () => process.exit(0)); process.exit(0)", "process.exit"],
      ["process.on('exit', () => { process.exitCode = 0; }); process.exit()", "process.exit"],
      ["process.removeAllListeners('exit'); process.exit(0)", "process.reallyExit"],
      ["process.reallyExit(0)", "process.reallyExit"],
    ];
    for (const [call, named] of sampleOf(calls)) {
      const files = { "bad.js": plugin(`${call};`) };
      await expectError(
        start(["plan"], files),
        "PWR0505",
        `\`${named}\` was called while setting up plugin`,
        "called at bad.js:4:",
      );
    }
  });

  it("is an error wherever it is called", async () => {
    const leave = "process.exit(0);";
    const config = { "passwright.config.yaml": "framework: ./bad.js\n" };
    const cases: readonly (readonly [Files, string])[] = [
      [{ ...config, "bad.js": leave }, "while importing framework `./bad.js`"],
      [{ ...config, "bad.js": framework("", leave) }, "while building the pipeline of framework `./bad.js`"],
      [{ ...config, "bad.js": framework(`load() { ${leave} }`) }, "while loading IR `lines`"],
      [{ ...config, "bad.js": framework(`parse() { ${leave} }`) }, "while parsing `in.txt`"],
      [{ ...config, "bad.js": framework(`verify() { ${leave} }`) }, "while verifying `in.txt`"],
      [{ ...config, "bad.js": framework(`print() { ${leave} }`) }, "while printing `in.txt`"],
      [{ "bad.js": leave }, "while importing plugin `./bad.js`"],
      [{ "bad.js": plugin(leave) }, "while setting up plugin `./bad.js`"],
      [{ "bad.js": plugin("", `runOnOperation() { ${leave} }`) }, "while running pass `stir` on 'tea'"],
      [
        { "bad.js": plugin("", `async runOnOperation() { await null; ${leave} }`) },
        "while running pass `stir` on 'tea'",
      ],
      [
        { "bad.js": plugin(`hooks.boiled.tap("bad", () => { ${leave} });`) },
        "while calling tap `bad` of hook `boiled`",
      ],
      [
        { "bad.js": plugin(`session.planned.tap("bad", () => { ${leave} });`) },
        "while calling tap `bad` of hook `planned`",
      ],
      [
        { "bad.js": plugin("", `runOnOperation() { setTimeout(() => { ${leave} }); return new Promise(() => {}); }`) },
        "while running pass `stir` on 'tea'",
      ],
    ];
    for (const [files, text] of sampleOf(cases)) {
      await expectError(start(["run", "in.txt"], files), "PWR0505", text, "called at bad.js:");
      await expectError(start(["run", "--time-limit=60", "in.txt"], files), "PWR0505", text, "called at bad.js:");
    }
  });

  it("is named by the threads of `check --permute`", async () => {
    const onlyInThreads = `import { isMainThread } from "node:worker_threads";\nif (!isMainThread) process.exit(0);\n${plugin("")}`;
    const { code, err } = await start(["check", "--permute"], { "bad.js": onlyInThreads });
    expect(err).to.contain("PWR0505").and.to.contain("while importing plugin `./bad.js`");
    expect(code).to.equal(1);
  });
});

describe("the end of a command", () => {
  /** Resources that a plugin can leave open. Each open resource keeps a Node process running. */
  const LEFT: { readonly [what: string]: string } = {
    "a timer": "setInterval(() => {}, 1000);",
    "a server": "import { createServer } from 'node:net'; createServer().listen(0);",
    "a thread":
      "import { Worker } from 'node:worker_threads'; new Worker('setInterval(() => {}, 1000)', { eval: true });",
    "a program": "import { spawn } from 'node:child_process'; spawn('sleep', ['600'], { stdio: 'ignore' });",
    "a listener to standard input": "process.stdin.on('data', () => {});",
    "an exception that nobody waits for": "setTimeout(() => { throw new Error('late'); }, 60_000);",
  };
  for (const [what, code] of Object.entries(LEFT)) {
    it(`does not wait for ${what}`, async () => {
      const files = { "bad.js": `${code}\n${plugin("")}` };
      const cwd = makeProject({ "in.txt": "tea\n", "passwright.config.yaml": config, ...files }, ["kettle"]);
      // Standard input stays open.
      const options = { cwd, stdio: ["inherit", "pipe", "pipe"] as const };
      for (const args of sampleOf([["run", "in.txt"], ["plan", "--format=mlir"], ["check"]])) {
        const {
          code: exit,
          err,
          out,
        } = await startProgram("passwright", args, { ...options, stdio: [...options.stdio] });
        expect({ exit, err }, args.join(" ")).to.deep.equal({ exit: 0, err: "" });
        expect(out, args.join(" ")).not.to.equal("");
      }
    });
  }

  it("comes when all output is written, however slow its reader is", async () => {
    const much = plugin(
      "",
      `runOnOperation(op) { const one = op.nested[0]; for (let i = 0; i < 200_000; i++) op.nested.push(one); }`,
    );
    const files = { "bad.js": `setInterval(() => {}, 1000);\nconsole.log("hello");\n${much}` };
    const { out, err, code } = await start(["run", "in.txt"], files);
    const lines = out.split("\n");
    expect({ code, err }).to.deep.equal({ code: 0, err: "hello\n" });
    expect([lines.length, lines.at(-2)]).to.deep.equal([200_004, "  poured"]);
  });

  it("keeps the exit code of the command", async () => {
    const files = {
      "bad.js": `setInterval(() => { process.exitCode = 0; });\n${plugin("", 'runOnOperation() { throw new Error("no"); }')}`,
    };
    expect((await start(["run", "in.txt"], files)).code).to.equal(1);
    expect((await start(["plan", "nowhere"], files)).code).to.equal(2);
  });
});

describe("an unexpected error", () => {
  const late = (call: string): Files => ({
    "bad.js": plugin("", `runOnOperation() { ${call}; return new Promise((resolve) => setTimeout(resolve, 60_000)); }`),
  });

  it("is reported without the activity if it has its own message", async () => {
    const calls = 'queueMicrotask(() => b.addAfter("boil", stir));';
    const { code, out, err } = await start(["plan"], { "bad.js": plugin(calls) });
    expect(`${out}${err}exit ${code}`).to
      .equal(`error[PWB0302]: the builder was called after the \`setup\` of \`./bad.js\` returned
  --> plugin ./bad.js
help: call the builder in \`setup\`, before it returns
exit 1`);
  });

  it("is reported with the activity and its stack", async () => {
    const { code, out, err } = await start(
      ["run", "in.txt"],
      late('setTimeout(() => { throw new Error("too late"); })'),
    );
    expect(`${out}${err}exit ${code}`).to
      .equal(`error[PWR0001]: unexpected error while running pass \`stir\` on 'tea': Error: too late
  --> plugin ./bad.js, in.txt:1:1, step stir
   = thrown at bad.js:3:100
help: run the command again with --debug, and report the stack to the author of the code that threw the error
exit 1`);
    const debug = await start(["run", "--debug", "in.txt"], late('setTimeout(() => { throw new Error("too late"); })'));
    expect(debug.err).to.match(/\n {4}at .*bad\.js:3/);
  });

  it("names the plugin that threw the error, and not the plugin that is imported", async () => {
    const files = {
      "passwright.config.yaml": "framework: kettle\nplugins: [./bad.js, ./slow.js]\n",
      "bad.js": `setTimeout(() => { throw new Error("late"); }, 10);\n${plugin("")}`,
      "slow.js": `await new Promise((resolve) => setTimeout(resolve, 60_000));\n`,
    };
    const { code, out, err } = await start(["plan"], files);
    expect(`${out}${err}exit ${code}`).to
      .equal(`error[PWR0001]: unexpected error while importing plugin \`./slow.js\`: Error: late
  --> plugin ./bad.js
   = thrown at bad.js:1:26
help: run the command again with --debug, and report the stack to the author of the code that threw the error
exit 1`);
  });

  it("may be anything", async () => {
    for (const thrown of sampleOf([
      "null",
      "undefined",
      '"text"',
      "Object.freeze(new Error('cold'))",
      "new Proxy({}, { get() { throw 1; } })",
    ])) {
      for (const call of [`setTimeout(() => { throw ${thrown}; })`, `void Promise.reject(${thrown})`]) {
        const { code, err } = await start(["run", "in.txt"], late(call));
        expect(code, call).to.equal(1);
        expect(err, call).to.match(/^error\[PWR0001\]: unexpected error while running pass `stir` on 'tea': /);
      }
    }
  });
});
