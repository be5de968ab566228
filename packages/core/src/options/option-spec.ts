import type { Diagnostic } from "../diagnostic.ts";

/** A JSON Schema fragment, as data. */
export type JsonSchema = { readonly [key: string]: unknown };

/** Result of reading an option's value: the value, or what is wrong with it, for text in LLVM's words. */
export type OptionValue<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly message: string;
      /** What is wrong with an option inside the value, where the value is options again. */
      readonly within?: OptionProblem;
      /** What is wrong with the pipeline that the value is. */
      readonly pipeline?: Diagnostic;
    };

/** Parses the text of a pipeline and returns how it is printed. */
export type ReadPipeline = (
  text: string,
) => { readonly ok: true; readonly text: string } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** What is wrong with the text or the value of one option. */
export interface OptionProblem {
  readonly option: string;
  /** In LLVM's words where LLVM has them. */
  readonly message: string;
  readonly isUnknown: boolean;
  /** The same of an option inside its value. */
  readonly within?: OptionProblem;
  /** What is wrong with the pipeline that its value is. */
  readonly pipeline?: Diagnostic;
}

/**
 * One option of a pass or of a named pipeline: its default, its help, and both directions between value and text. Made by
 * {@link int}, {@link float}, {@link bool}, {@link string}, {@link oneOf}, {@link list}, {@link optionTable} and
 * {@link pipelineText}. The
 * counterpart of MLIR's `Pass::Option` and `Pass::ListOption` (mlir/include/mlir/Pass/PassOptions.h).
 */
export interface OptionSpec<T> {
  readonly kind: "int" | "float" | "bool" | "string" | "enum" | "list" | "pipeline" | "table";
  readonly default: T;
  readonly doc: string;
  /** What stands for the value in help: `<int>`. */
  readonly placeholder: string;
  /** What the value may be, for messages: `a whole number from 0 to 7`. */
  readonly expects: string;
  /** Lists append when they are named again, and print nothing at all when they were never set, as in MLIR. */
  readonly isList: boolean;
  /** The default is known to another program alone: the option is written only when it was set, as lists are. */
  readonly isUnknownByDefault?: boolean;
  /** The value, or each element of it, is options again: their text has braces of its own. */
  readonly isTable?: boolean;
  /** The value, or each element of it, is the text of a pipeline that has to be right when the pass is made. */
  readonly isPipeline?: boolean;
  /** The options of which the value, or each element of it, consists. */
  readonly inner?: OptionSpecs;
  /**
   * Reads what follows `=`, with one layer of quotes or braces off; `undefined` where the option is named without a value.
   * Without `read`, only the syntax of pipelines is checked.
   */
  parse(text: string | undefined, read?: ReadPipeline): OptionValue<T>;
  /**
   * Takes a value from TypeScript or JSON, as `parse` takes text: options that a table leaves out have their defaults.
   * The message continues "option `name` …".
   */
  take(value: unknown, read?: ReadPipeline): OptionValue<T>;
  /**
   * The text that `parse` reads `value` from, of a list that of each element; the layers around it are the printer's.
   * `undefined` where no text is read as `value`.
   */
  print(value: T): string | readonly string[] | undefined;
  schema(): JsonSchema;
}

/** An option that is no list: what a list can have as elements. */
export interface ScalarSpec<T> extends OptionSpec<T> {
  readonly isList: false;
  print(value: T): string | undefined;
}

/** A table of options by name. */
export type OptionSpecs = { readonly [name: string]: OptionSpec<unknown> };

/** The values that belong to a table of options: `{ size: OptionSpec<number> }` gives `{ readonly size: number }`. */
export type ValuesOf<O extends OptionSpecs> = {
  readonly [K in keyof O]: O[K] extends OptionSpec<infer T> ? T : never;
};

/** What a caller may set of a table of options. Of an empty table: nothing, which `Partial<{}>` would not say. */
export type OptionsInput<O extends OptionSpecs> = keyof O extends never
  ? { readonly [name: string]: never }
  : Partial<ValuesOf<O>>;

/** The options of one pass instance: every option's value, and which of them somebody set. */
export interface OptionValues {
  readonly values: { readonly [name: string]: unknown };
  readonly given: ReadonlySet<string>;
}
