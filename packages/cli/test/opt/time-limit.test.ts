import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { mainOpt } from "@passwright/cli";
import { childEnvironment, describeWithMlirOpt, runMlirOptAsync } from "@passwright/development";
import { runProgram } from "../fake-terminal.ts";
import { makeProject } from "../project.ts";

const program = fileURLToPath(new URL("../../bin/passwright-opt.js", import.meta.url));

/** Passes that never end where a function is called so, that end the thread, and that run a pipeline with such a pass. */
const stuck = `import { writeFileSync } from "node:fs";
import { definePass, definePlugin, OpPassManager } from "@passwright/sdk";
const wait = definePass({
  name: "wait",
  displayName: "Wait",
  runOnOperation(op) {
    if (op.symbolName === "spill") process.exit(7);
    if (op.symbolName !== "forever") return;
    writeFileSync(new URL("begun", import.meta.url), "");
    for (;;);
  },
});
const outer = definePass({
  name: "outer",
  runOnOperation(op, pass) {
    pass.runPipeline(new OpPassManager(op.name).addPass(wait), op);
    if (op.symbolName === "after") for (;;);
    // Each of these ends, and another one begins.
    while (op.symbolName === "again") pass.runPipeline(new OpPassManager(op.name).addPass(wait), op);
  },
});
export default definePlugin({ passes: [wait, outer] });
`;

const slow = `func.func @quick(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %x, %x : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
func.func @forever() {
  return
}
`;

const files = {
  "stuck.js": stuck,
  "slow.mlir": slow,
  "quick.mlir": slow.replace("@forever", "@ready"),
  "after.mlir": slow.replace("@forever", "@after"),
  "again.mlir": slow.replace("@forever", "@again"),
  "spill.mlir": slow.replace("@forever", "@spill"),
};

const LOAD = "--load-pass-plugin=./stuck.js";
// Nested pipelines would run in threads of their own, which have a limit of their own.
const HERE = ["--mlir-disable-threading", "--time-limit=0.5"];
const CSE_THEN_WAIT = "--pass-pipeline=builtin.module(func.func(cse,wait),symbol-dce)";

/** Runs the program as a user does; answers what it prints, and the new files. */
function start(args: readonly string[], input = ""): { text: string; cwd: string; files: string[] } {
  const cwd = makeProject(files);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, LOAD, ...args], {
    cwd,
    input,
    encoding: "utf8",
    env: childEnvironment(),
  });
  const known = new Set([...Object.keys(files), "begun", "node_modules", "package.json"]);
  const found = readdirSync(cwd).filter((name) => !known.has(name));
  return { text: `${stdout}${stderr}exit ${status}`, cwd, files: found };
}

const WAITING = "while running pass `wait` on 'func.func' @forever (step 2 of 3)";
const OUT_OF_TIME = `slow.mlir:7:1: error: the time limit of 0.5 seconds for \`slow.mlir\` was reached ${WAITING}\n`;

