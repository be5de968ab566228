import { Session } from "node:inspector";

/** Methods that go through a whole array without calling anybody back. */
const WHOLE = ["concat", "flat", "includes", "indexOf", "join", "reverse", "sort", "toSorted", "toSpliced", "with"];

type Method = (this: { readonly length: number }, ...given: unknown[]) => unknown;

/** Cost of one call, by its name, at each requested size. */
export type Work = { readonly [call: string]: readonly number[] };

/**
 * Counts what code does, and not how long it takes: how often each of its blocks runs, as the engine's precise coverage
 * tells it, and how many elements its iterators, spreads and array methods go through inside of the engine. The code has to
 * be loaded after the meter was made: what was compiled before has no counters.
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

  /** Cost of `action`. */
  workOf(action: () => void): number {
    this.#blocks();
    this.#elements = 0;
    action();
    const elements = this.#elements;
    return this.#blocks() + elements;
  }

  /** How often blocks ran since this was asked last. */
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
