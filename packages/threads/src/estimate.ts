/** What a decision needs to know. */
interface Circumstances {
  readonly threads: number;
  /** Whether threads are there already, with their code compiled. */
  readonly isWarm: boolean;
  /** Does what sending so many operations costs. */
  send(count: number): void;
}

/** Starting threads, and compiling everything once more in each, in milliseconds (measured: 16-26, and 60-190). */
const COLD = 250;
/** Below this nothing is worth a message. */
const WARM = 20;
/**
 * Sending, reading there, sending back, and putting in place; doubled, for a thread that looks like a gain and is none costs more
 * than one that is not there (`npm run bench -- --only threads`).
 */
const TRIPS = 8;
/** How many operations are packed to see what that costs. */
const SAMPLE = 16;

/** Finds out whether threads pay: runs some operations here, looks how long they take, and what sending them costs. */
export class Estimate {
  #parent: object | undefined;
  #left = 0;
  #since = 0;
  #step = 1;

  /** `left` operations are to be run. Answers when to ask again, or that it is time; undefined: never. */
  decide(parent: object, left: number, circumstances: Circumstances): "now" | number | undefined {
    const now = performance.now();
    const isFirst = parent !== this.#parent || left > this.#left;
    const done = this.#left - left;
    const elapsed = now - this.#since;
    this.#step = isFirst ? 1 : this.#step * 2;
    this.#parent = parent;
    this.#left = left;
    this.#since = now;
    if (!isFirst && done > 0) {
      // The last stretch is the longest, and runs code that is compiled.
      const perOperation = elapsed / done;
      const expected = perOperation * left;
      const { threads, isWarm, send } = circumstances;
      const overhead = isWarm ? WARM : COLD;
      if (expected * (1 - 1 / threads) > overhead) {
        const start = performance.now();
        send(SAMPLE);
        const trip = ((performance.now() - start) / Math.min(SAMPLE, left)) * left;
        if (expected * (1 - 1 / threads) > overhead + TRIPS * trip) return "now";
      }
      this.#since = performance.now();
    }
    return this.#step * 2 > left ? undefined : this.#step;
  }
}
