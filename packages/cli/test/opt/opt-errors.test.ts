import { expect } from "chai";
import { mainOpt } from "@passwright/cli";
import { runProgram } from "../fake-terminal.ts";
import { makeProject } from "../project.ts";

const dialectPlugin = (name: string): string => `import { definePlugin } from "@passwright/sdk";
import { defineDialect } from "@passwright/ir";
export default definePlugin({ passes: [], dialects: [defineDialect({ name: "${name}", ops: {} })] });
`;

async function errorsOf(...args: readonly string[]): Promise<string> {
  const cwd = makeProject({
    "a.mlir": "",
    "one.js": dialectPlugin("toy"),
    "two.js": dialectPlugin("toy"),
    "three.js": dialectPlugin("func"),
  });
  const { out, err, code } = await runProgram(mainOpt, ["a.mlir", ...args], { cwd });
  return `${out}${err}exit ${code}`;
}

describe("what passwright-opt refuses", () => {
  it("PWR0401: passes as flags beside a pipeline", async () => {
    expect(await errorsOf("--cse", "--pass-pipeline=builtin.module(cse)")).to.equal(
      "<unknown>:0: error: '-pass-pipeline' option can't be used with individual pass options\nexit 1",
    );
  });

  it("PWR0402: local reproducers with threads", async () => {
    const flags = ["--mlir-pass-pipeline-crash-reproducer=r.mlir", "--mlir-pass-pipeline-local-reproducer"];
    expect(await errorsOf(...flags)).to.equal(
      "<unknown>:0: error: Local crash reproduction may not be used without disabling mutli-threading first.\nexit 1",
    );
  });

  it("PWR0403: dumps of the whole module with threads", async () => {
    expect(await errorsOf("--mlir-print-ir-module-scope")).to.equal(
      "<unknown>:0: error: IR print for module scope can't be setup on a pass-manager without disabling " +
        "multi-threading first.\n\nexit 1",
    );
  });

  it("PWR0404: two dialects of one name", async () => {
    const plugins = ["./one.js", "./two.js", "./three.js"].map((name) => `--load-dialect-plugin=${name}`);
    expect(await errorsOf(...plugins)).to.equal(`error[PWR0404]: dialect \`toy\` is registered twice
  --> plugin ./two.js
   = first by ./one.js
   = then by ./two.js
help: leave one of the two plugins out

error[PWR0404]: dialect \`func\` is registered twice
  --> plugin ./three.js
   = first by @passwright/ir
   = then by ./three.js
help: leave one of the two plugins out
exit 1`);
  });
});
