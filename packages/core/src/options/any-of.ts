import { jsonText } from "../json-text.ts";
import { isCode } from "./code-value.ts";
import type { JsonSchema, OptionSpec, OptionValue, ScalarSpec } from "./option-spec.ts";
import { givenIn } from "./option-table.ts";
import { AN_OPTION, checkArgument, described, isSpec, isPlainObject, notTaken, takeIf } from "./option-value.ts";

/** Formats a value as JSON. Writes `\"` as `\u0022`, because each quote starts or ends a quoted part of options. */
function dataText(value: unknown): string {
  return jsonText(givenIn(value)).replaceAll(/\\./g, (pair) => (pair === '\\"' ? "\\u0022" : pair));
}

/** Parses a list or an object. Returns `undefined` if the text is neither a list nor an object. */
function readData(text: string | undefined): unknown {
  if (text === undefined || !/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Map from names to strings, numbers, true, false or `null`. */
export type RecordValue = { readonly [name: string]: string | number | boolean | null };

/** Defines an option whose value is a map from any names to strings, numbers, true, false or `null`. */
export function record(doc: string): ScalarSpec<RecordValue> {
  const expects = "a map of strings, numbers, true, false or null";
  const isScalar = (value: unknown): boolean =>
    value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
  const take = (value: unknown): OptionValue<RecordValue> =>
    takeIf(value, expects, (one) => isPlainObject(one) && Object.values(one).every(isScalar));
  return {
    kind: "record",
    default: {},
    doc,
    placeholder: "<value>",
    expects,
    isList: false,
    parse: (text) => take(readData(text) ?? text),
    take,
    print: dataText,
    schema: () => ({ type: "object", ...described(doc) }),
  };
}

/**
 * Defines an option that accepts the values of all options in `specs`: `anyOf([int(3, ""), bool(false, "")], "digits,
 * or false")`. In text, lists and tables are written as JSON.
 *
 * @throws {@link UsageError} PWC0103 if `specs` is not a list of options.
 */
export function anyOf<const S extends readonly OptionSpec<unknown>[]>(
  specs: S,
  doc: string,
): ScalarSpec<S[number] extends OptionSpec<infer T> ? T : never> {
  type Value = S[number] extends OptionSpec<infer T> ? T : never;
  checkArgument(Array.isArray(specs) && specs.length > 0, "anyOf", "a list of options", specs);
  for (const spec of specs) checkArgument(isSpec(spec), "anyOf", AN_OPTION, spec);
  const all = specs as readonly OptionSpec<unknown>[] as readonly OptionSpec<Value>[];
  const expects = specs.map((spec) => spec.expects).join(", or ");
  const first = all[0] as OptionSpec<Value>;
  const take = (value: unknown): OptionValue<Value> => {
    const taken = all.map((spec) => spec.take(value));
    // Prefers the problem with a nested option of a table, because this problem is more precise.
    return taken.find(({ ok }) => ok) ?? taken.find((one) => "within" in one) ?? notTaken(expects, value);
  };
  const parse = (text: string | undefined): OptionValue<Value> => {
    const data = take(readData(text));
    if (data.ok) return data;
    const parsed = all.map((spec) => spec.parse(text));
    return parsed.find(({ ok }) => ok) ?? { ok: false, message: `'${text ?? ""}' must be ${expects}` };
  };
  return {
    kind: "union",
    default: first.default,
    ...(first.isUnknownByDefault === true && { isUnknownByDefault: true }),
    doc,
    placeholder: "<value>",
    expects,
    isList: false,
    parse,
    take,
    print(value) {
      if (typeof value === "object" && !isCode(value)) return dataText(value);
      const text = all.find((one) => one.take(value).ok)?.print(value) as string | undefined;
      if (text === undefined || isCode(value)) return text;
      // Several elements of `specs` can accept the same text. For example, `1` can be a string or a number.
      const again = parse(text);
      const taken = take(value);
      return again.ok && taken.ok && Object.is(again.value, taken.value) ? text : undefined;
    },
    schema: (): JsonSchema => ({
      anyOf: specs.map((spec) => {
        const { default: _default, description: _description, ...rest } = spec.schema();
        return rest;
      }),
      default: first.default,
      ...described(doc),
    }),
  };
}
