import type { Diagnostic, Result, Severity, SourceLocation } from "./diagnostic.ts";
import type { OperationTransfer } from "./ir-transfer.ts";

/** Interned name of an operation, the counterpart of MLIR's `OperationName`. Names can be compared with `===`. */
export interface OperationName {
  /** Full name, including the dialect: `func.func`. */
  readonly text: string;
  /** Whether a loaded dialect defines the operation. Managers refuse to run on unregistered operations. */
  readonly isRegistered: boolean;
  /**
   * Whether operations with this name are isolated: the operations inside them never use values from outside (MLIR's
   * `IsolatedFromAbove`). Managers run only on isolated operations.
   */
  readonly isIsolatedFromAbove: boolean;
  /** Returns whether operations with this name implement an interface, such as `FunctionOpInterface`. */
  hasInterface(name: string): boolean;
  /** Returns whether operations with this name have a trait, such as `SymbolTable`. If absent, traits are unknown. */
  hasTrait?(name: string): boolean;
}

/** Options of {@link IrAdapter.print}. */
export interface PrintOptions {
  /** Prints MLIR's generic form. Default: the adapter's custom form. */
  readonly generic?: boolean;
  /** Prints source locations. */
  readonly debugInfo?: boolean;
  /** Prints the operation without hoisting definitions to the top of the text (MLIR's `useLocalScope`). */
  readonly localScope?: boolean;
  /** Prints invalid operations in the custom form too. Default: prints them in the generic form. */
  readonly assumeVerified?: boolean;
}

/** Options of {@link IrAdapter.parse}. */
export interface ParseOptions {
  /** Name of the text in diagnostics. */
  readonly file: string;
  /** Accepts operations of unregistered dialects. */
  readonly allowUnregistered?: boolean;
}

/** Result of {@link IrAdapter.parse}: the root operation, or the problems in the text. */
export type ParseResult<Op> = Result<{ readonly op: Op }>;

/** Functions that parse and print an IR as bytes. */
export interface ByteForm<Op> {
  /** Parses bytes. */
  parse(bytes: Uint8Array, options: ParseOptions): ParseResult<Op>;
  /** Prints a root operation with all of its contents. */
  print(op: Op, options: PrintOptions): Uint8Array;
}

/** Binary form of an IR. */
export interface BinaryForm<Op> extends ByteForm<Op> {
  /** Extension of files in the binary form: `.wasm`. */
  readonly extension: string;
}

/** Required members of an adapter: the names and the nesting of operations. All other members are optional. */
export interface IrStructure<Op extends object> {
  /** Name of the IR in messages and manifests, such as `mlir` or `wasm`. */
  readonly name: string;
  /** Returns the unique {@link OperationName} for a text, which can be the name of an unknown operation. */
  intern(text: string): OperationName;
  /** Returns the name of an operation. */
  nameOf(op: Op): OperationName;
  /**
   * Appends the children of `op` to `out`, an array that the caller reuses, in order. If `anchors` is set, the adapter
   * is allowed to omit children with other names, to avoid creating objects for them.
   */
  collectNested(op: Op, out: Op[], anchors?: ReadonlySet<OperationName>): void;
  /**
   * Faster alternative to `collectNested` for searches that need only names: `list` does not record anything about the
   * children, such as their parent. Runs use `list` only if `replaces` is the `collectNested` of the adapter, which a
   * derived adapter might override.
   */
  readonly listNested?: { list(op: Op, out: Op[]): void; readonly replaces: unknown };
  /**
   * Depth at which a pass with an anchor runs if it is inserted next to passes on the root. `"everywhere"`: operations
   * at every depth, which is usual for trees. `"direct"` (the default, as in MLIR): only direct children of the root.
   */
  readonly nesting?: "everywhere" | "direct";
}

/** Access to parents, for an IR whose operations refer to their parents. */
export interface IrParents<Op extends object> {
  /** Returns the parent of `op`, or `undefined` for a root. Without this function, runs must search for parents. */
  parentOf(op: Op): Op | undefined;
}

