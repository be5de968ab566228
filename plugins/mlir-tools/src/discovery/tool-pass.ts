/** What is found out about a program. */
export interface Discovered {
  readonly passes: readonly ToolPass[];
  /** It prints bytecode if it is asked to. */
  readonly emitsBytecode: boolean;
}

/** An option of a pass, as the help of its program shows it. */
export interface ToolOption {
  readonly name: string;
  /** `uint`, `string`, `value`; absent for a switch. */
  readonly type?: string;
  /** What an enum may be. */
  readonly words?: readonly string[];
  readonly summary: string;
}

/** A pass, or a pipeline that can be named as one. */
export interface ToolPass {
  readonly name: string;
  readonly summary: string;
  /** The operation that it is restricted to. */
  readonly anchor?: string;
  /** It stands for passes, which have anchors of their own. */
  readonly isPipeline?: boolean;
  readonly options: readonly ToolOption[];
}
