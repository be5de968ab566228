import { expect } from "chai";
import {
  describeWithMlirOpt,
  findMlirOpt,
  runMlirOpt,
  runMlirOptAsync,
  runMlirOptOnEach,
} from "@passwright/development";

describe("findMlirOpt", () => {
  const { PASSWRIGHT_MLIR_OPT: chosen, PATH: path } = process.env;

  afterEach(() => {
    if (chosen === undefined) delete process.env["PASSWRIGHT_MLIR_OPT"];
    else process.env["PASSWRIGHT_MLIR_OPT"] = chosen;
    process.env["PATH"] = path;
  });

  it("prefers the program in PASSWRIGHT_MLIR_OPT", () => {
    process.env["PASSWRIGHT_MLIR_OPT"] = "/somewhere/mlir-opt";
    expect(findMlirOpt()).to.equal("/somewhere/mlir-opt");
  });

  it("does not find programs on an empty PATH, and a run reports this", () => {
    delete process.env["PASSWRIGHT_MLIR_OPT"];
    process.env["PATH"] = "";
    expect(findMlirOpt()).to.equal(undefined);
    expect(() => runMlirOpt([], "")).to.throw("no mlir-opt on the PATH and PASSWRIGHT_MLIR_OPT is not set");
  });
});

describeWithMlirOpt("runMlirOpt", () => {
  it("is version 22", () => {
    expect(runMlirOpt(["--version"], "").stdout).to.match(/LLVM version 22\./);
  });

  it("gives output, errors and exit code, at once or later", async () => {
    const good = '"builtin.module"() ({\n^bb0:\n}) : () -> ()\n';
    expect(runMlirOpt(["--mlir-print-op-generic"], good)).to.deep.equal({ stdout: `${good}\n`, stderr: "", code: 0 });
    expect(await runMlirOptAsync(["--mlir-print-op-generic"], good)).to.deep.equal({
      stdout: `${good}\n`,
      stderr: "",
      code: 0,
    });
    const bad = runMlirOpt([], "nonsense");
    expect(bad.code).to.equal(1);
    expect(bad.stderr).to.match(/^<stdin>:1:1: error: /);
    expect(await runMlirOptAsync([], "nonsense")).to.deep.equal(bad);
  });

  it("names the program of a batch that mlir-opt refuses", () => {
    const programs = ['"builtin.module"() ({\n^bb0:\n}) : () -> ()', "nonsense"];
    expect(() => runMlirOptOnEach([], programs)).to.throw(/^mlir-opt refuses program 1 of 2: <stdin>:1:1: error: /);
  });
});
