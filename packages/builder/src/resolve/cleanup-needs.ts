import type { Properties } from "../properties/property.ts";
import { changes, PropertyFlow } from "../properties/property-flow.ts";
import type { Element } from "./element.ts";

/** Step for which a cleanup is inserted, and the property that the step requires. */
export interface Need {
  readonly consumer: Element;
  readonly property: string;
}

export function needText({ consumer, property }: Need): string {
  return `\`${consumer.name}\` requires ${property}`;
}

/** Returns the first step after `at` that requires a property, unless an earlier step removes the property. */
function consumerOf(order: readonly Element[], at: number, property: string, properties: Properties): Need | undefined {
  const flow = new PropertyFlow({ ...properties, [property]: { kind: "fragile", initially: true } });
  for (let next = at + 1; next < order.length && flow.holds(property); next++) {
    const consumer = order[next] as Element;
    if (consumer.kind === "point") continue;
    if (consumer.declaration.requires?.includes(property) === true) return { consumer, property };
    flow.pass(consumer);
  }
  return undefined;
}

/** Returns the first step after `at` that forbids a property which the step at `at` removes. */
function forbiddenAfter(order: readonly Element[], at: number, properties: Properties): Need | undefined {
  const { declaration } = order[at] as Element;
  const forbidden = order.slice(at + 1).flatMap((step) => step.declaration.forbids ?? []);
  const isTaken = (name: string): boolean =>
    changes(declaration, name, properties) && declaration.provides?.includes(name) !== true;
  const open = new Set(forbidden.filter(isTaken));
  for (let next = at + 1; next < order.length && open.size > 0; next++) {
    const consumer = order[next] as Element;
    if (consumer.kind === "point") continue;
    const property = consumer.declaration.forbids?.find((name) => open.has(name));
    if (property !== undefined) return { consumer, property };
    for (const name of open) if (changes(consumer.declaration, name, properties)) open.delete(name);
  }
  return undefined;
}

/** Updates the reasons of inserted cleanups whose consumer was dropped, to another step that needs them. */
export function explainAgain(
  order: readonly Element[],
  needs: ReadonlyMap<Element, Need>,
  properties: Properties,
): void {
  const there = new Set(order);
  for (const [at, element] of order.entries()) {
    const need = needs.get(element);
    if (need === undefined || there.has(need.consumer)) continue;
    const provided = new Set([need.property, ...(element.declaration.provides ?? [])]);
    const [other] = [...provided].flatMap((property) => consumerOf(order, at, property, properties) ?? []);
    const without = other === undefined ? forbiddenAfter(order, at, properties) : undefined;
    if (other !== undefined) element.because = needText(other);
    if (without !== undefined) element.because = `\`${without.consumer.name}\` forbids ${without.property}`;
  }
}
