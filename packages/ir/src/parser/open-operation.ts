import type { CustomOperation } from "./custom-operation.ts";

/** An operation whose regions are being parsed. */
export interface OpenOperation {
  readonly op: number;
  /** Block that contains the operation. */
  readonly block: number;
  readonly operandBase: number;
  readonly resultBase: number;
  /** Dialect of unqualified operation names in the regions of the operation. */
  readonly defaultDialect: string;
  /** Parsing state of the custom form. `undefined` if the operation is in generic form. */
  readonly custom: CustomOperation | undefined;
  scope: number;
  region: number;
  /** Current block of the region, or 0 before the first block. */
  current: number;
}
