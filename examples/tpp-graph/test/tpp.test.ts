import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { checkGolden, describeWithMlirOpt, runMlirOpt } from "@passwright/test-support";

const example = fileURLToPath(new URL("..", import.meta.url));

async function passwright(...argv: readonly string[]): Promise<{ readonly out: string; readonly err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(argv, {
    cwd: example,
    outHasColor: false,
    errHasColor: false,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    readInput: async () => "",
  });
  expect(code, err.join("")).to.equal(0);
  return { out: out.join(""), err: err.join("") };
}

describe("TPP's graph", () => {
  for (const target of ["cpu", "gpu"]) {
    it(`takes one of its two branches for the ${target}`, async () => {
      const { out, err } = await passwright("run", ".", "--trace", "--target", target);
      checkGolden(`${err}\n${out}`, `${target}.txt`, import.meta.url);
    });
  }

  it("is drawn as the RFC draws it", async () => {
    checkGolden((await passwright("graph", ".", "--format", "mermaid")).out, "graph.mmd", import.meta.url);
  });
});

describeWithMlirOpt("TPP's graph beside mlir-opt", () => {
  it("comes to what mlir-opt comes to with the pipelines of the branch in a row", async () => {
    const pipelines: { readonly [target: string]: string } = {
      cpu: "func.func(canonicalize),func.func(cse),func.func(loop-invariant-code-motion,cse)",
      gpu: "func.func(canonicalize),func.func(loop-invariant-code-motion,cse),func.func(loop-invariant-code-motion,cse)",
    };
    for (const [target, first] of Object.entries(pipelines)) {
      const pipeline = `builtin.module(${first},func.func(arith-expand,canonicalize),symbol-dce)`;
      const { out } = await passwright("run", ".", "--target", target);
      const reference = runMlirOpt([`--pass-pipeline=${pipeline}`, `${example}matmul.mlir`], "");
      expect(reference.stderr).to.equal("");
      expect(out.trim(), target).to.equal(reference.stdout.trim());
    }
  });
});
