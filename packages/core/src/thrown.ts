/** Reads a property of a thrown value, which can be anything. Returns `undefined` if this is not possible. */
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
    // A proxy can throw when its prototype is read.
    return false;
  }
}

/** Returns the stack of a thrown value, if it has one. For an error with a diagnostic, prefers the stack of its cause. */
export function stackOf(thrown: unknown): string | undefined {
  const cause = readThrown(thrown, "diagnostic") === undefined ? undefined : stackOf(readThrown(thrown, "cause"));
  const stack = cause ?? readThrown(thrown, "stack");
  return typeof stack === "string" ? stack : undefined;
}

/** Maximum length of a message in UTF-16 code units. Longer texts are truncated. */
const LONGEST_TEXT = 4000;

/** Formats a thrown value for a message. */
export function describeThrown(thrown: unknown): string {
  const text = textOf(thrown);
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}

function errorText({ name, message }: Error): string {
  return message === "" ? name : `${name}: ${message}`;
}

function textOf(thrown: unknown): string {
  try {
    // Does not use the string form of Node's errors, because this form differs between versions of Node.
    const text = isThrown(thrown, Error) ? errorText(thrown) : String(thrown);
    if (text.trim() === "") return JSON.stringify(text);
    // Formats a plain object as JSON, because its string form does not contain its properties.
    return text === "[object Object]" ? (JSON.stringify(thrown) ?? text) : text;
  } catch {
    return "a value without readable text";
  }
}
