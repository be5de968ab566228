import type { Diagnostic, Severity, SourceLocation } from "./diagnostic.ts";
import type { OperationTransfer } from "./ir-transfer.ts";

/**
 * Interned name of an operation: an adapter has one object per name, so names are compared with `===`. The
 * counterpart of MLIR's `OperationName`.
 */
export interface OperationName {
  /** Full name, dialect included: `func.func`. */
  readonly text: string;
  /** Whether its dialect is loaded and defines the operation. Managers refuse to run on unregistered operations. */
  readonly isRegistered: boolean;
  /**
   * Whether operations inside never use values defined outside (MLIR's `IsolatedFromAbove`). Managers run on such
   * operations only.
   */
  readonly isIsolatedFromAbove: boolean;
  /** Returns whether operations of this name implement an interface, by its name (`FunctionOpInterface`). */
  hasInterface(name: string): boolean;
  /**
   * Returns whether operations of this name have a trait, by its name (`SymbolTable`). Without this function, traits
   * are unknown.
   */
  hasTrait?(name: string): boolean;
}

/** Options of {@link IrAdapter.print}. */
export interface PrintOptions {
  /** Prints MLIR's generic form. Default: the adapter's custom form. */
  readonly generic?: boolean;
  /** Prints source locations. */
  readonly debugInfo?: boolean;
  /** Prints the operation without definitions hoisted to the top of the text (MLIR's `useLocalScope`). */
  readonly localScope?: boolean;
}

/** Options of {@link IrAdapter.parse}. */
export interface ParseOptions {
  /** Name of the text in diagnostics. */
  readonly file: string;
  /** Accepts operations of unregistered dialects. */
  readonly allowUnregistered?: boolean;
}

/** Result of {@link IrAdapter.parse}: the topmost operation, or the problems in the text. */
export type ParseResult<Op> =
  { readonly ok: true; readonly op: Op } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Form of an IR that is read and written as bytes. */
export interface ByteForm<Op> {
  /** Parses bytes. */
  parse(bytes: Uint8Array, options: ParseOptions): ParseResult<Op>;
  /** Prints a topmost operation with all of its contents. */
  print(op: Op, options: PrintOptions): Uint8Array;
}

/** Binary form of an IR. */
export interface BinaryForm<Op> extends ByteForm<Op> {
  /** Extension of files in this form: `.wasm`. */
  readonly extension: string;
}

/** Required part of an adapter: names of operations, and the operations inside each. All other parts are optional. */
export interface IrStructure<Op extends object> {
  /** Name of this IR in messages and manifests: `mlir`, `wasm`. */
  readonly name: string;
  /**
   * Returns the one {@link OperationName} with this text, and creates it if necessary: pipelines may name unknown
   * operations.
   */
  intern(text: string): OperationName;
  /** Returns the name of an operation. */
  nameOf(op: Op): OperationName;
  /**
   * Appends the operations directly inside `op` to `out`, in order. The caller reuses the array. With `anchors`, the
   * caller needs operations of these names only; an adapter may leave the others out to avoid creating them.
   */
  collectNested(op: Op, out: Op[], anchors?: ReadonlySet<OperationName>): void;
  /**
   * Appends the same operations as the `collectNested` of this adapter, but does not record anything about them. Used
   * to look for names. A derived adapter with its own `collectNested` uses its own function instead.
   */
  readonly listNested?: { list(op: Op, out: Op[]): void; readonly replaces: unknown };
  /**
   * Operations that a pass for `path` reaches when it is placed on the root: every `path` below it (`"everywhere"`,
   * usual for trees) or its direct children only (`"direct"`, the default, as in MLIR).
   */
  readonly nesting?: "everywhere" | "direct";
}

/** Parents, for an IR whose operations have a link to the operation around them. */
export interface IrParents<Op extends object> {
  /**
   * Returns the operation directly around `op`, or `undefined` for a topmost one. Without this function, runs derive
   * parents by listing the contents of operations again after every pass, which is slow if operations directly
   * contain many others.
   */
  parentOf(op: Op): Op | undefined;
}

/** Text form of an IR: used to read and write files and standard input. */
export interface IrText<Op extends object> {
  /** Parses a text. Returns problems in it; does not throw for them. */
  parse(text: string, options: ParseOptions): ParseResult<Op>;
  /** Prints an operation with all of its contents. */
  print(op: Op, options: PrintOptions): string;
}

/** Text form as bytes, for an IR whose texts need not be UTF-8. */
export interface IrBytes<Op extends object> {
  /**
   * Used instead of `parse` and `print` to read and write files and standard input. `replaces` holds the functions that
   * `bytes` is equivalent to. A derived adapter with its own `parse` or `print` uses its own functions instead of
   * `bytes`.
   */
  readonly bytes: ByteForm<Op> & { readonly replaces?: IrText<Op> };
}

/** Text with the source map that leads from it to the input, if there is one. */
export interface MappedText {
  readonly text: string;
  /** The map as JSON data: version 3 of the source map format. */
  readonly map?: object;
}

