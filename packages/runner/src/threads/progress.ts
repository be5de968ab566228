/**
 * Layout of the shared memory that contains the progress of a thread. The memory can be read after the thread ends. The
 * memory contains the indices of the operation and the pass, counted from 1 (0 for none), the number of updates, and
 * whether the thread exited because of an unsettled promise.
 */
const [OPERATION, PASS, COUNT, UNSETTLED] = [0, 1, 2, 3];

/** Creates the shared memory in which a thread records the operation and the pass that it runs. */
export function makeProgress(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(16));
}

/** Records that this thread exits because of a promise that never settles. */
export function writeUnsettled(progress: Int32Array): void {
  Atomics.store(progress, UNSETTLED, 1);
}

/** Returns whether the thread exited because of an unsettled promise. */
export function isUnsettled(progress: Int32Array): boolean {
  return Atomics.load(progress, UNSETTLED) === 1;
}

/** Records the current operation of a job and the running pass of its pipeline. */
export function writeProgress(progress: Int32Array, index: number, pass: number | undefined): void {
  Atomics.store(progress, PASS, pass === undefined ? 0 : pass + 1);
  Atomics.store(progress, OPERATION, index + 1);
  Atomics.add(progress, COUNT, 1);
}

/**
 * Returns the number of updates, or 0 before the first operation. If the number does not change, the same run of a pass
 * on an operation is still active.
 */
export function countProgress(progress: Int32Array): number {
  return Atomics.load(progress, COUNT);
}

/** Returns the recorded position, or `undefined` before the first operation. */
export function readProgress(
  progress: Int32Array,
): { readonly index: number; readonly pass: number | undefined } | undefined {
  const [operation, pass] = [Atomics.load(progress, OPERATION), Atomics.load(progress, PASS)];
  return operation === 0 ? undefined : { index: operation - 1, pass: pass === 0 ? undefined : pass - 1 };
}
