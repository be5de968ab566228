/** Problem with a function of a definition, as the end of a message, and its help. */
export interface UnusableFunction {
  readonly problem: string;
  readonly help: string;
}

/**
 * Returns a problem if the result of the function `code` cannot be used. The result of a generator cannot be used,
 * because a call of the generator does not run its body. The result of an async function can be used only if `canWait`
 * is true. Returns `undefined` for all other values.
 */
export function problemOfFunction(code: unknown, canWait: boolean): UnusableFunction | undefined {
  const kind = Object.prototype.toString.call(code);
  const help = canWait ? "make it a function or an async function" : "make it a synchronous function";
  if (kind.endsWith("GeneratorFunction]")) return { problem: "must not be a generator", help };
  return !canWait && kind === "[object AsyncFunction]" ? { problem: "must not be async", help } : undefined;
}
