/** Promise of a hook call. Records whether it is awaited, because nothing else can show that a caller ignores it. */
class CallPromise<T> extends Promise<T> {
  onAwait: (() => void) | undefined;

  /** Makes ordinary promises in `then`, so that only the promise of the call is recorded. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- `await` calls `then`
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.onAwait?.();
    this.onAwait = undefined;
    return super.then(onFulfilled, onRejected);
  }
}

/** Calls of an asynchronous hook whose promise is not awaited, or whose taps have not ended. */
export class OpenCalls {
  readonly #calls = new Set<object>();

  /** Records a call until its promise is awaited and settled. An ignored rejection does not end the process. */
  track<T>(result: Promise<T>): Promise<T> {
    let steps = 2;
    const promise: CallPromise<T> = new CallPromise((resolve, reject) => result.then(resolve, reject));
    const proceed = (): void => void (--steps === 0 && this.#calls.delete(promise));
    this.#calls.add(promise);
    promise.then(proceed, proceed);
    promise.onAwait = proceed;
    return promise;
  }

  /** Records a call until the callback, its last argument, is called. */
  trackCallback(args: readonly unknown[]): readonly unknown[] {
    const [callback] = args.slice(-1);
    if (typeof callback !== "function") return args;
    const ended = (...results: readonly unknown[]): unknown => {
      this.#calls.delete(ended);
      return (callback as (...results: readonly unknown[]) => unknown)(...results);
    };
    this.#calls.add(ended);
    return [...args.slice(0, -1), ended];
  }

  /** Returns whether calls are open, and removes them. */
  take(): boolean {
    const areOpen = this.#calls.size > 0;
    this.#calls.clear();
    return areOpen;
  }
}
