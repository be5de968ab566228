import { hasControlCharacters } from "../control-characters.ts";
import type { OptionValue } from "./option-spec.ts";

/** The option is named without a value. */
export const needsValue: OptionValue<never> = { ok: false, message: "requires a value!" };

/** Whether a value is data with keys: not a list, and not an instance of a class. */
export function isPlainObject(value: unknown): value is { readonly [name: string]: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Shows a value in a message. JSON has no text for some values, and throws for others. */
export function showValue(value: unknown): string {
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  try {
    const isBig = (one: unknown): one is bigint => typeof one === "bigint";
    return JSON.stringify(value, (_, one: unknown) => (isBig(one) ? `${one}n` : one)) ?? String(value);
  } catch {
    return typeof value === "object" ? "an object without readable text" : String(value);
  }
}

/** Refuses a value from TypeScript or JSON. */
export function notTaken(expects: string, value: unknown): OptionValue<never> {
  return { ok: false, message: `takes ${expects}, not ${showValue(value)}` };
}

/** Takes a value that needs no change if `accepts` holds. */
export function takeIf<T>(value: unknown, expects: string, accepts: (value: unknown) => boolean): OptionValue<T> {
  return accepts(value) ? { ok: true, value: value as T } : notTaken(expects, value);
}

const OPTION_NAME = /^[^\s=,(){}'"]+$/;

/** Whether a pipeline can write an option of this name. */
export function isOptionName(name: string): boolean {
  return OPTION_NAME.test(name) && !hasControlCharacters(name);
}

/** Why a value is refused that would be read as something else. */
export function notWritable(value: unknown): string {
  return `no pipeline text is read as ${showValue(value)} (its braces must match, its ends not be spaces)`;
}
