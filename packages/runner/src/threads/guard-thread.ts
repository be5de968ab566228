import type { MessagePort } from "node:worker_threads";
import { writeUnsettled } from "./progress.ts";

/**
 * Lets this thread exit if a job waits for a promise that no code can settle anymore. Otherwise, the port would keep
 * the thread alive, and the job would never end. Returns a function that restores the port.
 */
export function endIfUnsettled(port: MessagePort, progress: Int32Array): () => void {
  port.unref();
  const end = (): never => {
    writeUnsettled(progress);
    process.exit(1);
  };
  process.once("beforeExit", end);
  return () => {
    process.off("beforeExit", end);
    port.ref();
  };
}

/** Replaces `process.kill` in this thread. If code kills this process, only the thread ends, as with `process.exit`. */
export function guardKill(): void {
  const { kill } = process;
  process.kill = (pid, signal) =>
    pid === process.pid && signal !== 0 ? process.exit(1) : kill.call(process, pid, signal);
}
