import { isMainThread } from "node:worker_threads";
import { parsePipeline, PassManager, PassRegistry } from "@passwright/core";
import { createMlirAdapter, parseModule } from "@passwright/ir";
import transforms from "@passwright/plugin-transforms";
import { ThreadPool, Threads } from "@passwright/runner/threads";
import { medianOf } from "../measure.mjs";
import { row } from "../rows.mjs";

const pipelines = ["cse,canonicalize", "cse,canonicalize,sccp,loop-invariant-code-motion,cse,canonicalize"];

/** Number of warm-up runs, which let the engine compile the code, and number of measured runs. */
const [RESIDENT_WARM, RESIDENT_RUNS] = [10, 20];

/** Sets up a thread. The main thread and every worker call this function. */
export function setUp() {
  const registry = new PassRegistry();
  for (const pass of transforms.passes) registry.registerPass(pass, { name: "@passwright/plugin-transforms" });
  return { registry, adapter: createMlirAdapter() };
}

/**
 * Compares the wall time with two worker threads to the wall time without worker threads. Measures the first run, which
 * starts the threads, and the fastest later run.
 */
export async function measureThreads({ rounds, wants }) {
  if (!isMainThread) return [];
  const rows = wants("resident: many runs") ? await measureResident() : [];
  if (!wants("threads")) return rows;
  const text = moduleText(1000, 100);
  for (const [index, pipeline] of pipelines.entries()) {
    const pool = new ThreadPool({ threads: 2 });
    try {
      const times = { on: [], off: [] };
      for (let round = 0; round < Math.max(rounds, 3); round++) {
        times.off.push(await timeRun(text, pipeline));
        times.on.push(await timeRun(text, pipeline, pool));
      }
      const name = `threads on: ${index === 0 ? "two passes" : "six passes"}`;
      const unit = "ms, reference is threads off";
      rows.push(row(`${name}, cold`, times.on[0], times.off[0], 1.5, unit));
      rows.push(row(`${name}, resident`, Math.min(...times.on.slice(1)), Math.min(...times.off.slice(1)), 1, unit));
    } finally {
      await pool.close();
    }
  }
  return rows;
}

/** Measures a run in a warm process with an existing pool, as in an editor or a server. */
async function measureResident() {
  const text = moduleText(100, 100);
  const rows = [];
  for (const [index, pipeline] of pipelines.entries()) {
    const pool = new ThreadPool({ threads: 2 });
    try {
      const times = { on: [], off: [] };
      for (let run = 0; run < RESIDENT_WARM + RESIDENT_RUNS; run++) {
        times.off.push(await timeRun(text, pipeline));
        times.on.push(await timeRun(text, pipeline, pool));
      }
      const [on, off] = [times.on, times.off].map((all) => medianOf(all.slice(RESIDENT_WARM)));
      const name = `resident: many runs, threads on: ${index === 0 ? "two passes" : "six passes"}`;
      rows.push(row(name, on, off, null, "ms a run, reference is threads off"));
    } finally {
      await pool.close();
    }
  }
  return rows;
}

async function timeRun(text, pipeline, pool) {
  const { adapter, registry } = setUp();
  const { op } = parseModule(adapter.context, text, {});
  const manager = new PassManager(adapter, { anchor: "builtin.module" });
  manager.addNested(parsePipeline(`func.func(${pipeline})`, registry).manager);
  const setup = { module: import.meta.url, data: {} };
  if (pool !== undefined) manager.executor = new Threads({ pool, adapter, registry, setup });
  const start = performance.now();
  const { succeeded } = await manager.runAsync(op);
  if (!succeeded) throw new Error("the run failed");
  return performance.now() - start;
}

function moduleText(functions, operations) {
  const names = ["addi", "muli", "xori"];
  const body = Array.from({ length: operations }, (_, i) => {
    const operands = `%${i > 0 ? i - 1 : "a"}, %${i > 3 ? i - 3 : "b"}`;
    return `  %${i} = arith.${names[i % 3]} ${operands} : i32\n`;
  }).join("");
  const functionText = (_, i) =>
    `func.func @f${i}(%a: i32, %b: i32) -> i32 {\n${body}  return %${operations - 1} : i32\n}\n`;
  return Array.from({ length: functions }, functionText).join("");
}
