import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { checkGolden, itLong } from "@passwright/development";
import { outcomeText, runProgram } from "./fake-terminal.ts";
import { LOST_INPUT, LOST_PASSES } from "./lost-passes.ts";
import { makeProject, withoutPaths } from "./project.ts";
import { startProgram } from "./start-program.ts";

/** Framework with a pass that marks whether an operation is processed in the main thread. */
const FRAMEWORK = `import { isMainThread } from "node:worker_threads";
import { definePass, defineFramework } from "@passwright/sdk";
import { mlir } from "@passwright/ir";
import { passes } from "./lost.js";
const mark = definePass({
  name: "mark-thread",
  anchor: "func.func",
  statistics: { marked: "functions marked" },
  runOnOperation(op, pass) {
    pass.statistics.marked.add();
    if (op.symbolName === "c") pass.emitWarning("this is @c");
    if (process.env.MARK !== "none") op.setAttr("thread", op.context.parseAttribute(String(isMainThread)));
  },
});
export default defineFramework({
  name: "marks",
  ir: mlir,
  anchor: "builtin.module",
  passes: [mark, ...passes],
  pipeline: (b) => void b.nest("func.func").addPass(mark),
});
`;

const files = { "lost.js": LOST_PASSES, "marks.js": FRAMEWORK, "in.mlir": LOST_INPUT, "again.mlir": LOST_INPUT };
const framework = "framework: ./marks.js\n";
const badPipeline = (pass: string): string =>
  `ir: "@passwright/ir"\npipeline: builtin.module(func.func(${pass}))\nplugins: [./lost.js]\n`;

async function run(
  config: string,
  argv: readonly string[],
): Promise<{ readonly text: string; readonly folder: string }> {
  const folder = makeProject({ ...files, "passwright.config.yaml": config });
  const outcome = await runProgram(main, ["run", ...argv], { cwd: folder });
  return { text: withoutPaths(outcomeText(outcome), folder), folder };
}

/**
 * Returns whether each function was processed in this thread. An operation with diagnostics, such as `@c`, always runs
 * again in this thread.
 */
const places = (text: string): string => (text.match(/(?<=thread = )\w+/g) ?? []).join();
const HERE = "true,true,true,true,true,true";
const ELSEWHERE = "false,false,false,true,false,false";

