import type { UsageError } from "@passwright/core";
import { sourceLocationOf } from "./attributes/parts.ts";
import { threw, wrongResultOf } from "./dialect-code.ts";
import type { CodeOfDialect } from "./dialect-code.ts";
import { resolveLocation } from "./store/location.ts";
import type { Store } from "./store/store.ts";

/** Function of the dialect of an operation, such as `` `fold` ``, or pattern that is applied to the operation. */
export type DialectCode = string | { readonly name: string; readonly dialect?: string };

/** Calls a function for an operation. If the function throws or returns a promise, the error names the function. */
export function callDialect<T>(code: DialectCode, store: Store, op: number, call: () => T): T {
  let result: T;
  try {
    result = call();
  } catch (thrown) {
    throw threwIn(code, store, op, thrown);
  }
  return settled(code, store, op, result);
}

/** Returns the result of a function for an operation, and refuses a promise. */
export function settled<T>(code: DialectCode, store: Store, op: number, result: T): T {
  if (!(result instanceof Promise)) return result;
  result.catch(() => undefined);
  throw wrongResult(code, store, op, "a promise", "make the function synchronous");
}

/** Returns the error for an exception in a function. A diagnostic in the exception keeps its code and message. */
export function threwIn(code: DialectCode, store: Store, op: number, thrown: unknown): unknown {
  return threw(described(code, store, op), thrown);
}

/** Returns the error for a result that cannot be used. `result` is the end of the message, after "returned". */
export function wrongResult(code: DialectCode, store: Store, op: number, result: string, help: string): UsageError {
  return wrongResultOf(described(code, store, op), result, help);
}

/** Returns the name of a function for messages, and the operation and dialect that diagnostics show. */
function described(code: DialectCode, store: Store, op: number): CodeOfDialect {
  const name = store.nameOf(op);
  const at = sourceLocationOf(resolveLocation(store, store.opLocation[op]!));
  const [text, plugin] = typeof code === "string" ? [code, name.dialect] : [`pattern \`${code.name}\``, code.dialect];
  const where = typeof code === "string" ? "of" : "on";
  const dialect: CodeOfDialect[1] = plugin === undefined ? {} : { plugin, pluginKind: "dialect" };
  return [`${text} ${where} \`${name.text}\``, { ...(at && { at }), ...dialect }];
}
