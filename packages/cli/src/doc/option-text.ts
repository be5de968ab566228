import type { JsonSchema } from "@passwright/core";

/** What an option's value may be, in words; `quote` is put around the words that it may be. */
export function optionType({ type, enum: words, minimum, maximum, items }: JsonSchema, quote = ""): string {
  if (Array.isArray(words)) return words.map((word) => `${quote}${String(word)}${quote}`).join(", ");
  if (type === "array" && typeof items === "object" && items !== null) {
    return `list of ${optionType(items as JsonSchema, quote)}`;
  }
  const limits = type === "integer" && minimum !== undefined && maximum !== undefined;
  return limits ? `integer, ${String(minimum)} to ${String(maximum)}` : String(type ?? "any");
}

/** An option on one line: `integer, 0 to 9 (default 3): how many`. */
export function optionLine(schema: JsonSchema): string {
  const { default: value, description } = schema;
  const standard = value === undefined ? "" : ` (default ${JSON.stringify(value)})`;
  return `${optionType(schema)}${standard}${typeof description === "string" ? `: ${description}` : ""}`;
}
