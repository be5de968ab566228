/** Transfer of operations and texts to other threads or machines: the `transfer` of an {@link IrAdapter}. */

/** Serialized operations as JSON data. After a transfer, `words` can be a plain array of numbers. */
export interface PackedOperations {
  /** Structure of the operations as numbers, in a private format of the adapter. */
  readonly words: ArrayLike<number>;
  /** Strings that `words` refers to. */
  readonly texts: object;
}

/** Operations that were sent. */
export interface SentOperations<Op> {
  /** Data to send. */
  readonly packed: PackedOperations;
  /** Operations that were packed, in the order of `send`. Omits operations that cannot be packed separately. */
  readonly ops: readonly Op[];
  /** Reads results of the receiving side. {@link Returned.apply} changes the operations. */
  receive(packed: PackedOperations): Returned<Op>;
}

/** Results for operations that were sent. */
export interface Returned<Op> {
  /** Returns whether a usable result for `op` exists. */
  has(op: Op): boolean;
  /** Replaces the contents of `op`. `op` and the operations inside it that remain are still the same objects. */
  apply(op: Op): void;
}

/** Operations on the receiving side. */
export interface ArrivedOperations<Op> {
  /** Unpacked operations, in the order in which they were sent. */
  readonly ops: readonly Op[];
  /** Returns whether the ancestors and symbol declarations of the operations are unchanged since their arrival. */
  isIntact(): boolean;
  /** Packs the current state of `ops[index]`. Returns whether the operation could be packed. */
  pack(index: number): boolean;
  /** Returns all packed operations as data to send back. */
  finish(): PackedOperations;
}

/** Text to split into parts. */
export interface TextToCut {
  /** Name of the text in diagnostics. */
  readonly file: string;
  /** Text in UTF-8, followed by 16 zero bytes as padding. */
  readonly bytes: Uint8Array;
  /** Length of the text in bytes, without the padding. */
  readonly length: number;
}

/** Text of sibling operations, with the offsets of its parts. Plain data, for any thread or machine. */
export interface CutText extends TextToCut {
  /** Offset of the start of each part, in bytes. */
  readonly starts: readonly number[];
}

/** Result of processing one part of a text. */
export interface TextAnswer {
  /** Output text of the part. */
  readonly text: Uint8Array;
  /** Private data of the adapter for {@link TextTransfer.join}. */
  readonly more: object;
}

/** Operations of one part of a text. */
export interface ArrivedText<Op> {
  /** Root operation of the whole text. The root contains only the operations of this part. */
  readonly op: Op;
  /**
   * Prints the part in the adapter's custom form. Returns `undefined` if the result depends on other parts. If
   * `isVerified` is false, verifies the operations first, because invalid operations are printed in a different form.
   */
  finish(isVerified: boolean): TextAnswer | undefined;
}

/** Processes a text in parts. Functions return `undefined` for a text that must be processed as a whole. */
export interface TextTransfer<Op> {
  /** Splits a text into about `parts` parts without parsing it. */
  cut(text: TextToCut, parts: number): CutText | undefined;
  /** Parses and verifies one part of a text. */
  arrive(text: CutText, part: number): ArrivedText<Op> | undefined;
  /** Joins the results of all parts, in the order of the parts. */
  join(text: CutText, answers: readonly TextAnswer[]): readonly Uint8Array[] | undefined;
}

/** Functions that pack operations for other threads or machines, and apply the results. */
export interface OperationTransfer<Op> {
  /** Packs sibling operations with their context: ancestors with attributes, and symbol declarations. */
  send(ops: readonly Op[]): SentOperations<Op>;
  /** Unpacks operations on the receiving side. */
  arrive(packed: PackedOperations): ArrivedOperations<Op>;
  /** Functions that process a text in parts, without parsing the whole text. */
  readonly texts?: TextTransfer<Op>;
}
