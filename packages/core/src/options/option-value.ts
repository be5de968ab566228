import { hasControlCharacters } from "../control-characters.ts";
import { errorDiagnostic, UsageError } from "../diagnostic.ts";
import type { OptionSpec, OptionValue } from "./option-spec.ts";

export const needsValue: OptionValue<never> = { ok: false, message: "requires a value!" };

/** Returns whether a value is a plain object, as opposed to a list or an instance of a class. */
export function isPlainObject(value: unknown): value is { readonly [name: string]: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Formats a value for a message, including values that JSON cannot represent. */
function showValue(value: unknown): string {
  if (typeof value === "function") return `the function ${value.name}`.trim();
  if (value instanceof RegExp) return String(value);
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  try {
    const isBig = (one: unknown): one is bigint => typeof one === "bigint";
    return JSON.stringify(value, (_, one: unknown) => (isBig(one) ? `${one}n` : one)) ?? String(value);
  } catch {
    return typeof value === "object" ? "an object without readable text" : String(value);
  }
}

export function notTaken(expects: string, value: unknown): OptionValue<never> {
  return { ok: false, message: `must be ${expects}, not ${showValue(value)}` };
}

export function takeIf<T>(value: unknown, expects: string, accepts: (value: unknown) => boolean): OptionValue<T> {
  return accepts(value) ? { ok: true, value: value as T } : notTaken(expects, value);
}

/** Returns whether a value is an option: the result of `int`, `string` or a similar function. */
export function isSpec(value: unknown): value is OptionSpec<unknown> {
  return typeof (value as Partial<OptionSpec<unknown>> | null | undefined)?.take === "function";
}

/** Throws PWC0103 for an invalid argument `value` of `call`, which is the function that defines an option. */
export function checkArgument(isValid: boolean, call: string, expected: string, value: unknown): void {
  if (isValid) return;
  const message = `\`${call}\` requires ${expected}, not ${showValue(value)}`;
  throw new UsageError(errorDiagnostic("PWC0103", message, `pass ${expected}`));
}

/** Description of an option in messages of {@link checkArgument}. */
export const AN_OPTION = 'an option, such as `int(3, "what it is for")`';

const OPTION_NAME = /^[^\s=,(){}'"]+$/;

export function isOptionName(name: string): boolean {
  return OPTION_NAME.test(name) && !hasControlCharacters(name);
}

export function notWritable(value: unknown, kind?: string): string {
  const text = `the text of a pipeline cannot contain ${showValue(value)}`;
  if (kind !== "union") return `${text}: braces must be balanced, and spaces are not allowed at the ends`;
  return `${text} in an option of several kinds: braces must be balanced, spaces are not allowed at the ends, and no other value can have the same text`;
}

/** Returns the `description` of an option's schema. Omits an empty description, which manifests cannot contain. */
export function described(doc: string): { readonly description?: string } {
  return doc === "" ? {} : { description: doc };
}
