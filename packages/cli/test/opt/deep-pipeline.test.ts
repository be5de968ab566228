import { expect } from "chai";
import { mainOpt } from "@passwright/cli";
import { runProgram } from "../fake-terminal.ts";
import { makeProject } from "../project.ts";

/** Pipeline with the maximum depth of nested managers. */
const deepest = `--pass-pipeline=builtin.module(${"func.func(".repeat(1000)}cse${")".repeat(1000)})`;

describe("a pipeline of 1,000 nested managers", () => {
  const reports = ["", "--mlir-timing", "--mlir-pass-statistics", "--mlir-print-ir-before-all", "--dump-pass-pipeline"];
  for (const report of reports) {
    it(`runs ${report === "" ? "without a report" : `with ${report}`}`, async () => {
      const args = report === "" ? [deepest] : [deepest, report];
      const { out, err, code } = await runProgram(mainOpt, args, { cwd: makeProject({}), input: "module {}" });
      expect({ out, code }, err.slice(0, 500)).to.deep.equal({ out: "module {\n}\n\n", code: 0 });
    });
  }
});
