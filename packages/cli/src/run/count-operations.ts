import type { IrAdapter } from "@passwright/core";

/** How many operations of each name there are in and under one, for any IR. */
export function countOperations<Op extends object>(adapter: IrAdapter<Op>, top: Op): Map<string, number> {
  const counts = new Map<string, number>();
  const waiting: Op[] = [top];
  for (let op = waiting.pop(); op !== undefined; op = waiting.pop()) {
    const name = adapter.nameOf(op).text;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    adapter.collectNested(op, waiting);
  }
  return counts;
}
