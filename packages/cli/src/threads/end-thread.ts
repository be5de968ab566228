import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Worker } from "node:worker_threads";

/** So long a thread that nothing holds may take to end. Chosen, not measured. */
const PATIENCE_MS = 500;

/**
 * Ends a thread. One that waits for a program, as a pass of `mlir-opt` does, ends after that program only: then all that this
 * process started is ended, too.
 */
export async function endThread(worker: Worker): Promise<void> {
  // Again and again: it may have started the next one by then.
  const timer = setInterval(endPrograms, PATIENCE_MS);
  try {
    await worker.terminate();
  } finally {
    clearInterval(timer);
  }
}

/** Those that programs started, too: a thread waits until nobody can write to its pipes any more. */
function endPrograms(): void {
  const parents = parentsOfProcesses();
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === process.pid || (parent > 1 && isOurs(parent)));
  };
  for (const pid of [...parents.keys()].filter(isOurs)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended meanwhile.
    }
  }
}

/** The parent of every process, as far as the system tells: Linux by files, others by `ps`, Windows not at all. */
function parentsOfProcesses(): ReadonlyMap<number, number> {
  const pairs = process.platform === "linux" ? pairsOfProc() : pairsOfPs();
  return new Map(pairs.filter(([pid, parent]) => pid > 0 && pid !== parent));
}

function pairsOfProc(): [pid: number, parent: number][] {
  return readdirSync("/proc").flatMap((name): [number, number][] => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The name of the program stands in parentheses, and may have some in it.
      const [, parent] = /^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
      return parent === undefined ? [] : [[Number(name), Number(parent)]];
    } catch {
      return [];
    }
  });
}

function pairsOfPs(): [pid: number, parent: number][] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return [...(stdout ?? "").matchAll(/^ *(\d+) +(\d+)$/gm)].map(([, pid, parent]) => [Number(pid), Number(parent)]);
}
