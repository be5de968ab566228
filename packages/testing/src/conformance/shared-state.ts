import { Block, Operation, Region, Value } from "@passwright/ir";
import { ObjectSnapshot } from "@passwright/sdk/loading";
import type { NamedObject } from "@passwright/sdk/loading";

/** Objects that all plugins in a process share. A plugin that changes these objects affects other plugins. */

const OF_THE_IR: readonly NamedObject[] = [Operation, Value, Block, Region].map(({ name, prototype }) => [
  `${name}.prototype`,
  prototype,
]);

/** Maximum number of times that all globals are read. The limit is needed for globals that change at every read. */
const MOST_READINGS = 10;

/**
 * Records the state of the global object, of the objects and functions in it, and of their prototypes. Reads all
 * globals first, because Node defines some globals at the first read, and a plugin that only reads a global must not be
 * reported.
 */
export function snapshotShared(): ObjectSnapshot {
  for (let readings = 0; readings < MOST_READINGS && changesByReading(); readings++);
  const held = Object.entries(Object.getOwnPropertyDescriptors(globalThis))
    .map(([name, { value, get }]): readonly [string, unknown] => [name, get === undefined ? value : readClass(name)])
    .filter(isNamedObject);
  const prototypes = held
    .map(([name, object]): readonly [string, unknown] => [`${name}.prototype`, Reflect.get(object, "prototype")])
    .filter(isNamedObject);
  const direct: NamedObject[] = [["globalThis", globalThis], ...held, ...prototypes, ...OF_THE_IR];
  return new ObjectSnapshot(withoutRepetition([...direct, ...direct.flatMap(inherited)]));
}

/** Reads every global, and returns whether these reads defined a new global or changed an existing global. */
function changesByReading(): boolean {
  const before = new ObjectSnapshot([["globalThis", globalThis]]);
  for (const key of Reflect.ownKeys(globalThis)) readGlobal(key);
  return !before.isCurrent();
}

function readGlobal(key: PropertyKey): unknown {
  try {
    return Reflect.get(globalThis, key);
  } catch {
    // Reading some globals throws an exception unless a flag of Node is set.
    return undefined;
  }
}

/**
 * Calls the getter of the global `name`, and returns the value if it is a class. Returns `undefined` for other values,
 * such as `process` and `performance`, because the state of these values changes in ordinary use.
 */
function readClass(name: string): unknown {
  const value = readGlobal(name);
  return typeof value === "function" ? value : undefined;
}

function isNamedObject(named: readonly [string, unknown]): named is NamedObject {
  const [, value] = named;
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function inherited([name, object]: NamedObject): NamedObject[] {
  const prototype = Reflect.getPrototypeOf(object);
  if (prototype === null) return [];
  const named: NamedObject = [`the prototype of ${name}`, prototype];
  return [named, ...inherited(named)];
}

/** If an object occurs several times, keeps only its first entry. */
function withoutRepetition(all: readonly NamedObject[]): readonly NamedObject[] {
  const names = new Map<object, string>();
  for (const [name, object] of all) if (!names.has(object)) names.set(object, name);
  return [...names].map(([object, name]) => [name, object]);
}
