import type { Readable } from "node:stream";
import { Worker } from "node:worker_threads";

/*
 * Copies the memory of a worker process to the parent process, because processes cannot share memory.
 */

/** File descriptor to which a process writes its memory. */
export const MEMORY_FD = 4;

/** Interval in milliseconds at which a process checks its parent process and its memory. */
const CHECK_MS = 50;

/**
 * Ends this process when its parent process has ended, and sends changes of the memory to the parent process. Uses a
 * separate thread, because a pass in an endless loop prevents events in the main thread. On Windows, the system ends
 * the processes.
 */
export function watchProcess(memory: SharedArrayBuffer | undefined): void {
  const check = `const { writeSync } = require("node:fs");
    const shared = new Uint8Array(require("node:worker_threads").workerData ?? 0);
    const parent = process.ppid;
    let sent = Buffer.from(shared);
    setInterval(() => {
      if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
      if (sent.equals(shared)) return;
      sent = Buffer.from(shared);
      for (let at = 0; at < sent.length; ) at += writeSync(${MEMORY_FD}, sent, at);
    }, ${CHECK_MS});`;
  new Worker(check, { eval: true, workerData: memory }).unref();
}

/** Copies each state that a process sends into `memory`. */
export function receiveMemory(memory: Uint8Array, states: Readable): void {
  let at = 0;
  states.on("data", (chunk: Buffer) => {
    for (let read = 0; read < chunk.length;) {
      const part = chunk.subarray(read, read + memory.length - at);
      memory.set(part, at);
      read += part.length;
      at = (at + part.length) % memory.length;
    }
  });
}
