import type { Block, Operation, Region, Value } from "../handles.ts";

/**
 * What a dialect has to say when calls are replaced with what they call
 * (`DialectInlinerInterface`, `mlir/include/mlir/Transforms/InliningUtils.h`). What is not said is not allowed.
 */
export interface DialectInliner {
  /** Whether a call of this dialect may be replaced. `wouldBeCloned`: with a copy, else with the body itself. */
  isLegalToInlineCall?(call: Operation, callable: Operation, wouldBeCloned: boolean): boolean;
  /** Whether a body may go to a region of an operation of this dialect. */
  isLegalToInlineRegion?(target: Region, source: Region, wouldBeCloned: boolean): boolean;
  /** Whether an operation of this dialect may be in the body that goes to a region; true if all may. */
  readonly isLegalToInline?: true | ((op: Operation, target: Region, wouldBeCloned: boolean) => boolean);
  /**
   * Makes of a terminator of the body what it is to be at its new place: a jump to the block behind the call, which takes
   * the results; or nothing, where the values are given, whose uses are to become uses of what the terminator returns.
   */
  handleTerminator?(terminator: Operation, to: Block | readonly Value[]): void;
}
