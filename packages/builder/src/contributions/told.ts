import type { Diagnostic } from "@passwright/core";

/**
 * What somebody is told of a call, put together when it is read: a refusal lists what there is in the place of what was
 * asked for, and whoever just takes another way does not wait for that. All that it tells of is fixed by then.
 */
export type Told = () => readonly Diagnostic[];

const NOTHING: readonly Diagnostic[] = [];

export const TOLD_NOTHING: Told = () => NOTHING;

/** Makes something when it is asked for, and once. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