/** Text form of an IR, for files and standard input. */
export interface IrText<Op extends object> {
  /** Parses a text. Returns problems in the text instead of throwing them. */
  parse(text: string, options: ParseOptions): ParseResult<Op>;
  /** Prints an operation with all of its contents. */
  print(op: Op, options: PrintOptions): string;
  /** Whether `parse` accepts a text with a byte order mark. By default, runs remove the mark from inputs. */
  readonly acceptsByteOrderMark?: boolean;
  /** Operations that `print` accepts. Default: all. With `"roots"`, dumps of an operation print the root around it. */
  readonly prints?: "operations" | "roots";
}

/** Text form as bytes, for an IR whose texts or results are not always valid UTF-8. */
export interface IrBytes<Op extends object> {
  /**
   * Functions that replace `parse` and `print` for files and standard input. If `bytes` does not have `parse`, inputs
   * are parsed as text. `replaces` contains the text functions that `bytes` replaces. If an adapter that is derived
   * from this adapter has different text functions, runs do not use `bytes`.
   */
  readonly bytes: Partial<ByteForm<Op>> & Pick<ByteForm<Op>, "print"> & { readonly replaces?: IrText<Op> };
}

/** Text and, if available, a source map to the input. */
export interface MappedText {
  /** Printed text. */
  readonly text: string;
  /** Source map as JSON data, in version 3 of the format. */
  readonly map?: object;
}

/** File for which a text and its source map are printed. */
export interface MapTarget {
  /** Path of the file. Empty for standard output. */
  readonly file: string;
}

/** Function that prints source maps, for files and for tools that expect a text with its source map. */
export interface IrMaps<Op extends object> {
  /**
   * Prints an operation like `print`, and creates a source map. Without `target`, the text is for a bundler, and the
   * result always contains a map. With `target`, the text is for a file, and the result contains a map only if the
   * configuration of the tool requests a separate map, which the caller writes to `FILE.map`.
   */
  printWithMap(op: Op, target?: MapTarget): MappedText;
}

/** Access to the files that passes read while they ran, for caches and `--watch`. */
export interface IrDependencies<Op extends object> {
  /**
   * Returns the files on which the result for a root depends, in addition to the input and to the files in `reads` of
   * passes. Each entry is the absolute path of a file or folder that need not exist, or a pattern of files.
   */
  dependenciesOf(root: Op): readonly string[];
}

/** Binary form, for an IR whose files can be binary. */
export interface IrBinary<Op extends object> {
  /** Reads and writes the binary form of the IR. */
  readonly binary: BinaryForm<Op>;
}

/** Preparation that can be slow or can fail, for example loading a native library. */
export interface IrLoading {
  /**
   * Prepares the IR. The caller awaits the promise before the first parse and the first run, but not before planning.
   * Repeated calls do nothing. The promise resolves to a diagnostic if the IR cannot be used, otherwise to `undefined`.
   */
  load(): Promise<Diagnostic | undefined>;
}

/** Functions that return positions and symbols of operations, for diagnostics. */
export interface IrPlaces<Op extends object> {
  /** Returns the source position of an operation, if the position is known. */
  locationOf(op: Op): SourceLocation | undefined;
  /** Returns the symbol that `op` defines (`main` for `@main`), or `undefined` if `op` does not define a symbol. */
  symbolOf(op: Op): string | undefined;
  /** Returns a note about `op` for diagnostics, on one or several lines: MLIR's `see current operation`. */
  noteOn(op: Op, severity: Severity): string | undefined;
}

/** Verifier, which `verifyEach` uses. */
export interface IrVerification<Op extends object> {
  /** Returns whether `op` is valid, and reports problems. Checks nested operations only if `recursive` is true. */
  verify(op: Op, options: { readonly recursive: boolean }, report: (diagnostic: Diagnostic) => void): boolean;
}

