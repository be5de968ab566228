import type { Operation } from "../handles.ts";
import type { Store } from "../store/store.ts";

/**
 * Where an analysis looks (`ProgramPoint` in `mlir/include/mlir/Analysis/DataFlowFramework.h`): behind an operation, its id;
 * at the start of a block, its id negated.
 */
export type ProgramPoint = number;

/** One of several analyses that run together and use what the others found so far. */
export interface DataFlowAnalysis {
  /** Looks at everything in `top` for the first time, and says of what it wants to hear again. */
  initialize(top: number): void;
  /** Looks again, because something that it depends on changed. */
  visit(point: ProgramPoint): void;
}

/** How a solver works. */
export interface DataFlowConfig {
  /** Whether values flow from calls into what they call, and back. They do, if it is not said. */
  readonly interprocedural?: boolean;
}

/**
 * Runs analyses until nothing changes any more (`DataFlowSolver`). The states of analyses only ever grow, so this ends, and what
 * comes out does not depend on the order of visits.
 */
export class DataFlowSolver {
  readonly store: Store;
  readonly isInterprocedural: boolean;
  readonly #analyses: DataFlowAnalysis[] = [];
  readonly #queue: number[] = [];
  /** By operation and by block: a bit for each analysis that is to look there. */
  readonly #pendingOps: Uint8Array;
  readonly #pendingBlocks: Uint8Array;

  /** The IR must stay as it is while the solver is in use. */
  constructor(store: Store, config: DataFlowConfig = {}) {
    this.store = store;
    this.isInterprocedural = config.interprocedural ?? true;
    this.#pendingOps = new Uint8Array(store.opCount);
    this.#pendingBlocks = new Uint8Array(store.blockCount);
  }

  /** Adds an analysis: at most eight. They are initialized in this order. */
  load<A extends DataFlowAnalysis>(analysis: A): A {
    this.#analyses.push(analysis);
    return analysis;
  }

  initializeAndRun(top: Operation): void {
    const id = top.liveId;
    for (const analysis of this.#analyses) analysis.initialize(id);
    const queue = this.#queue;
    for (let i = 0; i < queue.length; i += 2) {
      const point = queue[i]!;
      const place = queue[i + 1]!;
      if (point > 0) this.#pendingOps[point]! &= ~(1 << place);
      else this.#pendingBlocks[-point]! &= ~(1 << place);
      this.#analyses[place]!.visit(point);
      if (i > COMPACT_ABOVE) {
        queue.splice(0, i + 2);
        i = -2;
      }
    }
    queue.length = 0;
  }

  /** Has an analysis look at a point, once, however often this is said before it does. */
  enqueue(point: ProgramPoint, analysis: DataFlowAnalysis): void {
    const place = this.#analyses.indexOf(analysis);
    const pending = point > 0 ? this.#pendingOps : this.#pendingBlocks;
    const at = Math.abs(point);
    if ((pending[at]! & (1 << place)) !== 0) return;
    pending[at]! |= 1 << place;
    this.#queue.push(point, place);
  }
}

/** What is done is dropped from the front of the queue when it is so much: chosen, not measured. */
const COMPACT_ABOVE = 1 << 20;
