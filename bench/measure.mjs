import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { childEnvironment } from "@passwright/development";

/** Runs the tasks one after the other, again and again, so that a busy machine hurts all of them alike. Answers medians. */
export async function interleave(tasks, rounds) {
  return new Map([...(await samplesOf(tasks, rounds))].map(([name, taken]) => [name, medianOf(taken)]));
}

/** As {@link interleave}, with the least of each: what other programs took away is in none of it. Tasks answer numbers. */
export async function interleaveLeast(tasks, rounds) {
  return new Map([...(await samplesOf(tasks, rounds))].map(([name, taken]) => [name, Math.min(...taken)]));
}

async function samplesOf(tasks, rounds) {
  const samples = new Map(Object.keys(tasks).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, task] of Object.entries(tasks)) {
      // One at a time is the point: two measurements side by side would measure each other.
      samples.get(name).push(await task());
    }
  }
  return samples;
}

/** The median of numbers; of objects whose fields are numbers, field by field. */
export function medianOf(taken) {
  if (typeof taken[0] === "number") return taken.toSorted((a, b) => a - b)[taken.length >> 1];
  return Object.fromEntries(Object.keys(taken[0]).map((key) => [key, medianOf(taken.map((one) => one[key]))]));
}

/** Milliseconds that a whole process took, as bash counts them: of processor time, user and system, or on the wall. */
export function timeOf([program, ...args], { clock, cwd }) {
  const options = { cwd, env: childEnvironment(), encoding: "utf8" };
  const script = 'TIMEFORMAT="%R %U %S"; time "$0" "$@" >/dev/null 2>/dev/null';
  const { stderr, status, error } = spawnSync("bash", ["-c", script, program, ...args], options);
  if (error !== undefined) throw error;
  if (status !== 0) return Number.NaN;
  const [wall, user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return (clock === "wall" ? wall : user + system) * 1000;
}

/** Megabytes of memory at its peak, read while the process runs: what it takes in its last milliseconds may be missed. */
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
    // It has ended, or this is no Linux.
    return 0;
  }
}
