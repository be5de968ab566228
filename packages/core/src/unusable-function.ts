/** Problem with a function of a definition, as the end of a message, and its help. */
export interface UnusableFunction {
  readonly problem: string;
  readonly help: string;
}

/**
 * Returns the problem with a function whose result cannot be used: a call of a generator does not run its body, and
 * promises are only awaited if `canWait` is true. Returns `undefined` for other values.
 */
export function problemOfFunction(code: unknown, canWait: boolean): UnusableFunction | undefined {
  const kind = Object.prototype.toString.call(code);
  const help = canWait ? "make it a function or an async function" : "make it a synchronous function";
  if (kind.endsWith("GeneratorFunction]")) return { problem: "must not be a generator", help };
  return !canWait && kind === "[object AsyncFunction]" ? { problem: "must not be async", help } : undefined;
}
