import type { Owner } from "@passwright/core";
import { originText } from "../contributions/origin.ts";
import { whenText } from "../choice.ts";
import type { Plan, PlanStep } from "../plan/plan.ts";
import { printOptions, printPlan } from "../plan/print-plan.ts";
import { countWhile } from "../count-while.ts";

type Positions = ReadonlyMap<string, number>;

function positionsOf({ steps }: Plan): Positions {
  return new Map(steps.filter(({ kind }) => kind === "pass").map(({ address }, index) => [address, index]));
}

function neighbours(positions: Positions, { address }: PlanStep): string {
  const passes = [...positions.keys()];
  const at = positions.get(address) ?? -1;
  const next = passes[at + 1];
  if (next !== undefined) return `before \`${next}\``;
  const previous = passes[at - 1];
  return previous === undefined ? "alone" : `after \`${previous}\``;
}

const reason = (step: PlanStep): string => `${step.because} (${originText(step.origin)})`;

/** Describes the new position of a moved step, relative to the nearest of the steps that it moved past. */
function overtaken(was: Positions, is: Positions, step: PlanStep): string {
  const [from, to] = [was.get(step.address) ?? -1, is.get(step.address) ?? -1];
  let nearest: readonly [address: string, here: number] | undefined;
  for (const [address, here] of is) {
    const there = was.get(address);
    if (there === undefined || here === to || there < from === here < to) continue;
    if (nearest === undefined || Math.abs(here - to) < Math.abs(nearest[1] - to)) nearest = [address, here];
  }
  if (nearest === undefined) return neighbours(is, step);
  return `${nearest[1] > to ? "before" : "after"} \`${nearest[0]}\``;
}

type Field = readonly [what: string, was: string, is: string];

/** Removes line numbers, because a step whose code moved to another line is unchanged. */
const withoutLines = (note: string): string => note.replace(/:\d+(?=\)$|: |$)/, "");

function changed(of: string, fields: readonly Field[]): string[] {
  return fields.flatMap(([what, was, is]) =>
    was === is ? [] : [`${of}${what} ${was || "none"} ${/[^s]s$/.test(what) ? "are" : "is"} now ${is || "none"}`],
  );
}

function changedOf(before: PlanStep, after: PlanStep): string[] {
  return changed(`\`${after.address}\`: `, [
    ["pass", before.pass, after.pass],
    ["options", printOptions(before.options), printOptions(after.options)],
    ["types", before.types.join(", "), after.types.join(", ")],
    ["IR after it", before.leaves?.ir ?? "", after.leaves?.ir ?? ""],
    ["bundle", before.bundle ?? "", after.bundle ?? ""],
  ]);
}

function nestingOf(before: PlanStep, after: PlanStep, { anchor: root }: Plan): string[] {
  const [was, is] = [before, after].map(({ nests }) => nests.map(({ anchor }) => anchor).join(" > "));
  return was === is ? [] : [`\`${after.address}\` now runs in ${is || (after.on?.anchor ?? root)}`];
}

/** Describes changed reasons for the position of a step that did not move, and a changed contributor. */
function reasonsOf(before: PlanStep, after: PlanStep): string[] {
  const [was, is] = [before, after].map(({ notes = [] }) => notes.map(withoutLines)) as [string[], string[]];
  const owner = ({ origin: { kind, name } }: PlanStep): string => originText({ kind, name });
  return [
    ...(before.because === after.because
      ? []
      : [`but the reason changed from “${before.because}” to “${after.because}”`]),
    ...newOf(is, was).map((note) => `this reason no longer applies: ${note}`),
    ...newOf(was, is).map((note) => `this reason is new: ${note}`),
  ]
    .map((text) => `\`${after.address}\`: same position, ${text}`)
    .concat(changed(`\`${after.address}\`: `, [["origin", owner(before), owner(after)]]));
}

function wholeOf(before: Plan, after: Plan): string[] {
  const framework = ({ framework: { name, version } }: Plan): string => [name, version].filter(Boolean).join(" ");
  return changed("", [
    ["framework", framework(before), framework(after)],
    ["anchor", before.anchor, after.anchor],
    ["choice", whenText(before.choice), whenText(after.choice)],
  ]);
}

/** Describes groups or managers that start or end at different steps, although the steps themselves did not change. */
function boundariesOf(before: Plan, after: Plan): string[] {
  const [was, is] = [printPlan(before), printPlan(after)];
  return was === is ? [] : [`${was} is now ${is}`];
}

/** Describes omitted steps, changed types, and bundles that exclude steps. Skips the addresses in `described`. */
function asideOf({ leftOut, alternatives, retyped, selective = [] }: Plan, described: ReadonlySet<string>): string[] {
  const isOther = ({ address }: { readonly address: string }): boolean => !described.has(address);
  return [
    ...leftOut.filter(isOther).map(({ address, because }) => `\`${address}\` is left out: ${withoutLines(because)}`),
    ...alternatives.filter(isOther).map(({ address, when }) => `the plan for ${whenText(when)} has \`${address}\``),
    ...retyped.map(({ pass, types, origin }) => `${origin.name} sets the type of \`${pass}\` to ${types.join(", ")}`),
    ...selective.map(({ name, without }) => `bundle \`${name}\` excludes ${without.join(", ")}`),
  ];
}

