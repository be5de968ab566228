import { MessagePort } from "node:worker_threads";
import { writeUnsettled } from "./progress.ts";

/** Untyped internals of Node. */
interface Internals {
  _getActiveHandles?(): readonly unknown[];
}

/**
 * Lets this thread exit when nothing is left that could settle a promise. Otherwise its ports keep it alive, and the
 * job never ends. Returns a function that makes the ports keep the thread alive again.
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

/** Makes `process.kill` of this process end only the thread, as `process.exit` does in a thread. */
export function guardKill(): void {
  const { kill } = process;
  process.kill = (pid, signal) =>
    pid === process.pid && signal !== 0 ? process.exit(1) : kill.call(process, pid, signal);
}
