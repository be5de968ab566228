import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { interleaveLeast, timeOf } from "../measure.mjs";
import { generateModule } from "../module.mjs";
import { mlirOpt, node, passwright, passwrightOpt, threadsFor, withFolder } from "../programs.mjs";
import { row } from "../rows.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Measures how long the programs take to start with an empty module, with small modules, and with a plan. After the
 * first round, compiled code is cached.
 */
export async function measureStart({ rounds, clock, wants }) {
  const rows = [];
  const compare = async (name, ours, reference, target, by = clock) => {
    if (!wants(name)) return;
    const tasks = {
      ours: () => timeOf(ours, { clock: by, cwd: root }),
      reference: () => timeOf(reference, { clock: by }),
    };
    const least = await interleaveLeast(tasks, Math.max(rounds, 5));
    rows.push(row(name, least.get("ours"), least.get("reference"), target, `ms ${by}`));
  };
  await withFolder(async (folder) => {
    const empty = join(folder, "empty.mlir");
    writeFileSync(empty, "");
    await compare("start: an empty module", passwrightOpt(empty), mlirOpt(empty), 1);
    await compare("start: an empty module, beside node -e 0", passwrightOpt(empty), node("-e", "0"), 2.5);
    // Measures wall time and processor time, because Passwright uses more threads than Node alone during the start, so
    // wall time does not include its full cost.
    for (const by of ["wall", "cpu"]) {
      const name = `start: passwright plan, beside node -e 0, ${by}`;
      await compare(name, passwright("plan", "examples/first"), node("-e", "0"), 2.5, by);
    }
    await compare("start: passwright --version, beside node -e 0", passwright("--version"), node("-e", "0"), 2.5);
    for (const megabytes of [0.2, 2]) {
      const generic = join(folder, "generic.mlir");
      const custom = join(folder, "custom.mlir");
      writeFileSync(generic, generateModule(megabytes));
      spawnSync(mlirOpt()[0], [generic, "-o", custom]);
      const all = [custom, "--cse", ...threadsFor(clock)];
      await compare(`start: cse of ${megabytes / 2} MB`, passwrightOpt(...all), mlirOpt(...all), 1.3);
    }
  });
  return rows;
}
