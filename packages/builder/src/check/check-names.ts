import { hasControlCharacters, isPlainObject, refuseControlCharacters } from "@passwright/core";

/** Settings whose values are prose. Prose can have several lines. */
const PROSE = new Set(["reason", "doc", "deprecated", "summary", "description"]);

/** Settings that map option names to values. Values can contain control characters. */
const VALUES = new Set(["options", "option"]);

/**
 * Refuses control characters in the argument `value`: in a string, in elements of a list, and in keys and values of a
 * table.
 *
 * @throws UsageError PWC0106.
 */
export function checkNamesIn(call: string, kind: string, value: unknown): void {
  if (typeof value === "string") {
    // Fast path: a builder gets thousands of names, and few contain control characters.
    if (hasControlCharacters(value)) refuseControlCharacters(`\`${call}\``, [[kind, value]]);
  } else if (Array.isArray(value)) {
    for (const one of value) checkNamesIn(call, kind, one);
  } else if (isPlainObject(value)) {
    for (const key in value) {
      checkNamesIn(call, kind, key);
      const inner = value[key];
      if (VALUES.has(key) && isPlainObject(inner)) checkNamesIn(call, `\`${key}\``, Object.keys(inner));
      else if (!PROSE.has(key)) checkNamesIn(call, `\`${key}\``, inner);
    }
  }
}
