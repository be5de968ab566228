import { hasType, typeKeys } from "../pass-type.ts";
import { type Selector } from "../rule.ts";
import { type Element } from "./element.ts";

/** Passes of the pipeline to be, found by name and by type. */
export class Elements {
  readonly #byName = new Map<string, Element[]>();
  readonly #byType = new Map<string, Element[]>();

  constructor(elements: Iterable<Element>) {
    for (const element of elements) {
      if (element.kind === "point") continue;
      push(this.#byName, element.name, element);
      for (const key of new Set(element.types.flatMap(typeKeys))) push(this.#byType, key, element);
    }
  }

  select(selector: Selector): readonly Element[] {
    const found = "pass" in selector ? this.#byName.get(selector.pass) : this.#byType.get(selector.type.toLowerCase());
    return found ?? [];
  }

  hasType(types: readonly string[], type: string): boolean {
    return hasType(types, type);
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
