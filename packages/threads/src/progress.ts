/**
 * Where a thread is, in memory that can be read when it is gone: numbers from 1, 0 for none; how often that was written; and whether
 * the thread ended because nothing could settle a promise.
 */
const [OPERATION, PASS, COUNT, UNSETTLED] = [0, 1, 2, 3];

export function makeProgress(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(16));
}

/** Writes down that this thread ends because of a promise that never settles. */
export function writeUnsettled(progress: Int32Array): void {
  Atomics.store(progress, UNSETTLED, 1);
}

export function isUnsettled(progress: Int32Array): boolean {
  return Atomics.load(progress, UNSETTLED) === 1;
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
