import { parseInteger } from "./integer.ts";
import { parsePipelineText } from "../text/pipeline-syntax.ts";
import type { OptionValue, ReadPipeline, ScalarSpec } from "./option-spec.ts";
import { needsValue, notTaken, takeIf } from "./option-value.ts";

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
      if (value !== undefined && accepts(Number(value)) && (isSigned || !text.startsWith("-"))) {
        return { ok: true, value: Number(value) };
      }
      return { ok: false, message: `'${text}' value invalid for ${word} argument!` };
    },
    // Integers have one zero.
    take: (value) => takeIf(Object.is(value, -0) ? 0 : value, expects, accepts),
    print: String,
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
    take: (value) => takeIf(value, "a number", Number.isFinite),
    print: printFloat,
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
    take: (value) => takeIf(value, "true or false", (one) => typeof one === "boolean"),
    print: String,
    schema: () => ({ type: "boolean", default: defaultValue, description: doc }),
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

/** Without a registry only the syntax can be checked. */
const readSyntax: ReadPipeline = (text) => {
  const parsed = parsePipelineText(text);
  return parsed.ok ? { ok: true, text } : parsed;
};

/**
 * A pipeline with its anchor, `func.func(cse)`. One that cannot be read is refused where the pass is made, and it is printed
 * with all options of its passes. Where the default is the empty string, it stands for no pipeline. MLIR has these as options
 * of type `OpPassManager`.
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

/** One of a fixed set of words. */
export function oneOf<const W extends string>(
  words: readonly W[],
  defaultValue: NoInfer<W>,
  doc: string,
): ScalarSpec<W> {
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
    schema: () => ({ enum: words, default: defaultValue, description: doc }),
  };
}
