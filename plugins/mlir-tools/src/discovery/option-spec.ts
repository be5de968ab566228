import type { OptionSpec, OptionSpecs, OptionValue } from "@passwright/core";
import type { ToolOption } from "./tool-pass.ts";

/**
 * Value of an option. Every option accepts a single value or a list, because the help of a program does not distinguish
 * single values from lists.
 */
export type ToolValue = string | number | boolean | readonly (string | number | boolean)[];

const INTEGERS = new Set(["int", "uint", "long", "ulong", "number"]);

/**
 * Converts options from a program's help to option specs. Only options that are set are passed to the program. For
 * other options, the program uses its own defaults.
 */
export function optionSpecs(options: readonly ToolOption[]): OptionSpecs {
  return Object.fromEntries(options.filter(({ name }) => /^[\w.-]+$/.test(name)).map((one) => [one.name, specOf(one)]));
}

function specOf({ name, type, words, summary }: ToolOption): OptionSpec<ToolValue> {
  const { check, expects } = checkOf(type, words);
  const accepts = (value: unknown): boolean => value === "" || partsOf(value)?.every(check) === true;
  return {
    kind: "string",
    default: "",
    doc: summary,
    placeholder: type === undefined ? "" : `<${type}>`,
    expects,
    isList: false,
    isUnknownByDefault: true,
    parse(text): OptionValue<ToolValue> {
      const value = text ?? (type === undefined ? "true" : undefined);
      if (value === undefined) return { ok: false, message: "requires a value!" };
      if (accepts(value)) return { ok: true, value };
      return { ok: false, message: `'${value}' is not a valid value for ${name}: it must be ${expects}` };
    },
    take: (value) =>
      accepts(value)
        ? { ok: true, value: value as ToolValue }
        : { ok: false, message: `must be ${expects}, not ${JSON.stringify(value)}` },
    print: textOf,
    schema: () => ({ type: ["string", "number", "boolean", "array"], description: summary }),
  };
}

function checkOf(
  type: string | undefined,
  words: readonly string[] | undefined,
): { readonly check: (part: string) => boolean; readonly expects: string } {
  if (words !== undefined) return { check: (part) => words.includes(part), expects: `one of ${words.join(", ")}` };
  if (type === undefined) return { check: (part) => /^(true|false|0|1)$/i.test(part), expects: "true or false" };
  if (INTEGERS.has(type)) {
    return { check: (part) => /^[-+]?[0-9][\w.+-]*$/.test(part), expects: "a number, or a list of numbers" };
  }
  return { check: () => true, expects: "a string, or a list of strings" };
}

/** Splits the value of an option into the texts of its elements. Returns `undefined` for an invalid value. */
function partsOf(value: unknown): readonly string[] | undefined {
  if (typeof value === "string") return value.split(",").map((part) => part.trim());
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  if (!Array.isArray(value)) return undefined;
  const parts = value.map((part: unknown) => (Array.isArray(part) ? undefined : partsOf(part)?.join(",")));
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/**
 * Returns the text of an option's value. A list becomes one text, separated by commas. If an element contains special
 * characters such as commas, each element becomes a separate text.
 */
function textOf(value: ToolValue): string | readonly string[] {
  if (typeof value !== "object") return String(value);
  const parts = value.map(String);
  return parts.every((part) => /^[\w.+-]+$/.test(part)) ? parts.join(",") : parts;
}
