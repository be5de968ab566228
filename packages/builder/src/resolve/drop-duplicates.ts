import { invariant } from "@passwright/core";
import { PropertyFlow } from "../properties/property-flow.ts";
import { type Nest } from "../steps/step.ts";
import { type LeftOut } from "../plan/plan.ts";
import { type CleanupPolicy } from "./cleanups.ts";
import { type Element } from "./element.ts";
import { Presence } from "./presence.ts";
import { findUnneeded } from "./unneeded-cleanups.ts";

const path = (nests: readonly Nest[]): string => nests.map(({ anchor }) => anchor).join(">");

/** Whether two steps of one name are the same. */
function isSame(left: Element, right: Element): boolean {
  return (
    path(left.nests) === path(right.nests) &&
    left.types.join() === right.types.join() &&
    JSON.stringify(Object.entries(left.options).sort()) === JSON.stringify(Object.entries(right.options).sort())
  );
}

/** Whether a step's bundle lets it go: an open one any of its passes, a contiguous one those that it begins with. */
function mayLeave({ bundle }: Element, previous: Element | undefined): boolean {
  if (bundle === undefined || bundle.kind === "open") return true;
  return bundle.kind === "contiguous" && previous?.bundle?.id !== bundle.id;
}

/** Whether a cleanup was inserted only for properties that hold before it by now. */
function isServed({ origin, declaration: { provides = [] } }: Element, flow: PropertyFlow): boolean {
  return origin.kind === "inserted" && provides.length > 0 && provides.every((name) => flow.holds(name));
}

/**
 * Drops cleanups that the framework vouches for where running them again changes nothing: an equal one ran before on the same
 * operations, and either nothing ran since, or all that it provides still holds. Not dropped: what is pinned, what is inside an
 * atomic or contiguous bundle, and what a rule about presence needs. What had been inserted for a dropped one goes with it.
 */
export function dropDuplicates(
  order: readonly Element[],
  policy: CleanupPolicy,
  isPinned: (element: Element) => boolean,
): { readonly order: readonly Element[]; readonly leftOut: readonly LeftOut[] } {
  const flow = new PropertyFlow(policy.properties);
  const leftOut: LeftOut[] = [];
  const dropped = new Set<Element>();
  const presence = new Presence(order, policy);
  /** Those that others were dropped for. */
  const relied = new Set<Element>();
  /** Inserted for what was inserted elsewhere in a later round, too. */
  const served = new Set<Element>();
  let kept: Element[] = [];
  /** The framework's cleanups that stay, by name. */
  const earlier = new Map(policy.cleanups.map(({ declaration }) => [declaration.name, [] as Element[]]));
  let previous: Element | undefined;
  for (const element of order) {
    if (element.kind === "point") {
      kept.push(element);
      continue;
    }
    if (isServed(element, flow) && !presence.needs(element, dropped)) {
      served.add(element);
      continue;
    }
    const candidates = earlier.get(element.name);
    const first = candidates?.findLast((candidate) => isSame(candidate, element));
    const isTidy = !isPinned(element) && mayLeave(element, previous);
    if (isTidy && first !== undefined && !presence.needs(element, dropped)) {
      const provides = element.declaration.provides ?? [];
      const holds = provides.length > 0 && provides.every((name) => flow.holds(name));
      if (holds || first === previous) {
        const since = holds
          ? `what it provides still holds since \`${first.address}\``
          : `it follows \`${first.address}\``;
        dropped.add(element);
        relied.add(first);
        leftOut.push({ address: element.address, pass: element.name, because: `dropped as a duplicate: ${since}` });
        continue;
      }
    }
    flow.pass(element);
    candidates?.push(element);
    kept.push(element);
    previous = element;
  }
  const rest = served.size === 0 ? order : order.filter((element) => !served.has(element));
  let unneeded: ReadonlySet<Element> = dropped;
  if (dropped.size > 0) {
    // Nobody needed these before either: what was dropped elsewhere takes nothing with it but what was there for it.
    for (const each of findUnneeded(rest, policy.properties, new Set(), relied, presence)) relied.add(each);
    unneeded = findUnneeded(rest, policy.properties, dropped, relied, presence);
  }
  kept = kept.filter((element) => !unneeded.has(element));
  const gone = leftOut.length + unneeded.size + served.size;
  invariant(kept.length + gone === order.length, "steps were lost while dropping duplicates");
  return { order: kept, leftOut };
}
