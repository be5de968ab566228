import { isPromise } from "@passwright/core";

/** Returns a description of an unexpected value, for messages. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value === "string") return `the string \`${value}\``;
  if (isPromise(value)) return "a promise";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
