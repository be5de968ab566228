import type { Diagnostic, Severity, SourceLocation } from "./diagnostic.ts";
import type { OperationTransfer } from "./ir-transfer.ts";

/**
 * The name of an operation, interned: one adapter hands out one object per name, so names are compared with `===`. The
 * counterpart of MLIR's `OperationName`.
 */
export interface OperationName {
  /** Full text, dialect included: `func.func`. */
  readonly text: string;
  /** Whether its dialect is loaded and knows the operation. Managers refuse to run on operations that are not. */
  readonly isRegistered: boolean;
  /** MLIR's `IsolatedFromAbove`: nothing inside refers to a value defined outside. Managers run on such operations only. */
  readonly isIsolatedFromAbove: boolean;
  /** Whether operations of this name implement an interface, by its name (`FunctionOpInterface`). */
  hasInterface(name: string): boolean;
  /** Whether operations of this name have a trait, by its name (`SymbolTable`). Unknown if this is left out. */
  hasTrait?(name: string): boolean;
}

/** How {@link IrAdapter.print} is to write an operation. */
export interface PrintOptions {
  /** MLIR's generic form; else the adapter's own, nicest form. */
  readonly generic?: boolean;
  /** With source locations. */
  readonly debugInfo?: boolean;
  /** Only with what the operation itself shows: nothing is hoisted to the top of the text (MLIR's `useLocalScope`). */
  readonly localScope?: boolean;
}

/** How {@link IrAdapter.parse} is to read a text. */
export interface ParseOptions {
  /** The name of the text in diagnostics. */
  readonly file: string;
  /** Accept operations of dialects that nobody registered. */
  readonly allowUnregistered?: boolean;
}

/** What {@link IrAdapter.parse} answers: the top operation, or why there is none. */
export type ParseResult<Op> =
  { readonly ok: true; readonly op: Op } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** A form of an IR that is read and written as bytes. */
export interface ByteForm<Op> {
  parse(bytes: Uint8Array, options: ParseOptions): ParseResult<Op>;
  /** The whole of a top operation. */
  print(op: Op, options: PrintOptions): Uint8Array;
}

/** The binary form of an IR. */
export interface BinaryForm<Op> extends ByteForm<Op> {
  /** How the names of such files end: `.wasm`. */
  readonly extension: string;
}

/** What every IR has: names of operations, and the operations inside each. The rest is derived or optional. */
export interface IrStructure<Op extends object> {
  /** What to call this IR in messages and manifests: `mlir`, `wasm`. */
  readonly name: string;
  /** The one {@link OperationName} with this text. It is created if need be: pipelines may name unknown operations. */
  intern(text: string): OperationName;
  nameOf(op: Op): OperationName;
  /**
   * Appends the operations directly inside `op`, in order, to `out`, an array that the caller reuses. With `anchors`
   * the caller wants operations of these names only; an adapter may leave the others out, to save making them.
   */
  collectNested(op: Op, out: Op[], anchors?: ReadonlySet<OperationName>): void;
  /**
   * Whether a pass for `path` that is placed on the root runs on every `path` below (`"everywhere"`, usual for trees) or on
   * direct children only (`"direct"`, as in MLIR, and if this is left out).
   */
  readonly nesting?: "everywhere" | "direct";
}

/** Parents, for an IR whose operations know what is around them. */
export interface IrParents<Op extends object> {
  /**
   * The operation directly around `op`, or `undefined` for one at the top. Runs derive it where it is left out, and list
   * the operations around `op` again after every pass, so an IR whose operations directly contain many others should have it.
   */
  parentOf(op: Op): Op | undefined;
}

/** Text: how files and standard input are read and written. */
export interface IrText<Op extends object> {
  parse(text: string, options: ParseOptions): ParseResult<Op>;
  print(op: Op, options: PrintOptions): string;
}

/** Text as the bytes that are in files, for an IR whose texts need not be UTF-8. */
export interface IrBytes<Op extends object> {
  /**
   * Takes the place of `parse` and `print` where files and standard input are read and written. `replaces` names the functions that
   * it does the same as: an adapter made of this one with a `parse` or `print` of its own is read or written with that.
   */
  readonly bytes: ByteForm<Op> & { readonly replaces?: IrText<Op> };
}

/** The binary form of an IR, for an IR whose files are not, or not only, text. */
export interface IrBinary<Op extends object> {
  readonly binary: BinaryForm<Op>;
}

/** Preparation that takes time or can fail: a native library, for example. */
export interface IrLoading {
  /**
   * Gets the IR ready. Awaited before the first parse and run; planning does not need it. A second call does nothing.
   * Resolves to a diagnostic if the IR cannot be used.
   */
  load(): Promise<Diagnostic | undefined>;
}

/** Where operations come from and what people call them, for diagnostics. */
export interface IrPlaces<Op extends object> {
  locationOf(op: Op): SourceLocation | undefined;
  /** The symbol that names `op` in its surroundings (`@main` is `main`). */
  symbolOf(op: Op): string | undefined;
  /** A note to add to whatever is reported on `op`: MLIR's `see current operation`. It may have several lines. */
  noteOn(op: Op, severity: Severity): string | undefined;
}

/** A verifier, for `verifyEach`. */
export interface IrVerification<Op extends object> {
  /**
   * Returns whether `op` is valid, and reports what is wrong. Unless `recursive`, it checks `op` itself and what it asserts
   * about its contents, and leaves out the operations inside, which were verified already.
   */
  verify(op: Op, options: { readonly recursive: boolean }, report: (diagnostic: Diagnostic) => void): boolean;
}

/** Dialects: sets of operations that are loaded by name. */
export interface IrDialects {
  /** Loads dialects before a run. Returns a diagnostic for one that is not known. */
  loadDialects(names: readonly string[]): Diagnostic | undefined;
  /**
   * The operations that one of that name would be among: with MLIR's names, those of its dialect. `undefined` where any name
   * may be an operation, as in a dialect that is not known. Used to find mistyped anchors.
   */
  operationsBeside(name: string): readonly string[] | undefined;
}

/** Attributes, for jumps in a graph of pipelines. */
export interface IrAttributes<Op extends object> {
  /** Reads the attribute of that name as text and erases it; `undefined` if there is none. */
  takeAttribute(op: Op, name: string): string | undefined;
}

/** Copies and comparisons, for checked runs, experiments and caches. */
export interface IrCopies<Op extends object> {
  /** Equal for two states of an operation, contents included, exactly when nothing in it was changed. */
  fingerprint(op: Op): bigint;
  /** A copy, contents included, that belongs to nothing. */
  clone(op: Op): Op;
}

/** How operations are worked on elsewhere, in threads for example. */
export interface IrTransfer<Op extends object> {
  readonly transfer: OperationTransfer<Op>;
}

/**
 * All that the core knows about an IR: its structure, and capabilities that an IR may have. Operations are objects, one live
 * object per operation, compared with `===`. A feature that needs a missing capability says so, with the function to add.
 */
export interface IrAdapter<Op extends object>
  extends
    IrStructure<Op>,
    Partial<IrParents<Op>>,
    Partial<IrText<Op>>,
    Partial<IrBytes<Op>>,
    Partial<IrBinary<Op>>,
    Partial<IrLoading>,
    Partial<IrPlaces<Op>>,
    Partial<IrVerification<Op>>,
    Partial<IrDialects>,
    Partial<IrAttributes<Op>>,
    Partial<IrCopies<Op>>,
    Partial<IrTransfer<Op>> {}
