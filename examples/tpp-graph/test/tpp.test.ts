import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { main } from "@passwright/cli";
import {
  checkGolden,
  childEnvironment,
  describeWithMlirOpt,
  itSlow,
  runMlirOpt,
  runMlirRunner,
  runProgram,
} from "@passwright/development";
import type { Outcome } from "@passwright/development";

const example = fileURLToPath(new URL("..", import.meta.url));
const cli = fileURLToPath(new URL("../../../packages/cli/bin/passwright.js", import.meta.url));

async function passwright(...argv: readonly string[]): Promise<Outcome> {
  const outcome = await runProgram(main, argv, { cwd: example });
  expect(outcome.code, outcome.err).to.equal(0);
  return outcome;
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
  it("has mlir-opt's result for the pipelines of the branch in a row", async () => {
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

const withMlirOpt = (...argv: readonly string[]): Promise<Outcome> => passwright(...argv, "-c", "mlir-opt.config.yaml");

describeWithMlirOpt("TPP's graph with MLIR's own passes", () => {
  for (const target of ["cpu", "gpu"]) {
    it(`lowers linalg to the LLVM dialect, and computes the right number, for the ${target}`, async () => {
      const { out, err } = await withMlirOpt("run", "linalg.mlir", "--target", target);
      expect(err).to.equal("");
      expect(out).to.not.match(/\b(linalg|tensor|memref|scf|func)\./);
      expect(runMlirRunner(out, "f32")).to.deep.equal({ stdout: "5.000000e+01\n", stderr: "", code: 0 });
    });
  }

  it("is the result of the same command typed by hand", async () => {
    const { out } = await withMlirOpt("plan", "--format", "mlir");
    const named = out.split("\n").filter((line) => line.startsWith("builtin.module("));
    // Leaves out the pipeline of the GPU branch, which the run does not take.
    const taken = named.filter((line) => !line.includes("fuse-elementwise"));
    const flags = taken.map((line) => line.slice("builtin.module(".length, -1).replaceAll("mlir-", ""));
    const pipeline = `--pass-pipeline=builtin.module(${flags.filter((text) => text !== "").join(",")})`;
    const reference = runMlirOpt([pipeline, `${example}linalg.mlir`], "");
    expect(reference.stderr).to.equal("");
    expect((await withMlirOpt("run", "linalg.mlir")).out.trim()).to.equal(reference.stdout.trim());
  });
});

describe("TPP's graph without mlir-opt", () => {
  const env = { ...childEnvironment(), PASSWRIGHT_MLIR_OPT: "/no/such/mlir-opt", XDG_CACHE_HOME: "/no/such/folder" };
  const run = (...argv: readonly string[]): { readonly stdout: string; readonly stderr: string } =>
    spawnSync(process.execPath, [cli, "run", ...argv], { cwd: example, encoding: "utf8", env });

  itSlow("runs as with it, where the passes are embedded ones", async () => {
    expect(run(".").stdout).to.equal((await passwright("run", ".")).out);
  });

  itSlow("names missing functions if the passes are MLIR's", () => {
    const { stdout, stderr } = run("-c", "mlir-opt.config.yaml");
    expect(stdout).to.equal("");
    const [first] = stderr.split("\n\n");
    expect(first).to
      .equal(`error[PWL0402]: no framework or plugin provides a pass named \`mlir-linalg-generalize-named-ops\`
  --> mlir-opt.config.yaml:8:11
   |   - pass: mlir-linalg-generalize-named-ops
   |           ^
   = searched: tpp, @passwright/plugin-mlir-tools, @passwright/plugin-transforms
   = @passwright/plugin-mlir-tools: $PASSWRIGHT_MLIR_OPT (/no/such/mlir-opt) is not on the PATH
help: install the missing packages, or add the plugin that provides the pass to \`plugins\``);
  });
});
