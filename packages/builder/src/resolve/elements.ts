import { hasType, typeKeys } from "../pass-type.ts";
import { type Slot, slotOf } from "../nesting.ts";
import { type Selector } from "../rule.ts";
import { type Spine } from "../spine.ts";
import { type Step } from "../step.ts";
import { type Item } from "./item.ts";

/** A pass of the pipeline to be, whoever it comes from. */
export interface Element {
  readonly name: string;
  readonly types: readonly string[];
  readonly slot: Slot;
  readonly address: string;
  readonly because: string;
  /** Its place in the finished order; -1 until it is known. */
  position: number;
  readonly source: { readonly step: Step } | { readonly item: Item };
}

/** All passes of the pipeline to be, found by name and by type. */
export class Elements {
  readonly all: readonly Element[];
  readonly ofItem: Map<Item, Element> = new Map();
  readonly ofStep: Map<Step, Element> = new Map();
  readonly #byName = new Map<string, Element[]>();
  readonly #byType = new Map<string, Element[]>();

  constructor(spine: Spine, items: readonly Item[]) {
    const all: Element[] = [];
    spine.steps.forEach((step, index) => {
      const because = step.reason ?? "the framework's pipeline";
      const { name, types, address } = step;
      const element = { name, types, slot: slotOf(index), address, because, position: -1, source: { step } };
      this.ofStep.set(step, element);
      if (step.kind === "pass") all.push(element);
    });
    for (const item of items) {
      const { contribution, slot, address, because } = item;
      const { pass, types } = contribution;
      const element = { name: pass.name, types, slot, address, because, position: -1, source: { item } };
      this.ofItem.set(item, element);
      all.push(element);
    }
    this.all = all;
    for (const element of all) {
      push(this.#byName, element.name, element);
      for (const key of new Set(element.types.flatMap(typeKeys))) push(this.#byType, key, element);
    }
  }

  select(selector: Selector): readonly Element[] {
    const found = "pass" in selector ? this.#byName.get(selector.pass) : this.#byType.get(selector.type.toLowerCase());
    return found ?? [];
  }

  matches(element: Element, selector: Selector): boolean {
    return "pass" in selector ? element.name === selector.pass : hasType(element.types, selector.type);
  }
}

function push(map: Map<string, Element[]>, key: string, element: Element): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [element]);
  else list.push(element);
}
