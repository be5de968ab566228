import { hasControlCharacters } from "../control-characters.ts";
import type { OptionValue } from "./option-spec.ts";

/** Problem of an option that appears without a value. */
export const needsValue: OptionValue<never> = { ok: false, message: "requires a value!" };

/** Returns whether a value is a plain object: not a list, and not an instance of a class. */
export function isPlainObject(value: unknown): value is { readonly [name: string]: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns a value as text for a message. JSON cannot print some values, and throws for others. */
export function showValue(value: unknown): string {
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

/** Returns the problem of a value of the wrong type. */
export function notTaken(expects: string, value: unknown): OptionValue<never> {
  return { ok: false, message: `must be ${expects}, not ${showValue(value)}` };
}

/** Accepts a value unchanged if `accepts` returns true. */
export function takeIf<T>(value: unknown, expects: string, accepts: (value: unknown) => boolean): OptionValue<T> {
  return accepts(value) ? { ok: true, value: value as T } : notTaken(expects, value);
}

const OPTION_NAME = /^[^\s=,(){}'"]+$/;

/** Returns whether the text of a pipeline can hold an option of this name. */
export function isOptionName(name: string): boolean {
  return OPTION_NAME.test(name) && !hasControlCharacters(name);
}

/** Returns the message for a value that the text of a pipeline cannot hold. */
export function notWritable(value: unknown): string {
  return `the text of a pipeline cannot hold ${showValue(value)}: braces must be balanced, and spaces are not allowed at the ends`;
}

/** Returns the description in the schema of an option. Manifests cannot have an empty one. */
export function described(doc: string): { readonly description?: string } {
  return doc === "" ? {} : { description: doc };
}
