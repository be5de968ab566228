import type { PackedOperations } from "@passwright/core";
import type { VocabularyTexts } from "./vocabulary.ts";

/** Operations on their way to where they are worked on: first what is around them, then each. */
export interface PackedJob extends PackedOperations {
  readonly texts: VocabularyTexts & {
    /** The text that places are in. */
    readonly file: string;
  };
  /** Line and column of each place, two numbers each. */
  readonly places: ArrayLike<number>;
  readonly allowsUnregistered: boolean;
}

/** The way back. Places are those of the job. */
export interface PackedAnswer extends PackedOperations {
  readonly texts: VocabularyTexts;
  /** Where in the words each operation of the job starts, -1 for one that does not come back. */
  readonly starts: readonly number[];
  /** What was fused there, in the order in which it was: locations as they stand in the words. */
  readonly fused: readonly (readonly number[])[];
}
