/** Facts about a program, from the program's `--help` output. */
export interface Discovered {
  readonly passes: readonly ToolPass[];
  /** Whether the program can print bytecode. */
  readonly emitsBytecode: boolean;
}

/** Option of a pass, from its program's help. */
export interface ToolOption {
  readonly name: string;
  /** Type of the option's value, such as `uint` or `string`. Absent for a flag. */
  readonly type?: string;
  /** Allowed values, if the option is an enum. */
  readonly words?: readonly string[];
  readonly summary: string;
}

/** Pass, or named pipeline. */
export interface ToolPass {
  readonly name: string;
  readonly summary: string;
  /** Name of the operation to which the pass is restricted. */
  readonly anchor?: string;
  /** Whether this is a named pipeline instead of a pass. Each pass in a named pipeline has its own anchor. */
  readonly isPipeline?: boolean;
  readonly options: readonly ToolOption[];
}
