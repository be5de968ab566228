import { parsePipelineText } from "../text/pipeline-syntax.ts";
import type { JsonSchema, OptionSpec, OptionValue, ReadPipeline, ScalarSpec } from "./option-spec.ts";
import { AN_OPTION, checkArgument, described, isSpec, needsValue, notTaken, takeIf } from "./option-value.ts";

/** C++ type of an integer option, which determines its limits and its name in messages and help. */
export type IntType = "int" | "uint" | "long" | "ulong";

/** Inclusive limits of an {@link int}. */
export interface IntLimits {
  /** Integer type. Default: `int`. The 64-bit types end at 2^53, because JavaScript numbers are not exact beyond it. */
  readonly type?: IntType;
  /** Smallest valid value. */
  readonly min?: number;
  /** Largest valid value. */
  readonly max?: number;
}

// Uses literals, because bundlers keep `Number.MAX_SAFE_INTEGER` even in programs that do not use this table.
const INT_TYPES: {
  readonly [T in IntType]: { readonly min: number; readonly max: number; readonly word: string };
} = {
  int: { min: -0x80000000, max: 0x7fffffff, word: "integer" },
  uint: { min: 0, max: 0xffffffff, word: "uint" },
  long: { min: -0x1fffffffffffff, max: 0x1fffffffffffff, word: "long" },
  ulong: { min: 0, max: 0x1fffffffffffff, word: "ulong" },
};

/**
 * Defines an integer option. Text is parsed as in LLVM: the prefixes `0x`, `0b`, `0o` and `0` select the base.
 *
 * @throws {@link UsageError} PWC0103 if the limits are invalid.
 */
export function int(defaultValue: number, doc: string, limits: IntLimits = {}): ScalarSpec<number> {
  const { type = "int", min = INT_TYPES[type]?.min, max = INT_TYPES[type]?.max, ...others } = limits;
  const areLimits = Object.hasOwn(INT_TYPES, type) && min <= max && Object.keys(others).length === 0;
  checkArgument(areLimits, "int", 'limits such as `{ type: "uint", min: 1, max: 8 }`', limits);
  const { word } = INT_TYPES[type];
  const expects = `a whole number from ${min} to ${max}`;
  const accepts = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return {
    kind: "int",
    default: defaultValue,
    doc,
    placeholder: `<${type}>`,
    expects,
    isList: false,
    parse(text) {
      if (text === undefined) return needsValue;
      const value = parseInteger(text);
      const isSigned = type === "int" || type === "long";
      if (value !== undefined && accepts(Number(value)) && (isSigned || !text.startsWith("-")))
        return { ok: true, value: Number(value) };
      return { ok: false, message: `'${text}' value invalid for ${word} argument!` };
    },
    // Converts negative zero to zero, because integers do not have a negative zero.
    take: (value) => takeIf(Object.is(value, -0) ? 0 : value, expects, accepts),
    print: String,
    schema: () => ({ type: "integer", minimum: min, maximum: max, default: defaultValue, ...described(doc) }),
  };
}

const DECIMAL = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/;

