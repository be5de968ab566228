/** Thrown at the first thing that is wrong with an operation; MLIR looks no further inside of an isolated one either. */
export class Invalid extends Error {
  readonly op: number;
  readonly notes: readonly { readonly message: string; readonly op?: number }[];
  /** Whether a note shows the operation; not for what is wrong with a block or region. */
  readonly showsOperation: boolean;

  /** `message` is complete, with `'name' op ` if MLIR puts it there. */
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
