import type { Program } from "../assembly/instruction.ts";
import type { Type } from "../attributes/attribute.ts";
import type { IrContext, Store } from "../store/store.ts";
import type { ByteWriter } from "./byte-writer.ts";

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

/** Members of the operation printer that assembly formats use. */
export interface FormatHost {
  readonly store: Store;
  readonly context: IrContext;
  readonly out: ByteWriter;
  readonly debugInfo: boolean;
  readonly open: readonly OpenOperation[];
  openFrame(op: number, indent: number, custom: OpenFormat | undefined): OpenOperation;
  closeFrame(): void;
  beginRegion(frame: OpenOperation, region: number, style?: WrittenRegion): void;
  endLocation(op: number): void;
  location(encoded: number, allowAlias: boolean): void;
  value(value: number): void;
  operands(first: number, count: number): void;
  successors(op: number): void;
  blockName(block: number): void;
  type(type: Type): void;
  attribute(id: number, withType?: boolean): void;
  comma(): void;
}
