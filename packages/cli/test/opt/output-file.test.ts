import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mainOpt } from "@passwright/cli";
import { expect } from "chai";
import { runProgram } from "../fake-terminal.ts";
import { makeProject } from "../project.ts";

const good = "func.func private @a()\n";
const bad = "func.func private @b(\n";

describe("the file that passwright-opt writes", () => {
  it("is unchanged if a part of the input fails after another one was printed", async () => {
    const cwd = makeProject({ "in.mlir": `${good}// -----\n${bad}`, "out.mlir": "as it was\n" });
    const { code } = await runProgram(mainOpt, ["in.mlir", "--split-input-file", "-o", "out.mlir"], { cwd });
    expect(code).to.equal(1);
    expect(readFileSync(join(cwd, "out.mlir"), "utf8")).to.equal("as it was\n");
    expect(readdirSync(cwd).filter((name) => name.endsWith(".tmp"))).to.deep.equal([]);
  });

  it("has all parts, and may be the one that was read", async () => {
    const cwd = makeProject({ "in.mlir": `${good}// -----\n${good}` });
    const { code } = await runProgram(mainOpt, ["in.mlir", "--split-input-file", "-o", "in.mlir"], { cwd });
    expect(code).to.equal(0);
    const part = "module {\n  func.func private @a()\n}\n\n";
    expect(readFileSync(join(cwd, "in.mlir"), "utf8")).to.equal(`${part}// -----\n${part}`);
    expect(readdirSync(cwd).filter((name) => name.endsWith(".tmp"))).to.deep.equal([]);
  });

  it("is reported if it cannot be written", async function () {
    if (process.platform !== "linux") this.skip();
    const cwd = makeProject({ "in.mlir": good });
    const { code, err } = await runProgram(mainOpt, ["in.mlir", "-o", "/dev/full"], { cwd });
    expect(code).to.equal(1);
    expect(err).to.equal("cannot open output file '/dev/full': No space left on device\n");
  });
});
