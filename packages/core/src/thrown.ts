/**
 * Reads a property of a thrown value. Anything can be thrown: `null`, a proxy, an error whose getters throw. Returns
 * `undefined` where the property does not exist or cannot be read.
 */
export function readThrown(thrown: unknown, property: string): unknown {
  try {
    return (thrown as { readonly [property: string]: unknown } | null | undefined)?.[property];
  } catch {
    return undefined;
  }
}

/** Returns whether a thrown value is an instance of a class. */
export function isThrown<T>(thrown: unknown, type: abstract new (...args: never) => T): thrown is T {
  try {
    return thrown instanceof type;
  } catch {
    // A proxy that refuses to tell its prototype.
    return false;
  }
}

/** Returns the stack of a thrown value, if it has one. */
export function stackOf(thrown: unknown): string | undefined {
  const stack = readThrown(thrown, "stack");
  return typeof stack === "string" ? stack : undefined;
}

/** Longer texts are cut: a message is read by people. */
const LONGEST_TEXT = 4000;

/** Describes a thrown value for a message. */
export function describeThrown(thrown: unknown): string {
  const text = textOf(thrown);
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}

function errorText({ name, message }: Error): string {
  return message === "" ? name : `${name}: ${message}`;
}

function textOf(thrown: unknown): string {
  try {
    // Errors of Node itself have a text of their own, which differs between versions.
    const text = isThrown(thrown, Error) ? errorText(thrown) : String(thrown);
    if (text.trim() === "") return JSON.stringify(text);
    // A plain object: its properties say more.
    return text === "[object Object]" ? (JSON.stringify(thrown) ?? text) : text;
  } catch {
    return "a value without readable text";
  }
}
