/**
 * This code can run after a plugin damaged built-in objects, so it must not call their methods until they are restored.
 */

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys } = Reflect;
const { setPrototypeOf } = Reflect;
const { create, is } = Object;

/** Object, with the name that messages use. */
export type NamedObject = readonly [name: string, object: object];

interface State {
  readonly prototype: object | null;
  readonly isExtensible: boolean;
  readonly keys: readonly PropertyKey[];
  /** Descriptors by key, in an object without a prototype. */
  readonly properties: { readonly [key: PropertyKey]: PropertyDescriptor };
}

interface Change {
  readonly name: string;
  readonly key?: PropertyKey;
  readonly what: string;
  readonly undo: () => void;
}

/** Record of the own properties of objects that all code shares. Does not call getters. */
export class ObjectSnapshot {
  readonly #objects: readonly NamedObject[];
  readonly #before: readonly State[];

  constructor(objects: readonly NamedObject[]) {
    this.#objects = objects;
    this.#before = objects.map(([, object]) => stateOf(object));
  }

  /** Returns whether the objects still have the recorded properties. */
  isCurrent(): boolean {
    return this.#findChanges().length === 0;
  }

  /** Undoes all changes that can be undone. Returns their descriptions: `Object.prototype.x was added`. */
  restore(): string[] {
    const changes = this.#findChanges();
    for (let index = 0; index < changes.length; index++) (changes[index] as Change).undo();
    return changes.map(({ name, key, what }) => `${key === undefined ? name : propertyOf(name, key)} ${what}`);
  }

  #findChanges(): readonly Change[] {
    const changes: Change[] = [];
    for (let index = 0; index < this.#objects.length; index++)
      compare(this.#objects[index] as NamedObject, this.#before[index] as State, changes);
    return changes;
  }
}

function propertyOf(name: string, key: PropertyKey): string {
  return typeof key === "symbol" ? `${name}[${String(key)}]` : `${name}.${String(key)}`;
}

function stateOf(object: object): State {
  const keys = ownKeys(object);
  const properties = create(null) as { [key: PropertyKey]: PropertyDescriptor };
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as PropertyKey;
    properties[key] = getOwnPropertyDescriptor(object, key) as PropertyDescriptor;
  }
  return { prototype: getPrototypeOf(object), isExtensible: isExtensible(object), keys, properties };
}

function compare(named: NamedObject, before: State, changes: Change[]): void {
  const name = named[0];
  const object = named[1];
  const now = stateOf(object);
  const isClosed = before.isExtensible && !now.isExtensible;
  const note = (change: Change): void => void (changes[changes.length] = change);
  if (isClosed) note({ name, what: "was sealed, frozen or made non-extensible", undo: () => undefined });
  if (now.prototype !== before.prototype) {
    const undo = (): unknown => setPrototypeOf(object, before.prototype);
    note({ name: `the prototype of ${name}`, what: "was changed", undo });
  }
  for (let index = 0; index < now.keys.length; index++) {
    const key = now.keys[index] as PropertyKey;
    if (key in before.properties) continue;
    note({ name, key, what: "was added", undo: () => deleteProperty(object, key) });
  }
  for (let index = 0; index < before.keys.length; index++) {
    const key = before.keys[index] as PropertyKey;
    const old = before.properties[key] as PropertyDescriptor;
    const current = now.properties[key];
    if (current !== undefined && isSameValue(old, current) && (isClosed || hasSameAttributes(old, current))) continue;
    const what = current === undefined ? "was removed" : "was changed";
    note({ name, key, what, undo: () => define(object, key, old) });
  }
}

/** Defines a property. Without a prototype, the descriptor cannot inherit `get` from a damaged `Object.prototype`. */
function define(object: object, key: PropertyKey, descriptor: PropertyDescriptor): void {
  setPrototypeOf(descriptor, null);
  defineProperty(object, key, descriptor);
}

function isSameValue(left: PropertyDescriptor, right: PropertyDescriptor): boolean {
  return is(left.value, right.value) && left.get === right.get && left.set === right.set;
}

function hasSameAttributes(left: PropertyDescriptor, right: PropertyDescriptor): boolean {
  return (
    left.writable === right.writable && left.enumerable === right.enumerable && left.configurable === right.configurable
  );
}

/** Built-in objects that plugins and frameworks must not change. */
const BUILT_INS: readonly NamedObject[] = [
  ["Object", Object],
  ["Array", Array],
  ["JSON", JSON],
  ["Math", Math],
  ["Reflect", Reflect],
  ["Promise", Promise],
  ...[
    Object,
    Function,
    Array,
    String,
    Number,
    Boolean,
    BigInt,
    Symbol,
    Map,
    Set,
    WeakMap,
    Promise,
    RegExp,
    Date,
    Error,
  ].map(({ name, prototype }): NamedObject => [`${name}.prototype`, prototype as object]),
];

/** Records the built-in objects. */
export function watchBuiltIns(): ObjectSnapshot {
  return new ObjectSnapshot(BUILT_INS);
}
