/** Declaration of a pass as JSON data, which manifests contain, so that planning does not load code. */
export interface PassDeclaration {
  /** Name in pipelines, in kebab-case: `loop-invariant-code-motion`. MLIR calls this name the argument of the pass. */
  readonly name: string;
  /** One-line description for lists and help. */
  readonly summary?: string;
  /** Longer description in Markdown, for the documentation. */
  readonly description?: string;
  /** Name in timing reports and IR dumps, such as `CSE`: MLIR's `getName()`. Default: `name`. */
  readonly displayName?: string;
  /** Name of the operation that the pass runs on. Default: the pass is op-agnostic. */
  readonly anchor?: string;
  /** Name of the IR that the pass is for. Default: the pass fits any IR. */
  readonly ir?: string;
  /** Name of the IR after a conversion. Later steps run on that IR. */
  readonly to?: string;
  /** Name of the root operation after a conversion. Default: later steps run on any operation. */
  readonly toAnchor?: string;
  /** Interface of the operations that the pass runs on (MLIR's `InterfacePass`). Skipped on other operations. */
  readonly interface?: string;
  /** Trait that planning requires of operations, such as `SymbolTable` for MLIR's `inline`. Not checked in runs. */
  readonly trait?: string;
  /** Dialects whose operations the pass can create. These dialects are loaded before the run. */
  readonly dependentDialects?: readonly string[];
  /** Pass types. Default: `Unknown`. */
  readonly types?: readonly string[];
  /** Properties that must hold before the pass. */
  readonly requires?: readonly string[];
  /** Properties that must not hold before the pass. */
  readonly forbids?: readonly string[];
  /** Properties that hold after the pass. */
  readonly provides?: readonly string[];
  /** Properties that do not hold after the pass. */
  readonly invalidates?: readonly string[];
  /** Lifetime of each value in `requires` and `provides`: one value per input, or one per operation. */
  readonly values?: { readonly [property: string]: "input" | "operation" };
  /**
   * Names of the properties and analyses that the pass does not change. `absent-operations` means that the pass does
   * not create operations with new names, so that the run does not search again for the names in `worksOn`.
   */
  readonly preserves?: readonly string[];
  /** Whether running the pass twice in a row has the same effect as running it once. */
  readonly idempotent?: boolean;
  /**
   * Files, environment variables and programs that the result depends on, besides the input, the options and the code.
   * A cached result is reused only if all these files, variables and programs are unchanged.
   */
  readonly reads?: PassReads;
  /** Whether equal inputs have equal results. If `false`, results of the pass are not cached. Default: `true`. */
  readonly deterministic?: boolean;
  /** Name of the group that the pass belongs to. The pass can run only in this group. */
  readonly group?: string;
  /** Whether other passes should not be inserted next to this pass. A position before it causes a warning. */
  readonly poorTarget?: boolean;
  /**
   * Names of the operations that the pass works on, or `predicate` if a function selects them. The pass is skipped on
   * an operation if neither the operation nor any operation inside it matches, unless the pass provides a value.
   */
  readonly worksOn?: readonly string[] | "predicate";
  /** Severity of the report if no operation matches `worksOn`. Default: `warning`. Use `ignore` for cleanups. */
  readonly idle?: "warning" | "error" | "ignore";
}

/**
 * Files, variables and programs that the result of a pass depends on. In each entry, `{table}` is replaced by the value
 * of the option `table`, or by each value of a list. Other placeholders are errors.
 */
export interface PassReads {
  /** Files, folders and patterns, relative to the current folder: `data/names.json`, `data`, `data/*.json`. */
  readonly files?: readonly string[];
  /** Environment variables. */
  readonly environment?: readonly string[];
  /** Programs, as names on the PATH or as paths. `$TOOL` is replaced by the value of an environment variable. */
  readonly programs?: readonly string[];
}
