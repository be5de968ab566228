import {
  anyOf,
  bool,
  code,
  float,
  int,
  list as listOf,
  oneOf,
  optional,
  optionTable,
  pipeline,
  record,
  string,
} from "@passwright/core";
import type { IntType, JsonSchema, OptionSpec, OptionSpecs, ScalarSpec } from "@passwright/core";
import type { DataCheck } from "../data/check.ts";
import { map } from "../data/map-shape.ts";
import type { DataNode } from "../data/node.ts";
import {
  anything,
  dictionary,
  either,
  flag,
  list,
  mapped,
  named,
  number,
  prose,
  text,
  values,
  word,
} from "../data/shape.ts";
import type { Shape } from "../data/shape.ts";

/** Declaration of an option in a manifest, the JSON Schema of `OptionSpec.schema()`, to check options without code. */
export interface OptionSchema {
  /** Type of the value. */
  readonly type?: "integer" | "number" | "boolean" | "string" | "array" | "object";
  /** Valid words. */
  readonly enum?: readonly string[];
  /** Smallest valid number. */
  readonly minimum?: number;
  /** Largest valid number. */
  readonly maximum?: number;
  /** Marks a string that contains a textual pipeline. */
  readonly format?: "pipeline";
  /** `{}` for an option whose values JSON cannot express, such as functions and regular expressions. */
  readonly not?: {};
  /** Alternative schemas. At least one of these schemas must accept the value. */
  readonly anyOf?: readonly OptionSchema[];
  /** Schema of the elements of a list. */
  readonly items?: OptionSchema;
  /** Schemas of the options in a table, by name. A table without declared `properties` can contain any option names. */
  readonly properties?: OptionSchemas;
  /** Value if the option is not set. */
  readonly default?: unknown;
  /** Meaning of the option. */
  readonly description?: string;
}

/** Declarations of the options of a pass or plugin, by option name. */
export type OptionSchemas = { readonly [name: string]: OptionSchema };

interface OptionKeys extends Omit<OptionSchema, "default"> {
  readonly default?: { readonly value: unknown };
  readonly additionalProperties?: boolean;
}

/** Keys that are allowed for only one type, with this type, and whether the type requires the key. */
const KEYS_OF_TYPES = [
  ["minimum", "integer", false],
  ["maximum", "integer", false],
  ["format", "string", false],
  ["items", "array", true],
  ["properties", "object", false],
] as const;

function checkKeys(found: OptionKeys, check: DataCheck, node: DataNode): void {
  for (const [key, type, isNeeded] of KEYS_OF_TYPES) {
    const has = found[key] !== undefined;
    if (has && found.type !== type) check.wrong(node, key, `absent: it belongs to type \`${type}\``);
    if (!has && isNeeded && found.type === type) check.wrong(node, `type: ${type}`, `beside \`${key}\``);
  }
  const { items } = found;
  if (items?.type === "array")
    check.wrong(node, "items", "of another type, because text cannot represent lists of lists");
}

/** Shape of the declaration of an option. The declaration is a JSON Schema. */
export const optionSchema: Shape<OptionSchema> = named("option", () =>
  mapped(
    map<OptionKeys>(
      {
        type: { doc: "type of the value", shape: word(["integer", "number", "boolean", "string", "array", "object"]) },
        enum: { doc: "allowed words, instead of `type`", shape: list(text()) },
        minimum: { doc: "for an integer: the smallest value", shape: number },
        maximum: { doc: "for an integer: the largest value", shape: number },
        format: {
          doc: "for a string: `pipeline` if the value is a textual pipeline with its anchor",
          shape: word(["pipeline"]),
        },
        anyOf: { doc: "allowed kinds of values, instead of `type`", shape: list(optionSchema) },
        not: {
          doc: "`{}` for a function or a regular expression, instead of `type`",
          shape: mapped(values, () => ({})),
        },
        items: {
          doc: "for an array: type of the elements",
          shape: either<OptionSchema>("a map", { map: optionSchema }),
        },
        properties: {
          doc: "for an object: its options; without `properties`, any names with strings, numbers, booleans or null",
          shape: dictionary(optionSchema),
        },
        additionalProperties: { doc: "for an object: false", shape: flag },
        default: { doc: "default value", shape: anything },
        description: { doc: "the purpose of the option", shape: prose },
      },
      ["type", "enum", "anyOf", "not"],
    ),
    ({ default: standard, additionalProperties: _more, ...rest }, check, node): OptionSchema => {
      checkKeys({ ...rest }, check, node);
      return { ...rest, ...(standard === undefined ? {} : { default: standard.value }) };
    },
  ),
);

/** Returns the name of a C++ integer type that can contain all numbers from `min` to `max`, for messages. */
function intTypeOf(min: number, max: number): IntType {
  if (min >= -(2 ** 31) && max < 2 ** 31) return "int";
  if (min < 0) return "long";
  return max < 2 ** 32 ? "uint" : "ulong";
}

function intOf(standard: number, doc: string, schema: OptionSchema): ScalarSpec<number> {
  const { minimum: min = Number.MIN_SAFE_INTEGER, maximum: max = Number.MAX_SAFE_INTEGER } = schema;
  return int(standard, doc, { type: intTypeOf(min, max), min, max });
}

function scalarOf(schema: OptionSchema): ScalarSpec<unknown> {
  const { type, enum: words, format, properties, default: standard, description: doc = "" } = schema;
  if (schema.anyOf !== undefined)
    return anyOf(
      schema.anyOf.map((one) => (one.type === "array" ? specOf(one) : scalarOf(one))),
      doc,
    );
  if (schema.not !== undefined) return code(doc) as ScalarSpec<unknown>;
  if (words !== undefined) return oneOf(words, (standard ?? words[0] ?? "") as string, doc) as ScalarSpec<unknown>;
  if (type === "object")
    return (properties === undefined ? record(doc) : optionTable(optionSpecs(properties), doc)) as ScalarSpec<unknown>;
  if (type === "boolean") return bool((standard ?? false) as boolean, doc) as ScalarSpec<unknown>;
  if (type === "number") return float((standard ?? 0) as number, doc) as ScalarSpec<unknown>;
  if (type === "integer") return intOf((standard ?? schema.minimum ?? 0) as number, doc, schema) as ScalarSpec<unknown>;
  return (format === "pipeline" ? pipeline : string)((standard ?? "") as string, doc) as ScalarSpec<unknown>;
}

function specOf(schema: OptionSchema): OptionSpec<unknown> {
  const { type, items, default: standard, description = "" } = schema;
  const spec: OptionSpec<unknown> =
    type === "array" ? listOf(scalarOf(items ?? { type: "string" }), description) : scalarOf(schema);
  return standard === undefined && type !== "object" ? optional(spec) : spec;
}

/** Converts declarations of options from the form in manifests to the form in code. */
export function optionSpecs(schemas: OptionSchemas): OptionSpecs {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, specOf(schema)]));
}

/** Formats a schema as normalized text without descriptions, for comparisons. */
export function spelling(schema: OptionSchema | JsonSchema): string {
  return JSON.stringify(essence(schema as OptionSchema));
}

function essence({ type, enum: words, minimum, maximum, format, items, properties, ...rest }: OptionSchema): object {
  return {
    anyOf: rest.anyOf?.map(essence),
    not: rest.not,
    type,
    enum: words,
    minimum,
    maximum,
    format,
    items: items && essence(items),
    properties: properties && Object.entries(properties).map(([name, inner]) => [name, essence(inner)]),
    default: rest.default,
  };
}
