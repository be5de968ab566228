import type { Block, Operation, Region, Value } from "../handles.ts";

/**
 * Rules of a dialect for inlining (`DialectInlinerInterface`, `mlir/include/mlir/Transforms/InliningUtils.h`). An
 * absent rule forbids.
 */
export interface DialectInliner {
  /**
   * Returns whether a call of this dialect may be replaced. `wouldBeCloned`: by a copy of the body instead of the body
   * itself.
   */
  isLegalToInlineCall?(call: Operation, callable: Operation, wouldBeCloned: boolean): boolean;
  /** Returns whether a body may be inlined into a region of an operation of this dialect. */
  isLegalToInlineRegion?(target: Region, source: Region, wouldBeCloned: boolean): boolean;
  /** Whether an operation of this dialect may be in the inlined body; `true`: all may. */
  readonly isLegalToInline?: true | ((op: Operation, target: Region, wouldBeCloned: boolean) => boolean);
  /**
   * Replaces a terminator of the inlined body: by a jump to the block after the call, which takes the results; or, if
   * `valuesToReplace` are given, by replacing their uses with the returned values.
   */
  handleTerminator?(terminator: Operation, to: Block | readonly Value[]): void;
}
