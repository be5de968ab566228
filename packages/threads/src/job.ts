import type { CutText, IrAdapter, OpPassManager, PackedOperations, PassRegistry, TextAnswer } from "@passwright/core";

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

/** A text that was cut, and what is to be run on its parts. */
export interface TextJob {
  readonly setup: ThreadSetup;
  /** The whole pipeline as text; undefined for none: then parts are read, verified and printed. */
  readonly pipeline: string | undefined;
  readonly verifyEach: boolean;
  readonly text: CutText;
}

/** What became of the parts of a text that somebody took. */
export interface TextJobAnswer {
  /** With the place of each part. */
  readonly parts: readonly (readonly [number, TextAnswer])[];
  /** What all passes counted on them, in order. */
  readonly counts: readonly Count[];
}

/** What one counter of a pass came to. */
export interface Count {
  readonly value: number;
  readonly isMaximum: boolean;
}

/**
 * A job, or the answer to one, as text that `JSON.parse` reads: for another process or another machine, where
 * {@link JobRunner} runs it. Numbers in a row, which are typed arrays between threads, are plain arrays there.
 */
export function toJson(data: NestedJob | NestedAnswer): string {
  return JSON.stringify(data, (_, value: unknown) => (value instanceof Int32Array ? Array.from(value) : value));
}

export function countOf({ value, isMaximum }: Count): Count {
  return { value, isMaximum };
}

/** Adds what was counted elsewhere to what the passes of a pipeline counted here. */
export function addCounts<Op extends object>(manager: OpPassManager<Op>, counted: readonly Count[]): void {
  let at = 0;
  manager.forEachPass(({ statistics }) => {
    for (const counter of Object.values(statistics)) {
      const { value, isMaximum } = counted[at++] ?? { value: 0, isMaximum: false };
      if (isMaximum) counter.updateMax(value);
      else if (value !== 0) counter.add(value);
    }
  });
}
