/** Flags that make a program print times and statistics of its passes. */
export const REPORT_FLAGS: readonly string[] = [
  "--mlir-timing",
  "--mlir-timing-display=tree",
  "--mlir-pass-statistics",
  "--mlir-pass-statistics-display=pipeline",
];

/** Time and statistics of one pass. */
export interface PassReport {
  /** Name of the pass in reports. This name differs from the name of the pass in pipelines. */
  readonly name: string;
  /** Whether the pass runs in a nested manager. */
  readonly isNested: boolean;
  /** Elapsed time, in seconds. */
  readonly seconds: number;
  /** Statistics as text: `2 num-cse'd`. Empty for release builds of MLIR. */
  readonly counts: readonly string[];
}

const RULE = /^===-+===$/;
const TITLE = /^ *\.\.\. (.*) \.\.\.$/;
const TIME = /^ +(?:[\d.]+ \( *[\d.]+%\) +)?([\d.]+) \( *[\d.]+%\)( +)(.*)$/;
const COUNT = /^ *\(S\) +(\d+) (\S+)/;
/** Matches rows that group the passes of a report: `'func.func' Pipeline`, `Pipeline Collection : […]`. */
const AROUND = /^'.*' Pipeline$|^Pipeline Collection /;
const ANALYSIS = "(A) ";
const TOP_INDENT = 2;
/** Names of rows in a timing report that do not belong to a pass. */
const OTHERS: ReadonlySet<string> = new Set(["Parser", "Output", "Rest", "Total"]);

/** Splits the output of a program: returns the reports on the passes, in order, and the remaining lines. */
export function takeReports(stderr: string): { readonly passes: readonly PassReport[]; readonly rest: string } {
  const lines = stderr.split(/\r?\n/);
  const rest: string[] = [];
  const bodies = new Map<string, string[]>();
  let body: string[] | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as string;
    const title = RULE.test(line) ? TITLE.exec(lines[index + 1] ?? "")?.[1] : undefined;
    if (title !== undefined && RULE.test(lines[index + 2] ?? "")) {
      bodies.set(title, (body = []));
      index += 2;
    } else (body ?? rest).push(line);
  }
  const timed = readTimes(bodies.get("Execution time report") ?? []);
  return { passes: addCounts(timed, bodies.get("Pass statistics report") ?? []), rest: rest.join("\n") };
}

/**
 * Returns the passes in a timing report that is a tree. Ignores the rows below a pass, which show analyses and the
 * pipelines that the pass runs.
 */
function readTimes(lines: readonly string[]): PassReport[] {
  const passes: PassReport[] = [];
  let inside = Infinity;
  for (const line of lines) {
    const [, seconds, indent = "", name = ""] = TIME.exec(line) ?? [];
    if (seconds === undefined || indent.length > inside) continue;
    inside = Infinity;
    if (AROUND.test(name) || name.startsWith(ANALYSIS) || OTHERS.has(name)) continue;
    passes.push({ name, isNested: indent.length > TOP_INDENT, seconds: Number(seconds), counts: [] });
    inside = indent.length;
  }
  return passes;
}

/**
 * Adds statistics to the reports on the passes. The statistics report lists passes in the same order as the timing
 * report, but does not contain passes without statistics.
 */
function addCounts(passes: readonly PassReport[], lines: readonly string[]): readonly PassReport[] {
  const counts: string[][] = passes.map(() => []);
  let at = -1;
  for (const line of lines) {
    const [, value, name] = COUNT.exec(line) ?? [];
    if (value !== undefined) counts[at]?.push(`${value} ${name}`);
    else {
      const found = passes.findIndex((pass, index) => index > at && pass.name === line.trim());
      if (found >= 0) at = found;
    }
  }
  return passes.map((pass, index) => ({ ...pass, counts: counts[index] ?? [] }));
}

/**
 * Returns one report for each pass in the pipeline that the program received, or `undefined` if the reports do not
 * match this pipeline. A pass such as the inliner can run its own pipelines. In reports, these pipelines appear after
 * the pass and look like nested managers.
 */
export function reportsOf(
  isNested: readonly boolean[],
  reports: readonly PassReport[],
): readonly PassReport[] | undefined {
  const wanted = segments(isNested, (one) => one);
  const found = segments(reports, (one) => one.isNested);
  if (wanted.length !== found.length) return undefined;
  const all = found.flatMap(({ top, nested }, index) => {
    const count = wanted[index]?.nested.length ?? 0;
    return [...nested.slice(nested.length - count), ...top];
  });
  return all.length === isNested.length ? all : undefined;
}

/** Splits a list after each element that is not nested. */
function segments<T>(
  list: readonly T[],
  isNested: (one: T) => boolean,
): readonly { readonly nested: readonly T[]; readonly top: readonly T[] }[] {
  const found: { nested: T[]; top: T[] }[] = [{ nested: [], top: [] }];
  for (const one of list) {
    const last = found.at(-1) as (typeof found)[number];
    if (isNested(one)) last.nested.push(one);
    else {
      last.top.push(one);
      found.push({ nested: [], top: [] });
    }
  }
  return found;
}
