import { hasControlCharacters } from "./control-characters.ts";
import { errorDiagnostic, UsageError } from "./diagnostic.ts";
import type { Diagnostic } from "./diagnostic.ts";

function badName(owner: string, kind: string, name: string): Diagnostic {
  const message = `${owner}: ${kind} contains a control character: \`${name}\``;
  return errorDiagnostic("PWC0106", message, "remove the escaped character from the name");
}

/**
 * Throws for names with control characters. Each entry consists of the kind of name, such as `option`, and the name.
 * Ignores names that are not strings.
 *
 * @throws {@link UsageError} PWC0106.
 */
export function refuseControlCharacters(owner: string, names: Iterable<readonly [kind: string, name: unknown]>): void {
  for (const [kind, name] of names) {
    if (typeof name === "string" && hasControlCharacters(name)) throw new UsageError(badName(owner, kind, name));
  }
}
