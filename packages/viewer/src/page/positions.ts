import type { RecordedPipeline } from "../recording/recording.ts";

type Step = RecordedPipeline["explained"][number];
type Place = RecordedPipeline["positions"][number];

/** Returns the legal positions of a pass in a pipeline, if they were recorded. */
export function placesOf({ positions }: RecordedPipeline, pass: string): Place | undefined {
  return positions.find((one) => one.pass === pass);
}

/**
 * Returns the legal positions of a pass. Each position is the index of the next step or, at the end of the pipeline,
 * the number of steps.
 */
export function legalIndices(facts: RecordedPipeline, { pass }: Step): ReadonlySet<number> {
  const steps = facts.explained;
  const indices = new Set<number>();
  for (const { after, before } of placesOf(facts, pass)?.ranges ?? []) {
    const start = after === undefined ? 0 : steps.findIndex(({ address }) => address === after) + 1;
    const end = before === undefined ? steps.length : steps.findIndex(({ address }) => address === before);
    for (let index = start; index <= end; index++) indices.add(index);
  }
  return indices;
}
