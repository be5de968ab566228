/** Where a thread is, in memory that can be read when it is gone: numbers from 1, 0 for none. */
const [OPERATION, PASS] = [0, 1];

export function makeProgress(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(8));
}

/** Writes down which operation of a job the thread is at, and which pass of its pipeline runs. */
export function writeProgress(progress: Int32Array, index: number, pass: number | undefined): void {
  Atomics.store(progress, PASS, pass === undefined ? 0 : pass + 1);
  Atomics.store(progress, OPERATION, index + 1);
}

/** Nothing before the first operation. */
export function readProgress(
  progress: Int32Array,
): { readonly index: number; readonly pass: number | undefined } | undefined {
  const [operation, pass] = [Atomics.load(progress, OPERATION), Atomics.load(progress, PASS)];
  return operation === 0 ? undefined : { index: operation - 1, pass: pass === 0 ? undefined : pass - 1 };
}
