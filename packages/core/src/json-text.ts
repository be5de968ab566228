import { codeText, isCode } from "./options/code-value.ts";

/** Keys or values that JSON.stringify leaves out or replaces. */
export type JsonReplacer = (key: string, value: unknown) => unknown;

/**
 * Returns data as JSON, as `JSON.stringify` does, but keeps the sign of negative zero, which differs from 0 in an option.
 * `JSON.parse` reads it back. Functions and regular expressions are named by a hash of their source.
 */
export function jsonText(value: unknown, replacer: JsonReplacer = (_, one) => one, indent?: number): string {
  let hasNegativeZero = false;
  const replace: JsonReplacer = (key, one) => {
    const kept = replacer(key, one);
    if (Object.is(kept, -0)) hasNegativeZero = true;
    return isCode(kept) ? codeText(kept) : kept;
  };
  const text = JSON.stringify(value, replace, indent);
  if (!hasNegativeZero) return text;
  let marker = "-0";
  while (text.includes(JSON.stringify(marker))) marker = `-${marker}`;
  const mark: JsonReplacer = (key, one) => {
    const kept = replace(key, one);
    return Object.is(kept, -0) ? marker : kept;
  };
  return JSON.stringify(value, mark, indent).replaceAll(JSON.stringify(marker), "-0");
}
