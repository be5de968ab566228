import { isFragile, type Properties } from "../properties/property.ts";
import { type Element } from "./element.ts";
import { type Presence } from "./presence.ts";

/**
 * Inserted cleanups that nobody needs any more because what they were inserted for was dropped. Goes from the end to the
 * beginning with the fragile properties that are needed further on; a dropped step needs what it would have provided.
 */
export function findUnneeded(
  order: readonly Element[],
  properties: Properties,
  dropped: ReadonlySet<Element>,
  relied: ReadonlySet<Element>,
  presence: Presence,
): ReadonlySet<Element> {
  const unneeded = new Set<Element>();
  const gone = new Set(dropped);
  const needed = new Set<string>();
  for (const element of order.toReversed()) {
    if (element.kind === "point") continue;
    const { requires = [], provides = [], preserves = [] } = element.declaration;
    if (dropped.has(element)) {
      for (const name of provides) needed.add(name);
      continue;
    }
    const isWanted = (): boolean =>
      relied.has(element) || provides.some((name) => needed.has(name)) || presence.needs(element, gone);
    if (element.origin.kind === "inserted" && !isWanted()) {
      unneeded.add(element);
      gone.add(element);
      continue;
    }
    for (const name of needed) {
      // What it requires itself is needed again below.
      if (provides.includes(name) || (isFragile(properties, name) && !preserves.includes(name))) needed.delete(name);
    }
    for (const name of requires) needed.add(name);
  }
  return unneeded;
}
