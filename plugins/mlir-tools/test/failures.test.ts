import { definePass } from "@passwright/core";
import { defineDialect } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { mlirTool } from "@passwright/plugin-mlir-tools";
import { describeWithMlirOpt, runMlirOpt } from "@passwright/development";
import { expect } from "chai";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addAll, mlirOpt, run, Workshop } from "./run-tool.ts";

const MODULE = `module {
  func.func @f(%arg0: i32) -> i32 {
    %0 = arith.addi %arg0, %arg0 : i32
    return %0 : i32
  }
}
`;

const block = (text: string): string => text.trim().replace(/^ {6}/gm, "");

describe("passes of a program that fails", () => {
  let workshop: Workshop;
  beforeEach(() => (workshop = new Workshop()));
  afterEach(() => workshop.clear());

  /**
   * Runs passes of a program that is a shell script. The module is IR that the embedded IR can parse. Returns the
   * reported messages.
   */
  function saidWith(script: string, names: readonly string[] = ["cse"]): string {
    const path = workshop.script("fake-opt", script);
    const tool = mlirTool({ program: path, prefix: "fake-", reproducers: join(workshop.folder, "kept") });
    const { said, op, result } = run(MODULE, (manager) => addAll(manager, tool, ...names), { tool, file: "in.mlir" });
    expect(result.succeeded).to.equal(false);
    // A failed run must not change the module.
    expect(op.print()).to.equal(MODULE);
    return said.replaceAll(workshop.folder, "FOLDER");
  }

  it("are refused before the run if the program is missing", () => {
    const tool = mlirTool({ program: ["none-opt", "none-opt-22"], env: "PASSWRIGHT_NONE_OPT", prefix: "none-" });
    let hasRun = false;
    const before = definePass({ name: "before", runOnOperation: (_op: Operation) => void (hasRun = true) });
    const { said } = run(MODULE, (manager) => manager.addPass(before).addPass(tool.pass("cse")), { tool });
    expect(hasRun).to.equal(false);
    expect(said).to.equal(
      block(`
      error[PWM0101]: pass \`none-cse\` needs a program that was not found
        --> step none-cse
         = searched for: $PASSWRIGHT_NONE_OPT, none-opt, none-opt-22
      help: install the program (on Debian \`apt install mlir-22-tools\`), or add its folder to the PATH
      `),
    );
  });

  it("cost nothing until they run", () => {
    const tool = mlirTool({ program: "none-opt", prefix: "none-" });
    expect(tool.passes().length).to.equal(0);
    expect(tool.passes({ cse: { types: ["Cleanup"] } }).map(({ declaration }) => declaration)).to.deep.equal([
      { name: "none-cse", types: ["Cleanup"], ir: "mlir", reads: { programs: ["none-opt"] } },
    ]);
    const parsed = tool.ir.parse(MODULE, { file: "in.mlir" });
    expect(parsed.ok && tool.ir.print(parsed.op, {})).to.equal(MODULE);
    const foreign = tool.ir.parse("tosa.nothing {", { file: "in.mlir" });
    expect(foreign.ok ? [] : foreign.diagnostics.map(({ code }) => code[2])).to.deep.equal(["I"]);
  });

  it("report a program that cannot be started", () => {
    const path = workshop.script("fake-opt", "");
    writeFileSync(path, "#!/no/such/shell\n");
    const tool = mlirTool({ program: path });
    const { said } = run(MODULE, (manager) => addAll(manager, tool, "cse"), { tool, file: "in.mlir" });
    expect(said.replaceAll(workshop.folder, "FOLDER")).to.equal(
      block(`
      error[PWM0102]: program fake-opt cannot be started: spawnSync FOLDER/fake-opt ENOENT
        --> step cse
      help: run the program with \`--version\` in a shell, and fix the reported problem
      `),
    );
  });

  it("report a program that is killed", () => {
    const killed = block(`
      error[PWM0103]: signal SIGKILL ended fake-opt
        --> step fake-cse,fake-canonicalize
         = pipeline: builtin.module(cse,canonicalize)
      help: run the pipeline again, and free memory if the machine has too little
    `);
    const names = ["cse", "canonicalize"];
    expect(saidWith("kill -KILL $$", names)).to.equal(killed);
    expect(saidWith("exit 137", names)).to.equal(killed);
    expect(saidWith("cat > /dev/null; kill -TERM $$", names)).to.equal(killed.replace("KILL", "TERM"));
  });

  it("report a crash without a local reproducer, with the whole input as reproducer", () => {
    const said = saidWith("cat > /dev/null; echo 'Assertion `x` failed.' >&2; kill -ABRT $$");
    const [file = ""] = readdirSync(join(workshop.folder, "kept"));
    expect(said.replace(file, "fake-opt-1a2b3c4d.mlir")).to.equal(
      block(`
      error[PWM0104]: fake-opt crashed with SIGABRT
        --> step fake-cse
         = pipeline: builtin.module(cse)
         = Assertion \`x\` failed.
      help: reproduce the crash: \`fake-opt --run-reproducer FOLDER/kept/fake-opt-1a2b3c4d.mlir\`
      `),
    );
    expect(readFileSync(join(workshop.folder, "kept", file), "utf8")).to.contain('pipeline: "builtin.module(cse)"');
  });

  it("report a reproducer that cannot be written", () => {
    writeFileSync(join(workshop.folder, "kept"), "a file, where a folder should be");
    expect(saidWith("kill -SEGV $$")).to.equal(
      block(`
      error[PWM0104]: fake-opt crashed with SIGSEGV
        --> step fake-cse
         = pipeline: builtin.module(cse)
         = no reproducer could be written: EEXIST: file already exists, mkdir 'FOLDER/kept'
      help: set \`reproducers\` of \`mlirTool\` to a writable folder
      `),
    );
  });

  it("report a failure without a message", () => {
    expect(saidWith("cat > /dev/null; echo 'no license found' >&2; exit 3")).to.equal(
      block(`
      error[PWM0105]: fake-opt ended with exit code 3 without reporting an error
        --> step fake-cse
         = standard error: no license found
      help: run the program in a shell on the same input, with the arguments that \`--debug\` shows
      `),
    );
  });

  it("report output that cannot be parsed", () => {
    expect(saidWith("cat > /dev/null; echo 'module {'")).to.equal(
      block(`
      error[PWM0106]: the output of fake-opt cannot be parsed
        --> step fake-cse
         = expected operation name in quotes (<stdin>:1:9)
         | module {
         |         ^
      help: report the problem and the output of the program to the authors of Passwright
      `),
    );
  });

  it("report an operation that uses values from outside", () => {
    const path = workshop.script("fake-opt", "");
    const tool = mlirTool({ program: path, prefix: "fake-" });
    const box = defineDialect({ name: "box", ops: { in: { traits: ["IsolatedFromAbove"], regions: 1 } } });
    tool.ir.context.registerDialect(box);
    const text = `module {
  %0 = arith.constant 1 : i32
  "box.in"(%0) ({
  }) : (i32) -> ()
}
`;
    const { said } = run(text, (manager) => addAll(manager.nest("box.in"), tool, "cse"), {
      tool,
      file: "in.mlir",
      isWatched: true,
    });
    expect(said).to.equal(
      block(`
      error[PWM0108]: pass \`fake-cse\` cannot run on a single 'box.in', because the operation uses values that are defined outside
        --> step fake-cse
      help: anchor the pass on an operation around 'box.in' that is isolated from above
      `),
    );
  });
});