/** Source maps, for bundlers and other tools that take a text with its map. */
export interface IrMaps<Op extends object> {
  /** Prints an operation with all of its contents, as `print` does, and its source map. */
  printWithMap(op: Op): MappedText;
}

/** Binary form, for an IR whose files are binary or either binary or text. */
export interface IrBinary<Op extends object> {
  /** Reads and writes the binary form. */
  readonly binary: BinaryForm<Op>;
}

/** Preparation that takes time or can fail, for example loading a native library. */
export interface IrLoading {
  /**
   * Prepares the IR. Awaited before the first parse and run; not needed for planning. A second call does nothing.
   * Resolves to a diagnostic if the IR cannot be used.
   */
  load(): Promise<Diagnostic | undefined>;
}

/** Positions and names of operations, for diagnostics. */
export interface IrPlaces<Op extends object> {
  /** Returns the source position of an operation, if known. */
  locationOf(op: Op): SourceLocation | undefined;
  /** Returns the symbol that `op` defines (`main` for `@main`), if it defines one. */
  symbolOf(op: Op): string | undefined;
  /** Returns a note for diagnostics on `op`: MLIR's `see current operation`. The note may have several lines. */
  noteOn(op: Op, severity: Severity): string | undefined;
}

/** Verifier, for `verifyEach`. */
export interface IrVerification<Op extends object> {
  /**
   * Returns whether `op` is valid, and reports what is wrong. Unless `recursive`, checks `op` and its direct
   * contents, but not the operations inside, which are already verified.
   */
  verify(op: Op, options: { readonly recursive: boolean }, report: (diagnostic: Diagnostic) => void): boolean;
}

/** Dialects: sets of operations that are loaded by name. */
export interface IrDialects {
  /** Loads dialects before a run. Returns a diagnostic for an unknown dialect. */
  loadDialects(names: readonly string[]): Diagnostic | undefined;
  /**
   * Adds dialects of plugins, from now on and for all texts and runs. Adding one again changes nothing. Returns a diagnostic for a
   * name that another definition has. Without this function, plugins that bring dialects are refused.
   */
  addDialects?(dialects: readonly { readonly name: string }[]): Diagnostic | undefined;
  /**
   * Returns the known operations that a mistyped operation name may mean: with MLIR's names, those of its dialect.
   * Returns `undefined` if any name may be an operation, as in an unknown dialect.
   */
  operationsBeside(name: string): readonly string[] | undefined;
}

/** Attributes, for jumps in a graph of pipelines. */
export interface IrAttributes<Op extends object> {
  /** Removes an attribute and returns its value as text, or `undefined` if the operation does not have it. */
  takeAttribute(op: Op, name: string): string | undefined;
}

/** Copies and comparisons, for checked runs, experiments and caches. */
export interface IrCopies<Op extends object> {
  /** Returns a hash of an operation and its contents. It changes exactly if any of them changes. */
  fingerprint(op: Op): bigint;
  /** Returns a detached copy of an operation and its contents. */
  clone(op: Op): Op;
}

/** Parts of an operation that can be left out independently of each other. */
export interface ReducibleParts {
  /** Number of parts. */
  readonly size: number;
  /** Whether the parts are worth trying only after everything coarser: the characters of a string. */
  readonly isFine?: boolean;
  /** Leaves out parts, by index, or makes them simpler. Called at most once. */
  drop(indexes: ReadonlySet<number>): void;
}

/**
 * Edits that make a program smaller, for reducing inputs that show a fault. A result need not be valid, because the
 * verifier, the printer or the parser refuses invalid results. An edit that throws counts as impossible.
 */
export interface IrReduction<Op extends object> {
  /** Removes an operation and its contents. Returns false if it is not possible. */
  remove(op: Op): boolean;
  /** Puts operations in the place of the operation directly around them. Returns false if it is not possible. */
  replaceByChildren(op: Op, children: readonly Op[]): boolean;
  /** Returns the parts of an operation itself that can be left out, in the order in which to try them. */
  simplify(op: Op): readonly ReducibleParts[];
}

/** Edits, for reducing inputs. Derived for trees of plain objects. */
export interface IrEdits<Op extends object> {
  readonly reduction: IrReduction<Op>;
}

/** Comparison of outputs, for experiments. */
export interface IrNormalization<Op extends object> {
  /** Changes an operation so that texts with the same meaning become equal: generated names, order of attributes, whitespace. */
  normalize(op: Op): void;
}

/** Transfer of operations to other threads or machines. */
export interface IrTransfer<Op extends object> {
  /** Sends operations and receives results. */
  readonly transfer: OperationTransfer<Op>;
}

/**
 * Everything that the core knows about an IR: its structure, and optional capabilities. Operations are objects, one
 * live object per operation, compared with `===`. A feature that needs a missing capability reports an error that
 * names the function to add.
 */
export interface IrAdapter<Op extends object>
  extends
    IrStructure<Op>,
    Partial<IrParents<Op>>,
    Partial<IrText<Op>>,
    Partial<IrBytes<Op>>,
    Partial<IrMaps<Op>>,
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
