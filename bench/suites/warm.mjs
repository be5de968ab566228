import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "@passwright/development";
import { interleaveLeast, timeOf } from "../measure.mjs";
import { generateModule } from "../module.mjs";
import { mlirOpt, threadsFor, withFolder } from "../programs.mjs";
import { row } from "../rows.mjs";

const TARGET = 0.1;

/**
 * Sizes, in megabytes, of texts in generic form. `warm` is the number of runs after which the engine has compiled the
 * code, and `runs` is the number of measured runs.
 */
const SIZES = [
  { megabytes: 0.1, warm: 60, runs: 40 },
  { megabytes: 1, warm: 20, runs: 15 },
  { megabytes: 10, warm: 4, runs: 4 },
  { megabytes: 30, warm: 3, runs: 3 },
];

/**
 * Compares a run of cse and canonicalize in a warm process with a whole mlir-opt process. Both programs verify the IR
 * after each pass.
 */
export async function measureWarm({ clock, wants }) {
  const rows = [];
  await withFolder(async (folder) => {
    const input = join(folder, "input.mlir");
    const outputs = [join(folder, "ours.mlir"), join(folder, "reference.mlir")];
    for (const { megabytes, warm, runs } of SIZES) {
      const name = `warm: cse, canonicalize of ${megabytes} MB generic`;
      if (!wants(name)) continue;
      writeFileSync(input, generateModule(megabytes));
      const pipeline = "--pass-pipeline=builtin.module(func.func(cse,canonicalize))";
      const flags = ["--mlir-print-op-generic", ...threadsFor(clock), "-o", outputs[1]];
      const least = await interleaveLeast(
        {
          ours: () => timeWarm([input, outputs[0], clock, warm, runs]),
          reference: () => timeOf(mlirOpt(input, pipeline, ...flags), { clock }),
        },
        3,
      );
      // mlir-opt appends an empty line.
      const [ours, reference] = outputs.map((file) => readFileSync(file, "utf8").trimEnd());
      if (ours !== reference) throw new Error(`${name}: the two did not print the same`);
      rows.push(row(name, least.get("ours"), least.get("reference"), TARGET, `ms ${clock}`));
    }
  });
  return rows;
}

function timeWarm(args) {
  const program = fileURLToPath(new URL("../warm-ours.mjs", import.meta.url));
  const options = { encoding: "utf8", env: childEnvironment() };
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args.map(String)], options);
  if (status !== 0) throw new Error(`our own program failed: ${stderr}`);
  return JSON.parse(stdout);
}
