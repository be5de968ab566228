/** How operations and texts are sent to other threads or machines: the `transfer` of an {@link IrAdapter}. */

/** Serialized operations: plain data that survives JSON. `words` may become an array of numbers in transit. */
export interface PackedOperations {
  /** Structure of the operations, as numbers in the adapter's own format. */
  readonly words: ArrayLike<number>;
  /** Strings that `words` refers to. */
  readonly texts: object;
}

/** Operations that were sent. */
export interface SentOperations<Op> {
  /** Data to send. */
  readonly packed: PackedOperations;
  /** Operations that were packed, in the given order. Operations that cannot be packed by themselves are left out. */
  readonly ops: readonly Op[];
  /** Reads the data that was sent back. Operations change only in {@link Returned.apply}. */
  receive(packed: PackedOperations): Returned<Op>;
}

/** Results for operations that were sent. */
export interface Returned<Op> {
  /** Returns whether there is a usable result for `op`. */
  has(op: Op): boolean;
  /**
   * Replaces the contents of `op` with the result. `op` stays the same object in the same position, and so do the
   * operations in it that still exist.
   */
  apply(op: Op): void;
}

/** Operations on the receiving side. */
export interface ArrivedOperations<Op> {
  /** Unpacked operations, in the order in which they were sent. */
  readonly ops: readonly Op[];
  /** Returns whether nothing around the operations changed since they arrived. */
  isIntact(): boolean;
  /** Packs the operation `ops[index]` in its current state. Returns whether that was possible. */
  pack(index: number): boolean;
  /** Returns all packed operations as data to send back. */
  finish(): PackedOperations;
}

/** Text to process in parts. */
export interface TextToCut {
  /** Name of the text in diagnostics. */
  readonly file: string;
  /** Text in UTF-8, followed by 16 zero bytes. */
  readonly bytes: Uint8Array;
  /** Length of the text in bytes, without the zero bytes. */
  readonly length: number;
}

/**
 * Text of sibling operations and the offsets at which it can be cut. Plain data, so that each part can be processed
 * anywhere.
 */
export interface CutText extends TextToCut {
  /** Offset of the start of each part, in bytes. */
  readonly starts: readonly number[];
}

/** Result of one part of a text. */
export interface TextAnswer {
  /** Output text of the part. */
  readonly text: Uint8Array;
  /** Adapter's own data for {@link TextTransfer.join}. */
  readonly more: object;
}

/** Part of a text as operations. */
export interface ArrivedText<Op> {
  /** Topmost operation of the whole text, with only the operations of this part in it. */
  readonly op: Op;
  /**
   * Prints the part in the adapter's custom form. Returns `undefined` if the result depends on other parts. Unless
   * `isVerified`, verifies the operations first, because invalid ones are printed in another form.
   */
  finish(isVerified: boolean): TextAnswer | undefined;
}

/**
 * Processes a text part by part. Functions return `undefined` for a text that is invalid or too complex; the caller
 * then reads the whole text.
 */
export interface TextTransfer<Op> {
  /** Cuts a text into about `parts` parts without parsing it. */
  cut(text: TextToCut, parts: number): CutText | undefined;
  /** Parses and verifies one part. */
  arrive(text: CutText, part: number): ArrivedText<Op> | undefined;
  /** Joins the results of all parts, which are in order. */
  join(text: CutText, answers: readonly TextAnswer[]): readonly Uint8Array[] | undefined;
}

/** Sends operations away and applies the results. */
export interface OperationTransfer<Op> {
  /**
   * Packs `ops`, which are siblings, together with their context: ancestors with attributes, and symbol declarations.
   */
  send(ops: readonly Op[]): SentOperations<Op>;
  /** Unpacks operations on the receiving side. */
  arrive(packed: PackedOperations): ArrivedOperations<Op>;
  /** Processing of texts in parts, without parsing the whole text. */
  readonly texts?: TextTransfer<Op>;
}
