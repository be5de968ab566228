import type { Block, Operation, Region, Value } from "../handles.ts";

/**
 * Rules of a dialect for inlining (`DialectInlinerInterface`, `mlir/include/mlir/Transforms/InliningUtils.h`). A
 * missing rule forbids inlining.
 */
export interface DialectInliner {
  /**
   * Returns whether a call operation of this dialect can be inlined. `wouldBeCloned` is `true` if the inliner would
   * insert a copy of the body, and `false` if the inliner would move the body.
   */
  isLegalToInlineCall?(call: Operation, callable: Operation, wouldBeCloned: boolean): boolean;
  /** Returns whether a body can be inlined into a region of an operation of this dialect. */
  isLegalToInlineRegion?(target: Region, source: Region, wouldBeCloned: boolean): boolean;
  /** Whether an inlined body can contain an operation of this dialect. `true` allows all operations. */
  readonly isLegalToInline?: true | ((op: Operation, target: Region, wouldBeCloned: boolean) => boolean);
  /**
   * Replaces a terminator of the inlined body. If `to` is a block, inserts a jump that passes the returned values to
   * the arguments of the block. If `to` is a list of values, replaces the uses of these values by the returned values.
   */
  handleTerminator?(terminator: Operation, to: Block | readonly Value[]): void;
}
