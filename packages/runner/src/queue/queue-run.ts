import type { Fact } from "../cache/facts.ts";

// These types are in a separate file, so that they do not need the optional packages for queues.

/**
 * A run, as data for workers.
 *
 * @experimental
 */
export interface QueueRun {
  /** Values that the results depend on. Workers with other values return their jobs. */
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
