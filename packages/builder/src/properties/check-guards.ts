import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { originText } from "../contributions/origin.ts";
import { countWhile } from "../count-while.ts";
import { wasLeftOut } from "../errors/properties.ts";
import { aboutStep, positionNote, whereOf } from "../errors/where.ts";
import type { LeftOut } from "../plan/plan.ts";
import { pushTo } from "../maps.ts";
import { isNamed } from "../resolve/element.ts";
import type { Element } from "../resolve/element.ts";
import { Elements } from "../resolve/elements.ts";
import type { Groups } from "../steps/groups.ts";
import { collapseGroups } from "./group-units.ts";
import type { Guard, Properties } from "./property.ts";
import { isOpaque, keeps } from "./property-flow.ts";

const NONE: readonly number[] = [];

/**
 * Checks guards. A guard names two passes and a property. Between the two passes, all steps must preserve the property.
 * If the passes occur several times, the guard applies to every range between them. `leftOut` is used for notes about a
 * removed pass of a guard, and `properties` to find names that are probably mistyped.
 */
export function checkGuards(
  order: readonly Element[],
  guards: readonly Guard[],
  groups: Groups,
  leftOut: readonly LeftOut[] = [],
  properties: Properties = {},
): Diagnostic[] {
  if (guards.length === 0) return [];
  const diagnostics: Diagnostic[] = [];
  const passes = collapseGroups(order, groups, {}).filter(({ kind }) => kind === "pass");
  const indices = indicesByName(passes, guards);
  const keeping = indicesByProperty(passes);
  for (const guard of guards) {
    const [starts, ends] = [indices.get(guard.from) ?? NONE, indices.get(guard.to) ?? NONE];
    const [from = -1] = starts;
    const last = ends.at(-1) ?? -1;
    // If both passes of the guard are in one group, the range consists of all other members, because members run at the
    // same time.
    const isWithin = from >= 0 && last === from && passes[from]?.inside !== undefined && guard.from !== guard.to;
    if (from < 0 || (last <= from && !isWithin)) {
      const end = from < 0 ? "from" : "to";
      const removed = leftOut.filter(({ pass }) => pass === guard[end]);
      diagnostics.push(guardWithoutEnds(guard, end, from >= 0 && ends.length > 0, removed));
      continue;
    }
    const kept = keeping.get(guard.property) ?? NONE;
    const report = (index: number, isEnd: boolean): void => {
      const pass = passes[index] as Element;
      if (isEnd && pass.inside === undefined) return;
      for (const each of pass.inside ?? [pass]) {
        const isOwnEnd = isEnd && (isNamed(each, guard.from) || isNamed(each, guard.to));
        if (isOwnEnd || each.kind === "point" || keeps(each.declaration, guard.property)) continue;
        const isUnknown = kept === NONE && !Object.hasOwn(properties, guard.property);
        diagnostics.push(guardBroken(guard, each, isUnknown));
      }
    };
    // A pass that ends a range does not begin another range.
    for (let start: number | undefined = from; start !== undefined && start <= last;) {
      report(start, true);
      const end: number | undefined = ends[countUpTo(ends, start)];
      if (end === undefined) break;
      for (const index of absentBetween(kept, start, end)) report(index, false);
      report(end, true);
      start = starts[countUpTo(starts, end)];
    }
  }
  return diagnostics;
}

/** Reports a guard whose end is not in the pipeline or, if `isBefore` is true, is not after the beginning of the guard. */
function guardWithoutEnds(
  { property, from, to, reason, origin }: Guard,
  end: "from" | "to",
  isBefore: boolean,
  removed: readonly LeftOut[],
): Diagnostic {
  const [missing, verb, side, other] = end === "from" ? [from, "starts", "before", to] : [to, "ends", "after", from];
  const problem = isBefore ? `does not run after \`${from}\`` : "is not in the pipeline";
  const message = `the guard of \`${property}\` ${verb} at \`${missing}\`, which ${problem}`;
  const help =
    removed.length === 0
      ? `set \`${end}\` of the guard to a pass that runs ${side} \`${other}\``
      : `keep \`${missing}\`, or remove the guard`;
  const notes = [`guard: \`${from}\` to \`${to}\`, reason: "${reason}"`, ...removed.map(wasLeftOut)];
  return errorDiagnostic("PWB0503", message, help, { ...whereOf(origin), unknown: missing, notes });
}

function guardBroken({ property, from, to, reason, origin }: Guard, step: Element, isUnknown: boolean): Diagnostic {
  const { name } = step;
  const says = isOpaque(step.declaration)
    ? `\`${name}\` does not declare properties, so planning assumes that the pass invalidates \`${property}\``
    : `\`${name}\` does not declare that it preserves \`${property}\``;
  const help = [
    `if \`${name}\` preserves \`${property}\`, add \`preserves: ["${property}"]\` to its declaration`,
    `otherwise, place \`${name}\` before \`${from}\` or after \`${to}\``,
  ];
  const message = `\`${name}\` might invalidate \`${property}\`, which a guard protects from \`${from}\` to \`${to}\``;
  const because = { message: `guard of ${originText(origin)}: "${reason}"`, contributor: origin.name };
  const notes = [positionNote(step), because, says];
  return aboutStep("PWB0504", step, message, help, { notes, unknown: isUnknown ? property : undefined });
}

function indicesByName(passes: readonly Element[], guards: readonly Guard[]): ReadonlyMap<string, readonly number[]> {
  const names = new Set(guards.flatMap(({ from, to }) => [from, to]));
  const elements = new Elements([passes], names);
  const indices = new Map(passes.map((pass, index) => [pass, index]));
  return new Map([...names].map((pass) => [pass, elements.select({ pass }).map((one) => indices.get(one) as number)]));
}

/** Maps each property to the ascending indices of the passes, or complete groups, that keep the property. */
function indicesByProperty(passes: readonly Element[]): ReadonlyMap<string, readonly number[]> {
  const indices = new Map<string, number[]>();
  passes.forEach((pass, index) => {
    const [first, ...others] = (pass.inside ?? [pass]).filter(({ kind }) => kind === "pass");
    const { preserves = [], requires = [] } = first?.declaration ?? {};
    for (const name of new Set([...preserves, ...requires]))
      if ([first, ...others].every((one) => keeps((one as Element).declaration, name))) pushTo(indices, name, index);
  });
  return indices;
}

const countUpTo = (sorted: readonly number[], limit: number): number =>
  countWhile(sorted.length, (index) => (sorted[index] as number) <= limit);

function absentBetween(sorted: readonly number[], start: number, end: number): readonly number[] {
  let at = countUpTo(sorted, start);
  // Fast path for guards that hold, because thousands of guards can have the same range.
  if (countUpTo(sorted, end - 1) - at === end - start - 1) return NONE;
  const absent: number[] = [];
  for (let number = start + 1; number < end; number++) {
    if (sorted[at] === number) at++;
    else absent.push(number);
  }
  return absent;
}
