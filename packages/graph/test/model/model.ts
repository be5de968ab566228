import type { RfcLine } from "../support/rfc-text.ts";

/*
 * Second implementation of the semantics, which is slow and does not share code with the package. It is based on the
 * RFC, and on the project's decisions for cases that the RFC does not define.
 */

type Names = readonly string[];

/** Returns whether the pipeline `before` or the pipeline `after` declares that `before` runs first. */
export function isBefore(lines: readonly RfcLine[], before: string, after: string): boolean {
  return lines.some(
    ({ name, predecessors, successors }) =>
      (name === after && predecessors.includes(before)) || (name === before && successors.includes(after)),
  );
}

/** Returns the pipelines on cycles. From each of these pipelines, a path leads back to the same pipeline. */
export function onCycles(lines: readonly RfcLine[]): Names {
  const names = lines.map(({ name }) => name);
  const reached = (start: string): Set<string> => {
    const found = new Set<string>();
    const go = (at: string): void => {
      for (const next of names) {
        if (found.has(next) || !isBefore(lines, at, next)) continue;
        found.add(next);
        go(next);
      }
    };
    go(start);
    return found;
  };
  return names.filter((name) => reached(name).has(name)).sort();
}

/** Orders the pipelines. The next pipeline is the first by name among the pipelines whose predecessors have all run. */
export function orderOf(lines: readonly RfcLine[]): Names {
  const left = lines.map(({ name }) => name).sort();
  const order: string[] = [];
  while (left.length > 0) {
    const next = left.find((name) => left.every((other) => !isBefore(lines, other, name)));
    if (next === undefined) throw new Error("a cycle");
    order.push(next);
    left.splice(left.indexOf(next), 1);
  }
  return order;
}

/** Choice between pipelines. A run takes one of the pipelines. */
export interface ModelChoice {
  readonly name: string;
  readonly branches: Names;
  /** Returns the pipeline that the choice takes if the run reaches the choice at this tick. */
  readonly decide: (tick: number) => string;
}

export interface ModelRun {
  readonly lines: readonly RfcLine[];
  readonly choices: readonly ModelChoice[];
  /** Jump that the passes of a pipeline request at a tick. The tick is the number of pipelines that ran. */
  readonly asks: (pipeline: string, tick: number) => string | undefined;
  readonly defaultMax: number;
}

/** Returns the pipelines in the order in which they run, and the result of the run. */
export function runModel({ lines, choices, asks, defaultMax }: ModelRun): string[] {
  const order = orderOf(lines);
  const ran: string[] = [];
  const counts: { [jump: string]: number } = {};
  let decided: { [choice: string]: string } = {};
  let at = 0;
  while (at < order.length) {
    const name = order[at] as string;
    const choice = choices.find(({ branches }) => branches.includes(name));
    if (choice !== undefined) {
      decided[choice.name] ??= choice.decide(ran.length);
      if (decided[choice.name] !== name) {
        at++;
        continue;
      }
    }
    ran.push(name);
    const target = asks(name, ran.length);
    if (target === undefined) {
      at++;
      continue;
    }
    const declared = lines
      .find((line) => line.name === name)
      ?.jumpTargets.map((jump) => (typeof jump === "string" ? { to: jump, max: undefined } : jump))
      .find(({ to }) => to === target);
    if (declared === undefined) return [...ran, "undeclared"];
    if (target === "fail") return [...ran, "fail"];
    const to = order.indexOf(target);
    const isBack = target !== "stop" && to <= at;
    const max = declared.max ?? (isBack ? defaultMax : Infinity);
    const jump = `${name} ${target}`;
    counts[jump] = (counts[jump] ?? 0) + 1;
    if (counts[jump] > max) return [...ran, "too many"];
    if (target === "stop") return [...ran, "done"];
    // A choice is decided again when the run reaches it again, unless the jump leads directly to a branch of the
    // choice.
    const kept: { [choice: string]: string } = {};
    for (const { name: one, branches } of choices) {
      const first = Math.min(...branches.map((branch) => order.indexOf(branch)));
      if (first < to && decided[one] !== undefined) kept[one] = decided[one];
      if (branches.includes(target)) kept[one] = target;
    }
    decided = kept;
    at = to;
  }
  return [...ran, "done"];
}
