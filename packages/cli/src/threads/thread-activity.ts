import type { InstrumentedPass, Instrumentation, IrAdapter, Pass, PassAtWork } from "@passwright/core";
import { beginActivity, currentActivity, followActivities } from "@passwright/loader";
import type { Activity } from "@passwright/loader";
import { passActivity } from "../run/activities.ts";
import { ProcessGuard } from "../terminal/process-guard.ts";
import type { EarlyEnd, Ending } from "../terminal/process-guard.ts";

/* What a thread does, in memory that another one can read when this one is stuck or gone. */

const BYTES = 4096;
const [LENGTH, COUNT] = [0, 1];
const NUMBERS = 2;

/** What the memory holds, as JSON. */
interface Written {
  readonly activity?: Activity;
  /** Set by a thread that ends before its work is done. */
  readonly ending?: Ending;
}

/** What another thread does. */
export interface ThreadState extends Written {
  /**
   * How many passes began or ended so far, without those that run inside of another: while it stays the same, so does the pass
   * and the operation.
   */
  readonly count: number;
}

export function makeActivityMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(NUMBERS * 4 + BYTES);
}

/** Reads what a thread does; without an activity before the first one, or if only half of it was written. */
export function readActivity(memory: SharedArrayBuffer): ThreadState {
  const numbers = new Int32Array(memory, 0, NUMBERS);
  const count = Atomics.load(numbers, COUNT);
  // A copy: decoders do not take shared memory.
  const bytes = Uint8Array.from(new Uint8Array(memory, NUMBERS * 4, Atomics.load(numbers, LENGTH)));
  try {
    return { ...(JSON.parse(new TextDecoder().decode(bytes)) as Written), count };
  } catch {
    return { count };
  }
}

/** Returns how a thread ended before its work was done, if it said so. */
export function earlyEndIn(memory: SharedArrayBuffer): EarlyEnd | undefined {
  const { ending, activity } = readActivity(memory);
  return ending === undefined ? undefined : { ending, activity };
}

/** Writes down what this thread does before it does it, some microseconds for each pass, and how it ends. */
export class ThreadActivity {
  readonly #numbers: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #encoder = new TextEncoder();
  readonly #guard: ProcessGuard;
  /** Functions that end the passes at work: one that runs a pipeline has others inside. */
  readonly #passes: (() => void)[] = [];

  constructor(memory: SharedArrayBuffer) {
    this.#numbers = new Int32Array(memory, 0, NUMBERS);
    this.#bytes = new Uint8Array(memory, NUMBERS * 4);
    this.#guard = new ProcessGuard((ending) => this.#write(currentActivity(), ending)).install();
    followActivities((describe) => this.#write(describe?.()));
  }

  /** The work is done. */
  finish(): void {
    this.#guard.finish(0);
  }

  /** `visitPasses` visits every pass of what runs, in order. */
  instrumentation(
    adapter: IrAdapter<object>,
    visitPasses: (visit: (pass: Pass<object>) => void) => void,
  ): Instrumentation<object> {
    const steps = new Map<object, number>();
    visitPasses((pass) => steps.set(pass, steps.size + 1));
    const stepOf = ({ identity }: InstrumentedPass): { readonly step?: readonly [number, number] } => {
      const step = steps.get(identity);
      return step === undefined ? {} : { step: [step, steps.size] };
    };
    const placeOf = (op: object): PassAtWork["place"] => ({
      name: adapter.nameOf(op).text,
      symbol: adapter.symbolOf?.(op),
      at: adapter.locationOf?.(op),
    });
    /** The adaptor after which the verifier runs. */
    let verified: object | undefined;
    const end = ({ isAdaptor, identity }: InstrumentedPass): void => {
      if (!isAdaptor || verified === identity) this.#end();
      if (isAdaptor) verified = undefined;
    };
    return {
      name: "time limit",
      // What runs in threads is watched by their pool.
      allowsThreads: true,
      beforePass: (pass, op) => {
        if (pass.isAdaptor) return;
        this.#begin(passActivity({ pass: pass.argument, place: placeOf(op), ...stepOf(pass) }));
      },
      beforeVerifier: (pass, op) => {
        const { argument, isAdaptor, identity } = pass;
        const activity = passActivity({ pass: argument, place: placeOf(op), ...stepOf(pass), isVerifying: true });
        if (isAdaptor) {
          verified = identity;
          this.#begin(activity);
        } else this.#continue(activity);
      },
      afterPass: end,
      afterPassFailed: end,
    };
  }

  #begin(activity: Activity): void {
    if (this.#passes.length === 0) Atomics.add(this.#numbers, COUNT, 1);
    this.#passes.push(beginActivity(() => activity));
  }

  /** Replaces what the innermost pass does. */
  #continue(activity: Activity): void {
    this.#passes.pop()?.();
    this.#passes.push(beginActivity(() => activity));
  }

  #end(): void {
    this.#passes.pop()?.();
    if (this.#passes.length === 0) Atomics.add(this.#numbers, COUNT, 1);
  }

  #write(activity: Activity | undefined, ending?: Ending): void {
    const written: Written = { ...(activity && { activity }), ...(ending && { ending }) };
    Atomics.store(this.#numbers, LENGTH, 0);
    // A text that is too long is cut, and then not readable: rather no activity than a wrong one.
    const { written: length } = this.#encoder.encodeInto(JSON.stringify(written), this.#bytes);
    Atomics.store(this.#numbers, LENGTH, length);
  }
}
