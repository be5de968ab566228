import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { globSync } from "tinyglobby";
import { interleaveLeast, timeOf } from "../measure.mjs";
import { generateModule } from "../module.mjs";
import { mlirOpt, node, passwright, withFolder } from "../programs.mjs";
import { row } from "../rows.mjs";

const modules = fileURLToPath(new URL("../../node_modules/", import.meta.url));
const [ICONS, MODULES, MODULE_MB] = [1000, 200, 0.08];

const ICON_RUN = "many: 1,000 icons, reference is svgo";
const MODULE_RUN = "many: 200 modules of 80 kB, reference is a loop over mlir-opt";
const CACHED = "many: second run with the cache, reference is the first";

/**
 * Compares runs of Passwright on many inputs with other programs that do the same task. Measures whole processes,
 * including writing the output files.
 */
export async function measureMany({ rounds, wants, clock }) {
  const rows = [];
  await withFolder(async (cwd) => {
    const measure = async (name, target, ours, reference) => {
      if (!wants(name)) return;
      const times = await interleaveLeast(
        { ours: () => timeOf(ours, { clock, cwd }), reference: () => timeOf(reference, { clock, cwd }) },
        Math.min(rounds, 3),
      );
      rows.push(row(name, times.get("ours"), times.get("reference"), target, `ms ${clock}`));
    };
    const run = (config, folder) =>
      passwright(
        "run",
        "-c",
        fileURLToPath(new URL(`../${config}`, import.meta.url)),
        `${folder}/in/*`,
        "-o",
        `${folder}/ours/`,
      );
    if (wants(ICON_RUN)) {
      mkdirSync(join(cwd, "icons/in"), { recursive: true });
      const icons = globSync(["bootstrap-icons/icons/*.svg"], { cwd: modules, absolute: true }).sort();
      for (const [index, path] of icons.slice(0, ICONS).entries())
        copyFileSync(path, join(cwd, `icons/in/${index}.svg`));
    }
    const icons = run("many-icons.yaml", "icons");
    const svgo = node(join(modules, "svgo/bin/svgo.js"), "-q", "-f", "icons/in", "-o", "icons/theirs");
    // The rows for wall time use two threads.
    await measure(ICON_RUN, clock === "wall" ? 0.6 : null, icons, svgo);
    if (wants(MODULE_RUN)) {
      mkdirSync(join(cwd, "mlir/in"), { recursive: true });
      mkdirSync(join(cwd, "mlir/theirs"));
      const text = generateModule(MODULE_MB);
      for (let index = 0; index < MODULES; index++) writeFileSync(join(cwd, `mlir/in/${index}.mlir`), text);
    }
    if (wants(CACHED)) {
      mkdirSync(join(cwd, "flags/in"), { recursive: true });
      const flags = globSync(["flag-icons/flags/*/*.svg"], { cwd: modules, absolute: true });
      for (const [index, path] of [...flags, ...flags].entries())
        copyFileSync(path, join(cwd, `flags/in/${index}.svg`));
      // The pattern is in quotes, so that the shell passes it to the program unchanged.
      const command = [...run("many-icons.yaml", "flags"), "--cache"].map((arg) => `'${arg}'`).join(" ");
      const second = ["bash", "-c", `XDG_CACHE_HOME=flags ${command}`];
      const first = ["bash", "-c", `rm -rf flags/passwright && XDG_CACHE_HOME=flags ${command}`];
      // Fills the cache for the measured runs.
      timeOf(first, { clock, cwd });
      await measure(CACHED, clock === "wall" ? 0.1 : null, second, first);
    }
    const [program] = mlirOpt();
    const loop = `for f in mlir/in/*.mlir; do "${program}" --pass-pipeline='builtin.module(func.func(cse,canonicalize))' "$f" -o "mlir/theirs/\${f##*/}"; done`;
    const ours = run("many-modules.yaml", "mlir");
    await measure(MODULE_RUN, 0.12, ours, ["bash", "-c", loop]);
  });
  return rows;
}
