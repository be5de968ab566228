import { describeWithMlirOpt, runMlirOpt } from "@passwright/development";
import { parsePipeline, PassManager, renderDiagnostic } from "@passwright/core";
import { mlir, parseModule } from "@passwright/ir";
import { compositeFixedPoint } from "@passwright/plugin-transforms";
import { expect } from "chai";
import { expectAsMlirOptOnCorpus } from "./as-mlir-opt.ts";
import { registry, runPipeline } from "./run-pass.ts";

/** Returns a chain of unused operations. Each run of `cse` erases the last operation of the chain. */
function chain(length: number): string {
  const lines = Array.from({ length }, (_, i) => `%${i + 1} = arith.addi %${i}, %${i} : i32`);
  return `func.func @f(%0: i32) {\n${lines.join("\n")}\nreturn\n}\n`;
}

function messages(pipeline: string, program = chain(1)): readonly string[] {
  return runPipeline(pipeline, program).result.diagnostics.map(({ severity, message }) => `${severity}: ${message}`);
}

describe("composite-fixed-point-pass", () => {
  it("runs its pipeline until nothing changes", () => {
    const { text, result } = runPipeline("composite-fixed-point-pass{pipeline=any(cse)}", chain(6));
    expect(result.diagnostics).to.deep.equal([]);
    expect(text).not.to.contain("arith.addi");
  });

  it("refuses plans that cannot run", () => {
    expect(messages("composite-fixed-point-pass{pipeline=cse max-iterations=0}")).to.deep.equal([
      "error: Invalid maxIterations value: 0",
    ]);
    // The pipeline of a pass that is created in TypeScript is parsed in the run, because the pass does not have the
    // registry earlier.
    const manager = new PassManager(mlir).addPass(compositeFixedPoint, { pipeline: "cse,nope" });
    manager.registry = registry;
    const parsed = parseModule(mlir.context, chain(1));
    expect(parsed.ok && manager.run(parsed.op).diagnostics.map(({ message }) => message)).to.deep.equal([
      "'nope' does not refer to a registered pass or pass pipeline",
    ]);
  });

  it("refuses a pipeline that cannot be read when it is made from text", () => {
    const made = parsePipeline("builtin.module(composite-fixed-point-pass{pipeline=cse,nope})", registry);
    expect(made.ok ? "" : renderDiagnostic(made.diagnostic)).to.equal(
      [
        "error[PWC0213]: Failed to parse composite pass pipeline",
        "  --> MLIR Textual PassPipeline Parser:1:1",
        "   | composite-fixed-point-pass{pipeline=cse,nope}",
        "   | ^",
        "   = failed to add `composite-fixed-point-pass` with options `pipeline=cse,nope`",
        "help: 'nope' does not refer to a registered pass or pass pipeline",
        "help: correct the name, or load the plugin that provides the pass",
      ].join("\n"),
    );
  });

  it("prints how to correct an invalid number", () => {
    const { result } = runPipeline("composite-fixed-point-pass{pipeline=cse max-iterations=-1}", chain(1));
    expect(result.diagnostics.map(renderDiagnostic).join("\n")).to.equal(
      [
        "error[PTF0001]: Invalid maxIterations value: -1",
        "  --> step composite-fixed-point-pass",
        "help: set `max-iterations` to at least 1",
      ].join("\n"),
    );
  });

  it("fails where a pass in it fails", () => {
    const { result } = runPipeline("func.func(composite-fixed-point-pass{pipeline=symbol-dce})", chain(1));
    expect(result.succeeded).to.equal(false);
  });
});

describeWithMlirOpt("composite-fixed-point-pass, against mlir-opt", () => {
  it("warns after as many runs", () => {
    for (const length of [2, 3, 4, 5, 6]) {
      const pipeline = "composite-fixed-point-pass{name=Again pipeline=cse max-iterations=3}";
      const { stderr } = runMlirOpt([`--pass-pipeline=builtin.module(${pipeline})`], chain(length));
      const [first] = stderr.split("\n");
      const said = first === "" ? [] : [first!.slice(first!.indexOf("warning:"))];
      expect(messages(pipeline, chain(length)), `a chain of ${length}`).to.deep.equal(said);
    }
  });

  it("agrees on random programs", () =>
    expectAsMlirOptOnCorpus("composite-fixed-point-pass{pipeline=cse,loop-invariant-code-motion}"));
  it("agrees on functions of random programs", () =>
    expectAsMlirOptOnCorpus("composite-fixed-point-pass{pipeline=func.func(cse,loop-invariant-code-motion) name=X}"));
});
