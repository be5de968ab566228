import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "@passwright/development";
import { interleave } from "../measure.mjs";
import { generateModule } from "../module.mjs";
import { runMlirOpt } from "../parts-reference.mjs";
import { withFolder } from "../programs.mjs";
import { row } from "../rows.mjs";

const PARTS = ["parse", "cse", "canonicalize", "print"];

/**
 * Runs Passwright and mlir-opt on text in generic form. Compares the wall time of each part of Passwright's run with
 * the row for this part in mlir-opt's timing report.
 */
export async function measureParts({ rounds, megabytes, wants }) {
  const names = PARTS.filter((part) => wants(`part: ${part}`));
  if (names.length === 0) return [];
  return withFolder(async (folder) => {
    const [input, ours, reference] = ["input.mlir", "ours.mlir", "reference.mlir"].map((name) => join(folder, name));
    writeFileSync(input, generateModule(megabytes));
    const medians = await interleave(
      { ours: () => runOurs(input, ours), reference: () => runMlirOpt(input, reference) },
      rounds,
    );
    // mlir-opt appends an empty line.
    if (readFileSync(ours, "utf8").trimEnd() !== readFileSync(reference, "utf8").trimEnd()) {
      throw new Error("the two programs did not print the same, so that their times mean nothing");
    }
    return names.map((part) =>
      row(`part: ${part}`, medians.get("ours")[part], medians.get("reference")[part], null, "ms wall"),
    );
  });
}

function runOurs(input, output) {
  const program = fileURLToPath(new URL("../parts-ours.mjs", import.meta.url));
  const options = { encoding: "utf8", env: childEnvironment() };
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, input, output], options);
  if (status !== 0) throw new Error(`our own program failed: ${stderr}`);
  return JSON.parse(stdout);
}
