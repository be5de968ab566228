/**
 * Descriptions of the kinds of functions that can return before their body ends. The keys are the results of
 * `Object.prototype.toString`.
 */
const NOT_SYNCHRONOUS = new Map([
  ["[object AsyncFunction]", "an async function"],
  ["[object AsyncGeneratorFunction]", "an async generator"],
  ["[object GeneratorFunction]", "a generator"],
]);

/** Returns a description of a function that can return before its body ends, or `undefined` for other values. */
export function whyNotSynchronous(code: unknown): string | undefined {
  return NOT_SYNCHRONOUS.get(Object.prototype.toString.call(code));
}
