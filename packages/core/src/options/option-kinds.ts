import { parseInteger } from "./integer.ts";
import { type JsonSchema, type OptionSpec, type OptionValue } from "./option-spec.ts";
import { splitList } from "./option-text.ts";

const needsValue: { readonly ok: false; readonly message: string } = { ok: false, message: "requires a value!" };

/** Limits of an {@link int}, both inclusive. Without any, the value is a 32-bit signed integer, as C++'s `int`. */
export interface IntLimits {
  readonly min?: number;
  readonly max?: number;
}

/** A whole number. Text is read as LLVM reads it: `0x`, `0b`, `0o` and a leading `0` choose the base. */
export function int(defaultValue: number, doc: string, limits: IntLimits = {}): OptionSpec<number> {
  const min = limits.min ?? -(2 ** 31);
  const max = limits.max ?? 2 ** 31 - 1;
  const accepts = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return {
    kind: "int",
    default: defaultValue,
    doc,
    placeholder: "<int>",
    isList: false,
    parse(text) {
      if (text === undefined) return needsValue;
      const value = parseInteger(text);
      if (value !== undefined && accepts(Number(value))) return { ok: true, value: Number(value) };
      return { ok: false, message: `'${text}' value invalid for integer argument!` };
    },
    print: String,
    accepts,
    schema: () => ({ type: "integer", minimum: min, maximum: max, default: defaultValue, description: doc }),
  };
}

/** A floating-point number. */
export function float(defaultValue: number, doc: string): OptionSpec<number> {
  return {
    kind: "float",
    default: defaultValue,
    doc,
    placeholder: "<number>",
    isList: false,
    parse(text) {
      if (text === undefined) return needsValue;
      const value = Number(text);
      if (text.trim() !== "" && Number.isFinite(value)) return { ok: true, value };
      return { ok: false, message: `'${text}' value invalid for floating point argument!` };
    },
    print: String,
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
export function bool(defaultValue: boolean, doc: string): OptionSpec<boolean> {
  return {
    kind: "bool",
    default: defaultValue,
    doc,
    placeholder: "",
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

function textSpec(
  kind: "string" | "pipeline",
  defaultValue: string,
  doc: string,
  placeholder: string,
): OptionSpec<string> {
  return {
    kind,
    default: defaultValue,
    doc,
    placeholder,
    isList: false,
    parse: (text) => (text === undefined ? needsValue : { ok: true, value: text }),
    print: (value) => value,
    accepts: (value) => typeof value === "string",
    schema: () => ({ type: "string", default: defaultValue, description: doc }),
  };
}

/** Any text. */
export function string(defaultValue: string, doc: string): OptionSpec<string> {
  return textSpec("string", defaultValue, doc, "<string>");
}

/** The text of a pipeline, which the pass parses when it needs it, as `inline`'s `default-pipeline`. */
export function pipelineText(defaultValue: string, doc: string): OptionSpec<string> {
  return textSpec("pipeline", defaultValue, doc, "<pipeline>");
}

/** One of a fixed set of words. */
export function oneOf<const W extends string>(
  words: readonly W[],
  defaultValue: NoInfer<W>,
  doc: string,
): OptionSpec<W> {
  return {
    kind: "enum",
    default: defaultValue,
    doc,
    placeholder: "<value>",
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
export function list<T>(element: OptionSpec<T>, doc: string): OptionSpec<readonly T[]> {
  const parse = (text: string | undefined): OptionValue<readonly T[]> => {
    if (text === undefined) return needsValue;
    const values: T[] = [];
    for (const part of splitList(text)) {
      const value = element.parse(part);
      if (!value.ok) return value;
      values.push(value.value);
    }
    return { ok: true, value: values };
  };
  const schema = (): JsonSchema => {
    const { default: _default, ...items } = element.schema();
    return { type: "array", items, default: [], description: doc };
  };
  return {
    kind: "list",
    default: [],
    doc,
    placeholder: element.placeholder,
    isList: true,
    parse,
    print: (values) => `{${values.map((value) => element.print(value)).join(",")}}`,
    accepts: (values) => Array.isArray(values) && values.every((value) => element.accepts(value)),
    schema,
  };
}