describe("passwright run --threads", () => {
  it("keeps nested pipelines with values in the main thread, and the plan shows this", async () => {
    const values = FRAMEWORK.replace(
      "export default",
      `const size = defineValue({ name: "size", version: 1, per: "operation" });
const measure = definePass({
  name: "measure",
  anchor: "func.func",
  provides: { size },
  runOnOperation: (op, pass) => pass.values.set(size, () => op.regions.length),
});
const sum = definePass({
  name: "sum",
  requires: { size },
  runOnOperation(op, pass) {
    let all = 0;
    for (const one of op.regions[0].blocks[0].operations) all += pass.values.find(size, one)?.() ?? 0;
    pass.emitRemark(\`\${all} regions\`);
  },
});
export default`,
    )
      .replace("definePass,", "definePass, defineValue,")
      .replace(
        'void b.nest("func.func").addPass(mark)',
        '[b.nest("func.func")].map((nest) => [nest.addPass(mark), nest.addPass(measure), b.addPass(sum)])',
      );
    const folder = makeProject({ ...files, "marks.js": values, "passwright.config.yaml": `${framework}threads: 2\n` });
    const said = async (...argv: readonly string[]): Promise<string> =>
      withoutPaths(outcomeText(await runProgram(main, argv, { cwd: folder })), folder);
    const ran = await said("run", "in.mlir");
    expect(places(ran)).to.equal(HERE);
    expect(ran).to
      .contain(`remark[PWR0022]: threads are not used for nested pipelines with \`measure\`, because threads cannot exchange values
help: move passes without values to separate nested pipelines, or remove \`threads\`
`);
    expect(ran).to.match(/remark.*: 6 regions/);
    expect(await said("plan")).to.contain(
      "\n  in one thread: nested pipelines with `measure`, because of their values\n",
    );
  });

  it("reports that threads are not used for an IR that cannot be sent to threads", async () => {
    const module = `import { defineFramework, defineIr } from "@passwright/sdk";
const ir = defineIr({
  name: "tree",
  root: "list",
  extensions: [".tree"],
  nameOf: (op) => op.kind,
  childrenOf: "children",
  parse: (text) => JSON.parse(text),
  print: (root) => JSON.stringify(root) + "\\n",
});
export default defineFramework({ name: "trees", ir, pipeline: () => {} });
`;
    const folder = makeProject({
      "trees.js": module,
      "in.tree": '{"kind":"list","children":[]}',
      "passwright.config.yaml": "framework: ./trees.js\n",
    });
    const said = await runProgram(main, ["run", "in.tree", "--threads", "2"], { cwd: folder });
    expect(outcomeText(said)).to.equal(`--- out
{"kind":"list","children":[]}
--- err
remark[PWR0022]: threads are not used, because the adapter of IR \`tree\` does not have \`transfer\`
help: add \`transfer\` to the adapter, or remove \`threads\`
--- exit 0
`);
  });

  it("warns about exceptions that are not anchors of nested pipelines", async () => {
    const config = `${framework}threads: { count: 2, except: [func.fnc, vectors, func.func] }\n`;
    expect((await run(config, ["in.mlir"])).text).to.contain(
      `warning[PWR0030]: \`threads.except\` contains \`func.fnc\`, but the plan has no nested pipeline with this anchor
  --> passwright.config.yaml:2:1
   | threads: { count: 2, except: [func.fnc, vectors, func.func] }
   | ^
help: did you mean \`func.func\`?

warning[PWR0030]: \`threads.except\` contains \`vectors\`, but the plan has no nested pipeline with this anchor
  --> passwright.config.yaml:2:1
   | threads: { count: 2, except: [func.fnc, vectors, func.func] }
   | ^
help: use one of \`func.func\`, or remove the name
`,
    );
  });

  it("runs nested pipelines in threads, as the flag or the config specifies", async () => {
    expect(places((await run(framework, ["in.mlir"])).text)).to.equal(HERE);
    expect(places((await run(framework, ["in.mlir", "--threads", "2"])).text)).to.equal(ELSEWHERE);
    expect(places((await run(`${framework}threads: 2\n`, ["in.mlir"])).text)).to.equal(ELSEWHERE);
    expect(places((await run(`${framework}threads: 2\n`, ["in.mlir", "--threads=0"])).text)).to.equal(HERE);
    expect(places((await run(`${framework}threads: auto\n`, ["in.mlir"])).text)).to.equal(HERE);
    const except = `${framework}threads: { count: 2, except: [func.func], memory: 64 }\n`;
    expect(places((await run(except, ["in.mlir"])).text)).to.equal(HERE);
    expect(places((await run(except.replace("func.func", "gpu.func"), ["in.mlir"])).text)).to.equal(ELSEWHERE);
  });

  it("accepts unregistered operations there, too, if requested", async () => {
    const functions = ["a", "b", "c"].map((name) => `func.func @${name}() {\n  "toy.op"() : () -> ()\n  return\n}\n`);
    const folder = makeProject({ ...files, "passwright.config.yaml": framework, "toy.mlir": functions.join("") });
    const argv = ["run", "toy.mlir", "--threads=2"];
    expect((await runProgram(main, argv, { cwd: folder })).err).to.contain("error[PWI1001]");
    const { out, err } = await runProgram(main, [...argv, "--allow-unregistered-dialect"], { cwd: folder });
    expect(places(out), err).to.equal("false,false,true");
  });

  it("has the same messages and statistics as without", async () => {
    const alone = await run(framework, ["in.mlir", "in.mlir", "--stats"]);
    const threaded = await run(framework, ["in.mlir", "in.mlir", "--stats", "--threads=2"]);
    const withLimit = await run(framework, ["in.mlir", "in.mlir", "--stats", "--threads=2", "--time-limit=20"]);
    const unmarked = (text: string): string => text.replace(/thread = \w+/g, "thread");
    expect(alone.text).to.contain("this is @c").and.to.contain("mark-thread  12  marked");
    expect(unmarked(threaded.text)).to.equal(unmarked(alone.text));
    expect(unmarked(withLimit.text)).to.equal(unmarked(alone.text));
  });

  for (const [pass, ...flags] of [["end-process"], ["never-end", "--time-limit=.5"]] as readonly (readonly [
    string,
    ...string[],
  ])[]) {
    itLong(`reports where a thread was lost, keeps the input, and continues: ${pass}`, async () => {
      const config = `${badPipeline(pass)}threads: { count: 2, memory: 64 }\n`;
      const { text, folder } = await run(config, ["in.mlir", "again.mlir", "--stats", ...flags]);
      checkGolden(text, `threads-${pass}.txt`, import.meta.url);
      const kept = readdirSync(folder).filter((name) => name.includes("reproducer"));
      expect(kept).to.deep.equal(["again.thread-reproducer.mlir", "in.thread-reproducer.mlir"]);
      expect(readFileSync(join(folder, "in.thread-reproducer.mlir"), "utf8")).to.contain("func.func @bad2");
    });
  }

  itLong("reports a pass that takes all memory, or ends with it, and does not succeed", async () => {
    const config = `${badPipeline("take-memory")}threads: { count: 2, memory: 64 }\n`;
    const cwd = makeProject({ ...files, "passwright.config.yaml": config });
    // Runs in a separate process, because V8 sometimes ends the whole process instead of the thread.
    const { code, err } = await startProgram("passwright", ["run", "in.mlir"], { cwd });
    expect(code).not.to.equal(0);
    if (code === 1) expect(err).to.contain("error[PWH0102]: a thread ran out of memory during pass");
  });

  it("also ends endless work outside of the threads", async () => {
    const config = `ir: "@passwright/ir"\npipeline: builtin.module(func.func(end-process),never-end-module)\nplugins: [./lost.js]\n`;
    const folder = makeProject({
      ...files,
      "passwright.config.yaml": config,
      "good.mlir": "func.func @a() { return }\nfunc.func @b() { return }\n",
    });
    const argv = ["run", "good.mlir", "--threads=2", "--time-limit=.5"];
    const { err } = await runProgram(main, argv, { cwd: folder });
    expect(err).to.contain("PWR0501").and.to.contain("while running pass `never-end-module`");
  });

  it("requires a number of threads", async () => {
    for (const wrong of ["many", "-1", "2.5", "9999"]) {
      expect((await run(framework, [`--threads=${wrong}`, "in.mlir"])).text, wrong).to.match(/PWR0006.*exit 2/s);
    }
  });
});
