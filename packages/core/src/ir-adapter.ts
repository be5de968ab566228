import { type Diagnostic, type Severity, type SourceLocation } from "./diagnostic.ts";

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

/** The binary form of an IR: files in it are read and written as bytes. */
export interface BinaryForm<Op> {
  /** How the names of such files end: `.wasm`. */
  readonly extension: string;
  parse(bytes: Uint8Array, options: ParseOptions): ParseResult<Op>;
  /** The whole of a top operation. */
  print(op: Op): Uint8Array;
}

/**
 * Operations on their way to where they are worked on: plain data, which keeps its meaning as JSON. `words` may become an
 * array of numbers on the way.
 */
export interface PackedOperations {
  readonly words: ArrayLike<number>;
  /** All that is text. */
  readonly texts: object;
}

/** Operations that were sent away. */
export interface SentOperations<Op> {
  readonly packed: PackedOperations;
  /** Those that can be sent; the others do not stand alone. In the order in which they were given. */
  readonly ops: readonly Op[];
  /** Takes what came back; the operations are changed only by {@link Returned.apply}. */
  receive(packed: PackedOperations): Returned<Op>;
}

/** What came back of operations that were sent away. */
export interface Returned<Op> {
  /** Whether something came back for it that can be used. */
  has(op: Op): boolean;
  /**
   * Puts the contents that came back for an operation into it. It stays the same object in the same place, and so do the
   * operations in it that are still there.
   */
  apply(op: Op): void;
}

/** Operations that arrived where they are worked on. */
export interface ArrivedOperations<Op> {
  readonly ops: readonly Op[];
  /** Whether nothing around the operations was changed since they arrived. */
  isIntact(): boolean;
  /** Packs the operation of that place among {@link ops}, as it is now; answers whether that was possible. */
  pack(index: number): boolean;
  /** All that was packed, to be sent back. */
  finish(): PackedOperations;
}

/** A text that is to be worked on in parts. */
export interface TextToCut {
  readonly file: string;
  /** With 16 zeros behind the text. */
  readonly bytes: Uint8Array;
  readonly length: number;
}

/** A text of operations beside each other, and where it can be cut: data, so that any part of it can be worked on anywhere. */
export interface CutText extends TextToCut {
  /** Where each part starts. */
  readonly starts: readonly number[];
}

/** What became of a part of a text: as it stands in the output, and what is needed to join the parts. */
export interface TextAnswer {
  readonly text: Uint8Array;
  readonly more: object;
}

/** A part of a text as operations. */
export interface ArrivedText<Op> {
  /** What is around the whole text, with the operations of the part in it. */
  readonly op: Op;
  /**
   * What it came to, printed in the adapter's own form; undefined where only the whole could tell. Unless `isVerified`,
   * the operations are verified first, because what is invalid is printed in another form.
   */
  finish(isVerified: boolean): TextAnswer | undefined;
}

/** Works on a text part by part. Whatever is not plain, or wrong, makes an answer undefined: then the whole is to be read. */
export interface TextTransfer<Op> {
  /** Cuts a text into about so many parts, without reading it. */
  cut(text: TextToCut, parts: number): CutText | undefined;
  /** Reads and verifies a part. */
  arrive(text: CutText, part: number): ArrivedText<Op> | undefined;
  /** Puts together what all parts, in order, came to. */
  join(text: CutText, answers: readonly TextAnswer[]): readonly Uint8Array[] | undefined;
}

/** Sends operations to where they are worked on, and puts what comes back in their place. */
export interface OperationTransfer<Op> {
  /** `ops` stand beside each other. What is around them goes along: ancestors with their attributes, declarations of symbols. */
  send(ops: readonly Op[]): SentOperations<Op>;
  arrive(packed: PackedOperations): ArrivedOperations<Op>;
  /** For texts that nobody needs to read as a whole. */
  readonly texts?: TextTransfer<Op>;
}

/**
 * All that the core knows about an IR. Operations are objects, one live object per operation, compared with `===`.
 * The part after `collectNested` is optional; a feature that needs a missing part says so when it is used.
 */
export interface IrAdapter<Op extends object> {
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
   * The operation directly around `op`, or `undefined` for one at the top. Runs find out by themselves where `op` is if this
   * is left out, for trees without parent pointers. They list the operations around `op` again after every pass then, so an
   * IR whose operations contain many others directly is better off with it.
   */
  parentOf?(op: Op): Op | undefined;
  /**
   * Gets the IR ready, where that takes time or can fail: a native library, say. Loaders wait for it before they parse and
   * run, planning does without; who uses the adapter alone waits for it too. Called twice it does nothing more.
   */
  load?(): Promise<Diagnostic | undefined>;
  locationOf?(op: Op): SourceLocation | undefined;
  /** A note to add, at its place, to whatever is reported on `op`: MLIR's `see current operation`. It may have several lines. */
  noteOn?(op: Op, severity: Severity): string | undefined;
  /** The symbol that names `op` in its surroundings (`@main` is `main`), for people to recognise it. */
  symbolOf?(op: Op): string | undefined;
  /** Loads dialects by name before a run. Answers a diagnostic for one that is not known. */
  loadDialects?(names: readonly string[]): Diagnostic | undefined;
  /**
   * The operations that one of that name would stand among: with MLIR's names, those of its dialect. `undefined` where any name
   * may be an operation's, as in a dialect that is not known. It is asked to find mistyped anchors.
   */
  operationsBeside?(name: string): readonly string[] | undefined;
  /** Reads the attribute of that name as text and erases it; `undefined` if there is none. */
  takeAttribute?(op: Op, name: string): string | undefined;
  /**
   * Whether `op` is valid; what is wrong goes to `report`. Not `recursive` means: `op` itself and what it asserts of its
   * contents, leaving out the operations inside that were verified already.
   */
  verify?(op: Op, options: { readonly recursive: boolean }, report: (diagnostic: Diagnostic) => void): boolean;
  print?(op: Op, options: PrintOptions): string;
  parse?(text: string, options: ParseOptions): ParseResult<Op>;
  /** For an IR whose files are not, or not only, text. */
  readonly binary?: BinaryForm<Op>;
  /** Equal for two states of an operation, contents included, exactly when nothing in it was changed. */
  fingerprint?(op: Op): bigint;
  /** A copy, contents included, that belongs to nothing. */
  clone?(op: Op): Op;
  /** How operations are worked on elsewhere, in threads for instance. */
  readonly transfer?: OperationTransfer<Op>;
}
