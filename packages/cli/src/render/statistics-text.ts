import { escapeData } from "@passwright/core";
import type { Pass } from "@passwright/core";

/** What one pass of a pipeline counted. */
export interface StatisticsRow {
  readonly pass: string;
  readonly name: string;
  readonly description: string;
  readonly value: number;
}

/** What the passes of a manager counted, in the order of the pipeline; what is zero, too. */
export function statisticsOf(manager: { forEachPass(visit: (pass: Pass<object>) => void): void }): StatisticsRow[] {
  const rows: StatisticsRow[] = [];
  manager.forEachPass(({ declaration, statistics }) => {
    for (const { name, description, value } of Object.values(statistics)) {
      rows.push({ pass: declaration.name, name, description, value });
    }
  });
  return rows;
}

/** The same counters of several managers that were made of one plan, added up. */
export function addStatistics(all: readonly (readonly StatisticsRow[])[]): StatisticsRow[] {
  const [first = []] = all;
  return first.map((row, index) => ({ ...row, value: all.reduce((sum, rows) => sum + (rows[index]?.value ?? 0), 0) }));
}

/** Those that counted something, one a line; `undefined` if nobody counted anything. */
export function statisticsText(rows: readonly StatisticsRow[]): string | undefined {
  const counted = escapeData(rows).filter(({ value }) => value !== 0);
  if (counted.length === 0) return undefined;
  const width = Math.max(...counted.map(({ pass }) => pass.length));
  const digits = Math.max(...counted.map(({ value }) => String(value).length));
  return counted
    .map(({ pass, name, description, value }) => {
      const what = description === "" ? name : `${name} - ${description}`;
      return `${pass.padEnd(width)}  ${String(value).padStart(digits)}  ${what}`;
    })
    .join("\n");
}
