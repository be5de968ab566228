/** Returns a function that compares items by a text, independent of the language of the system. */
export function by<T>(textOf: (item: T) => string): (one: T, other: T) => number {
  return (one, other) => {
    const [left, right] = [textOf(one), textOf(other)];
    return left < right ? -1 : Number(left > right);
  };
}

/** Appends a value to the list that a map stores under a key. */
export function pushTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Counts one more item with the name `name`. Returns the name, with `#2`, `#3` … for later items of the same name. */
export function numbered(counts: Map<string, number>, name: string): string {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return count === 1 ? name : `${name}#${count}`;
}

/** Returns the value that a map stores under a key. If the key is missing, stores and returns the result of `make`. */
export function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
