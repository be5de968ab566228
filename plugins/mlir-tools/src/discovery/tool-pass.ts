/** Facts about a program, which the program's `--help` output shows. */
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
  /** Whether the object is a named pipeline. In a named pipeline, each pass has its own anchor. */
  readonly isPipeline?: boolean;
  readonly options: readonly ToolOption[];
}
