/** Exception that ends a search before it is complete. */
class Ended extends Error {}

/** Counts the tests of a search, and ends the search when a limit is reached. */
export class Limits {
  /** Number of tests so far. */
  tests = 0;
  readonly #budget: number;
  readonly #signal: AbortSignal | undefined;

  constructor({ budget = Infinity, signal }: { readonly budget?: number; readonly signal?: AbortSignal }) {
    this.#budget = budget;
    this.#signal = signal;
  }

  /** Runs one test of the search. */
  async test(run: () => boolean | Promise<boolean>): Promise<boolean> {
    if (this.tests >= this.#budget) throw new Ended();
    this.#endIfAborted();
    this.tests++;
    const result = await run();
    // An interrupt also ends the programs of the test, so the result is invalid.
    this.#endIfAborted();
    return result;
  }

  #endIfAborted(): void {
    if (this.#signal?.aborted === true) throw new Ended();
  }
}

/** Runs a search. Returns whether the search was completed before a limit was reached. */
export async function isCompleted(search: () => Promise<void>): Promise<boolean> {
  try {
    await search();
    return true;
  } catch (thrown) {
    if (thrown instanceof Ended) return false;
    throw thrown;
  }
}
