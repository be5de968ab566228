import type { ScalarSpec } from "./option-spec.ts";
import { described, takeIf } from "./option-value.ts";

/** Value that exists only in code: a function or a regular expression. */
export type CodeValue = RegExp | ((...args: never[]) => unknown);

/** Returns whether a value is a function or a regular expression. */
export function isCode(value: unknown): value is CodeValue {
  return typeof value === "function" || Object.prototype.toString.call(value) === "[object RegExp]";
}

/** Returns the text that represents a function or regular expression: its kind and a hash of its source. */
export function codeText(value: CodeValue): string {
  const source = String(value);
  let [low, high] = [0x811c9dc5, 0x9e3779b1];
  for (let index = 0; index < source.length; index++) {
    low = Math.imul(low ^ source.charCodeAt(index), 0x01000193);
    high = Math.imul(high ^ source.charCodeAt(index), 0x85ebca6b) ^ (high >>> 13);
  }
  const hash = [low, high].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  return `${typeof value === "function" ? "function" : "regexp"}:${hash}`;
}

const EXPECTS = "a function or a regular expression";

/**
 * Defines an option whose value is a function or a regular expression. Only configs and programs in JavaScript or
 * TypeScript can set the option. Textual pipelines and lock files contain a hash of the source instead of the value.
 */
export function code<T extends CodeValue = CodeValue>(doc: string): ScalarSpec<T | undefined> {
  return {
    kind: "code",
    default: undefined,
    isUnknownByDefault: true,
    doc,
    placeholder: "<code>",
    expects: EXPECTS,
    isList: false,
    parse: (text) => ({ ok: false, message: `'${text ?? ""}' cannot be read: only code can contain ${EXPECTS}` }),
    take: (value) => takeIf(value, EXPECTS, isCode),
    print: (value) => (value === undefined ? undefined : codeText(value)),
    schema: () => ({ not: {}, ...described(doc) }),
  };
}
