import nodeModule from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { describeThrown, stackOf } from "@passwright/core";
import type { LaneData, LaneEvent, LaneMessage } from "./lane.ts";
import type { InputRunner, RunSetupModule } from "./job.ts";
import { ownMessage } from "./own-message.ts";
import { watchProcess } from "./process-memory.ts";

/* Module that runs in a worker. Makes the runner of the setup once, and runs the jobs that arrive. */

interface Channel {
  readonly data: LaneData;
  send(...events: readonly LaneEvent[]): void;
  listen(callback: (message: LaneMessage) => void): void;
  /** Sets whether the channel prevents the worker from exiting. */
  hold(isHeld: boolean): void;
}

async function openChannel(): Promise<Channel> {
  if (parentPort !== null) {
    const port = parentPort;
    return {
      data: workerData as LaneData,
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
      send: (...events) => port.postMessage(ownMessage(events)),
      listen: (callback) => void port.on("message", callback),
      hold: (isHeld) => (isHeld ? port.ref() : port.unref()),
    };
  }
  // Ctrl-C reaches all processes. The parent process determines when this process ends.
  process.on("SIGINT", () => undefined);
  process.on("disconnect", () => process.exit(1));
  process.on("uncaughtException", (thrown) => {
    const event = { kind: "thrown", reason: describeThrown(thrown), stack: stackOf(thrown) } satisfies LaneEvent;
    process.send?.(ownMessage([event]));
    process.exit(1);
  });
  const waiting: LaneMessage[] = [];
  let take = (message: LaneMessage): void => void waiting.push(message);
  const data = await new Promise<LaneData>((resolve) => {
    process.once("message", (first) => {
      process.on("message", (message) => take(message as LaneMessage));
      resolve(first as LaneData);
    });
  });
  const { sharedBytes } = data;
  const memory = sharedBytes === undefined ? undefined : new SharedArrayBuffer(sharedBytes);
  watchProcess(memory);
  return {
    data: { ...data, ...(memory && { memory }) },
    send: (...events) => void process.send?.(ownMessage(events)),
    listen(callback) {
      take = callback;
      waiting.forEach((message) => callback(message));
    },
    hold: (isHeld) => (isHeld ? process.channel?.ref() : process.channel?.unref()),
  };
}

/** Node's exit code for a promise that never settles. */
const NEVER_SETTLED = 13;

const channel = await openChannel();
const { setup, memory } = channel.data;

/**
 * Number of active calls to the setup and the runner. During these calls, the channel does not keep the worker alive.
 * If a promise never settles, the worker therefore ends instead of waiting forever.
 */
let running = 0;
function enter(): void {
  if (running++ > 0) return;
  channel.hold(false);
  process.exitCode = NEVER_SETTLED;
}
function leave(): void {
  if (--running > 0) return;
  channel.hold(true);
  process.exitCode = 0;
}

async function open(): Promise<InputRunner | undefined> {
  const module = (await import(setup.module)) as RunSetupModule;
  const report = (event: unknown): void => channel.send({ kind: "event", event });
  return module.open(setup.data as never, {
    report,
    waiting: () => channel.send({ kind: "waiting" }),
    last: (data) => channel.send({ kind: "last", data }),
    ...(memory && { memory }),
  });
}

/** Node's functions for caching compiled code between processes. `undefined` in Node 20. */
const { enableCompileCache, flushCompileCache } = nodeModule as {
  enableCompileCache?(): void;
  flushCompileCache?(): void;
};
enableCompileCache?.();

enter();
const runner = await open();
leave();
// Writes the cache now. Node would not write the cache later, because the main thread terminates this thread.
flushCompileCache?.();
channel.send({ kind: "ready", isOpen: runner !== undefined });

/**
 * Results that were not sent yet. A result is sent in one message with the start of the next job, because each message
 * wakes the main thread. If no job waits, the result is sent at the end of this turn of the event loop.
 */
const unsent: LaneEvent[] = [];
function flush(): void {
  if (unsent.length > 0) channel.send(...unsent.splice(0));
}

async function run({ id, job }: LaneMessage): Promise<void> {
  if (runner === undefined) return;
  enter();
  unsent.push({ kind: "started", id });
  flush();
  const result = await runner.run(job);
  // Waits until the output of third-party code has left this thread, because the main thread can end after the result.
  // A process writes its output immediately.
  for (const stream of parentPort === null ? [] : [process.stdout, process.stderr])
    if (stream.writableLength > 0) await new Promise((resolve) => stream.write("", resolve));
  unsent.push({ kind: "result", id, result });
  setImmediate(flush);
  leave();
}

channel.listen((message) => {
  // The runner returns failures as results. An exception is therefore unexpected and ends the worker.
  run(message).catch((thrown: unknown) =>
    setImmediate(() => {
      throw thrown;
    }),
  );
});
