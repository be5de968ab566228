import type { Diagnostic, SourceLocation } from "@passwright/core";

/** Work that may not finish: code of a contributor, or a step of a command. For reports about a run that hangs or ends early. */
export interface Activity extends Pick<Diagnostic, "plugin" | "pluginKind" | "step"> {
  /** Continues the word "while": ``importing plugin `mint` ``. */
  readonly what: string;
  readonly at?: SourceLocation;
}

/** Describes an activity. Called on demand, so that starting an activity costs little. */
export type DescribeActivity = () => Activity;

/* One record per process and thread. Activities nest, and some overlap. */
const open = new Set<DescribeActivity>();
let follow: ((current: DescribeActivity | undefined) => void) | undefined;

/** Returns the last activity that started and has not ended: the innermost one. */
export function currentActivity(): Activity | undefined {
  return [...open].at(-1)?.();
}

/** Calls back when the current activity changes. Supports one follower: the connection of a thread to its parent. */
export function followActivities(callback: (current: DescribeActivity | undefined) => void): void {
  follow = callback;
}

/** Records an activity while a function runs, and until its promise is settled if it returns one. */
export function during<T>(describe: DescribeActivity, body: () => T): T {
  const end = beginActivity(describe);
  let result: T;
  try {
    result = body();
  } catch (thrown) {
    end();
    throw thrown;
  }
  if (result instanceof Promise) return result.finally(end) as T;
  end();
  return result;
}

/** Starts to record an activity. Returns a function that ends it. */
export function beginActivity(describe: DescribeActivity): () => void {
  // The same function may be open several times.
  const entry: DescribeActivity = () => describe();
  open.add(entry);
  follow?.(entry);
  return () => {
    open.delete(entry);
    follow?.([...open].at(-1));
  };
}
