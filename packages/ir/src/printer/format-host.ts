import type { Program } from "../assembly/instruction.ts";
import type { Type } from "../attributes/attribute.ts";
import type { IrContext, Store } from "../store/store.ts";
import type { Aliases } from "./aliases.ts";
import type { ByteWriter } from "./byte-writer.ts";

/** How far the format of an operation with regions was written. */
export interface OpenFormat {
  readonly program: Program;
  counter: number;
  /** The next region of a group that repeats. */
  nextRegion: number;
}

/** An operation whose regions are being written. */
export interface OpenOperation {
  readonly op: number;
  readonly indent: number;
  /** How far the format was written; undefined in generic form. */
  readonly custom: OpenFormat | undefined;
  /** The dialect that names inside need not say. */
  readonly defaultDialect: string;
  region: number;
  block: number;
  next: number;
  /** A terminator that goes without saying; 0 for none. */
  hidden: number;
}

/** How the region of a custom form is written. */
export interface WrittenRegion {
  readonly hidesArguments: boolean;
  readonly hidesTerminator: boolean;
  readonly showsEmptyBlock: boolean;
}

/** What assembly formats are written with: the printer that goes through the operations. */
export interface FormatHost {
  readonly store: Store;
  readonly context: IrContext;
  readonly out: ByteWriter;
  readonly aliases: Aliases;
  readonly debugInfo: boolean;
  /** The operations whose regions are being written, the outermost first. */
  readonly open: readonly OpenOperation[];
  openFrame(op: number, indent: number, custom: OpenFormat | undefined): OpenOperation;
  /** Behind an operation with regions. */
  closeFrame(): void;
  /** From the `{` on. */
  beginRegion(frame: OpenOperation, region: number, style: WrittenRegion): void;
  /** Behind an operation. */
  endLocation(op: number): void;
  location(encoded: number, allowAlias: boolean): void;
  value(value: number): void;
  blockName(block: number): void;
  type(type: Type): void;
  attribute(id: number, withType?: boolean): void;
  comma(): void;
}
