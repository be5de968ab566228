import { escapeControlCharacters } from "@passwright/core";
import { reportHeader } from "../report-header.ts";
import type { TimingTree } from "./timer.ts";

/** Options of a timing report. */
export interface TimingReportOptions {
  /**
   * Form of the report: `tree` shows passes as they are nested, and `list` merges all timers with the same name,
   * longest first. Default: `tree`.
   */
  readonly display?: "tree" | "list";
  /** Format of the report. Default: `text`. */
  readonly format?: "text" | "json";
}

interface Time {
  readonly userMs: number;
  readonly wallMs: number;
}

/** Formats the rows of a report with the same texts as mlir/lib/Support/Timing.cpp. */
interface Writer {
  header(): string;
  listEntry(name: string, time: Time, isLast?: boolean): string;
  treeEntry(indent: number, name: string, time: Time): string;
  treeEntryEnd(indent: number): string;
  footer(): string;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(4).padStart(8);

const percent = (part: number, whole: number): string =>
  (whole === 0 ? 0 : (100 * part) / whole).toFixed(1).padStart(5);

/** Returns whether user time and wall time differ, which means that work ran on other threads. */
function hasUserTime(total: Time): boolean {
  return total.userMs !== total.wallMs;
}

function textWriter(total: Time): Writer {
  const column = (ms: number, whole: number): string => `  ${seconds(ms)} (${percent(ms, whole)}%)`;
  const row = (indent: number, name: string, { userMs, wallMs }: Time): string => {
    const user = hasUserTime(total) ? column(userMs, total.userMs) : "";
    return `${user}${column(wallMs, total.wallMs)}  ${" ".repeat(indent)}${escapeControlCharacters(name)}\n`;
  };
  return {
    header: () =>
      `${reportHeader("... Execution time report ...")}  Total Execution Time: ${(total.wallMs / 1000).toFixed(4)} seconds\n\n` +
      `${hasUserTime(total) ? "  ----User Time----" : ""}  ----Wall Time----  ----Name----\n`,
    listEntry: (name, time) => row(0, name, time),
    treeEntry: row,
    treeEntryEnd: () => "",
    footer: () => "",
  };
}

function jsonWriter(total: Time): Writer {
  const column = (name: string, ms: number, whole: number): string =>
    `"${name}": {"duration": ${seconds(ms)}, "percentage": ${percent(ms, whole)}}, `;
  const entry = (name: string, { userMs, wallMs }: Time): string => {
    const user = hasUserTime(total) ? column("user", userMs, total.userMs) : "";
    return `{${user}${column("wall", wallMs, total.wallMs)}"name": ${JSON.stringify(name)}`;
  };
  return {
    header: () => "[\n",
    listEntry: (name, time, isLast = false) => `${entry(name, time)}}${isLast ? "" : ","}\n`,
    treeEntry: (indent, name, time) => `${" ".repeat(indent)}${entry(name, time)}, "passes": [\n`,
    treeEntryEnd: (indent) => `${" ".repeat(indent)}{}]},\n`,
    footer: () => "]\n",
  };
}

function renderTree(writer: Writer, timer: TimingTree, indent: number): string {
  if (timer.isHidden) return timer.children.map((child) => renderTree(writer, child, indent)).join("");
  const children = timer.children.map((child) => renderTree(writer, child, indent + 2));
  return writer.treeEntry(indent, timer.name, timer) + children.join("") + writer.treeEntryEnd(indent);
}

function mergeByName(timer: TimingTree, into: Map<string, Time>): Map<string, Time> {
  const { name, userMs, wallMs, children } = timer;
  const before = into.get(name) ?? { userMs: 0, wallMs: 0 };
  into.set(name, { userMs: before.userMs + userMs, wallMs: before.wallMs + wallMs });
  for (const child of children) mergeByName(child, into);
  return into;
}

/**
 * Returns the time of the root timer without the times of its children. The result is negative if the children count
 * some work twice.
 */
function restOf({ userMs, wallMs, children }: TimingTree): Time {
  const sum = (pick: (child: TimingTree) => number): number => children.reduce((ms, child) => ms + pick(child), 0);
  return { userMs: userMs - sum((child) => child.userMs), wallMs: wallMs - sum((child) => child.wallMs) };
}

/** Formats times like `--mlir-timing`. */
export function renderTiming(root: TimingTree, options: TimingReportOptions = {}): string {
  const writer = options.format === "json" ? jsonWriter(root) : textWriter(root);
  const rows =
    options.display === "list"
      ? [...mergeByName(root, new Map())]
          .sort(([, left], [, right]) => right.wallMs - left.wallMs)
          .map(([name, time]) => writer.listEntry(name, time))
          .join("")
      : renderTree(writer, root, 0);
  const rest = writer.listEntry("Rest", restOf(root));
  return writer.header() + rows + rest + writer.listEntry("Total", root, true) + writer.footer();
}
