import type { Program } from "../assembly/instruction.ts";

/** Progress of printing the assembly format of an operation with regions. */
export interface OpenFormat {
  readonly program: Program;
  counter: number;
  /** Index of the next region of a repeated group. */
  nextRegion: number;
}

/** An operation whose regions are being printed. */
export interface OpenOperation {
  readonly op: number;
  readonly indent: number;
  /** State of the format; undefined in generic form. */
  readonly custom: OpenFormat | undefined;
  /** Dialect whose prefix is omitted from operation names in the regions of the operation. */
  readonly defaultDialect: string;
  region: number;
  block: number;
  next: number;
  /** Implied terminator, which is not printed, or 0 if none exists. */
  hidden: number;
}

/** Style of a region in custom form. */
export interface WrittenRegion {
  readonly hidesArguments: boolean;
  readonly hidesTerminator: boolean;
}
