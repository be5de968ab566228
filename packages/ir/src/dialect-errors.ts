import { BugError, describeThrown, diagnosticOf, errorDiagnostic, messageOf, UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { sourceLocationOf } from "./attributes/parts.ts";
import { ParseFailure } from "./parser/reader.ts";
import { resolveLocation } from "./store/location.ts";
import type { Store } from "./store/store.ts";
import { Invalid } from "./verify/invalid.ts";

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
  if (thrown instanceof Invalid || thrown instanceof ParseFailure || thrown instanceof BugError) return thrown;
  const carried = diagnosticOf(thrown);
  if (carried?.pluginKind === "dialect") return thrown;
  const [text, facts] = described(code, store, op);
  const { message, lines } = messageOf(`${text} threw ${describeThrown(thrown)}`);
  const author = facts.plugin === undefined ? "its author" : `the author of dialect \`${facts.plugin}\``;
  const help = `correct the function, or report this to ${author}, with the stack from \`--debug\``;
  const notes = [...(carried?.notes ?? []), { message: `in ${text}` }];
  const own = errorDiagnostic("PWI0019", message, help, { lines, ...facts });
  return new UsageError(carried === undefined ? own : { ...facts, ...carried, notes }, { cause: thrown });
}

/** Returns the error for a result that cannot be used. `result` is the end of the message, after "returned". */
export function wrongResult(code: DialectCode, store: Store, op: number, result: string, help: string): UsageError {
  const [text, facts] = described(code, store, op);
  return new UsageError(errorDiagnostic("PWI0020", `${text} returned ${result}`, help, facts));
}

type Facts = Pick<Diagnostic, "at" | "plugin" | "pluginKind">;

/** Returns the name of a function for messages, and the operation and dialect that diagnostics show. */
function described(code: DialectCode, store: Store, op: number): [string, Facts] {
  const name = store.nameOf(op);
  const at = sourceLocationOf(resolveLocation(store, store.opLocation[op]!));
  const [text, plugin] = typeof code === "string" ? [code, name.dialect] : [`pattern \`${code.name}\``, code.dialect];
  const where = typeof code === "string" ? "of" : "on";
  const dialect: Facts = plugin === undefined ? {} : { plugin, pluginKind: "dialect" };
  return [`${text} ${where} \`${name.text}\``, { ...(at && { at }), ...dialect }];
}
