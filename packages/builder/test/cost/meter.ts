import { Session } from "node:inspector";

/** Methods that visit all elements of an array, but do not call a function for each element. */
const WHOLE = ["concat", "flat", "includes", "indexOf", "join", "reverse", "sort", "toSorted", "toSpliced", "with"];

type Method = (this: { readonly length: number }, ...given: unknown[]) => unknown;

/** Cost of each call, by the name of the call, for each requested size. */
export type Work = { readonly [call: string]: readonly number[] };

/**
 * Measures code by counting instead of by time. Counts how often each block runs (with the engine's precise coverage),
 * and how many elements iterators, spreads and array methods visit inside the engine. The code must be loaded after the
 * meter was created, because code that was compiled before does not have counters.
 */
export class Meter {
  readonly #session = new Session();
  readonly #isMeasured: (url: string) => boolean;
  #elements = 0;

  constructor(isMeasured: (url: string) => boolean) {
    this.#isMeasured = isMeasured;
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    this.#countElements();
  }

  /** Returns the cost of `action`. */
  workOf(action: () => void): number {
    this.#blocks();
    this.#elements = 0;
    action();
    const elements = this.#elements;
    return this.#blocks() + elements;
  }

  /** Returns the number of executed blocks since the last call. */
  #blocks(): number {
    let sum = 0;
    this.#session.post("Profiler.takePreciseCoverage", (_error, { result }) => {
      for (const { url, functions } of result)
        if (this.#isMeasured(url)) for (const { ranges } of functions) for (const { count } of ranges) sum += count;
    });
    return sum;
  }

  #countElements(): void {
    const count = (elements: number): void => void (this.#elements += elements);
    for (const iterator of [[][Symbol.iterator](), new Map().entries(), new Set().values()]) {
      const prototype = Object.getPrototypeOf(iterator) as { next: () => unknown };
      const { next } = prototype;
      prototype.next = function counted(this: unknown) {
        count(1);
        return next.call(this);
      };
    }
    const methods = Array.prototype as unknown as Record<string, Method>;
    for (const name of WHOLE) {
      const method = methods[name] as Method;
      methods[name] = function counted(...given) {
        count(this.length);
        return method.apply(this, given);
      };
    }
    for (const name of ["slice", "splice"]) {
      const method = methods[name] as Method;
      methods[name] = function counted(...given) {
        const taken = method.apply(this, given) as readonly unknown[];
        count(taken.length);
        return taken;
      };
    }
  }
}
