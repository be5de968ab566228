import { definePass, renderDiagnostic } from "@passwright/core";
import type { Operation } from "@passwright/ir";
import { mlirTool } from "@passwright/plugin-mlir-tools";
import type { MlirTool } from "@passwright/plugin-mlir-tools";
import { describeWithMlirOpt, itLong } from "@passwright/development";
import { assemble, defineFramework, defineIr } from "@passwright/sdk";
import { expect } from "chai";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addAll, mlirOpt, parse, run, Workshop } from "./run-tool.ts";

describe("a program with pipes", () => {
  let workshop: Workshop;
  beforeEach(() => (workshop = new Workshop()));
  afterEach(() => workshop.clear());

  /** Returns a module whose generic form has about the given number of bytes. */
  function largeModule(bytes: number): string {
    const line = `    "test.op"() {name = "${"x".repeat(9_950)}"} : () -> ()\n`;
    return `module {\n${line.repeat(Math.ceil(bytes / line.length))}}\n`;
  }

  itLong("takes 30 MB and gives back 30 MB, while it talks on the side", () => {
    const path = workshop.script("echo-opt", "head -c 1000000 /dev/zero | tr '\\0' x >&2; exec cat");
    const tool = mlirTool({ program: path });
    const text = largeModule(30_000_000);
    const { op, result } = run(text, (manager) => addAll(manager, tool, "anything"), { tool });
    expect(result.succeeded).to.equal(true);
    expect(op.getRegion(0).front?.operations.length).to.equal(text.split("\n").length - 3);
  });

  it("may leave without reading 3 MB", () => {
    const path = workshop.script("rude-opt", "exit 4");
    const tool = mlirTool({ program: path, arguments: ["--whatever"] });
    const { said } = run(largeModule(3_000_000), (manager) => addAll(manager, tool, "cse"), { tool });
    expect(said.split("\n")[0]).to.equal("error[PWM0105]: rude-opt ended with exit code 4 without reporting an error");
  });
});

describe("a pass of a program", () => {
  it("is refused in a pipeline on another IR", () => {
    const ir = defineIr({ name: "tree", root: "root", nameOf: () => "root", childrenOf: () => [] });
    const framework = defineFramework({ name: "walker", ir, pipeline: () => undefined });
    const pass = mlirTool({ program: "no-such-opt" }).pass("cse");
    const { diagnostics } = assemble(framework, { insert: [{ pass, end: true }] });
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).to.deep.equal([
      "PWB0409: `cse` is for IR `mlir`, but the pipeline runs on IR `tree` at this position",
    ]);
  });
});

describeWithMlirOpt("several programs in one pipeline", () => {
  let workshop: Workshop;
  beforeEach(() => (workshop = new Workshop()));
  afterEach(() => workshop.clear());

  /** Makes a script that runs mlir-opt and records the pipelines that it receives. */
  function recording(name: string): string {
    const { folder } = workshop;
    const script = `for arg in "$@"; do case "$arg" in --pass-pipeline=*) echo "${name} $arg" >> ${folder}/runs.txt;; esac; done
exec ${mlirOpt.program?.path} "$@"`;
    return workshop.script(name, script);
  }

  function runs(): readonly string[] {
    const file = join(workshop.folder, "runs.txt");
    return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  }

  const TEXT = `module {
  func.func @f(%arg0: i32) -> i32 {
    %0 = arith.addi %arg0, %arg0 : i32
    %1 = arith.addi %arg0, %arg0 : i32
    return %1 : i32
  }
}
`;

  it("run in one process if they have the same program, despite different prefixes", () => {
    const path = recording("one-opt");
    const [left, right] = [
      mlirTool({ program: path, prefix: "l-" }),
      mlirTool({ program: path, prefix: "r-" }),
    ] as const;
    const { said, op } = run(
      TEXT,
      (manager) => {
        addAll(manager, left, "canonicalize");
        addAll(manager.nest("func.func"), right, "cse");
        addAll(manager, right, "symbol-dce");
      },
      { tool: left },
    );
    expect(said).to.equal("");
    expect(op.print()).to.equal(TEXT.replace(/ {4}%0.*\n/, "").replaceAll("%1", "%0"));
    expect(runs()).to.deep.equal(["one-opt --pass-pipeline=builtin.module(canonicalize,func.func(cse),symbol-dce)"]);
  });

  it("run in turns for two programs or with a TypeScript pass in between", () => {
    const first = mlirTool({ program: recording("first-opt"), prefix: "first-" });
    const second = mlirTool({ program: recording("second-opt"), prefix: "second-" });
    const counted: number[] = [];
    const count = definePass({
      name: "count",
      runOnOperation(module: Operation) {
        let operations = 0;
        module.walk(() => void operations++);
        counted.push(operations);
      },
    });
    const { said } = run(
      TEXT,
      (manager) => {
        addAll(manager, first, "cse", "canonicalize");
        manager.addPass(count);
        addAll(manager, first, "symbol-dce");
        addAll(manager, second, "canonicalize", "cse");
      },
      { tool: first },
    );
    expect(said).to.equal("");
    expect(counted).to.deep.equal([4]);
    expect(runs()).to.deep.equal([
      "first-opt --pass-pipeline=builtin.module(cse,canonicalize)",
      "first-opt --pass-pipeline=builtin.module(symbol-dce)",
      "second-opt --pass-pipeline=builtin.module(canonicalize,cse)",
    ]);
  });

  it("print options that were set, and those with a default of the author", () => {
    const tool = mlirTool({ program: recording("one-opt") });
    const options = {
      "dialect-filter": ["arith", "tensor"],
      "allow-unknown-ops": true,
      "function-boundary-type-conversion": "identity-layout-map",
    };
    run(TEXT, (manager) => manager.addPass(tool.pass("one-shot-bufferize"), options as never), { tool });
    expect(runs()).to.deep.equal([
      "one-opt --pass-pipeline=builtin.module(one-shot-bufferize{allow-unknown-ops=true dialect-filter=arith,tensor function-boundary-type-conversion=identity-layout-map})",
    ]);
  });
});

describeWithMlirOpt("texts that only the program can read", () => {
  const said = (text: string, tool: MlirTool): string => {
    const parsed = tool.ir.parse(text, { file: "in.mlir" });
    return parsed.ok ? "read" : parsed.diagnostics.map(renderDiagnostic).join("\n");
  };

  const TEXT = `module {
  func.func @f(%arg0: tensor<4xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %extracted = tensor.extract %arg0[%c0] : tensor<4xf32>
    return %extracted : f32
  }
}
`;

  it("are parsed and printed by the program, with positions in the file", () => {
    const op = parse(TEXT, mlirOpt, "in.mlir");
    expect(mlirOpt.ir.print(op, {})).to.equal(TEXT);
    let place: unknown;
    op.walk((inner) => {
      if (inner.name === "tensor.extract") place = mlirOpt.ir.locationOf(inner);
    });
    expect(place).to.deep.equal({ file: "in.mlir", line: 4, column: 18 });
  });

  it("are refused with its messages, at positions in the file", () => {
    expect(said(TEXT.replace("[%c0]", "[%c1]"), mlirOpt)).to.equal(
      `error[PWM0201]: use of undeclared SSA value name
  --> in.mlir:4:39
   |     %extracted = tensor.extract %arg0[%c1] : tensor<4xf32>
   |                                       ^`,
    );
  });

  it("are refused with messages of the embedded IR if the program is missing", () => {
    const none = mlirTool({ program: "none-opt" });
    expect(said(TEXT, none)).to.contain("PWI");
  });
});
