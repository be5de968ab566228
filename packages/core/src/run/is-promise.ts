/** Returns whether a value is a promise of any implementation. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

/** Returns whether a value is a promise. Prevents an unhandled rejection, because the caller refuses the promise. */
export function isRefusedPromise(value: unknown): value is Promise<unknown> {
  if (!isPromise(value)) return false;
  value.then(undefined, () => undefined);
  return true;
}
