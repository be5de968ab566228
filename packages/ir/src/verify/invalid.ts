/** Ends verification at the first error. As in MLIR, the verifier stops at the first error in an isolated operation. */
export class Invalid extends Error {
  readonly op: number;
  readonly notes: readonly { readonly message: string; readonly op?: number }[];
  /** Whether a note shows the operation. False for errors in blocks and regions. */
  readonly showsOperation: boolean;

  /** Creates the exception. `message` must be complete, including `'name' op ` if MLIR prints this prefix. */
  constructor(
    op: number,
    message: string,
    notes: readonly { readonly message: string; readonly op?: number }[] = [],
    showsOperation = true,
  ) {
    super(message);
    this.showsOperation = showsOperation;
    this.op = op;
    this.notes = notes;
  }
}