/** Formats a number like C++'s `%e`, as LLVM does, or with all digits if six digits would change the value. */
function printFloat(value: number): string {
  const sign = Object.is(value, -0) ? "-" : "";
  const [digits, exponent] = value.toExponential(6).split("e") as [string, string];
  const text = `${sign}${digits}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
  return Object.is(Number(text), value) ? text : String(value);
}

/** Defines a floating-point option in decimal notation. Infinities and NaN are invalid, as in JSON. */
export function float(defaultValue: number, doc: string): ScalarSpec<number> {
  return {
    kind: "float",
    default: defaultValue,
    doc,
    placeholder: "<number>",
    expects: "a number",
    isList: false,
    parse(text) {
      if (text === undefined) return needsValue;
      const value = Number(text);
      if (DECIMAL.test(text) && Number.isFinite(value)) return { ok: true, value };
      return { ok: false, message: `'${text}' value invalid for floating point argument!` };
    },
    take: (value) => takeIf(value, "a number", Number.isFinite),
    print: printFloat,
    schema: () => ({ type: "number", default: defaultValue, ...described(doc) }),
  };
}

const BOOLEANS = new Map([
  ["", true],
  ["true", true],
  ["TRUE", true],
  ["True", true],
  ["1", true],
  ["false", false],
  ["FALSE", false],
  ["False", false],
  ["0", false],
]);

/** Defines a Boolean option. The name of the option alone means true, as in LLVM. */
export function bool(defaultValue: boolean, doc: string): ScalarSpec<boolean> {
  return {
    kind: "bool",
    default: defaultValue,
    doc,
    placeholder: "",
    expects: "true or false",
    isList: false,
    parse(text) {
      const value = BOOLEANS.get(text ?? "");
      if (value !== undefined) return { ok: true, value };
      return { ok: false, message: `'${text}' is invalid value for boolean argument! Try 0 or 1` };
    },
    take: (value) => takeIf(value, "true or false", (one) => typeof one === "boolean"),
    print: String,
    schema: () => ({ type: "boolean", default: defaultValue, ...described(doc) }),
  };
}

function textSpec(kind: "string" | "pipeline", defaultValue: string, doc: string): ScalarSpec<string> {
  const expects = kind === "string" ? "a string" : "the text of a pipeline";
  return {
    kind,
    default: defaultValue,
    doc,
    placeholder: `<${kind}>`,
    expects,
    isList: false,
    parse: (text) => (text === undefined ? needsValue : { ok: true, value: text }),
    take: (value) => takeIf(value, expects, (one) => typeof one === "string"),
    print: (value) => value,
    schema: () => ({ type: "string", default: defaultValue, ...described(doc) }),
  };
}

/**
 * Defines a string option. When an instance of the pass is made, a value that a textual pipeline cannot contain is
 * refused. In a valid value, braces are balanced, and the first and last characters are not spaces.
 */
export function string(defaultValue: string, doc: string): ScalarSpec<string> {
  return textSpec("string", defaultValue, doc);
}

/** Defines an option with a textual pipeline that the pass parses itself, such as `default-pipeline` of `inline`. */
export function pipelineText(defaultValue: string, doc: string): ScalarSpec<string> {
  return textSpec("pipeline", defaultValue, doc);
}

/** Parses a pipeline and checks only its syntax, because checking names requires a registry. */
const readSyntax: ReadPipeline = (text) => {
  const parsed = parsePipelineText(text);
  return parsed.ok ? { ok: true, text } : parsed;
};

/**
 * Defines an option whose value is a pipeline with its anchor, such as `func.func(cse)`: MLIR's option of type
 * `OpPassManager`. An invalid value is refused when the pass is made. The names of passes in the default value are not
 * checked. The printed value contains all options of its passes. If the default is an empty string, an empty string
 * means no pipeline.
 */
export function pipeline(defaultValue: string, doc: string): ScalarSpec<string> {
  const { schema, ...spec } = textSpec("pipeline", defaultValue, doc);
  const readWith = (text: string, read: ReadPipeline = readSyntax): OptionValue<string> => {
    const result = read(text);
    if (result.ok) return { ok: true, value: result.text };
    const { diagnostic } = result;
    return { ok: false, message: `is not a pipeline: ${diagnostic.message}`, pipeline: diagnostic };
  };
  return {
    ...spec,
    isPipeline: true,
    parse: (text, read) => (text === undefined ? needsValue : readWith(text, read)),
    take: (value, read) => (typeof value === "string" ? readWith(value, read) : notTaken(spec.expects, value)),
    schema: () => ({ ...schema(), format: "pipeline" }),
  };
}

/**
 * Defines an option with a fixed set of words.
 *
 * @throws {@link UsageError} PWC0103 if `words` is empty or is not a list of strings.
 */
export function oneOf<const W extends string>(
  words: readonly W[],
  defaultValue: NoInfer<W>,
  doc: string,
): ScalarSpec<W> {
  const areWords = Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === "string");
  checkArgument(areWords, "oneOf", "a list of at least one string", words);
  const expects = `one of ${words.join(", ")}`;
  return {
    kind: "enum",
    default: defaultValue,
    doc,
    placeholder: "<value>",
    expects,
    isList: false,
    parse(text) {
      if (text === undefined) return needsValue;
      const value = words.find((word) => word === text);
      if (value !== undefined) return { ok: true, value };
      return { ok: false, message: `Cannot find option named '${text}'!` };
    },
    take: (value) => takeIf(value, expects, (one) => words.some((word) => word === one)),
    print: (value) => value,
    schema: () => ({ enum: words, default: defaultValue, ...described(doc) }),
  };
}

/**
 * Returns `spec` without a default, for an option whose default a tool determines. If the option is unset, or `null` in
 * JSON data, its value is `undefined`, and it is not printed.
 *
 * @throws {@link UsageError} PWC0103 if `spec` is not an option.
 */
export function optional<T>(spec: OptionSpec<T>): OptionSpec<T | undefined> {
  checkArgument(isSpec(spec), "optional", AN_OPTION, spec);
  const schema = (): JsonSchema => {
    const { default: _default, ...rest } = spec.schema();
    return rest;
  };
  const unset: OptionSpec<T | undefined> = { ...(spec as OptionSpec<T | undefined>), default: undefined, schema };
  return {
    ...unset,
    isUnknownByDefault: true,
    take: (value, read) => (value === null ? { ok: true, value: undefined } : spec.take(value, read)),
  };
}

const BASES: readonly (readonly [RegExp, string])[] = [
  [/^0[xX]([0-9a-fA-F]+)$/, "0x"],
  [/^0[bB]([01]+)$/, "0b"],
  [/^0o([0-7]+)$/, "0o"],
  [/^0([0-7]+)$/, "0o"],
  [/^(0|[1-9][0-9]*)$/, ""],
];

/**
 * Parses an integer like `llvm::StringRef::getAsInteger(0, …)`: an optional minus sign, then an optional prefix `0x`,
 * `0b`, `0o` or `0` that selects the base. Returns `undefined` if the text is not an integer.
 */
function parseInteger(text: string): bigint | undefined {
  const negative = text.startsWith("-");
  const digits = negative ? text.slice(1) : text;
  for (const [pattern, prefix] of BASES) {
    const match = pattern.exec(digits);
    if (match === null) continue;
    const magnitude = BigInt(prefix + (match[1] ?? ""));
    return negative ? -magnitude : magnitude;
  }
  return undefined;
}
