import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "@passwright/development";
import { SHAPES } from "../growth/doublings.mjs";
import { row } from "../rows.mjs";

/** Maximum ratio between the time for a size and the time for half of that size. */
const LIMIT = 2.5;

/**
 * Measures kinds of pipelines for which the cost might grow faster than the size. Compares the time for each size with
 * the time for half of that size.
 */
export async function measureDoublings({ rounds, wants }) {
  return Object.entries(SHAPES).flatMap(([shape, { sizes }]) => {
    const name = (size) => `growth: ${shape}, ${size}`;
    if (!sizes.slice(1).some((size) => wants(name(size)))) return [];
    const times = sizes.map((size) => measureApart(shape, size, Math.min(rounds, 3)));
    return sizes
      .slice(1)
      .map((size, at) => row(name(size), times[at + 1], times[at], LIMIT, "ms, reference is half the size"));
  });
}

/**
 * Measures in a separate process, because earlier measurements in the same process would affect its compiled code and
 * heap.
 */
function measureApart(shape, size, rounds) {
  const program = fileURLToPath(new URL("../growth/doublings.mjs", import.meta.url));
  const args = [program, shape, String(size), String(rounds)];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8", env: childEnvironment() });
  if (status !== 0) throw new Error(`${shape}, ${size}: ${stderr}`);
  return JSON.parse(stdout);
}
