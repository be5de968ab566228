/** Table that can contain tables and lists. */
export type Tree = { readonly [key: string]: unknown };

/** Keys from the root of a tree to a value in the tree. */
export type Path = readonly string[];

class Own {
  readonly own = 1;
}

/** Functions that make values of wrong types, by kind. */
export const WRONG: { readonly [kind: string]: () => unknown } = {
  number: () => 4,
  notANumber: () => Number.NaN,
  null: () => null,
  empty: () => "",
  text: () => "x y(",
  flag: () => true,
  list: () => [],
  table: () => ({}),
  function: () => () => undefined,
  generator: () => function* () {},
  symbol: () => Symbol("s"),
  bigint: () => 3n,
  instance: () => new Own(),
  listWithHole: () => Object.assign([], { 0: "upper", 2: "reverse" }),
  listOfNull: () => [null],
  listOfNumbers: () => [4],
  longText: () => "x".repeat(100_000),
  cyclicTable: () => {
    const table: { self?: unknown } = {};
    table.self = table;
    return table;
  },
  cyclicList: () => {
    const list: unknown[] = [];
    list.push(list);
    return list;
  },
  promise: () => Promise.resolve(1),
  map: () => new Map([["a", 1]]),
  withoutPrototype: () => Object.assign(Object.create(null) as object, { own: 1 }),
};

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null;
}

/** Returns the paths of all values in a tree, except the values directly in the root. */
export function pathsIn(tree: Tree, at: Path = []): Path[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const path = [...at, key];
    return [...(at.length === 0 ? [] : [path]), ...(isTree(value) ? pathsIn(value, path) : [])];
  });
}

/** Replaces the value at a path, and returns the tree. Does nothing if the path no longer exists. */
export function replaced(tree: Tree, path: Path, value: unknown): Tree {
  let inner: unknown = tree;
  for (const key of path.slice(0, -1)) inner = isTree(inner) ? inner[key] : undefined;
  const last = path.at(-1) ?? "";
  if (isTree(inner) && Object.hasOwn(inner, last)) (inner as { [key: string]: unknown })[last] = value;
  return tree;
}

/** Misspells the last key of a path, and returns the tree. Returns `undefined` if the key is an index of a list. */
export function misspelled(tree: Tree, path: Path): Tree | undefined {
  let inner: unknown = tree;
  for (const key of path.slice(0, -1)) inner = (inner as Tree)[key];
  if (Array.isArray(inner)) return undefined;
  const last = path.at(-1) ?? "";
  const { [last]: value, ...rest } = inner as Tree;
  return replaced(tree, path.slice(0, -1), { ...rest, [`${last}x`]: value });
}
