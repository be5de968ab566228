import { hasControlCharacters } from "./control-characters.ts";
import { diagnosticOf, errorDiagnostic, UsageError } from "./diagnostic.ts";
import type { DiagnosticFacts } from "./diagnostic.ts";
import { isTable } from "./table.ts";
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

/** Keys of definitions with texts that are not names, with values of other tools, or with data that is checked later. */
const NOT_NAMES = new Set(["summary", "description", "lacks", "member", "passes", "insert", "rules", "bundles"]);

/**
 * Throws PWC0106 for names with control characters in a definition: strings, elements of lists, the `name` of objects,
 * and, in the tables with the keys `tables`, all keys and the names in `formerly` and `args`.
 */
export function checkNames(owner: string, definition: object, ...tables: readonly string[]): void {
  const namesOf = (value: unknown): readonly unknown[] =>
    // A spread replaces the holes of a list with `undefined`.
    Array.isArray(value) ? [...(value as unknown[])].flatMap(namesOf) : [isTable(value) ? value["name"] : value];
  const namesInTable = (table: object): readonly unknown[] => [
    ...Object.keys(table),
    ...Object.values(table).flatMap((one: { readonly [key: string]: unknown } | null | undefined) =>
      namesOf([one?.["formerly"], one?.["args"]]),
    ),
  ];
  const named = Object.entries(definition).filter(([key]) => !NOT_NAMES.has(key));
  refuseControlCharacters(
    owner,
    named.flatMap(([key, value]) =>
      (tables.includes(key) ? namesInTable((value ?? {}) as object) : namesOf(value)).map(
        (name) => [`\`${key}\``, name] as const,
      ),
    ),
  );
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
