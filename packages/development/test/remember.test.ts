import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeTemporaryFolder, runMlirOpt, runMlirOptAsync } from "@passwright/development";

describe("cached results of mlir-opt", () => {
  const { PASSWRIGHT_MLIR_OPT: chosen, PASSWRIGHT_QUICK: quick } = process.env;

  afterEach(() => {
    for (const [name, value] of [
      ["PASSWRIGHT_MLIR_OPT", chosen],
      ["PASSWRIGHT_QUICK", quick],
    ] as const) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it("are remembered by the quick check, where no file is read or written, and asked for by the full one", async () => {
    const folder = makeTemporaryFolder();
    const [program, log] = [join(folder, "mlir-opt"), join(folder, "log")];
    writeFileSync(program, `#!/bin/sh\ncat\necho "$@" >> ${log}\n`);
    writeFileSync(log, "");
    chmodSync(program, 0o755);
    process.env["PASSWRIGHT_MLIR_OPT"] = program;
    const asked = (): number => readFileSync(log, "utf8").split("\n").length - 1;

    process.env["PASSWRIGHT_QUICK"] = "1";
    expect(runMlirOpt(["--cse"], "a")).to.deep.equal({ stdout: "a", stderr: "", code: 0 });
    expect(runMlirOpt(["--cse"], "a")).to.deep.equal({ stdout: "a", stderr: "", code: 0 });
    expect(await runMlirOptAsync(["--cse"], "a")).to.deep.equal({ stdout: "a", stderr: "", code: 0 });
    expect(asked()).to.equal(1);
    expect(runMlirOpt(["--cse"], "b").stdout).to.equal("b");
    runMlirOpt(["--canonicalize"], "b");
    expect(asked()).to.equal(3);
    for (const file of ["in.mlir", "--to=./x"]) for (const _ of [1, 2]) runMlirOpt([file], "b");
    expect(asked()).to.equal(7);

    delete process.env["PASSWRIGHT_QUICK"];
    runMlirOpt(["--cse"], "a");
    expect(asked()).to.equal(8);
  });
});
