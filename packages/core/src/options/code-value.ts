import type { JsonSchema, OptionValue, ScalarSpec } from "./option-spec.ts";
import { described, takeIf } from "./option-value.ts";

/** Value that exists only in code: a function or a regular expression. */
export type CodeValue = RegExp | ((...args: never[]) => unknown);

/** Returns whether a value is a function or a regular expression. */
export function isCode(value: unknown): value is CodeValue {
  return typeof value === "function" || Object.prototype.toString.call(value) === "[object RegExp]";
}

/**
 * Returns the text that represents a function or regular expression in pipelines, plans and lock files: its kind and a
 * hash of its source.
 */
export function codeText(value: CodeValue): string {
  const source = String(value);
  let [low, high] = [0x811c9dc5, 0x9e3779b1];
  for (let index = 0; index < source.length; index++) {
    low = Math.imul(low ^ source.charCodeAt(index), 0x01000193);
    high = Math.imul(high ^ source.charCodeAt(index), 0x85ebca6b) ^ (high >>> 13);
  }
  const hash = [low, high].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  return `${typeof value === "function" ? "function" : "regexp"}:${hash}`;
}

const EXPECTS = "a function or a regular expression";

/**
 * Defines an option whose value is a function or a regular expression. Only configs and programs in JavaScript or
 * TypeScript can set it. Textual pipelines and lock files contain a hash of the value's source instead.
 */
export function code<T extends CodeValue = CodeValue>(doc: string): ScalarSpec<T | undefined> {
  return {
    kind: "code",
    default: undefined,
    isUnknownByDefault: true,
    doc,
    placeholder: "<code>",
    expects: EXPECTS,
    isList: false,
    parse: (text) => ({ ok: false, message: `'${text ?? ""}' cannot be read: only code can contain ${EXPECTS}` }),
    take: (value) => takeIf(value, EXPECTS, isCode),
    print: (value) => (value === undefined ? undefined : codeText(value)),
    schema: () => ({ not: {}, ...described(doc) }),
  };
}

/**
 * Defines an option that accepts the values of several options: `anyOf([int(3, ""), bool(false, "")], "digits, or
 * false")`.
 */
export function anyOf<const S extends readonly ScalarSpec<unknown>[]>(
  specs: S,
  doc: string,
): ScalarSpec<S[number] extends ScalarSpec<infer T> ? T : never> {
  type Value = S[number] extends ScalarSpec<infer T> ? T : never;
  const expects = specs.map((spec) => spec.expects).join(", or ");
  const first = specs[0] as ScalarSpec<Value>;
  const find = (read: (spec: ScalarSpec<Value>) => OptionValue<Value>): OptionValue<Value> | undefined =>
    (specs as readonly ScalarSpec<Value>[]).map(read).find(({ ok }) => ok);
  const take = (value: unknown): OptionValue<Value> =>
    find((spec) => spec.take(value)) ?? takeIf(value, expects, () => false);
  return {
    kind: "union",
    default: first.default,
    ...(first.isUnknownByDefault === true && { isUnknownByDefault: true }),
    doc,
    placeholder: "<value>",
    expects,
    isList: false,
    parse: (text) => find((spec) => spec.parse(text)) ?? { ok: false, message: `'${text ?? ""}' must be ${expects}` },
    take,
    print(value) {
      const spec = (specs as readonly ScalarSpec<Value>[]).find((one) => one.take(value).ok);
      const text = spec?.print(value);
      if (text === undefined || isCode(value)) return text;
      // An earlier option may parse the text differently: for example, the text of the string `1` is also a number.
      const again = find((one) => one.parse(text));
      return again?.ok === true && Object.is(again.value, value) ? text : undefined;
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
