import { MessagePort } from "node:worker_threads";
import { writeUnsettled } from "./progress.ts";

/** A part of Node that has no types. */
interface Internals {
  _getActiveHandles?(): readonly unknown[];
}

/**
 * Lets this thread end when nothing is left that could settle a promise: ports to other threads hold it otherwise, and whoever waits for
 * the job waits forever. Returns a function that makes the ports hold the thread again.
 */
export function endIfUnsettled(progress: Int32Array): () => void {
  const { _getActiveHandles: getActiveHandles } = process as Internals;
  const ports = (getActiveHandles?.() ?? []).filter((handle) => handle instanceof MessagePort);
  for (const port of ports) port.unref();
  const end = (): never => {
    writeUnsettled(progress);
    process.exit(1);
  };
  process.once("beforeExit", end);
  return () => {
    process.off("beforeExit", end);
    for (const port of ports) port.ref();
  };
}

/** Makes `process.kill` of the own process end this thread alone, as `process.exit` does. */
export function guardKill(): void {
  const { kill } = process;
  process.kill = (pid, signal) =>
    pid === process.pid && signal !== 0 ? process.exit(1) : kill.call(process, pid, signal);
}
