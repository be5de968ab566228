import { escapeControlCharacters, escapeData } from "@passwright/core";
import type { InputStatistic } from "@passwright/runner";

export interface Counts {
  readonly file: string;
  readonly before: ReadonlyMap<string, number>;
  readonly after: ReadonlyMap<string, number>;
}

/** Formats a table with the number of operations of each name before and after the run, and with the totals. */
export function countsText({ file: path, before, after }: Counts): string {
  const file = escapeControlCharacters(path);
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const sum = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((total, count) => total + count, 0);
  const rows: [string, number, number][] = names.map((name) => [
    escapeControlCharacters(name),
    before.get(name) ?? 0,
    after.get(name) ?? 0,
  ]);
  rows.push(["all operations", sum(before), sum(after)]);
  const width = Math.max(file.length, ...rows.map(([name]) => name.length + 2));
  const line = (name: string, left: string, right: string, change: string): string =>
    `${name.padEnd(width)}  ${left.padStart(7)}  ${right.padStart(7)}  ${change.padStart(7)}`.trimEnd();
  return [
    line(file, "before", "after", ""),
    ...rows.map(([name, left, right]) => line(`  ${name}`, String(left), String(right), changeText(right - left))),
  ].join("\n");
}

function changeText(change: number): string {
  return change === 0 ? "" : change > 0 ? `+${change}` : String(change);
}

/** Formats the counters that are not zero. Returns `undefined` if all counters are zero. */
export function statisticsText(rows: readonly InputStatistic[]): string | undefined {
  const counted = escapeData(rows).filter(({ value }) => value !== 0);
  if (counted.length === 0) return undefined;
  const width = Math.max(...counted.map(({ step }) => step.length));
  const digits = Math.max(...counted.map(({ value }) => String(value).length));
  return counted
    .map(({ step, name, description, value }) => {
      const what = description === "" ? name : `${name} - ${description}`;
      return `${step.padEnd(width)}  ${String(value).padStart(digits)}  ${what}`;
    })
    .join("\n");
}
