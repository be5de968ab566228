import type { PackedOperations } from "@passwright/core";
import type { VocabularyTexts } from "./vocabulary.ts";

/** Encoded operations for a worker. The data starts with the surroundings of the operations. */
export interface PackedJob extends PackedOperations {
  readonly texts: VocabularyTexts & {
    /** File to which the positions refer. */
    readonly file: string;
  };
  /** Line and column of each position. */
  readonly places: ArrayLike<number>;
  readonly allowsUnregistered: boolean;
}

/** Encoded operations that a worker returns. Positions are indices into the list `places` of the job. */
export interface PackedAnswer extends PackedOperations {
  readonly texts: VocabularyTexts;
  /**
   * For each operation, the index in `words` at which the operation starts, or -1 if the operation cannot be returned.
   */
  readonly starts: readonly number[];
  /** Fused locations that the worker created, in order. */
  readonly fused: readonly (readonly number[])[];
}
