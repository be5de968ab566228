import { definitionOf } from "../dialects/define-dialect.ts";
import { traitBit } from "../dialects/traits.ts";
import { Shapes } from "../store/shapes.ts";
import type { Store } from "../store/store.ts";

/** Traits that ask where an operation stands, or what else is there. */
const PLACE_TRAITS = traitBit.Terminator | traitBit.Symbol;

/**
 * What operations without regions and successors were found valid by name, attributes and types, where nothing else was looked at:
 * others that are like them need no second look. One for each store, since the verifier is called again after each pass.
 */
export class GoodShapes {
  readonly #store: Store;
  readonly #shapes: Shapes;
  /** By shape: 1 if it is good. */
  #isGood = new Uint8Array(512);

  constructor(store: Store) {
    this.#store = store;
    this.#shapes = new Shapes(store);
  }

  has(op: number): boolean {
    const shape = this.#shapes.of(op);
    return shape < this.#isGood.length && this.#isGood[shape] === 1;
  }

  /** An operation was found valid. */
  add(op: number): void {
    const { traitBits } = this.#store.context.names[this.#store.opName[op]!]!;
    const definition = definitionOf(this.#store, op);
    if (definition === undefined || definition.verify !== undefined || definition.parents !== undefined) return;
    if ((traitBits & PLACE_TRAITS) !== 0) return;
    const shape = this.#shapes.of(op);
    if (shape >= this.#isGood.length) {
      const larger = new Uint8Array(shape * 2);
      larger.set(this.#isGood);
      this.#isGood = larger;
    }
    this.#isGood[shape] = 1;
  }
}

const shapesOfStore = new WeakMap<Store, GoodShapes>();

/** The shapes of a store that the verifier need not look at again. */
export function goodShapesOf(store: Store): GoodShapes {
  let shapes = shapesOfStore.get(store);
  if (shapes === undefined) shapesOfStore.set(store, (shapes = new GoodShapes(store)));
  return shapes;
}