/** Dialects: sets of operations that are loaded by name. */
export interface IrDialects {
  /** Loads dialects before a run. Returns a diagnostic for an unknown dialect. */
  loadDialects(names: readonly string[]): Diagnostic | undefined;
  /**
   * Adds dialects that plugins declare for all later texts and runs. Adding a dialect again has no effect. Returns a
   * diagnostic if a name belongs to a different dialect. If absent, plugins with dialects are refused.
   */
  addDialects?(dialects: readonly { readonly name: string }[]): Diagnostic | undefined;
  /**
   * Returns the names that messages can suggest for a mistyped operation name: in MLIR, the operations of the same
   * dialect. Returns `undefined` if the adapter does not know which names are valid, for example in an unknown dialect.
   */
  operationsBeside(name: string): readonly string[] | undefined;
}

/** Access to attributes. Passes use an attribute to request a jump in a graph of pipelines. */
export interface IrAttributes<Op extends object> {
  /** Removes an attribute and returns its value as text, or `undefined` if it does not exist. */
  takeAttribute(op: Op, name: string): string | undefined;
}

/** Functions that copy and compare operations, for checked runs, experiments and caches. */
export interface IrCopies<Op extends object> {
  /** Returns a hash that changes if and only if the operation or its contents change. */
  fingerprint(op: Op): bigint;
  /** Returns a detached copy of an operation and its contents. */
  clone(op: Op): Op;
}

/** Parts of an operation that can be removed independently of each other. */
export interface ReducibleParts {
  /** Number of parts. */
  readonly size: number;
  /** Whether to remove these parts after all larger parts. True for small parts, such as characters of a string. */
  readonly isFine?: boolean;
  /** Removes or simplifies the parts with these indices. Called at most once. */
  drop(indexes: ReadonlySet<number>): void;
}

/**
 * Edits that make a program with a fault smaller. The result can be invalid, because the verifier, the printer and the
 * parser check it. An edit that throws is skipped.
 */
export interface IrReduction<Op extends object> {
  /** Removes an operation and its contents. Returns false if the operation cannot be removed. */
  remove(op: Op): boolean;
  /** Replaces an operation with some of its direct children. Returns false if this is not possible. */
  replaceByChildren(op: Op, children: readonly Op[]): boolean;
  /** Returns the removable parts of an operation, in the order in which to try to remove them. */
  simplify(op: Op): readonly ReducibleParts[];
}

/** Edits that `passwright reduce` needs. For trees of plain objects, `defineIr` provides these edits. */
export interface IrEdits<Op extends object> {
  /** Edits with which `passwright reduce` makes inputs smaller. */
  readonly reduction: IrReduction<Op>;
}

/** Normalization of operations, used to compare outputs in experiments. */
export interface IrNormalization<Op extends object> {
  /** Makes operations with the same meaning print the same text, for example by normalizing generated names. */
  normalize(op: Op): void;
}

/** Transfer of operations to other threads or machines. */
export interface IrTransfer<Op extends object> {
  /** Functions that send operations and receive results. */
  readonly transfer: OperationTransfer<Op>;
}

/**
 * Interface between the core and an IR. Operations are compared with `===`, so an operation must always be the same
 * object. Features that need a missing function report an error with its name.
 */
export interface IrAdapter<Op extends object>
  extends
    IrStructure<Op>,
    Partial<IrParents<Op>>,
    Partial<IrText<Op>>,
    Partial<IrBytes<Op>>,
    Partial<IrMaps<Op>>,
    Partial<IrDependencies<Op>>,
    Partial<IrBinary<Op>>,
    Partial<IrLoading>,
    Partial<IrPlaces<Op>>,
    Partial<IrVerification<Op>>,
    Partial<IrDialects>,
    Partial<IrAttributes<Op>>,
    Partial<IrCopies<Op>>,
    Partial<IrEdits<Op>>,
    Partial<IrNormalization<Op>>,
    Partial<IrTransfer<Op>> {}
