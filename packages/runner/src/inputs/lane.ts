import type { InputJob, InputResult, RunSetup } from "./job.ts";
import { startProcess, startThread } from "./worker.ts";
import type { StartedWorker, WorkerEnd } from "./worker.ts";

/** Data that a worker receives when it starts. */
export interface LaneData {
  readonly setup: RunSetup;
  /** Memory of a thread. */
  readonly memory?: SharedArrayBuffer;
  /**
   * Size in bytes of the memory of a worker process. The worker process sends copies of this memory to this process.
   */
  readonly sharedBytes?: number;
}

/** Message to a worker. */
export interface LaneMessage {
  readonly id: number;
  readonly job: InputJob;
}

/** Event of a worker. A message of a worker is a list of events. */
export type LaneEvent =
  | { readonly kind: "event"; readonly event: unknown }
  /** The setup has ended. If `isOpen` is true, the worker can run jobs. */
  | { readonly kind: "ready"; readonly isOpen: boolean }
  | { readonly kind: "waiting" }
  | { readonly kind: "last"; readonly data: unknown }
  /** Uncaught exception in a worker process. */
  | { readonly kind: "thrown"; readonly reason: string; readonly stack?: string | undefined }
  | { readonly kind: "started"; readonly id: number }
  | { readonly kind: "result"; readonly id: number; readonly result: InputResult };

/** Reason why a worker did not finish its jobs. */
export type Loss =
  | WorkerEnd
  /** A time limit was reached. */
  | { readonly kind: "time"; readonly seconds: number }
  /** The run was aborted. */
  | { readonly kind: "interrupt" };

/** An input whose run did not finish. */
export interface LostInput {
  /** Job that was running. */
  readonly job: InputJob;
  /** Reason why the input was not finished. */
  readonly how: Loss;
  /** Data that the worker passed in its last call to {@link WorkerContext.last}. */
  readonly last?: unknown;
  /**
   * Memory of the worker: see {@link WorkerContext.memory}. Absent if the worker is a process that this process did not
   * end.
   */
  readonly memory: SharedArrayBuffer | undefined;
}

/** Limits of a worker. */
export interface LaneLimits {
  /** Whether workers are processes instead of threads. */
  readonly isolate?: boolean | undefined;
  /** Maximum size of the heap, in MiB. */
  readonly memory?: number | undefined;
  /** Time limit of one input, in seconds. */
  readonly seconds?: number | undefined;
  /** Time limit of the setup, in seconds. */
  readonly openSeconds?: number | undefined;
  /** Number of bytes that a worker shares with this thread: see {@link WorkerContext.memory}. */
  readonly sharedBytes?: number | undefined;
}

/** Functions that a lane calls when its worker sends an event or ends. */
export interface LaneEvents {
  event(event: unknown): void;
  ready(isOpen: boolean): void;
  started(id: number): void;
  result(id: number, result: InputResult): void;
  /** Called when the worker has ended. */
  lost(loss: Loss): void;
}

/** Worker, with the jobs that it received and the time limits of these jobs. */
export class Lane {
  /** Memory that the worker shares, or a copy of the memory if the worker is a process. */
  memory: SharedArrayBuffer | undefined;
  readonly #worker: StartedWorker;
  readonly #timers = new Map<number | "open", NodeJS.Timeout>();
  readonly #seconds: number | undefined;
  readonly #events: LaneEvents;
  readonly jobs: Set<number> = new Set();
  /** Jobs that the worker has begun. */
  readonly started: Set<number> = new Set();
  /**
   * Maximum number of jobs that the worker has at once. Initially 1, because the first job might take a long time and
   * other workers can run the next jobs.
   */
  capacity = 1;
  isReady = false;
  isLost = false;
  /** Data that explains why the worker ended. */
  last: unknown;
  #uncaught: WorkerEnd | undefined;
  /** Number of finished jobs. */
  done = 0;

  constructor(setup: RunSetup, limits: LaneLimits, events: LaneEvents) {
    const { isolate = false, memory, seconds, openSeconds, sharedBytes } = limits;
    this.#seconds = seconds;
    this.#events = events;
    const shared = sharedBytes === undefined ? undefined : new SharedArrayBuffer(sharedBytes);
    this.memory = shared;
    const data: LaneData = {
      setup,
      ...(shared && (isolate ? { sharedBytes: shared.byteLength } : { memory: shared })),
    };
    const start = isolate ? startProcess : startThread;
    this.#worker = start(
      new URL("./lane-worker.js", import.meta.url),
      { data, memory, shared },
      {
        message: (events) => (events as readonly LaneEvent[]).forEach((event) => this.#take(event)),
        ended: (end) => {
          // Drops the copy of the memory, because the process might have changed its memory after the last copy.
          if (isolate) this.memory = undefined;
          this.#lose(end);
        },
      },
    );
    this.#limit("open", openSeconds);
  }

  send({ id, job }: LaneMessage): void {
    this.jobs.add(id);
    this.#worker.post({ id, job });
  }

  async end(): Promise<void> {
    this.isLost = true;
    this.#clear();
    await this.#worker.end();
  }

  #take(event: LaneEvent): void {
    if (this.isLost) return;
    if (event.kind === "event") return this.#events.event(event.event);
    if (event.kind === "last") return void (this.last = event.data);
    if (event.kind === "thrown") {
      const { reason, stack } = event;
      this.#uncaught = { kind: "died", reason, thrown: { stack } };
      return;
    }
    if (event.kind === "waiting") {
      for (const id of this.started) this.#limit(id, this.#seconds);
      return;
    }
    if (event.kind === "ready") {
      this.#stop("open");
      this.isReady = true;
      return this.#events.ready(event.isOpen);
    }
    const { id } = event;
    if (event.kind === "started") {
      this.started.add(id);
      this.#limit(id, this.#seconds);
      return this.#events.started(id);
    }
    this.#stop(id);
    this.jobs.delete(id);
    this.started.delete(id);
    this.done++;
    this.#events.result(id, event.result);
  }

  #limit(what: number | "open", seconds: number | undefined): void {
    this.#stop(what);
    if (seconds === undefined) return;
    const timer = setTimeout(() => {
      // Waits one turn of the event loop. If the loop was blocked, a result that has already arrived is processed
      // first.
      setImmediate(() => {
        if (!this.#timers.has(what)) return;
        void this.#worker.end().then(() => this.#lose({ kind: "time", seconds }));
      });
    }, seconds * 1000);
    this.#timers.set(what, timer);
  }

  #stop(what: number | "open"): void {
    clearTimeout(this.#timers.get(what));
    this.#timers.delete(what);
  }

  #clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #lose(loss: Loss): void {
    if (this.isLost) return;
    this.isLost = true;
    this.#clear();
    this.#events.lost(loss.kind === "died" ? (this.#uncaught ?? loss) : loss);
  }
}
