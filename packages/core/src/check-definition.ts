import { hasControlCharacters } from "./control-characters.ts";
import { diagnosticOf, errorDiagnostic, UsageError } from "./diagnostic.ts";
import type { DiagnosticFacts } from "./diagnostic.ts";
import { describeThrown } from "./thrown.ts";

/** Calls `read`, which reads the arguments of `call`. @throws {@link UsageError} PWC0105 if a getter throws. */
export function readArgument<T>(call: string, read: () => T, facts: DiagnosticFacts = {}): T {
  try {
    return read();
  } catch (thrown) {
    if (diagnosticOf(thrown) !== undefined) throw thrown;
    const message = `\`${call}\`: cannot read the argument: ${describeThrown(thrown)}`;
    throw new UsageError(errorDiagnostic("PWC0105", message, "correct the argument", facts), { cause: thrown });
  }
}

/** Throws PWC0106 for strings with control characters. Each entry consists of the kind of name and the name. */
export function refuseControlCharacters(owner: string, names: Iterable<readonly [kind: string, name: unknown]>): void {
  for (const [kind, name] of names) {
    if (typeof name !== "string" || !hasControlCharacters(name)) continue;
    const message = `${owner}: ${kind} contains a control character: \`${name}\``;
    throw new UsageError(errorDiagnostic("PWC0106", message, "remove the escaped character from the name"));
  }
}

/**
 * Returns the end of a message, and help, if the result of the function `code` cannot be used: the result of a
 * generator, and, unless `canWait` is true, the result of an async function.
 */
export function problemOfFunction(
  code: unknown,
  canWait: boolean,
): { readonly problem: string; readonly help: string } | undefined {
  const kind = Object.prototype.toString.call(code);
  const help = canWait ? "make it an ordinary or async function" : "make it a synchronous function";
  if (kind.endsWith("GeneratorFunction]")) return { problem: "must not be a generator", help };
  return !canWait && kind === "[object AsyncFunction]" ? { problem: "must not be async", help } : undefined;
}
