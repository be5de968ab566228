import { parseInteger } from "./integer.ts";
import { type JsonSchema, type OptionSpec, type OptionValue, type ScalarSpec } from "./option-spec.ts";
import { splitList } from "./option-text.ts";

const needsValue: { readonly ok: false; readonly message: string } = { ok: false, message: "requires a value!" };

/** What an integer would be in C++: it sets the limits, and the word in LLVM's messages and help. */
export type IntType = "int" | "uint" | "long" | "ulong";

/** Narrows an {@link int}. Limits are inclusive. */
export interface IntLimits {
  /** `int`, 32 bits with a sign, unless said otherwise. The 64-bit types end at 2^53 here, where numbers stop being exact. */
  readonly type?: IntType;
  readonly min?: number;
  readonly max?: number;
}

const INT_TYPES: {
  readonly [T in IntType]: { readonly min: number; readonly max: number; readonly word: string };
} = {
  int: { min: -(2 ** 31), max: 2 ** 31 - 1, word: "integer" },
  uint: { min: 0, max: 2 ** 32 - 1, word: "uint" },
  long: { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, word: "long" },
  ulong: { min: 0, max: Number.MAX_SAFE_INTEGER, word: "ulong" },
};

/** A whole number. Text is read as LLVM reads it: `0x`, `0b`, `0o` and a leading `0` choose the base. */
export function int(defaultValue: number, doc: string, limits: IntLimits = {}): ScalarSpec<number> {
  const type = limits.type ?? "int";
  const { word, min: lowest, max: highest } = INT_TYPES[type];
  const min = limits.min ?? lowest;
  const max = limits.max ?? highest;
  const accepts = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return {
    kind: "int",
    default: defaultValue,
    doc,
    placeholder: `<${type}>`,
    expects: `a whole number from ${min} to ${max}`,
    isList: false,
    parse(text) {
      if (text === undefined) return needsValue;
      const value = parseInteger(text);
      const isSigned = type === "int" || type === "long";
      if (value !== undefined && accepts(Number(value)) && (isSigned || !text.startsWith("-"))) {
        return { ok: true, value: Number(value) };
      }
      return { ok: false, message: `'${text}' value invalid for ${word} argument!` };
    },
    print: String,
    accepts,
    schema: () => ({ type: "integer", minimum: min, maximum: max, default: defaultValue, description: doc }),
  };
}

const DECIMAL = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/;

/** As C++'s `%e`, which is how LLVM prints a `double`; with all digits where six would be another number. */
function printFloat(value: number): string {
  const sign = Object.is(value, -0) ? "-" : "";
  const [digits, exponent] = value.toExponential(6).split("e") as [string, string];
  const text = `${sign}${digits}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
  return Object.is(Number(text), value) ? text : String(value);
}

/** A floating-point number, written in decimal. Neither infinities nor NaN: JSON could not hold them. */
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
    print: printFloat,
    accepts: (value) => typeof value === "number" && Number.isFinite(value),
    schema: () => ({ type: "number", default: defaultValue, description: doc }),
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

/** True or false. The bare name of the option means true, as in LLVM. */
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
    print: String,
    accepts: (value) => typeof value === "boolean",
    schema: () => ({ type: "boolean", default: defaultValue, description: doc }),
  };
}

function textSpec(kind: "string" | "pipeline", defaultValue: string, doc: string): ScalarSpec<string> {
  return {
    kind,
    default: defaultValue,
    doc,
    placeholder: `<${kind}>`,
    expects: kind === "string" ? "a string" : "the text of a pipeline",
    isList: false,
    parse: (text) => (text === undefined ? needsValue : { ok: true, value: text }),
    print: (value) => value,
    accepts: (value) => typeof value === "string",
    schema: () => ({ type: "string", default: defaultValue, description: doc }),
  };
}

/** Any text that a pipeline can hold: braces in pairs, no space at either end. Others are refused when a pass is made. */
export function string(defaultValue: string, doc: string): ScalarSpec<string> {
  return textSpec("string", defaultValue, doc);
}

/** The text of a pipeline, which the pass parses when it needs it, as `inline`'s `default-pipeline`. */
export function pipelineText(defaultValue: string, doc: string): ScalarSpec<string> {
  return textSpec("pipeline", defaultValue, doc);
}

/**
 * A pipeline with its anchor, `func.func(cse)`: one that cannot be read is refused where the pass is added to a pipeline from
 * text, and it is printed with all options of its passes. MLIR has them as options of type `OpPassManager`.
 */
export function pipeline(defaultValue: string, doc: string): ScalarSpec<string> {
  return { ...textSpec("pipeline", defaultValue, doc), isPipeline: true };
}

/** One of a fixed set of words. */
export function oneOf<const W extends string>(
  words: readonly W[],
  defaultValue: NoInfer<W>,
  doc: string,
): ScalarSpec<W> {
  return {
    kind: "enum",
    default: defaultValue,
    doc,
    placeholder: "<value>",
    expects: `one of ${words.join(", ")}`,
    isList: false,
    parse(text) {
      if (text === undefined) return needsValue;
      const value = words.find((word) => word === text);
      if (value !== undefined) return { ok: true, value };
      return { ok: false, message: `Cannot find option named '${text}'!` };
    },
    print: (value) => value,
    accepts: (value) => words.some((word) => word === value),
    schema: () => ({ enum: words, default: defaultValue, description: doc }),
  };
}

/** Any number of values of one kind: `list=1,2`. Naming the option again appends. Its default is the empty list. */
export function list<T>(element: ScalarSpec<T>, doc: string): OptionSpec<readonly T[]> {
  const parse = (text: string | undefined): OptionValue<readonly T[]> => {
    if (text === undefined) return needsValue;
    const values: T[] = [];
    for (const part of splitList(text)) {
      const value = element.parse(part);
      if (!value.ok) return value;
      values.push(value.value);
    }
    return { ok: true, value: Object.freeze(values) };
  };
  const schema = (): JsonSchema => {
    const { default: _default, description: _description, ...items } = element.schema();
    return { type: "array", items, default: [], description: doc };
  };
  return {
    kind: "list",
    default: Object.freeze([]),
    doc,
    placeholder: element.placeholder,
    expects: `a list, each ${element.expects}`,
    isList: true,
    ...(element.isTable === true ? { isTable: true } : {}),
    ...(element.isPipeline === true ? { isPipeline: true } : {}),
    parse,
    print: (values) => values.map((value) => element.print(value)),
    accepts: (values) => Array.isArray(values) && values.every((value) => element.accepts(value)),
    schema,
  };
}
