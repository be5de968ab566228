/** Result of a function that must be synchronous: any value except a promise. */
export type NoPromise =
  void | undefined | null | string | number | bigint | boolean | symbol | (object & { readonly then?: never });
