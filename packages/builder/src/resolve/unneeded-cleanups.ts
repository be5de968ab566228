import type { Properties } from "../properties/property.ts";
import { PropertyOutlook } from "../properties/property-outlook.ts";
import type { Element } from "./element.ts";
import type { Presence } from "./presence.ts";

/**
 * Returns inserted cleanups that are not needed, because planning dropped the steps that required them. Visits the
 * steps from the end to the start. If a dropped step provided properties, these properties count as required at its
 * position, because an earlier duplicate provides them. A cleanup stays if a rule or a guard needs it (`relied`,
 * `presence`), or if it removes a property that a later step forbids (`taken`).
 */
export function findUnneeded(
  order: readonly Element[],
  properties: Properties,
  dropped: ReadonlySet<Element>,
  relied: ReadonlySet<Element>,
  presence: Presence,
  taken: ReadonlyMap<Element, readonly string[]>,
): ReadonlySet<Element> {
  const unneeded = new Set<Element>();
  const gone = new Set(dropped);
  const outlook = new PropertyOutlook(properties);
  for (const element of order.toReversed()) {
    if (element.kind === "point") continue;
    const { provides = [] } = element.declaration;
    if (dropped.has(element)) {
      for (const name of provides) outlook.require(name);
      continue;
    }
    const isWanted = (): boolean =>
      relied.has(element) ||
      provides.some((name) => outlook.requires(name)) ||
      taken.get(element)?.some((name) => outlook.forbids(name)) === true ||
      presence.needs(element, gone);
    if (element.origin.kind === "inserted" && !isWanted()) {
      unneeded.add(element);
      gone.add(element);
      continue;
    }
    outlook.pass(element.declaration);
  }
  return unneeded;
}
