/** Thrown at the first error in an operation; MLIR also stops at the first error in an isolated operation. */
export class Invalid extends Error {
  readonly op: number;
  readonly notes: readonly { readonly message: string; readonly op?: number }[];
  /** Whether a note shows the operation; false for errors of blocks and regions. */
  readonly showsOperation: boolean;

  /** `message` is complete, including `'name' op ` where MLIR prints it. */
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
