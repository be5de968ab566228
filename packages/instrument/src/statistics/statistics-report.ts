import { escapeData, mergePipeline, mustBeTable } from "@passwright/core";
import type { Counter, IrAdapter, MergedPipeline, OpPassManager, Pass } from "@passwright/core";
import { checkArgument, mustBeManager } from "../check-argument.ts";
import { reportHeader } from "../report-header.ts";

/** Value of one statistic. */
export interface StatisticValue {
  /** Name of the statistic. */
  readonly name: string;
  /** Description of the statistic. */
  readonly description: string;
  /** Value, in the unit that the description states. */
  readonly value: number;
  /** Whether the values of several runs are combined into their maximum instead of their sum. */
  readonly isMaximum?: boolean;
}

/** Statistics of one pass, or of all pipelines of one adaptor. */
export type StatisticsEntry =
  | {
      readonly kind: "pass";
      readonly pass: string;
      readonly name: string;
      readonly statistics: readonly StatisticValue[];
    }
  | { readonly kind: "adaptor"; readonly name: string; readonly pipelines: readonly StatisticsTree[] };

/** Statistics of each pass in a manager, including the passes in nested managers. */
export interface StatisticsTree {
  /** Anchor of the manager. */
  readonly anchor: string;
  /** Passes and nested managers, in order. */
  readonly entries: readonly StatisticsEntry[];
}

/** Combined statistics of all passes with the same name. */
export interface PassStatistics {
  /** Name that the passes share. */
  readonly name: string;
  /** Combined statistics of the passes. */
  readonly statistics: readonly StatisticValue[];
}

/** Options of a statistics report. */
export interface StatisticsReportOptions {
  /**
   * Form of the report: `pipeline` shows each pass at its position in the pipeline, and `list` merges all passes with
   * the same name. Default: `pipeline`.
   */
  readonly display?: "pipeline" | "list";
}

function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : Number(left.name > right.name);
}

function valuesOf(pass: Pass<never>): StatisticValue[] {
  const counters = Object.values<Counter>(pass.statistics);
  return counters
    .map(({ name, description, value, isMaximum }) => ({ name, description, value, ...(isMaximum && { isMaximum }) }))
    .sort(byName);
}

function nameOf({ body, declaration }: Pass<never>): string {
  return body.displayName ?? declaration.displayName ?? declaration.name;
}

function treeOf<Op extends object>({ anchorText, elements }: MergedPipeline<Op>): StatisticsTree {
  const entries = elements.map((element): StatisticsEntry => {
    if (element.kind === "adaptor") {
      return { kind: "adaptor", name: element.displayName, pipelines: element.pipelines.map(treeOf) };
    }
    const { pass } = element;
    return { kind: "pass", pass: pass.declaration.name, name: nameOf(pass), statistics: valuesOf(pass) };
  });
  return { anchor: anchorText, entries };
}

/** Returns the statistics of all passes in a manager. Like a run, merges and sorts neighboring nested managers. */
export function collectStatistics<Op extends object>(
  manager: OpPassManager<Op>,
  adapter: IrAdapter<Op>,
): StatisticsTree {
  checkArgument("`collectStatistics`", mustBeManager, manager, "manager");
  checkArgument("`collectStatistics`", mustBeTable, adapter, "adapter");
  return treeOf(mergePipeline(manager, adapter));
}

/** Combines the statistics of two runs of the same pipeline. */
export function mergeStatistics(left: StatisticsTree, right: StatisticsTree): StatisticsTree {
  return {
    anchor: left.anchor,
    entries: left.entries.map((entry, index) => mergeEntries(entry, right.entries[index])),
  };
}

function mergeEntries(left: StatisticsEntry, right: StatisticsEntry | undefined): StatisticsEntry {
  if (left.kind === "adaptor") {
    const others = right?.kind === "adaptor" ? right.pipelines : [];
    const pipelines = left.pipelines.map((tree, index) => {
      const other = others[index];
      return other === undefined ? tree : mergeStatistics(tree, other);
    });
    return { ...left, pipelines };
  }
  const others = right?.kind === "pass" ? right.statistics : [];
  return { ...left, statistics: left.statistics.map((one, index) => mergeValues(one, others[index])) };
}

/** Combines two values of one statistic. */
function mergeValues(left: StatisticValue, right: StatisticValue | undefined): StatisticValue {
  if (right === undefined) return left;
  const isMaximum = left.isMaximum ?? right.isMaximum ?? false;
  const value = isMaximum ? Math.max(left.value, right.value) : left.value + right.value;
  return { ...left, value, ...(isMaximum && { isMaximum }) };
}

/** Returns the statistics by pass name, in alphabetical order. Leaves out passes without statistics. */
export function listStatistics(tree: StatisticsTree): readonly PassStatistics[] {
  const merged = new Map<string, Map<string, StatisticValue>>();
  const add = (entry: StatisticsEntry): void => {
    if (entry.kind === "adaptor") {
      for (const pipeline of entry.pipelines) pipeline.entries.forEach(add);
      return;
    }
    if (entry.statistics.length === 0) return;
    const values = merged.get(entry.name) ?? new Map<string, StatisticValue>();
    merged.set(entry.name, values);
    for (const one of entry.statistics) values.set(one.name, mergeValues(one, values.get(one.name)));
  };
  tree.entries.forEach(add);
  return [...merged].map(([name, values]) => ({ name, statistics: [...values.values()].sort(byName) })).sort(byName);
}

function renderEntry(indent: number, name: string, statistics: readonly StatisticValue[]): string {
  const nameWidth = Math.max(0, ...statistics.map((one) => one.name.length));
  const valueWidth = Math.max(0, ...statistics.map(({ value }) => String(value).length));
  const margin = " ".repeat(indent);
  const rows = statistics.map(
    (one) =>
      `${margin}  (S) ${String(one.value).padStart(valueWidth)} ${one.name.padEnd(nameWidth)} - ${one.description}\n`,
  );
  return `${margin}${name}\n${rows.join("")}`;
}

function renderPipeline(entries: readonly StatisticsEntry[], indent: number): string {
  return entries
    .map((entry) => {
      if (entry.kind === "pass") return renderEntry(indent, entry.name, entry.statistics);
      const hasTitle = entry.pipelines.length > 1;
      const inner = hasTitle ? indent + 2 : indent;
      const pipelines = entry.pipelines.map(
        ({ anchor, entries: nested }) =>
          `${" ".repeat(inner)}'${anchor}' Pipeline\n${renderPipeline(nested, inner + 2)}`,
      );
      return (hasTitle ? renderEntry(indent, entry.name, []) : "") + pipelines.join("");
    })
    .join("");
}

/** Formats statistics like `--mlir-pass-statistics` (mlir/lib/Pass/PassStatistics.cpp). */
export function renderStatistics(raw: StatisticsTree, options: StatisticsReportOptions = {}): string {
  const tree = escapeData(raw);
  const rows =
    options.display === "list"
      ? listStatistics(tree)
          .map(({ name, statistics }) => renderEntry(2, name, statistics))
          .join("")
      : renderPipeline(tree.entries, 0);
  return `${reportHeader("... Pass statistics report ...")}${rows}\n`;
}
