/** Facts about a program that its help shows. */
export interface Discovered {
  readonly passes: readonly ToolPass[];
  /** Whether the program can print bytecode. */
  readonly emitsBytecode: boolean;
}

/** Option of a pass, from its program's help. */
export interface ToolOption {
  readonly name: string;
  /** Type: `uint`, `string`, `value`. Absent for a flag. */
  readonly type?: string;
  /** Values of an enum. */
  readonly words?: readonly string[];
  readonly summary: string;
}

/** Pass, or named pipeline. */
export interface ToolPass {
  readonly name: string;
  readonly summary: string;
  /** Operation to which the pass is restricted. */
  readonly anchor?: string;
  /** Whether this is a named pipeline, in which each pass has its own anchor. */
  readonly isPipeline?: boolean;
  readonly options: readonly ToolOption[];
}
