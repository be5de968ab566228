import { grown } from "./grown.ts";
import type { Store } from "./store.ts";

/** Numbers shapes of operations from 1. A shape is a combination of name, properties, attributes and function type. */
export class Shapes {
  readonly #store: Store;
  /** Highest number that is in use. */
  count = 0;
  #names: Int32Array = new Int32Array(512);
  #properties: Int32Array = new Int32Array(512);
  #attributes: Int32Array = new Int32Array(512);
  #signatures: Int32Array = new Int32Array(512);
  /** Slots of a hash table with open addressing, which contain numbers of shapes. 0 marks a free slot. */
  #slots: Int32Array = new Int32Array(1024);

  constructor(store: Store) {
    this.#store = store;
  }

  of(op: number): number {
    const store = this.#store;
    const signature = store.opSignature[op]! || store.signatureOf(op);
    return this.numberOf(store.opName[op]!, store.opProperties[op]!, store.opAttributes[op]!, signature);
  }

  /** Returns the number of a shape, or of any other combination of four ids. */
  numberOf(name: number, properties: number, attributes: number, signature: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hashOf(name, properties, attributes, signature) & mask;
    for (let shape = slots[slot]!; shape !== 0; shape = slots[slot]!) {
      if (
        this.#properties[shape] === properties &&
        this.#signatures[shape] === signature &&
        this.#names[shape] === name &&
        this.#attributes[shape] === attributes
      ) {
        return shape;
      }
      slot = (slot + 1) & mask;
    }
    return this.#add(slot, name, properties, attributes, signature);
  }

  /** Removes all combinations, the last one first, so that the remaining ones are still found. */
  clear(): void {
    const mask = this.#slots.length - 1;
    for (; this.count > 0; this.count--) {
      let slot = this.#hashOf(this.count) & mask;
      while (this.#slots[slot] !== this.count) slot = (slot + 1) & mask;
      this.#slots[slot] = 0;
    }
  }

  #hashOf(shape: number): number {
    return hashOf(this.#names[shape]!, this.#properties[shape]!, this.#attributes[shape]!, this.#signatures[shape]!);
  }

  #add(slot: number, name: number, properties: number, attributes: number, signature: number): number {
    const shape = ++this.count;
    this.#names[shape] = name;
    this.#properties[shape] = properties;
    this.#attributes[shape] = attributes;
    this.#signatures[shape] = signature;
    this.#slots[slot] = shape;
    if (shape + 1 === this.#names.length) this.#grow();
    return shape;
  }

  #grow(): void {
    this.#names = grown(this.#names);
    this.#properties = grown(this.#properties);
    this.#attributes = grown(this.#attributes);
    this.#signatures = grown(this.#signatures);
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let shape = 1; shape <= this.count; shape++) {
      let slot = this.#hashOf(shape) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = shape;
    }
    this.#slots = slots;
  }
}

function hashOf(name: number, properties: number, attributes: number, signature: number): number {
  let hash = Math.imul(name, 0x9e3779b1) ^ Math.imul(properties, 0x85ebca6b);
  hash ^= Math.imul(attributes, 0x27d4eb2f) ^ Math.imul(signature, 0xc2b2ae35);
  return hash ^ (hash >>> 15);
}
