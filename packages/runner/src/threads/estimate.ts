/** Facts on which the decision to use threads depends. */
interface Circumstances {
  readonly threads: number;
  /** Whether threads are running and have compiled their code. */
  readonly isWarm: boolean;
  /** Packs `count` operations, so that the cost of packing can be measured. */
  send(count: number): void;
}

/** Cost of starting threads and of compiling all code in each thread, in milliseconds (measured: 16-26 and 60-190). */
const COLD = 250;
/** Minimum time in milliseconds that threads must save so that a job is sent to them. */
const WARM = 20;
/**
 * Estimated cost of a job (sending, unpacking, sending back, and applying) as a multiple of the cost of packing. The
 * value is twice the measured value (`npm run bench -- --only threads`), because unnecessary threads cost more time
 * than missing threads.
 */
const TRIPS = 8;
/** Number of operations that are packed to measure the cost. */
const SAMPLE = 16;

/**
 * Estimates whether threads save time. For this estimate, measures how long some operations take in this thread, and
 * how long packing some operations takes.
 */
export class Estimate {
  #parent: object | undefined;
  #left = 0;
  #since = 0;
  #step = 1;

  /**
   * Decides whether threads process the `left` remaining operations. Returns `"now"` to use threads, a number if
   * `decide` must be called again after this number of operations, or `undefined` to never use threads.
   */
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
      // Uses only the last interval: it is the longest, and V8 compiled most of the code before it.
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
