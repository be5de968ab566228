import { hasControlCharacters, refuseControlCharacters } from "@passwright/core";

/** Settings with prose, which may have several lines. */
const PROSE = new Set(["reason", "doc", "deprecated", "summary", "description"]);

/** Settings whose keys are names, and whose values are data. */
const VALUES = new Set(["options", "option"]);

/**
 * Refuses control characters in all names of an argument: strings, lists, and keys and values of tables.
 *
 * @throws UsageError PWC0106.
 */
export function checkNamesIn(call: string, kind: string, value: unknown): void {
  if (typeof value === "string") {
    // Most names do not have any, and a builder gets thousands of names.
    if (hasControlCharacters(value)) refuseControlCharacters(`\`${call}\``, [[kind, value]]);
  } else if (Array.isArray(value)) {
    for (const one of value) checkNamesIn(call, kind, one);
  } else if (isPlainTable(value)) {
    for (const key in value) {
      checkNamesIn(call, kind, key);
      const inner = value[key];
      if (VALUES.has(key) && isPlainTable(inner)) checkNamesIn(call, `\`${key}\``, Object.keys(inner));
      else if (!PROSE.has(key)) checkNamesIn(call, `\`${key}\``, inner);
    }
  }
}

function isPlainTable(value: unknown): value is { readonly [key: string]: unknown } {
  return (
    typeof value === "object" &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value) as null)
  );
}
