/**
 * Returns whether two values are equal. Compares the contents of arrays, maps, sets and objects, including class
 * instances and cyclic structures. Functions, and objects without fields, are equal only to themselves.
 */
export function isSameValue(left: unknown, right: unknown, open: Map<object, object> = new Map()): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return false;
  // In a cycle, treats two values as equal if their comparison has already started. If the values differ, another part
  // of this comparison finds the difference.
  if (open.has(left)) return open.get(left) === right;
  open.set(left, right);
  const [ours, theirs] = [partsOf(left), partsOf(right)];
  const hasNothing = ours.length === 0 && !isContainer(left);
  return (
    !hasNothing &&
    ours.length === theirs.length &&
    ours.every(([key, value], index) => {
      const [otherKey, other] = theirs[index]!;
      return isSameValue(key, otherKey, open) && isSameValue(value, other, open);
    })
  );
}

function isContainer(value: object): boolean {
  return (
    Array.isArray(value) ||
    value instanceof Map ||
    value instanceof Set ||
    ArrayBuffer.isView(value) ||
    Object.getPrototypeOf(value) === Object.prototype
  );
}

/**
 * Returns the parts of a container. The order of the parts depends only on the contents, except for maps and sets,
 * which keep their own order.
 */
function partsOf(value: object): (readonly [unknown, unknown])[] {
  if (value instanceof Map) return [...(value as ReadonlyMap<unknown, unknown>)];
  if (value instanceof Set) return [...(value as ReadonlySet<unknown>)].map((one) => [one, one]);
  return Object.keys(value)
    .sort()
    .map((key) => [key, (value as { readonly [key: string]: unknown })[key]]);
}
