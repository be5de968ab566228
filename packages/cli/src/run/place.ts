import { type Instrumentation, type IrAdapter } from "@passwright/core";

/** What ran last, as far as it was written down. */
export interface Place {
  /** `false`: it is over, and nothing else began. */
  readonly isRunning: boolean;
  /**
   * How many passes began or ended so far, without those that run inside of another: the same number again is the same
   * pass at the same operation.
   */
  readonly count: number;
  readonly pass: string;
  readonly operation: string;
  readonly symbol?: string;
  /** `input.mlir:3:1` */
  readonly at?: string;
}

const BYTES = 4096;
const [LENGTH, RUNNING, COUNT] = [0, 1, 2];
const NUMBERS = 3;

/** What is written down. */
type Written = Omit<Place, "isRunning" | "count">;

/** Memory for a place that two threads share: one that is stuck answers no question, but this can still be read. */
export function makePlaceMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(NUMBERS * 4 + BYTES);
}

/** Reads what stands there; `undefined` before the first pass, or if only half of it was written. */
export function readPlace(memory: SharedArrayBuffer): Place | undefined {
  const numbers = new Int32Array(memory, 0, NUMBERS);
  // A copy: decoders take no shared memory.
  const bytes = Uint8Array.from(new Uint8Array(memory, NUMBERS * 4, Atomics.load(numbers, LENGTH)));
  try {
    const place = JSON.parse(new TextDecoder().decode(bytes)) as Written;
    return { ...place, isRunning: Atomics.load(numbers, RUNNING) === 1, count: Atomics.load(numbers, COUNT) };
  } catch {
    return undefined;
  }
}

/** Writes down which pass runs on which operation, before it does: some microseconds for each. */
export class PlaceWriter {
  readonly #numbers: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #encoder = new TextEncoder();
  /** A pass that runs a pipeline has others at work inside. */
  readonly #open: Written[] = [];

  constructor(memory: SharedArrayBuffer) {
    this.#numbers = new Int32Array(memory, 0, NUMBERS);
    this.#bytes = new Uint8Array(memory, NUMBERS * 4);
  }

  clear(): void {
    this.#open.length = 0;
    Atomics.store(this.#numbers, LENGTH, 0);
  }

  instrumentation(adapter: IrAdapter<object>): Instrumentation<object> {
    return {
      name: "time limit",
      // What runs in threads is watched by their pool.
      allowsThreads: true,
      beforePass: ({ isAdaptor, argument }, op) => {
        if (isAdaptor) return;
        const { file, line, column } = adapter.locationOf?.(op) ?? {};
        const symbol = adapter.symbolOf?.(op);
        this.#begin({
          pass: argument,
          operation: adapter.nameOf(op).text,
          ...(symbol === undefined ? {} : { symbol }),
          // What was not read yet has a file and no line.
          ...(file === undefined ? {} : { at: line === 0 ? file : `${file}:${line}:${column}` }),
        });
      },
      afterPass: ({ isAdaptor }) => void (isAdaptor || this.#end()),
      afterPassFailed: ({ isAdaptor }) => void (isAdaptor || this.#end()),
    };
  }

  #begin(place: Written): void {
    this.#open.push(place);
    if (this.#open.length === 1) Atomics.add(this.#numbers, COUNT, 1);
    this.#write(place);
  }

  #end(): void {
    this.#open.pop();
    const outer = this.#open.at(-1);
    if (outer !== undefined) return this.#write(outer);
    Atomics.add(this.#numbers, COUNT, 1);
    Atomics.store(this.#numbers, RUNNING, 0);
  }

  #write(place: Written): void {
    const text = JSON.stringify(place);
    Atomics.store(this.#numbers, LENGTH, 0);
    // A name that is longer than this is cut, and then not read: better no place than a wrong one.
    const { written } = this.#encoder.encodeInto(text, this.#bytes);
    Atomics.store(this.#numbers, RUNNING, 1);
    Atomics.store(this.#numbers, LENGTH, written);
  }
}
