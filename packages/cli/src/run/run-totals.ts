import { escapeControlCharacters, escapeData } from "@passwright/core";
import type * as instrument from "@passwright/instrument";
import type { TimingTree } from "@passwright/instrument";
import type { InstrumentData } from "@passwright/loader";
import type { InputStatistic } from "@passwright/runner";
import type { OperationCounts, PipelineStatistics, RunResult } from "./job.ts";

type Reports = Pick<typeof instrument, "mergeStatistics" | "mergeTimes" | "renderStatistics" | "renderTiming">;

export class RunTotals {
  readonly #begun: number = performance.now();
  readonly #times = new Map<number, TimingTree>();
  /** Numbers of operations by name, summed over all inputs that have a result. */
  readonly counts: { readonly [when in "before" | "after"]: Map<string, number> } = {
    before: new Map(),
    after: new Map(),
  };
  /** Statistics of all passes in the order of the pipeline, including zeros. */
  statistics: readonly InputStatistic[] = [];
  #trees: readonly PipelineStatistics[] = [];
  #writing = 0;
  #instrument: Reports | undefined;

  async expect(wanted: InstrumentData): Promise<void> {
    if (Object.keys(wanted).length > 0) this.#instrument = await import("@passwright/instrument");
  }

  add({ statistics, report, worker = 0 }: RunResult): void {
    if (statistics.length > 0)
      this.statistics = this.statistics.length === 0 ? statistics : addRows(this.statistics, statistics);
    const { trees = [], times, counts } = report ?? {};
    if (counts !== undefined) {
      addCounts(this.counts.before, counts.before);
      addCounts(this.counts.after, counts.after);
    }
    if (this.#instrument === undefined) return;
    const { mergeStatistics, mergeTimes } = this.#instrument;
    if (trees.length > 0) {
      const before = this.#trees;
      this.#trees = trees.map(({ path, tree }, index) => {
        const other = before[index]?.tree;
        return { path, tree: other === undefined ? tree : mergeStatistics(other, tree) };
      });
    }
    if (times === undefined) return;
    const before = this.#times.get(worker);
    this.#times.set(worker, before === undefined ? times : mergeTimes([before, times], "one-by-one"));
  }

  /** Calls `body`, which writes results, and adds the duration of the call to the time for writing. */
  write<T>(body: () => T): T {
    const start = performance.now();
    try {
      return body();
    } finally {
      this.#writing += performance.now() - start;
    }
  }

  tables({ statistics, timing }: InstrumentData): readonly string[] {
    if (this.#instrument === undefined) return [];
    const { renderStatistics, renderTiming } = this.#instrument;
    const tables =
      statistics === undefined
        ? []
        : this.#trees.map(({ path, tree }) => {
            const table = renderStatistics(tree, statistics === true ? undefined : statistics);
            return path === undefined ? table : `pipeline ${path}\n${table}`;
          });
    if (timing !== undefined)
      tables.push(renderTiming(this.#timing(this.#instrument), timing === true ? undefined : timing));
    return tables;
  }

  /** Merges the times of all workers. The total elapsed time is the elapsed time of this process. */
  #timing({ mergeTimes }: Reports): TimingTree {
    const wallMs = performance.now() - this.#begun;
    const all = mergeTimes([...this.#times.values()], "side-by-side");
    const writing = {
      name: "Write files",
      isHidden: false,
      userMs: this.#writing,
      wallMs: this.#writing,
      children: [],
    };
    const children = this.#writing === 0 ? all.children : [...all.children, writing];
    const userMs = this.#times.size > 1 ? all.userMs + this.#writing : wallMs;
    return { ...all, userMs, wallMs, children };
  }
}

function addCounts(totals: Map<string, number>, counts: OperationCounts): void {
  for (const [name, count] of counts) totals.set(name, (totals.get(name) ?? 0) + count);
}

function addRows(left: readonly InputStatistic[], right: readonly InputStatistic[]): readonly InputStatistic[] {
  return left.map((row, index) => {
    const other = right[index];
    if (other === undefined) return row;
    const isMaximum = row.isMaximum ?? other.isMaximum ?? false;
    const value = isMaximum ? Math.max(row.value, other.value) : row.value + other.value;
    return { ...row, value, ...(isMaximum && { isMaximum }) };
  });
}

type Counts = { readonly [when in "before" | "after"]: ReadonlyMap<string, number> };

/** Formats a table with the number of operations of each name before and after the run, and with the totals. */
export function countsText(path: string, { before, after }: Counts): string {
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
  const signed = (change: number): string => (change > 0 ? `+${change}` : change === 0 ? "" : String(change));
  return [
    line(file, "before", "after", ""),
    ...rows.map(([name, left, right]) => line(`  ${name}`, String(left), String(right), signed(right - left))),
  ].join("\n");
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
