import type { CustomOperation } from "./custom-operation.ts";

/** An operation whose regions are being read. */
export interface OpenOperation {
  readonly op: number;
  /** The block that the operation will be in. */
  readonly block: number;
  readonly operandBase: number;
  readonly resultBase: number;
  /** What a name without a dialect belongs to inside. */
  readonly defaultDialect: string;
  /** For one in custom form: how far its format has been read. */
  readonly custom: CustomOperation | undefined;
  scope: number;
  region: number;
  /** The block of the region that operations go to; 0 before the first. */
  current: number;
}
