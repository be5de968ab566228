import { hasControlCharacters } from "./control-characters.ts";
import { UsageError } from "./diagnostic.ts";
import type { Diagnostic } from "./diagnostic.ts";

function badName(owner: string, kind: string, name: string): Diagnostic {
  return {
    code: "PWC0106",
    severity: "error",
    message: `${owner}: ${kind} \`${name}\` has a control character`,
    help: ["remove the escaped character from the name"],
  };
}

/**
 * Refuses names that cannot be shown as they are. Each entry is what is named (`option`) and the name; what is not a string
 * is left to other checks.
 *
 * @throws {@link UsageError} PWC0106.
 */
export function refuseControlCharacters(owner: string, names: Iterable<readonly [kind: string, name: unknown]>): void {
  for (const [kind, name] of names) {
    if (typeof name === "string" && hasControlCharacters(name)) throw new UsageError(badName(owner, kind, name));
  }
}