describeWithMlirOpt("passes of mlir-opt that fail", () => {
  let workshop: Workshop;
  beforeEach(() => (workshop = new Workshop()));
  afterEach(() => workshop.clear());

  it("are refused before the run if the program has no such pass", () => {
    const { said } = run(MODULE, (manager) => addAll(manager, mlirOpt, "cse", "canonicalise"));
    expect(said.replaceAll(/mlir-opt[-\d]*/g, "mlir-opt")).to.equal(
      block(`
      error[PWM0107]: pass \`m-canonicalise\` runs \`canonicalise\` of mlir-opt, which does not have this pass
        --> step m-canonicalise
      help: did you mean \`canonicalize\`?
      `),
    );
  });

  it("keep mlir-opt's diagnostics, at source positions, attributed to the pass", () => {
    const text = `module {
  func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "some.op"(%arg0) : (tensor<4xf32>) -> tensor<4xf32> loc("deep.py":7:9)
    return %0 : tensor<4xf32>
  }
}
`;
    const tool = mlirTool({
      program: mlirOpt.program?.path ?? "",
      prefix: "m-",
      arguments: ["--allow-unregistered-dialect"],
    });
    const options = { tool, file: "in.mlir" };
    const failed = run(text, (manager) => addAll(manager, tool, "cse", "one-shot-bufferize", "canonicalize"), options);
    expect(failed.said).to.equal(
      block(`
      error[PWC0501]: op was not bufferized
        --> deep.py:7:9, step m-one-shot-bufferize
         = see current operation: %0 = "some.op"(%arg0) : (tensor<4xf32>) -> tensor<4xf32> loc("deep.py":7:9) (deep.py:7:9)
      `),
    );
    expect(failed.op.print()).to.equal(text.replace(/ loc\(.*\)/, ""));
  });

  it("report the position of text that mlir-opt cannot parse", () => {
    const text = `module {
  func.func @f() {
    "unknown.op"() : () -> () loc("deep.py":7:9)
    return
  }
}
`;
    const { said } = run(text, (manager) => addAll(manager, mlirOpt, "cse"), {
      tool: mlirOpt,
      file: "in.mlir",
    });
    expect(said).to.contain("deep.py:7:9, step m-cse");
  });

  it("write a reproducer that mlir-opt accepts, with the pass that crashed", () => {
    const tool = mlirTool({ program: mlirOpt.program?.path ?? "", reproducers: workshop.folder });
    const { said } = run(MODULE, (manager) => addAll(manager, tool, "cse", "test-pass-crash", "canonicalize"), {
      tool,
    });
    const [file = ""] = readdirSync(workshop.folder);
    const path = join(workshop.folder, file);
    expect(said.replaceAll(path, "FILE").replaceAll(/mlir-opt[-\d]*/g, "mlir-opt")).to.match(
      /^error\[PWM0104\]: mlir-opt crashed with SIG\w+\n  --> step test-pass-crash\n   = pipeline: builtin.module\(test-pass-crash\)\n(?:   = .*\n)*help: reproduce the crash: `mlir-opt --run-reproducer FILE`$/,
    );
    expect(runMlirOpt(["--run-reproducer", path], "").code).to.not.equal(0);
  });

  it("are named in nested managers as well", () => {
    const { result, said } = run(MODULE, (manager) => {
      const functions = manager.nest("func.func");
      addAll(functions, mlirOpt, "cse", "test-pass-failure", "canonicalize");
    });
    expect(result.succeeded).to.equal(false);
    expect(result.failures.map(({ pass }) => pass)).to.deep.equal(["m-test-pass-failure"]);
    expect(said).to.contain("step m-test-pass-failure");
  });
});
