import { definitionOf } from "../dialects/define-dialect.ts";
import { traitBit } from "../dialects/traits.ts";
import { grown } from "../store/grown.ts";
import { Shapes } from "../store/shapes.ts";
import type { Store } from "../store/store.ts";

/** Traits whose verification depends on the position of an operation, or on other operations. */
const PLACE_TRAITS = traitBit.Terminator | traitBit.Symbol;

/** Shapes of accepted operations without regions and successors, whose validity depends only on their shape. */
export class GoodShapes {
  readonly #store: Store;
  readonly #shapes: Shapes;
  /** Maps the number of each accepted shape to 1, and other numbers to 0. */
  #isGood: Int32Array = new Int32Array(512);

  constructor(store: Store) {
    this.#store = store;
    this.#shapes = new Shapes(store);
  }

  has(op: number): boolean {
    const shape = this.#shapes.of(op);
    return shape < this.#isGood.length && this.#isGood[shape] === 1;
  }

  add(op: number): void {
    const { traitBits } = this.#store.nameOf(op);
    const definition = definitionOf(this.#store, op);
    if (definition === undefined || definition.verify !== undefined || definition.parents !== undefined) return;
    if ((traitBits & PLACE_TRAITS) !== 0) return;
    const shape = this.#shapes.of(op);
    if (shape >= this.#isGood.length) this.#isGood = grown(this.#isGood, shape + 1);
    this.#isGood[shape] = 1;
  }
}

const shapesOfStore = new WeakMap<Store, GoodShapes>();

export function goodShapesOf(store: Store): GoodShapes {
  let shapes = shapesOfStore.get(store);
  if (shapes === undefined) shapesOfStore.set(store, (shapes = new GoodShapes(store)));
  return shapes;
}
