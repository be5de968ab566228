import { isPromise } from "./run/is-promise.ts";

/** Returns whether a value is an object that is neither a collection, such as a list or a map, nor a promise. */
export function isTable(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !(Symbol.iterator in value) && !isPromise(value);
}
