import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { childEnvironment, findMlirOpt } from "@passwright/development";
import { interleave } from "./measure.mjs";
import { generateModule } from "./module.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const cli = join(root, "packages/cli/bin/passwright.js");

/**
 * Compares a direct run of mlir-opt with `passwright run` on a pipeline whose passes mlir-opt executes. Returns the
 * median times of both commands, in milliseconds.
 */
export async function measureTool(rounds) {
  // The config must be inside `node_modules`, because Passwright resolves plugins from the folder of the config.
  const folder = mkdtempSync(join(root, "node_modules", ".bench-"));
  const [input, ours, byHand] = ["input.mlir", "ours.mlir", "by-hand.mlir"].map((name) => join(folder, name));
  try {
    writeFileSync(input, generateModule(15));
    writeFileSync(
      join(folder, "passwright.config.yaml"),
      'plugins: ["@passwright/plugin-mlir-tools"]\npipeline: builtin.module(func.func(mlir-cse,mlir-canonicalize))\n',
    );
    const run = (program, ...args) => {
      const start = performance.now();
      const { stderr, status } = spawnSync(program, args, { encoding: "utf8", env: childEnvironment() });
      if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
      return { whole: performance.now() - start };
    };
    const pipeline = "--pass-pipeline=builtin.module(func.func(cse,canonicalize))";
    const medians = await interleave(
      {
        ours: () => run(process.execPath, cli, "run", folder, input, "-o", ours),
        byHand: () => run(findMlirOpt(), input, pipeline, "-o", byHand),
      },
      rounds,
    );
    if (readFileSync(ours, "utf8").trimEnd() !== readFileSync(byHand, "utf8").trimEnd()) {
      throw new Error("the two programs did not print the same, so that their times mean nothing");
    }
    return { ours: medians.get("ours").whole, byHand: medians.get("byHand").whole };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
