import { isPlainObject } from "@passwright/core";
import type { IrAdapter, IrReduction, ReducibleParts } from "@passwright/core";

/** Position of a child in its parent: an entry of an array, or a property. */
interface Slot {
  readonly holder: { [key: string]: unknown } | unknown[];
  readonly key: string;
}

/** Maximum number of other objects, such as arrays, between an operation and its child. */
const SLOT_DEPTH = 3;

/** Maximum length of a string from which single characters are removed. */
const FEW_CHARACTERS = 64;

/**
 * Derives the edits for an IR whose operations are plain objects, such as an IR from `defineIr`. Children are entries
 * of arrays or values of properties. Attributes are the strings, numbers and tables in the other properties. `shared`
 * contains the names of properties whose values must not be changed.
 */
export function treeReduction<Op extends object>(
  ir: IrAdapter<Op>,
  root: Op,
  shared: ReadonlySet<string> = new Set(),
): IrReduction<Op> {
  const parents = new Map<Op, Op>();
  const childrenOf = (op: Op): Op[] => {
    const children: Op[] = [];
    ir.collectNested(op, children);
    for (const child of children) parents.set(child, op);
    return children;
  };
  for (const open = [root]; open.length > 0;) open.push(...childrenOf(open.pop() as Op));
  const slotOf = (op: Op): Slot | undefined => {
    const parent = parents.get(op);
    return parent && findSlot(parent, op, new Set([...childrenOf(parent), ...around(parent, parents)]), SLOT_DEPTH);
  };
  return {
    remove(op) {
      const slot = slotOf(op);
      if (slot === undefined) return false;
      if (Array.isArray(slot.holder)) slot.holder.splice(Number(slot.key), 1);
      else slot.holder[slot.key] = null;
      return true;
    },
    replaceByChildren(op, children) {
      const [slot, parent] = [slotOf(op), parents.get(op)];
      if (slot === undefined || parent === undefined || children.some((child) => parents.get(child) !== op))
        return false;
      if (!Array.isArray(slot.holder) && children.length !== 1) return false;
      for (const child of children) {
        for (const [key, value] of Object.entries(child)) if (value === op) Object.assign(child, { [key]: parent });
        parents.set(child, parent);
      }
      if (Array.isArray(slot.holder)) slot.holder.splice(Number(slot.key), 1, ...children);
      else [slot.holder[slot.key]] = children;
      return true;
    },
    simplify: (op) => partsOf(op, new Set<object>([...childrenOf(op), ...around(op, parents)]), ir, shared),
  };
}

/**
 * Returns the properties whose objects a copy shares with its original, such as PostCSS's `source`. Changing a shared
 * object in a copy would also change the original.
 */
export function sharedProperties(originals: readonly object[], copies: readonly object[]): ReadonlySet<string> {
  const shared = new Set<string>();
  for (const [index, original] of originals.entries()) {
    const copied = new Map(entriesOf(copies[index] ?? {}));
    for (const [key, value] of entriesOf(original)) if (isObject(value) && copied.get(key) === value) shared.add(key);
  }
  return shared;
}

function around<Op>(op: Op, parents: ReadonlyMap<Op, Op>): Op[] {
  const found: Op[] = [];
  for (let parent = parents.get(op); parent !== undefined; parent = parents.get(parent)) found.push(parent);
  return found;
}

/** Finds a child in the properties of an object. Does not search inside `others`, which are the other operations. */
function findSlot(holder: object, child: object, others: ReadonlySet<object>, depth: number): Slot | undefined {
  const entries = entriesOf(holder);
  const direct = entries.find(([, value]) => value === child);
  if (direct !== undefined) return { holder: holder as Slot["holder"], key: direct[0] };
  if (depth === 0) return undefined;
  for (const [, value] of entries) {
    if (!isPlainObject(value) && !Array.isArray(value)) continue;
    const found = others.has(value) ? undefined : findSlot(value, child, others, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the own properties of an object, without accessors, because reading an accessor can run code. */
function entriesOf(value: object): [string, unknown][] {
  return Object.entries(Object.getOwnPropertyDescriptors(value)).flatMap(([key, one]): [string, unknown][] =>
    one.enumerable === true && "value" in one ? [[key, one.value]] : [],
  );
}

/**
 * Returns the parts of an operation: entries of its tables and lists, then parts of its strings and numbers. Does not
 * remove properties, because passes might require these properties.
 */
function partsOf<Op extends object>(
  op: Op,
  operations: ReadonlySet<object>,
  ir: IrAdapter<Op>,
  shared: ReadonlySet<string>,
): ReducibleParts[] {
  const name = ir.nameOf(op);
  const guarded = (size: number, drop: ReducibleParts["drop"], isFine = false): ReducibleParts => ({
    size,
    isFine,
    drop(indexes) {
      drop(indexes);
      if (ir.nameOf(op) !== name) throw new Error("the operation has another name");
    },
  });
  const holdsOperations = (value: object): boolean =>
    operations.has(value) || Object.values(value).some((inner) => operations.has(inner as object));
  const own = entriesOf(op).filter(([key, value]) => !shared.has(key) && (!isObject(value) || !holdsOperations(value)));
  const containers = own.flatMap(([, value]) =>
    isPlainObject(value) || Array.isArray(value) ? [value as object] : [],
  );
  const coarse = containers.map((holder) => {
    const entries = entriesOf(holder);
    return guarded(entries.length, (indexes) => {
      const keys = entries.flatMap(([key], index) => (indexes.has(index) ? [key] : []));
      if (Array.isArray(holder)) for (const key of keys.reverse()) holder.splice(Number(key), 1);
      else for (const key of keys) delete (holder as { [key: string]: unknown })[key];
    });
  });
  const fine = [op, ...containers].flatMap((holder) =>
    (holder === op ? own : entriesOf(holder)).flatMap(([key, value]) =>
      simplerValues(value).map(({ size, make }) =>
        guarded(size, (indexes) => Object.assign(holder, { [key]: make(indexes) }), true),
      ),
    ),
  );
  return [...coarse, ...fine].filter(({ size }) => size > 0);
}

interface SimplerValue {
  readonly size: number;
  readonly make: (dropped: ReadonlySet<number>) => unknown;
}

/** Returns simpler values: a string without some words or characters, or a smaller number. */
function simplerValues(value: unknown): SimplerValue[] {
  const constant = (simple: unknown): SimplerValue => ({ size: 1, make: () => simple });
  if (typeof value === "boolean") return value ? [constant(false)] : [];
  if (typeof value === "number") {
    return [0, 1, Math.trunc(value)].filter((simple) => Math.abs(simple) < Math.abs(value)).map(constant);
  }
  if (typeof value !== "string") return [];
  const pieces = (all: readonly string[]): SimplerValue => ({
    size: all.length,
    make: (dropped) => all.filter((_, index) => !dropped.has(index)).join(""),
  });
  const words = value.match(/-?\d*\.?\d+|\w+|\s+|[^\w\s]/gu) ?? [];
  const characters = [...value];
  return [
    ...(words.length > 0 ? [pieces(words)] : []),
    ...(characters.length > words.length && characters.length <= FEW_CHARACTERS ? [pieces(characters)] : []),
  ];
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
