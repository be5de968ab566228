import { PassManager, renderDiagnostic } from "@passwright/core";
import type { Operation } from "@passwright/ir";
import { mlirTool } from "@passwright/plugin-mlir-tools";
import type { MlirTool } from "@passwright/plugin-mlir-tools";
import { describeWithMlirOpt } from "@passwright/development";
import { expect } from "chai";
import { addAll, mlirOpt, run, Workshop } from "./run-tool.ts";

const TEXT = `func.func private @g(%x: i32) -> i32 {
  return %x : i32
}
func.func @f(%x: i32) -> i32 {
  %0 = call @g(%x) : (i32) -> i32
  return %0 : i32
}
`;

/**
 * Script that prints a module and a report with statistics. Replaces mlir-opt, because release builds of MLIR do not
 * print statistics.
 */
const REPORT = `echo 'module {}'
cat >&2 <<END
<stdin>:1:1: warning: look here
===-------------------------------------------------------------------------===
                         ... Pass statistics report ...
===-------------------------------------------------------------------------===
'func.func' Pipeline
  CSE
    (S) 2 num-cse'd - Number of operations CSE'd
    (S) 1 num-dce'd - Number of operations DCE'd
CSE
  (S) 0 num-cse'd - Number of operations CSE'd

===-------------------------------------------------------------------------===
                         ... Execution time report ...
===-------------------------------------------------------------------------===
  Total Execution Time: 0.0084 seconds

  ----User Time----  ----Wall Time----  ----Name----
    0.0014 ( 15.3%)    0.0014 ( 16.5%)  Parser
    0.0007 (  7.3%)    0.0007 (  7.9%)  'func.func' Pipeline
    0.0001 (  1.5%)    0.0001 (  1.7%)    CSE
    0.0000 (  0.1%)    0.0000 (  0.1%)      (A) DominanceInfo
    0.0003 (  3.3%)    0.0004 (  4.1%)  Inliner
    0.0000 (  1.2%)    0.0000 (  1.2%)    (A) CallGraph
    0.0002 (  2.3%)    0.0002 (  2.4%)  'func.func' Pipeline
    0.0002 (  2.3%)    0.0002 (  2.4%)    Canonicalizer
    0.0000 (  0.3%)    0.0000 (  0.3%)  CSE
    0.0002 (  2.2%)    0.0002 (  2.4%)  Output
    0.0023 ( 25.7%)    0.0023 ( 27.8%)  Rest
    0.0091 (100.0%)    0.0084 (100.0%)  Total
END
`;

function fill(manager: PassManager<Operation>, tool: MlirTool): void {
  addAll(manager.nest("func.func"), tool, "cse");
  addAll(manager, tool, "inline", "cse");
}

function runOnText(tool: MlirTool): string {
  const manager = new PassManager<Operation>(mlirOpt.ir, { anchor: "builtin.module" });
  fill(manager, tool);
  return (manager.runOnText(TEXT, { file: "in.mlir" })?.diagnostics ?? []).map(renderDiagnostic).join("\n");
}

describe("the report of a program", () => {
  it("shows times and statistics for each step", () => {
    const workshop = new Workshop();
    try {
      const program = workshop.script("count-opt", REPORT);
      expect(runOnText(mlirTool({ program, report: true }))).to
        .equal(`remark[PWM0301]: CSE took 0.0001 seconds in count-opt; 2 num-cse'd, 1 num-dce'd
  --> step cse
remark[PWM0301]: Inliner took 0.0004 seconds in count-opt
  --> step inline
remark[PWM0301]: CSE took 0 seconds in count-opt; 0 num-cse'd
  --> step cse
warning[PWC0501]: look here
  --> in.mlir:1:1, step cse,inline,cse`);
    } finally {
      workshop.clear();
    }
  });
});

describeWithMlirOpt("the report of mlir-opt", () => {
  const program = mlirOpt.program?.path ?? "";

  it("has a time for each step, in one process", () => {
    const tool = mlirTool({ program, report: true });
    const steps = (text: string): readonly string[] =>
      text
        .split("\n")
        .flatMap((line) =>
          / took [\d.e-]+ seconds in /.exec(line) !== null ? [line.replace(/^.*: | took.*$/g, "")] : [],
        );
    const names = ["CSE", "Inliner", "CSE"];
    expect(steps(runOnText(tool))).to.deep.equal(names);
    const { said, result } = run(TEXT, (manager) => fill(manager, tool), { tool });
    expect(result.succeeded).to.equal(true);
    expect(steps(said)).to.deep.equal(names);
    expect(said.match(/step \S+/g)).to.deep.equal(["step cse", "step inline", "step cse"]);
  });

  it("is missing unless it is enabled", () => {
    expect(runOnText(mlirTool({ program }))).to.equal("");
  });
});
