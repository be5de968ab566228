import { locate } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { Directive } from "./directive.ts";
import * as errors from "./errors.ts";
import { UndefinedVariable } from "./pattern.ts";
import type { Match, Pattern, Variables } from "./pattern.ts";

/** Check directive, with its compiled pattern. */
export interface Check {
  readonly directive: Directive;
  readonly pattern: Pattern;
}

/**
 * A check that consumes input, and the `-NOT` and `-DAG` checks before it. If `check` is absent, the group extends to
 * the end of the input.
 */
interface Group {
  readonly before: readonly Check[];
  readonly check: Check | undefined;
}

/** Error that is thrown to leave nested loops. */
class Failed extends Error {
  readonly diagnostic: Diagnostic;
  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

function groupsOf(checks: readonly Check[]): Group[] {
  const groups: Group[] = [];
  let before: Check[] = [];
  for (const check of checks) {
    before.push(check);
    if (check.directive.kind === "not" || check.directive.kind === "dag") continue;
    groups.push({ before: before.slice(0, -1), check });
    before = [];
  }
  if (before.length > 0) groups.push({ before, check: undefined });
  return groups;
}

function countNewlines(text: string): number {
  return text.split("\n").length - 1;
}

/** Number of input lines to show for a failed check. */
const SHOWN_LINES = 5;

function linesAfter(text: string, offset: number): string[] {
  const lines = text.slice(offset).trimEnd().split("\n").slice(1);
  return lines.length <= SHOWN_LINES ? lines : [...lines.slice(0, SHOWN_LINES), "…"];
}

/**
 * Matches checks against an input like FileCheck: first the `-LABEL` checks, which divide the input, and then the
 * checks between the labels.
 */
export class Matcher {
  readonly #file: string;
  readonly #input: string;
  readonly #variables: Variables = new Map();

  constructor(file: string, input: string) {
    this.#file = file;
    this.#input = input;
  }

  /** Divides the input at the `-LABEL` checks, and returns the first failure in each part. */
  run(checks: readonly Check[]): readonly Diagnostic[] {
    const failures: Diagnostic[] = [];
    const groups = groupsOf(checks);
    let at = 0;
    let start = 0;
    while (start < groups.length) {
      let end = start;
      while (end < groups.length && groups[end]?.check?.directive.kind !== "label") end++;
      const label = groups[end]?.check;
      let stop = this.#input.length;
      if (label !== undefined) {
        const found = this.#attempt(failures, () => this.#find(label, at, this.#input.length));
        if (found === undefined) return failures;
        stop = found.start + found.length;
        end++;
      }
      const part = groups.slice(start, end);
      const from = at;
      this.#attempt(failures, () => {
        let position = from;
        for (const group of part) position = this.#matchGroup(group, position, stop);
      });
      at = stop;
      start = end;
    }
    return failures;
  }

  #attempt<T>(failures: Diagnostic[], action: () => T): T | undefined {
    try {
      return action();
    } catch (thrown) {
      if (!(thrown instanceof Failed)) throw thrown;
      failures.push(thrown.diagnostic);
      return undefined;
    }
  }

  #matchGroup({ before, check }: Group, from: number, to: number): number {
    const { position, nots } = this.#matchDags(before, from, to);
    if (check === undefined) {
      this.#refuse(nots, position, to);
      return to;
    }
    const { kind, count } = check.directive;
    const first = this.#find(check, position, to);
    let end = first.start + first.length;
    for (let turn = 2; turn <= count; turn++) {
      const match = this.#find(check, end, to, `is found only ${turn - 1} of ${count} times`);
      end = match.start + match.length;
    }
    const newlines = countNewlines(this.#input.slice(position, first.start));
    if ((kind === "next" || kind === "empty") && newlines !== 1) {
      const where =
        newlines === 0 ? "is on the same line as the previous match" : "is not on the line after the previous match";
      this.#fail(check, where, "match found here", first.start);
    }
    if (kind === "same" && newlines !== 0)
      this.#fail(check, "is not on the line of the previous match", "match found here", first.start);
    this.#refuse(nots, position, first.start);
    return end;
  }

  /**
   * Matches consecutive `-DAG` checks in any order, without overlap. A `-NOT` check starts a new sequence of `-DAG`
   * checks.
   */
  #matchDags(
    before: readonly Check[],
    from: number,
    to: number,
  ): { readonly position: number; readonly nots: readonly Check[] } {
    let nots: Check[] = [];
    let taken: Match[] = [];
    let position = from;
    before.forEach((check, index) => {
      if (check.directive.kind === "not") {
        nots.push(check);
        return;
      }
      const match = this.#findFree(check, position, to, taken);
      taken = [...taken, match].sort((one, other) => one.start - other.start);
      const next = before[index + 1];
      if (next !== undefined && next.directive.kind !== "not") return;
      this.#refuse(nots, position, taken[0]?.start ?? position);
      nots = [];
      const last = taken.at(-1);
      if (last !== undefined) position = last.start + last.length;
      taken = [];
    });
    return { position, nots };
  }

  #findFree(check: Check, from: number, to: number, taken: readonly Match[]): Match {
    let start = from;
    for (;;) {
      const match = this.#find(check, start, to);
      const end = match.start + match.length;
      const overlapped = taken.find((other) => match.start < other.start + other.length && other.start < end);
      if (overlapped === undefined) return match;
      start = overlapped.start + overlapped.length;
    }
  }

  #find(check: Check, from: number, to: number, why = "is not found in the output"): Match {
    const match = this.#tryMatch(check, from, to);
    if (match === undefined) this.#fail(check, why, "the search starts here", from, true);
    return match;
  }

  #tryMatch(check: Check, from: number, to: number): Match | undefined {
    try {
      const match = check.pattern.match(this.#input, from, to, this.#variables);
      // The match starts with the newline of the previous line, which does not belong to the empty line.
      if (match === undefined || check.directive.kind !== "empty") return match;
      return { start: match.start + 1, length: match.length - 1 };
    } catch (thrown) {
      if (!(thrown instanceof UndefinedVariable)) throw thrown;
      return this.#fail(check, `uses ${thrown.variable}, which does not have a value`, "the check applies here", from);
    }
  }

  /** Fails if a `-NOT` check matches in the range. */
  #refuse(nots: readonly Check[], from: number, to: number): void {
    for (const check of nots) {
      const match = this.#tryMatch(check, from, to);
      if (match !== undefined)
        this.#fail(check, "is found in the output, but must not appear", "match found here", match.start);
    }
  }

  /**
   * Throws the failure of a check. If `isSearch` is set, the check failed because a search from `offset` did not find a
   * match.
   */
  #fail({ directive, pattern }: Check, why: string, message: string, offset: number, isSearch = false): never {
    const shown = this.#input[offset] === "\n" && isSearch ? offset + 1 : offset;
    const input = { message, at: locate(this.#file, this.#input, shown) };
    const { name, at } = directive;
    const following = isSearch ? linesAfter(this.#input, shown) : [];
    throw new Failed(
      errors.checkFailed({ name, why, at, input, following, variables: pattern.usedIn(this.#variables) }),
    );
  }
}
