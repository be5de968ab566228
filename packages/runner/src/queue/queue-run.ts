import type { Fact } from "../cache/facts.ts";

// This file contains only types, so that code can use these types without loading the optional packages for queues.

/**
 * Description of a run that is sent to workers.
 *
 * @experimental
 */
export interface QueueRun {
  /** Values that the results depend on. A worker whose values differ puts the jobs of this run back into the queue. */
  readonly facts: readonly Fact[];
  /** Hash of the facts. */
  readonly hash: string;
  /** Settings that a worker needs to prepare the same run. */
  readonly settings: unknown;
}

/**
 * Called when the connection to the server is lost or restored.
 *
 * @experimental
 */
export type OnState = (state: "lost" | "connected") => void;
