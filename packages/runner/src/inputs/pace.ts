import { availableParallelism } from "node:os";

/**
 * Maximum processor time in milliseconds that V8 needs to compile the passes in a new worker. The value was measured
 * with the passes `cse` and `canonicalize`.
 */
const WARM_UP_MS = 4000;

/**
 * Factor that increases the cost of a new worker. While V8 still compiles code, the estimate of the remaining work is
 * too high. Without this factor, too many workers would start.
 */
const CAUTION = 2;

/**
 * Time in milliseconds for sending a job to a worker and its result back. The value was measured with 8,000 icons. For
 * such small inputs, sending takes half as long as running.
 */
export const SENDING_MS = 0.3;

/** Facts about the machine and the process when an estimate starts. */
export interface Capacity {
  /** Number of cores. */
  readonly cores: number;
  /** Processor time in milliseconds that this process has used. */
  readonly cpuMs: number;
  /** Time in milliseconds for sending a job to a worker, if the measured jobs were not sent. Default: 0. */
  readonly sendingMs?: number;
}

/**
 * Estimates the remaining work from the results of approximately the latest half of the run. The first inputs take
 * longer, because V8 interprets code that has run only a few times.
 */
export class Pace {
  readonly #startMs: number;
  readonly #openedAt: number;
  readonly #capacity: Capacity;
  /** Start of the measured interval, and number of results at that time. */
  #since: number;
  #before = 0;
  /** Start of the next interval to measure, and number of results at that time. */
  #mark: number;
  #atMark = 0;
  #done = 0;
  #lastAt: number;

  /** Starts an estimate. `startMs` is the time from the start of the first worker until this worker can run inputs. */
  constructor(startMs: number, now: number, capacity: Capacity) {
    this.#startMs = startMs;
    this.#capacity = capacity;
    this.#openedAt = this.#since = this.#mark = this.#lastAt = now;
  }

  /** Counts a result. */
  count(now: number): void {
    this.#done++;
    this.#lastAt = now;
    this.#moveMark(now);
  }

  /** Returns the time in milliseconds after which the next call to `workers` can return a different number. */
  wait(now: number): number {
    return Math.max(this.#startMs, now - this.#openedAt);
  }

  /**
   * Returns the number of workers with which the `left` remaining jobs finish soonest. `count` is the number of running
   * workers. New workers must first compile all code, and share the cores with the running workers and with V8's
   * threads. `cpuMs` is the processor time of this process.
   */
  workers(left: number, count: number, now: number, cpuMs: number): number {
    // Does not add workers immediately. First waits for twice the time that the first worker needed to start.
    if (now - this.#openedAt < 2 * this.#startMs) return count;
    this.#moveMark(now);
    const results = this.#done - this.#before;
    const perResult = results === 0 ? now - this.#lastAt : (now - this.#since) / results;
    const rest = perResult * left;
    const { cores, cpuMs: before, sendingMs = 0 } = this.#capacity;
    // Number of cores that one worker occupies, including V8's threads. At least one, even if the worker waits for
    // other programs.
    const load = Math.max(1, (cpuMs - before) / (now - this.#openedAt) / count);
    const cost = (CAUTION * Math.min(WARM_UP_MS, cpuMs)) / cores;
    let [best, least] = [count, rest];
    for (let workers = count + 1; workers <= cores; workers++) {
      const speed = Math.max(1, Math.min(workers, cores / load) / count);
      const time = (rest + sendingMs * left) / speed + CAUTION * this.#startMs + (workers - count) * cost;
      if (time < least) [best, least] = [workers, time];
    }
    return best;
  }

  /**
   * Starts a new interval whenever the time since the start has doubled. The measured interval then starts at the start
   * of the previous interval.
   */
  #moveMark(now: number): void {
    if (now - this.#openedAt < Math.max(this.#startMs, 2 * (this.#mark - this.#openedAt))) return;
    this.#since = this.#mark;
    this.#before = this.#atMark;
    this.#mark = now;
    this.#atMark = this.#done;
  }
}

/**
 * Starts an estimate on this machine. `startMs` is the time until a new worker can run inputs. `sendingMs` is the time
 * for sending a job to a worker, if jobs run in this thread.
 */
export function startPace(startMs: number, sendingMs = 0): Pace {
  return new Pace(startMs, performance.now(), { cores: availableParallelism(), cpuMs: cpuTime(), sendingMs });
}

/** Returns the processor time of this process in milliseconds, including all threads. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
