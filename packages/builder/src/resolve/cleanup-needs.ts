import { type Properties } from "../properties/property.ts";
import { PropertyFlow } from "../properties/property-flow.ts";
import { type Element } from "./element.ts";

/** What a cleanup was inserted for. */
export interface Need {
  readonly consumer: Element;
  readonly property: string;
}

export function needText({ consumer, property }: Need): string {
  return `\`${consumer.name}\` requires ${property}`;
}

/** The first step after position `at` that requires a property which came about there. */
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

/** Says anew what cleanups are for that were inserted for a step which was dropped, and that stay because another needs them. */
export function explainAgain(
  order: readonly Element[],
  needs: ReadonlyMap<Element, Need>,
  properties: Properties,
): void {
  const there = new Set(order);
  for (const [at, element] of order.entries()) {
    const need = needs.get(element);
    if (need === undefined || there.has(need.consumer)) continue;
    for (const property of new Set([need.property, ...(element.declaration.provides ?? [])])) {
      const other = consumerOf(order, at, property, properties);
      if (other === undefined) continue;
      element.because = needText(other);
      break;
    }
  }
}
