import { type DeclaredOptions } from "@passwright/builder";
import { type JsonSchema } from "@passwright/core";
import { map } from "../data/map-shape.ts";
import { anything, either, list, mapped, named, number, prose, type Shape, text, word } from "../data/shape.ts";

/**
 * What a manifest says of one option: the part of JSON Schema that options of the SDK are made of (`OptionSpec.schema()`), so that
 * options can be checked without code.
 */
export interface OptionSchema {
  readonly type?: "integer" | "number" | "boolean" | "string" | "array";
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: OptionSchema;
  readonly default?: unknown;
  readonly description?: string;
}

interface OptionKeys extends Omit<OptionSchema, "default"> {
  readonly default?: { readonly value: unknown };
}

/** One option as JSON Schema. */
export const optionSchema: Shape<OptionSchema> = named("option", () =>
  mapped(
    map<OptionKeys>(
      {
        type: {
          doc: "what its value is",
          shape: word(["integer", "number", "boolean", "string", "array"]),
        },
        enum: { doc: "the words that it may be, in place of `type`", shape: list(text()) },
        minimum: { doc: "the least number", shape: number },
        maximum: { doc: "the greatest number", shape: number },
        items: {
          doc: "of an array: what its elements are",
          shape: either<OptionSchema>("a map", { map: optionSchema }),
        },
        default: { doc: "its value if it is left out", shape: anything },
        description: { doc: "what it is for", shape: prose },
      },
      ["type", "enum"],
    ),
    ({ default: standard, ...rest }): OptionSchema => ({
      ...rest,
      ...(standard === undefined ? {} : { default: standard.value }),
    }),
  ),
);

interface OptionComplaint {
  readonly option: string;
  readonly message: string;
  /** There is no such option. */
  readonly isUnknown: boolean;
}

/** What is wrong with options, in the words that the code would have for it (`takeOptions`). */
export function optionProblems(
  schemas: { readonly [name: string]: OptionSchema },
  options: { readonly [name: string]: unknown },
): OptionComplaint[] {
  return Object.entries(options).flatMap(([option, value]): OptionComplaint[] => {
    const schema = Object.hasOwn(schemas, option) ? schemas[option] : undefined;
    if (schema === undefined) return [{ option, message: `no such option ${option}`, isUnknown: true }];
    if (accepts(schema, value)) return [];
    const message = `option ${option} takes ${expected(schema)}, not ${JSON.stringify(value)}`;
    return [{ option, message, isUnknown: false }];
  });
}

/** The options of a pass as a catalogue keeps them where its code is not there. */
export function declaredOptions(schemas: { readonly [name: string]: OptionSchema }): DeclaredOptions {
  return {
    names: Object.keys(schemas).sort(),
    problemsOf: (options) =>
      optionProblems(schemas, options).map(({ option, message, isUnknown }) =>
        isUnknown ? { message, unknown: option } : { message },
      ),
  };
}

function accepts(schema: OptionSchema, value: unknown): boolean {
  const { type, enum: words, minimum = -Infinity, maximum = Infinity, items } = schema;
  if (words !== undefined) return words.some((one) => one === value);
  if (type === "array") {
    return Array.isArray(value) && value.every((item) => items === undefined || accepts(items, item));
  }
  if (type === "boolean" || type === "string") return typeof value === type;
  if (typeof value !== "number" || !Number.isFinite(value) || value < minimum || value > maximum) return false;
  return type === "number" || Number.isInteger(value);
}

function expected({ type, enum: words, minimum, maximum, items }: OptionSchema): string {
  if (words !== undefined) return `one of ${words.join(", ")}`;
  if (type === "array") return items === undefined ? "a list" : `a list, each ${expected(items)}`;
  if (type === "boolean") return "true or false";
  if (type === "string") return "a string";
  const range = [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`to ${maximum}`]),
  ];
  return [type === "integer" ? "a whole number" : "a number", ...range].join(" ");
}

/** What a schema says of values, in one spelling: texts for people do not count. */
export function spelling(schema: OptionSchema | JsonSchema): string {
  const { type, enum: words, minimum, maximum, items, default: standard } = schema as OptionSchema;
  const inner = items === undefined ? undefined : spelling(items);
  return JSON.stringify({ type, enum: words, minimum, maximum, items: inner, default: standard });
}
