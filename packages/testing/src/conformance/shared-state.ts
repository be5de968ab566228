import { Block, Operation, Region, Value } from "@passwright/ir";
import { ObjectSnapshot } from "@passwright/loader";
import type { NamedObject } from "@passwright/loader";

/* What all plugins of a process share: a plugin that changes it affects the others. */

const OF_THE_IR: readonly NamedObject[] = [Operation, Value, Block, Region].map(({ name, prototype }) => [
  `${name}.prototype`,
  prototype,
]);

/** Times that all globals are read at most: one that changes whenever it is read does not keep the kit from starting. */
const MOST_READINGS = 10;

/**
 * Records the global object, the objects and functions that it holds, and their prototypes. Node defines some globals when
 * they are first read, and adds others on that occasion, so all are read before: a plugin that reads one changes nothing.
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

/** Reads every global. Returns whether that changed one. */
function changesByReading(): boolean {
  const before = new ObjectSnapshot([["globalThis", globalThis]]);
  for (const key of Reflect.ownKeys(globalThis)) readGlobal(key);
  return !before.isCurrent();
}

function readGlobal(key: PropertyKey): unknown {
  try {
    return Reflect.get(globalThis, key);
  } catch {
    // Node has globals that can be read only with a flag.
    return undefined;
  }
}

/** Objects behind a getter, as `process` and `performance`, have state that ordinary use changes; classes do not. */
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

/** Keeps the first name of each object. */
function withoutRepetition(all: readonly NamedObject[]): readonly NamedObject[] {
  const names = new Map<object, string>();
  for (const [name, object] of all) if (!names.has(object)) names.set(object, name);
  return [...names].map(([object, name]) => [name, object]);
}
