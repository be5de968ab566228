import type { Block, Operation, Region, Value } from "../handles.ts";

/**
 * Rules of a dialect for inlining (`DialectInlinerInterface`, `mlir/include/mlir/Transforms/InliningUtils.h`). A
 * missing rule forbids inlining.
 */
export interface DialectInliner {
  /**
   * Returns whether a call of this dialect may be inlined. `wouldBeCloned`: whether a copy of the body, and not the
   * body itself, would replace the call.
   */
  isLegalToInlineCall?(call: Operation, callable: Operation, wouldBeCloned: boolean): boolean;
  /** Returns whether a body may be inlined into a region of an operation of this dialect. */
  isLegalToInlineRegion?(target: Region, source: Region, wouldBeCloned: boolean): boolean;
  /** Whether an operation of this dialect may be in the inlined body. `true`: all operations may. */
  readonly isLegalToInline?: true | ((op: Operation, target: Region, wouldBeCloned: boolean) => boolean);
  /**
   * Replaces a terminator of the inlined body. With a block, jumps to the block after the call, which takes the
   * results. With values, replaces the uses of these values by the returned values.
   */
  handleTerminator?(terminator: Operation, to: Block | readonly Value[]): void;
}
