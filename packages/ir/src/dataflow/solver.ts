import type { Operation } from "../handles.ts";
import type { Store } from "../store/store.ts";

/** Point that an analysis visits (`ProgramPoint`): after an operation (id), or at the start of a block (negated id). */
export type ProgramPoint = number;

/** Analysis that runs together with other analyses and uses their intermediate results. */
export interface DataFlowAnalysis {
  /** Visits all operations and blocks in `top` once, and registers the analysis for later visits. */
  initialize(top: number): void;
  /** Visits a point again, because a result that the point depends on has changed. */
  visit(point: ProgramPoint): void;
}

/** Options of a solver. */
export interface DataFlowConfig {
  /** Whether values flow from calls into callees and back. Default: true. */
  readonly interprocedural?: boolean;
}

/** Runs analyses in any order until nothing changes (`DataFlowSolver`). Terminates, because states only grow. */
export class DataFlowSolver {
  /** Store of the analyzed operations. */
  readonly store: Store;
  /** Whether values flow through calls. If `false`, arguments of functions are unknown. */
  readonly isInterprocedural: boolean;
  readonly #analyses: DataFlowAnalysis[] = [];
  readonly #queue: number[] = [];
  /** Bit mask of the analyses with a pending visit of each point. Index: the point plus the number of blocks. */
  readonly #pending: Uint8Array;

  /** Creates a solver. While the solver is in use, only folders may change the IR. */
  constructor(store: Store, config: DataFlowConfig = {}) {
    this.store = store;
    this.isInterprocedural = config.interprocedural ?? true;
    this.#pending = new Uint8Array(store.blockCount + store.opCount);
  }

  /** Adds an analysis, which is initialized after the earlier analyses. A solver supports at most eight analyses. */
  load<A extends DataFlowAnalysis>(analysis: A): A {
    this.#analyses.push(analysis);
    return analysis;
  }

  /** Initializes all analyses on an operation and its contents, and runs the analyses until nothing changes. */
  initializeAndRun(top: Operation): void {
    const id = top.liveId;
    for (const analysis of this.#analyses) analysis.initialize(id);
    const queue = this.#queue;
    for (let i = 0; i < queue.length; i += 2) {
      const point = queue[i]!;
      const place = queue[i + 1]!;
      this.#pending[point + this.store.blockCount]! &= ~(1 << place);
      this.#analyses[place]!.visit(point);
      if (i > COMPACT_ABOVE) {
        queue.splice(0, i + 2);
        i = -2;
      }
    }
    queue.length = 0;
  }

  /** Schedules an analysis to visit a point, unless this visit is already scheduled. */
  enqueue(point: ProgramPoint, analysis: DataFlowAnalysis): void {
    const place = this.#analyses.indexOf(analysis);
    const at = point + this.store.blockCount;
    if ((this.#pending[at]! & (1 << place)) !== 0) return;
    this.#pending[at]! |= 1 << place;
    this.#queue.push(point, place);
  }
}

/** Length of the queue above which finished entries are dropped. The limit is an estimate. */
const COMPACT_ABOVE = 1 << 20;
