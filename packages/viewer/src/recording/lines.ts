import { editsBetween } from "./edits.ts";
import { linesOf } from "./texts.ts";

/** Returns the name of the operation on a line, such as `arith.addi` or `path`. */
function operationOn(line: string): string | undefined {
  return /(?:^|\s|<)([A-Za-z_][\w$]*(?:[.:-][\w$]+)+|[a-z]+(?=[\s>/]))/.exec(line.replace(/"[^"]*"/g, ""))?.[1];
}

/**
 * Returns the line of the printed text that corresponds to a line of the input. For example, the line with the fifth
 * `arith.addi` of the input corresponds to the line with the fifth `arith.addi` of the printed text. Lines and columns
 * are counted from 0.
 */
export function printedLine(source: string, printed: string, line: number, column: number): number | undefined {
  const name = operationOn((linesOf(source)[line] ?? "").slice(column));
  if (name === undefined) return undefined;
  const places = (text: string): number[] =>
    linesOf(text).flatMap((one, index) => (operationOn(one) === name ? [index] : []));
  const [old, now] = [places(source), places(printed)];
  return old.length === now.length ? now[old.indexOf(line)] : undefined;
}

/**
 * Returns the index of a line after a change to the text. If the line itself changed, returns the index of the new line
 * that has the same name before `=`, or the same operation. Returns -1 if the line was removed.
 */
export function moveLine(
  before: string,
  after: string,
  line: number,
): { readonly line: number; readonly isSame: boolean } {
  const old = linesOf(before);
  let shift = 0;
  for (const [at, removed, ...inserted] of editsBetween(old, linesOf(after))) {
    if (at > line) break;
    if (line < at + removed) {
      const found = replacement(old.slice(at, at + removed), inserted, line - at);
      return { line: found === -1 ? -1 : at + shift + found, isSame: false };
    }
    shift += inserted.length - removed;
  }
  return { line: line + shift, isSame: true };
}

/**
 * Finds the new line that replaces an old line. Both lines must have the same operation. Prefers a line with the same
 * result name.
 */
function replacement(old: readonly string[], now: readonly string[], index: number): number {
  const text = old[index] ?? "";
  const name = operationOn(text);
  if (name === undefined) return -1;
  const placesIn = (lines: readonly string[]): number[] =>
    lines.flatMap((line, place) => (operationOn(line) === name ? [place] : []));
  const [was, is] = [placesIn(old), placesIn(now)];
  const result = resultOf(text);
  const named = result === undefined ? undefined : is.find((place) => resultOf(now[place] ?? "") === result);
  if (named !== undefined) return named;
  // Leaves out lines whose result names occur in both texts, because these lines correspond to each other by name.
  const [others, free] = [
    [old, now, was],
    [now, old, is],
  ].map(([lines, opposite, places]) => {
    const results = new Set((opposite as readonly string[]).map(resultOf));
    return (places as number[]).filter((place) => {
      const one = resultOf((lines as readonly string[])[place] ?? "");
      return one === undefined || !results.has(one);
    });
  }) as [number[], number[]];
  return free[others.indexOf(index)] ?? -1;
}

/** Returns the text before `=`, such as `%c8`. */
function resultOf(line: string): string | undefined {
  return /^\s*(%[\w$.:, %-]+?)\s*=/.exec(line)?.[1];
}
