import type { CustomOperation } from "./custom-operation.ts";

/** An operation whose regions are being parsed. */
export interface OpenOperation {
  readonly op: number;
  /** The block of the operation. */
  readonly block: number;
  readonly operandBase: number;
  readonly resultBase: number;
  /** The dialect of unqualified names in its regions. */
  readonly defaultDialect: string;
  /** For custom form: the state of its format. */
  readonly custom: CustomOperation | undefined;
  scope: number;
  region: number;
  /** The current block of the region; 0 before the first. */
  current: number;
}
