import { hasType, typeKeys, UNKNOWN_KEY } from "../pass-type.ts";
import { gapOf } from "../nesting.ts";
import { type Selector } from "../rule.ts";
import { type Element, isNamed } from "./element.ts";

const NONE: readonly Element[] = [];

/** Where the passes are that a selector means, before they have an order. */
export interface GapIndex {
  /** The gaps, or steps, of the first and the last of them. */
  readonly earliest: number;
  readonly latest: number;
  /** Those that come from contributions, by their gaps. */
  readonly byGap: ReadonlyMap<number, readonly Element[]>;
}

/** What a selector means. */
interface Selected {
  readonly elements: Element[];
  /** Made when it is first asked for: thousands of rules may speak of one type. */
  gaps: GapIndex | undefined;
}

const NOWHERE: GapIndex = { earliest: Infinity, latest: -Infinity, byGap: new Map() };

/** Passes of the pipeline to be, found by name and by type, in the order in which they were given. */
export class Elements {
  readonly #byName = new Map<string, Selected>();
  readonly #byType = new Map<string, Selected>();

  constructor(elements: Iterable<Element>) {
    for (const element of elements) {
      if (element.kind === "point") continue;
      push(this.#byName, element.name, element);
      const { alias } = element;
      if (alias !== undefined && alias !== element.name) push(this.#byName, alias, element);
      for (const key of typeKeys(element.types)) if (key !== UNKNOWN_KEY) push(this.#byType, key, element);
    }
  }

  select(selector: Selector): readonly Element[] {
    return this.#find(selector)?.elements ?? NONE;
  }

  gapsOf(selector: Selector): GapIndex {
    const found = this.#find(selector);
    if (found === undefined) return NOWHERE;
    return (found.gaps ??= indexGaps(found.elements));
  }

  #find(selector: Selector): Selected | undefined {
    return "pass" in selector ? this.#byName.get(selector.pass) : this.#byType.get(selector.type.toLowerCase());
  }

  matches(element: Element, selector: Selector): boolean {
    return "pass" in selector ? isNamed(element, selector.pass) : hasType(element.types, selector.type);
  }
}

function indexGaps(elements: readonly Element[]): GapIndex {
  const byGap = new Map<number, Element[]>();
  let [earliest, latest] = [Infinity, -Infinity];
  for (const element of elements) {
    const gap = gapOf(element.slot);
    earliest = Math.min(earliest, gap);
    latest = Math.max(latest, gap);
    if (element.item === undefined) continue;
    const inGap = byGap.get(gap);
    if (inGap === undefined) byGap.set(gap, [element]);
    else inGap.push(element);
  }
  return { earliest, latest, byGap };
}

function push(map: Map<string, Selected>, key: string, element: Element): void {
  const found = map.get(key);
  if (found === undefined) map.set(key, { elements: [element], gaps: undefined });
  else found.elements.push(element);
}
