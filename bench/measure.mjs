import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { childEnvironment } from "@passwright/development";

/**
 * Runs the tasks in turns, so that load on the machine affects all tasks equally. Returns the median result of each
 * task.
 */
export async function interleave(tasks, rounds) {
  return new Map([...(await samplesOf(tasks, rounds))].map(([name, taken]) => [name, medianOf(taken)]));
}

/**
 * Runs tasks in turns, as {@link interleave} does. Each task must return a number. Returns the minimum result of each
 * task, because other programs affect the minimum least.
 */
export async function interleaveLeast(tasks, rounds) {
  return new Map([...(await samplesOf(tasks, rounds))].map(([name, taken]) => [name, Math.min(...taken)]));
}

async function samplesOf(tasks, rounds) {
  const samples = new Map(Object.keys(tasks).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, task] of Object.entries(tasks)) {
      // Runs one task at a time, because parallel measurements would affect each other.
      samples.get(name).push(await task());
    }
  }
  return samples;
}

/** Returns the median of a list of numbers. For a list of objects, returns an object with the median of each field. */
export function medianOf(taken) {
  if (typeof taken[0] === "number") return taken.toSorted((a, b) => a - b)[taken.length >> 1];
  return Object.fromEntries(Object.keys(taken[0]).map((key) => [key, medianOf(taken.map((one) => one[key]))]));
}

/**
 * Returns the time of a whole process in milliseconds, measured by bash: processor time (user and system) or wall time.
 */
export function timeOf([program, ...args], { clock, cwd }) {
  const options = { cwd, env: childEnvironment(), encoding: "utf8" };
  const script = 'TIMEFORMAT="%R %U %S"; time "$0" "$@" >/dev/null 2>/dev/null';
  const { stderr, status, error } = spawnSync("bash", ["-c", script, program, ...args], options);
  if (error !== undefined) throw error;
  if (status !== 0) return Number.NaN;
  const [wall, user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return (clock === "wall" ? wall : user + system) * 1000;
}

/**
 * Runs a process, and returns the peak of its memory in megabytes. Polls the memory while the process runs, so a peak
 * in the last milliseconds is not detected.
 */
export function peakOf([program, ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: childEnvironment(), stdio: "ignore" });
    let kilobytes = 0;
    const timer = setInterval(() => {
      kilobytes = Math.max(kilobytes, residentOf(child.pid));
    }, 5);
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(timer);
      resolve(code === 0 ? kilobytes / 1024 : Number.NaN);
    });
  });
}

function residentOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    // The memory cannot be read if the process has ended, or if the system is not Linux.
    return 0;
  }
}
