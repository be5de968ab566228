/**
 * Minimum work that justifies another worker, as a multiple of the time that the first worker needed to start. Includes
 * the time in which V8 compiles all passes again on cores that other workers use. Measured with SVGO,
 * `cse` and `canonicalize` on two cores.
 */
const WORTH = 8;

/**
 * Estimates the remaining work from the results of about the last half of the run. The first inputs take longer,
 * because V8 interprets code that has run only a few times.
 */
export class Pace {
  readonly #startMs: number;
  readonly #openedAt: number;
  /** Start of the measured interval, and number of results at that time. */
  #since: number;
  #before = 0;
  /** Start of the next interval to measure, and number of results at that time. */
  #mark: number;
  #atMark = 0;
  #done = 0;
  #lastAt: number;

  /** Starts an estimate. `startMs` is the time from the start of the first worker until this worker can run inputs. */
  constructor(startMs: number, now: number) {
    this.#startMs = startMs;
    this.#openedAt = this.#since = this.#mark = this.#lastAt = now;
  }

  /** Counts a result. */
  count(now: number): void {
    this.#done++;
    this.#lastAt = now;
    this.#moveMark(now);
  }

  /** Milliseconds until the next useful call of `workers`. */
  wait(now: number): number {
    return Math.max(this.#startMs, now - this.#openedAt);
  }

  /** Returns the number of workers that the remaining jobs justify, while `count` workers run. */
  workers(left: number, count: number, now: number): number {
    // Does not add workers immediately. First waits for twice the time that the first worker needed to start.
    if (now - this.#openedAt < 2 * this.#startMs) return count;
    this.#moveMark(now);
    const results = this.#done - this.#before;
    const perResult = results === 0 ? (now - this.#lastAt) * count : ((now - this.#since) / results) * count;
    return Math.max(count, Math.floor((perResult * left) / (WORTH * this.#startMs)));
  }

  /**
   * Begins an interval whenever the time since the start has doubled, and then measures from the start of the previous
   * interval.
   */
  #moveMark(now: number): void {
    if (now - this.#openedAt < Math.max(this.#startMs, 2 * (this.#mark - this.#openedAt))) return;
    this.#since = this.#mark;
    this.#before = this.#atMark;
    this.#mark = now;
    this.#atMark = this.#done;
  }
}
