import { codeText, isCode } from "./options/code-value.ts";

/** Second argument of `JSON.stringify`: a function that replaces a value, or omits it by returning `undefined`. */
export type JsonReplacer = (key: string, value: unknown) => unknown;

/**
 * Formats data like `JSON.stringify`, but keeps the sign of negative zero, because -0 and 0 are different option
 * values, and represents functions and regular expressions by hashes of their source.
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
