import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { interleaveLeast, peakOf, timeOf } from "../measure.mjs";
import { generateModule } from "../module.mjs";
import { mlirOpt, passwrightOpt, threadsFor, withFolder } from "../programs.mjs";
import { row } from "../rows.mjs";

const nested = (passes) => `--pass-pipeline=builtin.module(func.func(${passes}))`;

const WORK = {
  "parse, verify, print": [],
  cse: [nested("cse")],
  canonicalize: [nested("canonicalize")],
  "cse, canonicalize": [nested("cse,canonicalize")],
  "cse, canonicalize, not verified between": [nested("cse,canonicalize"), "--verify-each=0"],
};

/** Measures whole processes on the generated module, in generic form (30 MB) and in custom form (half the size). */
export async function measureText({ rounds, clock, megabytes, wants }) {
  const rows = [];
  await withFolder(async (folder) => {
    const generic = join(folder, "generic.mlir");
    const custom = join(folder, "custom.mlir");
    writeFileSync(generic, generateModule(megabytes));
    spawnSync(mlirOpt()[0], [generic, "-o", custom]);
    for (const [form, input, flags] of [
      ["custom", custom, []],
      ["generic", generic, ["--mlir-print-op-generic"]],
    ]) {
      const size = Math.round(readFileSync(input).length / 1e6);
      for (const [work, args] of Object.entries(WORK)) {
        const name = `${size} MB ${form}: ${work}`;
        if (!wants(name)) continue;
        const all = [input, ...args, ...flags, ...threadsFor(clock)];
        const outputs = [join(folder, "ours.mlir"), join(folder, "reference.mlir")];
        const commands = [passwrightOpt(...all, "-o", outputs[0]), mlirOpt(...all, "-o", outputs[1])];
        const least = await interleaveLeast(
          { ours: () => timeOf(commands[0], { clock }), reference: () => timeOf(commands[1], { clock }) },
          rounds,
        );
        const [ours, reference] = outputs.map((file) => readFileSync(file));
        if (!ours.equals(reference)) throw new Error(`${name}: the programs did not print the same`);
        rows.push(row(name, least.get("ours"), least.get("reference"), 0.3, `ms ${clock}`));
        if (args.length > 0) continue;
        rows.push(row(`${name}: peak memory`, await peakOf(commands[0]), await peakOf(commands[1]), 0.7, "MB"));
      }
    }
  });
  return rows;
}
