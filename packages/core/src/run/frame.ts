import { type InstrumentedPass } from "../instrumentation.ts";
import { type NestedOutcome } from "../nested-executor.ts";
import { type AnalysisScope } from "./analysis-scope.ts";
import { type DepthWalk } from "./depth-walk.ts";
import { type AdaptorStep, type Program } from "./program.ts";

/**
 * One program at work on one operation. Frames are kept and used again per depth, so that the loop allocates nothing per
 * pass and operation. Between two passes `adaptor` is undefined; while nested operations run it is the adaptor that runs
 * them and `nested` are those operations.
 */
export class Frame<Op extends object> {
  program!: Program<Op>;
  op!: Op;
  /** Made when a pass asks for an analysis. */
  analyses: AnalysisScope<Op> | undefined = undefined;
  /** The frame around this one, through which parents' analyses are found. */
  outer: Frame<Op> | undefined = undefined;
  /** The operation directly around this one, where the run came from it. */
  around: Op | undefined = undefined;
  /** The adaptor or the pass that runs the program; none for the program at the top. */
  parent: InstrumentedPass | undefined = undefined;
  /** The step to run next. */
  next = 0;
  /** The step before which to stop: the end of the program, or the first step that cannot run on the operation. */
  limit = 0;
  failed = false;
  adaptor: AdaptorStep<Op> | undefined = undefined;
  readonly nested: Op[] = [];
  nextNested = 0;
  /** In place of `nested`, where the adaptor reaches every depth. */
  walk: DepthWalk<Op> | undefined = undefined;
  nestedFailed = false;
  /** At which of the nested operations those left are to be offered to the executor of the run. */
  offerAt: number = Infinity;
  /** What became of those that it took. */
  outcomes: ReadonlyMap<Op, NestedOutcome> | undefined = undefined;

  enter(program: Program<Op>, op: Op, limit: number): void {
    this.program = program;
    this.op = op;
    this.limit = limit;
    this.next = 0;
    this.failed = false;
    this.adaptor = undefined;
  }
}
