/**
 * How operations and texts travel to where they are worked on, in threads for example: the `transfer` of an
 * {@link IrAdapter}.
 */

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
