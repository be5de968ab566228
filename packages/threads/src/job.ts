import { type IrAdapter, type PackedOperations, type PassRegistry } from "@passwright/core";

/**
 * How a thread gets what a job needs that is no data: it imports `module`, and calls its `setUp` with `data`. Both sides have
 * to end up with the same IR and the same passes.
 */
export interface ThreadSetup {
  /** The URL of a module, as `import.meta.resolve` and `new URL("./threads.js", import.meta.url).href` give it. */
  readonly module: string;
  /** For instance the list of plugins. JSON, so that a job can travel. */
  readonly data: unknown;
}

/** What {@link ThreadSetup.module} exports. */
export interface ThreadSetupModule {
  setUp(data: never): ThreadContents | Promise<ThreadContents>;
}

/** What passes in a thread work with. */
export interface ThreadContents {
  readonly adapter: IrAdapter<object>;
  readonly registry: PassRegistry<object>;
}

/** Operations, and what is to be run on them: all that is needed to do it, here or on another machine, as data. */
export interface NestedJob {
  readonly setup: ThreadSetup;
  /** Jobs of one run have passes in common: these are initialized once in each thread. */
  readonly run: number;
  /** Pipelines as text: `func.func(cse)`. */
  readonly pipelines: readonly string[];
  /** The place of the pipeline of each operation. */
  readonly pipelineOf: readonly number[];
  readonly verifyEach: boolean;
  readonly operations: PackedOperations;
}

/** What comes back of a job. */
export interface NestedAnswer {
  readonly operations: PackedOperations;
  /** Of each pipeline, what its passes counted on the operations that come back, in order. */
  readonly counts: readonly (readonly Count[])[];
}

/** What one counter of a pass came to. */
export interface Count {
  readonly value: number;
  readonly isMaximum: boolean;
}
