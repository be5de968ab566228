import type { Diagnostic } from "../diagnostic.ts";

/** JSON Schema fragment. */
export type JsonSchema = { readonly [key: string]: unknown };

/** Value of an option, or the problem with it. Problems in text have LLVM's wording. */
export type OptionValue<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly message: string;
      /** Problem with a nested option, if the value is a table of options. */
      readonly within?: OptionProblem;
      /** Problem with a pipeline in the value. */
      readonly pipeline?: Diagnostic;
    };

/** Function that parses a textual pipeline and returns the printed form of this pipeline. */
export type ReadPipeline = (
  /** Textual pipeline. */
  text: string,
) => { readonly ok: true; readonly text: string } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Problem with one option. */
export interface OptionProblem {
  /** Name of the option. */
  readonly option: string;
  /** Message, in LLVM's wording if LLVM has one. */
  readonly message: string;
  /** Whether no option has this name. */
  readonly isUnknown: boolean;
  /** Problem with a nested option, if the value is a table of options. */
  readonly within?: OptionProblem;
  /** Problem with a pipeline in the value. */
  readonly pipeline?: Diagnostic;
}

/**
 * Option of a pass or named pipeline, made by {@link int}, {@link string}, {@link list} and similar functions. The
 * counterpart of MLIR's `Pass::Option` and `Pass::ListOption` (mlir/include/mlir/Pass/PassOptions.h).
 */
export interface OptionSpec<T> {
  /** Type of the value. */
  readonly kind:
    "int" | "float" | "bool" | "string" | "enum" | "list" | "pipeline" | "table" | "record" | "code" | "union";
  /** Value of an option that is not set. */
  readonly default: T;
  /** Description that help shows. */
  readonly doc: string;
  /** Placeholder for the value in help, such as `<int>`. */
  readonly placeholder: string;
  /** Description of valid values in messages, such as `a whole number from 0 to 7`. */
  readonly expects: string;
  /** Whether the value is a list. A repeated list option appends values. As in MLIR, an unset list is not printed. */
  readonly isList: boolean;
  /** Whether the default is unknown, for example because a tool defines it. The option is then printed only if set. */
  readonly isUnknownByDefault?: boolean;
  /** Whether the value, or each of its elements, is a table of options, which is written in braces. */
  readonly isTable?: boolean;
  /** Whether the value, or each of its elements, is a textual pipeline that must be valid when the pass is made. */
  readonly isPipeline?: boolean;
  /** Options of the nested table. */
  readonly inner?: OptionSpecs;
  /**
   * Parses the text after `=`, without its outer quotes or braces. `text` is `undefined` if the option is written
   * without a value. Without `read`, only the syntax of nested pipelines is checked.
   */
  parse(text: string | undefined, read?: ReadPipeline): OptionValue<T>;
  /**
   * Checks a value from TypeScript or JSON. Adds the defaults of missing options to a table. An error message is the
   * end of a sentence that starts with "option `name`".
   */
  take(value: unknown, read?: ReadPipeline): OptionValue<T>;
  /** Returns a text, or one text per element of a list, that `parse` converts back to `value`, without outer quotes. */
  print(value: T): string | readonly string[] | undefined;
  /** Returns the JSON Schema of the value. */
  schema(): JsonSchema;
}

/** Option that is not a list and can therefore be the element of a list. */
export interface ScalarSpec<T> extends OptionSpec<T> {
  /** Whether the value is a list. Always false. */
  readonly isList: false;
  /** Returns a text that `parse` converts back to `value`, or `undefined` if no text represents the value. */
  print(value: T): string | undefined;
}

/** Options by name. */
export type OptionSpecs = { readonly [name: string]: OptionSpec<unknown> };

/** Type of a table's values: `{ size: OptionSpec<number> }` becomes `{ readonly size: number }`. */
export type ValuesOf<O extends OptionSpecs> = {
  readonly [K in keyof O]: O[K] extends OptionSpec<infer T> ? T : never;
};

/** Value of an option that a caller can set. Options of a table can be omitted. */
type ValueInput<T> = T extends readonly (infer E)[]
  ? readonly ValueInput<E>[]
  : T extends { readonly [name: string]: unknown }
    ? string extends keyof T
      ? T
      : { readonly [K in keyof T]?: ValueInput<T[K]> | undefined }
    : T;

/**
 * Options that a caller can set. An option that is `undefined` is not set. Unlike `Partial<{}>`, the type for an empty
 * table does not accept any property.
 */
export type OptionsInput<O extends OptionSpecs> = keyof O extends never
  ? { readonly [name: string]: never }
  : { readonly [K in keyof O]?: ValueInput<ValuesOf<O>[K]> | undefined };

/** Options of one pass instance. */
export interface OptionValues {
  /** Values of all options, including defaults. */
  readonly values: { readonly [name: string]: unknown };
  /** Names of the options that were set. */
  readonly given: ReadonlySet<string>;
}
