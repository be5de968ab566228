import { hasType, typeKeys } from "../pass-type.ts";
import { type Slot } from "../nesting.ts";
import { type Selector } from "../rule.ts";
import { type Element } from "./element.ts";

const NONE: readonly Element[] = [];

/** Where the passes are that a selector means, before they have an order. */
export interface SlotIndex {
  /** The slots of the first and the last of them. */
  readonly earliest: Slot;
  readonly latest: Slot;
  /** Those that come from contributions, by their slots. */
  readonly bySlot: ReadonlyMap<Slot, readonly Element[]>;
}

/** Passes of the pipeline to be, found by name and by type, in the order in which they were given. */
export class Elements {
  readonly #byName = new Map<string, Element[]>();
  readonly #byType = new Map<string, Element[]>();
  /** Made once for each list: thousands of rules may speak of one type. */
  readonly #slots = new Map<readonly Element[], SlotIndex>();

  constructor(elements: Iterable<Element>) {
    for (const element of elements) {
      if (element.kind === "point") continue;
      push(this.#byName, element.name, element);
      for (const key of typeKeys(element.types)) push(this.#byType, key, element);
    }
  }

  select(selector: Selector): readonly Element[] {
    const found = "pass" in selector ? this.#byName.get(selector.pass) : this.#byType.get(selector.type.toLowerCase());
    return found ?? NONE;
  }

  slotsOf(selector: Selector): SlotIndex {
    const elements = this.select(selector);
    let index = this.#slots.get(elements);
    if (index === undefined) this.#slots.set(elements, (index = indexSlots(elements)));
    return index;
  }

  hasType(types: readonly string[], type: string): boolean {
    return hasType(types, type);
  }

  matches(element: Element, selector: Selector): boolean {
    return "pass" in selector ? element.name === selector.pass : hasType(element.types, selector.type);
  }
}

function indexSlots(elements: readonly Element[]): SlotIndex {
  const bySlot = new Map<Slot, Element[]>();
  let [earliest, latest] = [Infinity, -Infinity];
  for (const element of elements) {
    const { slot } = element;
    earliest = Math.min(earliest, slot);
    latest = Math.max(latest, slot);
    if (element.item === undefined) continue;
    const inSlot = bySlot.get(slot);
    if (inSlot === undefined) bySlot.set(slot, [element]);
    else inSlot.push(element);
  }
  return { earliest, latest, bySlot };
}

function push(map: Map<string, Element[]>, key: string, element: Element): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [element]);
  else list.push(element);
}