function newOf(before: readonly string[], after: readonly string[]): string[] {
  const was = new Set(before);
  return after.filter((sentence) => !was.has(sentence));
}

/**
 * Describes the differences between two plans, one sentence per difference, with the reasons in the new plan. Returns
 * an empty list if the plans are equal or differ only in the line numbers of calls. Without `reasons`, compares only
 * the steps that run, and ignores reasons and steps that were left out.
 */
export function describeDifference(
  before: Plan,
  after: Plan,
  { reasons = true }: { readonly reasons?: boolean } = {},
): string[] {
  const { gone, added, moved } = diffPlans(before, after);
  const was = new Map(before.steps.map((step) => [step.address, step]));
  const leftOut = new Map(after.leftOut.map((each) => [each.address, each.because]));
  const same = after.steps.flatMap((step): [PlanStep, PlanStep][] => {
    const old = was.get(step.address);
    return old === undefined ? [] : [[old, step]];
  });
  const described = new Set([...gone, ...added].map(({ address }) => address));
  const [asideBefore, aside] = [asideOf(before, described), asideOf(after, described)];
  const movers = new Set(moved);
  const [positionsBefore, positions] = [positionsOf(before), positionsOf(after)];
  const found = [
    ...wholeOf(before, after),
    ...gone.map(
      (step) => `\`${step.address}\` was removed${leftOut.has(step.address) ? `: ${leftOut.get(step.address)}` : ""}`,
    ),
    ...added.map((step) => `\`${step.address}\` is new, ${neighbours(positions, step)}: ${reason(step)}`),
    ...moved.map(
      (step) => `\`${step.address}\` now runs ${overtaken(positionsBefore, positions, step)}: ${reason(step)}`,
    ),
    ...same.flatMap(([old, step]) => [...changedOf(old, step), ...nestingOf(old, step, after)]),
  ];
  const differences = found.length > 0 ? found : boundariesOf(before, after);
  if (!reasons) return differences;
  return [
    ...differences,
    ...same.flatMap(([old, step]) => (movers.has(step) ? [] : reasonsOf(old, step))),
    ...newOf(aside, asideBefore).map((sentence) => `no longer: ${sentence}`),
    ...newOf(asideBefore, aside).map((sentence) => `now: ${sentence}`),
  ];
}

/** Describes the differences between two sets of plugins. */
export function describeOwners(before: readonly Owner[], after: readonly Owner[]): string[] {
  const was = new Map(before.map(({ name, version }) => [name, version]));
  const is = new Map(after.map(({ name, version }) => [name, version]));
  const names = [...new Set([...was.keys(), ...is.keys()])].sort();
  return names.flatMap((name) => {
    if (!is.has(name)) return [`plugin ${name} was removed`];
    if (!was.has(name)) return [`plugin ${name} ${is.get(name) ?? ""} is new`.replace("  ", " ")];
    const [old = "no version", now = "no version"] = [was.get(name), is.get(name)];
    return old === now ? [] : [`plugin ${name}: ${old} is now ${now}`];
  });
}

/** Differences between two plans. Steps are identified by address. */
export type PlanDifference = ListDifference<PlanStep>;

/** Returns the indices of a longest increasing subsequence of `values`. The items at these indices did not move. */
function longestGrowing(values: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  values.forEach((value, index) => {
    const length = countWhile(tails.length, (at) => (values[tails[at] as number] as number) < value);
    previous[index] = tails[length - 1] ?? -1;
    tails[length] = index;
  });
  const kept = new Set<number>();
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) kept.add(index);
  return kept;
}

/** Difference of two lists. */
export interface ListDifference<T> {
  /** Items that are only in the first list. */
  readonly gone: readonly T[];
  /** Items that are only in the second list. */
  readonly added: readonly T[];
  /** Smallest number of items, of those in both lists, that explains the new order. */
  readonly moved: readonly T[];
}

/** Compares two lists of items, which are identified by unique keys. */
export function diffLists<T>(before: readonly T[], after: readonly T[], keyOf: (one: T) => string): ListDifference<T> {
  const positions = new Map(before.map((one, index) => [keyOf(one), index]));
  const keys = new Set(after.map((one) => keyOf(one)));
  const both = after.filter((one) => positions.has(keyOf(one)));
  const kept = longestGrowing(both.map((one) => positions.get(keyOf(one)) as number));
  return {
    gone: before.filter((one) => !keys.has(keyOf(one))),
    added: after.filter((one) => !positions.has(keyOf(one))),
    moved: both.filter((_, index) => !kept.has(index)),
  };
}

/** Compares the steps of two plans. As few steps as possible count as moved. */
export function diffPlans(before: Plan, after: Plan): PlanDifference {
  return diffLists(before.steps, after.steps, ({ address }) => address);
}
