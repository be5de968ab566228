/**
 * Copies and fingerprints of plain objects, for IRs that do not define these functions. Copies include all own
 * properties, fingerprints own enumerable data properties, and both the contents of maps and sets. Without recursion,
 * for trees of any depth.
 */

/** Returns whether `value`, in the top object, is its parent. Copies and fingerprints leave out the parent. */
type LeadsOut = (value: object) => boolean;

/** Hash of 64 bits, stored as two halves. With 32 bits, collisions would be too frequent. */
class Hash {
  #low = 0x811c9dc5 | 0;
  #high = 0x9e3779b1 | 0;

  addNumber(value: number): void {
    this.#low = Math.imul(this.#low ^ value, 0x01000193);
    this.#low ^= this.#low >>> 15;
    this.#high = Math.imul(this.#high ^ (value + 0x7f4a7c15), 0x85ebca6b);
    this.#high = ((this.#high ^ (this.#high >>> 13)) + this.#low) | 0;
  }

  addText(text: string): void {
    this.addNumber(text.length);
    for (let index = 0; index < text.length; index++) this.addNumber(text.charCodeAt(index));
  }

  get value(): bigint {
    return (BigInt(this.#high >>> 0) << 32n) | BigInt(this.#low >>> 0);
  }
}

export function hashOf(text: string): bigint {
  const hash = new Hash();
  hash.addText(text);
  return hash.value;
}

/** Returns the own enumerable data properties in order. Leaves out accessors, because reading them can run code. */
function dataProperties(of: object): [PropertyKey, unknown][] {
  const found: [PropertyKey, unknown][] = [];
  for (const key of Reflect.ownKeys(of)) {
    const property = Object.getOwnPropertyDescriptor(of, key);
    if (property?.enumerable === true && "value" in property) found.push([key, property.value]);
  }
  return found;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Returns the contents of a value: of a map, a set or an array, or the own properties of another object. */
function contentsOf(value: object): Iterable<readonly [unknown, unknown]> {
  if (value instanceof Map) return value.entries();
  if (value instanceof Set) return [...value].map((member) => [undefined, member] as const);
  return dataProperties(value);
}

/** Returns a text that identifies a value without contents, such as a date, or `undefined` for other objects. */
function atomText(value: object): string | undefined {
  if (value instanceof Date) return `date ${value.getTime()}`;
  if (value instanceof RegExp) return String(value);
  const view = value instanceof ArrayBuffer ? new Uint8Array(value) : ArrayBuffer.isView(value) ? value : undefined;
  return view && `${value.constructor.name} ${new Uint8Array(view.buffer, view.byteOffset, view.byteLength).join()}`;
}

/**
 * Returns a hash that changes if and only if the object or its contents change, with an error probability of 2^-64. A
 * repeated reference is hashed as the index of its first visit, so hashing a cycle ends. Functions are hashed by name.
 */
export function fingerprintOf(top: object, leadsOut: LeadsOut): bigint {
  const hash = new Hash();
  const positions = new Map<object, number>([[top, 0]]);
  const work: object[] = [top];
  const add = (value: unknown): void => {
    if (!isObject(value)) {
      const text = typeof value === "function" ? value.name : Object.is(value, -0) ? "-0" : String(value);
      return hash.addText(`${typeof value} ${text}`);
    }
    const position = positions.get(value);
    if (position !== undefined) return hash.addNumber(position);
    positions.set(value, positions.size);
    const text = atomText(value);
    hash.addText(text ?? value.constructor?.name ?? "");
    if (text === undefined) work.push(value);
  };
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    for (const [key, value] of contentsOf(at)) {
      if (at === top && isObject(value) && leadsOut(value)) continue;
      add(key);
      add(value);
    }
    hash.addNumber(-1);
  }
  return hash.value;
}

/** Returns a deep copy of an object without its parent. Only prototypes and functions are shared with the original. */
export function copyOf<T extends object>(top: T, leadsOut: LeadsOut): T {
  const copies = new Map<object, object>();
  const work: object[] = [];
  const copy = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    let made = copies.get(value);
    if (made === undefined) {
      made = shellOf(value);
      copies.set(value, made);
      if (atomText(value) === undefined) work.push(value);
    }
    return made;
  };
  const result = copy(top) as T;
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    const into = copies.get(at) as object;
    if (at instanceof Map) for (const [key, value] of at) (into as Map<unknown, unknown>).set(copy(key), copy(value));
    else if (at instanceof Set) for (const member of at) (into as Set<unknown>).add(copy(member));
    for (const key of Reflect.ownKeys(at)) {
      const property = Object.getOwnPropertyDescriptor(at, key) as PropertyDescriptor;
      if (Array.isArray(at) && key === "length") continue;
      const { value } = property;
      if (at === top && isObject(value) && leadsOut(value)) continue;
      // The copy is not frozen, even if the original is frozen, because the caller is allowed to change the copy.
      const data = "value" in property && { value: copy(value), writable: true };
      Object.defineProperty(into, key, { ...property, ...data, configurable: true });
    }
  }
  return result;
}

/** Function of all supported engines, which the types of ECMAScript do not contain. */
declare function structuredClone<T>(value: T): T;

/** Returns an empty object of the same kind as `value`, or a copy of a value without contents. */
function shellOf(value: object): object {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return Object.setPrototypeOf(emptyOf(value, prototype), prototype) as object;
}

function emptyOf(value: object, prototype: object | null): object {
  if (Array.isArray(value)) return Object.assign([], { length: value.length });
  if (value instanceof Map) return new Map();
  if (value instanceof Set) return new Set();
  return atomText(value) === undefined ? (Object.create(prototype) as object) : structuredClone(value);
}