describe("passwright-opt --time-limit", () => {
  it("does what it does without, where everything ends", () => {
    const args = ["quick.mlir", CSE_THEN_WAIT, "--mlir-print-ir-after-all", "--log-actions-to=-"];
    expect(start([...args, ...HERE]).text).to.equal(start([...args, "--mlir-disable-threading"]).text);
    expect(start(["-", "--cse", ...HERE], "module {}\n").text).to.equal("module {\n}\n\nexit 0");
    expect(start(["quick.mlir", "--nope", ...HERE]).text)
      .to.contain("Unknown command line argument")
      .and.contain("exit 1");
    expect(start(["quick.mlir", "--time-limit=soon"]).text)
      .to.contain("--time-limit")
      .and.contain("exit 1");
  });

  it("ends a pass that never ends, names it, and keeps the whole pipeline with the IR before it", () => {
    const { text, cwd, files: found } = start(["slow.mlir", CSE_THEN_WAIT, "-o", "out.mlir", ...HERE]);
    expect(text).to.equal(`${OUT_OF_TIME}slow.mlir:7:1: note: the input is kept as slow.reproducer.mlir\nexit 1`);
    expect(found).to.deep.equal(["slow.reproducer.mlir"]);
    const kept = readFileSync(join(cwd, "slow.reproducer.mlir"), "utf8");
    expect(kept.match(/arith\.addi/g)).to.have.length(2);
    expect(kept).to.contain('pipeline: "builtin.module(func.func(cse,wait), symbol-dce)"');
  });

  it("writes where flags say, whole or local, what can be run again and ends the same way", () => {
    for (const [local, pipeline, additions] of [
      [[], "builtin.module(func.func(cse,wait), symbol-dce)", 2],
      [["--mlir-pass-pipeline-local-reproducer"], "builtin.module(func.func(wait))", 1],
    ] as const) {
      const flags = ["--mlir-pass-pipeline-crash-reproducer=r.mlir", ...local, ...HERE];
      const { text, cwd, files: found } = start(["slow.mlir", CSE_THEN_WAIT, ...flags]);
      expect(text).to.equal(`${OUT_OF_TIME}slow.mlir:7:1: note: the input is kept as r.mlir\nexit 1`);
      expect(found).to.deep.equal(["r.mlir"]);
      const kept = readFileSync(join(cwd, "r.mlir"), "utf8");
      expect(kept).to.contain(`pipeline: "${pipeline}"`).and.to.contain("disable_threading: true");
      expect(kept.match(/arith\.addi/g)).to.have.length(additions);
      const again = spawnSync(process.execPath, [program, LOAD, "r.mlir", "--run-reproducer", ...HERE], {
        cwd,
        encoding: "utf8",
        env: childEnvironment(),
      });
      expect(again.stderr).to.contain("for `r.mlir` was reached while running pass `wait` on 'func.func' @forever");
    }
  });

  it("knows a pass again when the pipeline that it ran is done, and a thread that ended itself", () => {
    const outer = "--pass-pipeline=builtin.module(func.func(outer))";
    expect(start(["after.mlir", outer, ...HERE]).text).to.contain("while running pass `outer` on 'func.func' @after");
    expect(start(["again.mlir", outer, ...HERE]).text).to.contain(
      "the time limit of 0.5 seconds for `again.mlir` was reached",
    );
    expect(start(["slow.mlir", outer, ...HERE]).text).to.contain("while running pass `wait` on 'func.func' @forever");
    const died = start(["spill.mlir", CSE_THEN_WAIT, ...HERE]);
    expect(died.text).to.contain("error: `process.exit` was called while running pass `wait` on 'func.func' @spill");
    expect(died.files).to.deep.equal(["spill.reproducer.mlir"]);
  });

  it("is kept by whoever runs the pass: a thread that --threads asks for, or the program", () => {
    const saying = (...flags: readonly string[]): string =>
      start(["slow.mlir", CSE_THEN_WAIT, "--time-limit=0.5", ...flags]).text.split("\n", 1)[0] as string;
    const inThread = "slow.mlir:7:1: error: a thread spent more than 0.5 s at `func.func` @forever, in pass `wait`";
    const inProgram = OUT_OF_TIME.split("\n", 1)[0];
    expect(saying("--threads=2")).to.equal(inThread);
    expect(saying("--threads=auto")).to.equal(inThread);
    expect(saying("--threads=0")).to.equal(inProgram);
    expect(saying("--threads=1")).to.equal(inProgram);
    expect(saying("--threads=2", "--threads-except=func.func")).to.equal(inProgram);
    expect(saying("--threads=2", "--mlir-timing")).to.equal(inProgram);
  });

  it("says so where a reproducer cannot be written", () => {
    const { text, files: found } = start([
      "slow.mlir",
      CSE_THEN_WAIT,
      "--mlir-pass-pipeline-crash-reproducer=no/r.mlir",
      ...HERE,
    ]);
    expect(text).to.contain("could not be kept as no/r.mlir: No such file or directory");
    expect(found).to.deep.equal([]);
  });

  it("ends loading that never ends", async () => {
    const cwd = makeProject({ "hangs.js": "for (;;);\n" });
    const { err, code } = await runProgram(mainOpt, ["--load-pass-plugin=./hangs.js", "--time-limit=1"], { cwd });
    expect({ err, code }).to.deep.equal({
      err: "<command line>:1:1: error: the time limit of 5 seconds for loading was reached while importing plugin `./hangs.js`\n",
      code: 1,
    });
  });

  it("stops at an interrupt, and keeps what ran", async () => {
    const cwd = makeProject(files);
    const args = [program, LOAD, "slow.mlir", CSE_THEN_WAIT, "--mlir-disable-threading", "--time-limit=1000"];
    const child = spawn(process.execPath, args, { cwd, env: childEnvironment() });
    let text = "";
    child.stderr.on("data", (piece: Buffer) => (text += piece.toString()));
    const asking = setInterval(() => {
      if (!existsSync(join(cwd, "begun"))) return;
      clearInterval(asking);
      child.kill("SIGINT");
    }, 20);
    const code = await new Promise((resolve) => void child.on("close", resolve));
    expect(`${text}exit ${String(code)}`).to.equal(
      `slow.mlir:7:1: error: \`slow.mlir\` was stopped ${WAITING}\n` +
        "slow.mlir:7:1: note: the input is kept as slow.reproducer.mlir\nexit 130",
    );
    expect(existsSync(join(cwd, "slow.reproducer.mlir"))).to.equal(true);
  });
});

describeWithMlirOpt("what passwright-opt --time-limit keeps", () => {
  it("is a reproducer that mlir-opt reads", async () => {
    const { cwd } = start(["slow.mlir", CSE_THEN_WAIT, ...HERE]);
    const { stderr } = await runMlirOptAsync(["slow.reproducer.mlir", "--run-reproducer"], "", { cwd });
    expect(stderr).to.contain("'wait' does not refer to a registered pass or pass pipeline");
  });
});
