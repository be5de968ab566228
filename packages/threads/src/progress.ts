/** Where a thread is, in memory that can be read when it is gone: numbers from 1, 0 for none; and how often that was written. */
const [OPERATION, PASS, COUNT] = [0, 1, 2];

export function makeProgress(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(12));
}

/** Writes down which operation of a job the thread is at, and which pass of its pipeline runs. */
export function writeProgress(progress: Int32Array, index: number, pass: number | undefined): void {
  Atomics.store(progress, PASS, pass === undefined ? 0 : pass + 1);
  Atomics.store(progress, OPERATION, index + 1);
  Atomics.add(progress, COUNT, 1);
}

/** The same number again is the same pass at the same operation, even where a pass is in a pipeline twice; 0 before the first. */
export function countProgress(progress: Int32Array): number {
  return Atomics.load(progress, COUNT);
}

/** Nothing before the first operation. */
export function readProgress(
  progress: Int32Array,
): { readonly index: number; readonly pass: number | undefined } | undefined {
  const [operation, pass] = [Atomics.load(progress, OPERATION), Atomics.load(progress, PASS)];
  return operation === 0 ? undefined : { index: operation - 1, pass: pass === 0 ? undefined : pass - 1 };
}
