import { hasControlCharacters } from "./control-characters.ts";
import { diagnosticOf, errorDiagnostic, UsageError } from "./diagnostic.ts";
import { describeThrown } from "./thrown.ts";

/**
 * Calls `read`, which reads the arguments of the function `call`.
 *
 * @throws {@link UsageError} PWC0105 if a getter in the arguments throws.
 */
export function readArgument<T>(call: string, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (diagnosticOf(thrown) !== undefined) throw thrown;
    const message = `\`${call}\`: cannot read the argument: ${describeThrown(thrown)}`;
    throw new UsageError(errorDiagnostic("PWC0105", message, "correct the argument"), { cause: thrown });
  }
}

/**
 * Throws for names with control characters. Each entry consists of the kind of name, such as `option`, and the name.
 * Ignores names that are not strings.
 *
 * @throws {@link UsageError} PWC0106.
 */
export function refuseControlCharacters(owner: string, names: Iterable<readonly [kind: string, name: unknown]>): void {
  for (const [kind, name] of names) {
    if (typeof name !== "string" || !hasControlCharacters(name)) continue;
    const message = `${owner}: ${kind} contains a control character: \`${name}\``;
    throw new UsageError(errorDiagnostic("PWC0106", message, "remove the escaped character from the name"));
  }
}

/**
 * Returns a problem, as the end of a message, and its help if the result of the function `code` cannot be used. The
 * result of a generator cannot be used, because a call of the generator does not run its body. The result of an async
 * function can be used only if `canWait` is true. Returns `undefined` for all other values.
 */
export function problemOfFunction(
  code: unknown,
  canWait: boolean,
): { readonly problem: string; readonly help: string } | undefined {
  const kind = Object.prototype.toString.call(code);
  const help = canWait ? "make it a function or an async function" : "make it a synchronous function";
  if (kind.endsWith("GeneratorFunction]")) return { problem: "must not be a generator", help };
  return !canWait && kind === "[object AsyncFunction]" ? { problem: "must not be async", help } : undefined;
}
