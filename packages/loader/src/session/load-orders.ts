/** Maximum number of load orders to return: the number of all orders of five plugins. */
const MOST = 120;

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length <= 1) return [[...list]];
  return list.flatMap((first, index) =>
    permutations([...list.slice(0, index), ...list.slice(index + 1)]).map((rest) => [first, ...rest]),
  );
}

function shuffler(): <T>(list: readonly T[]) => T[] {
  let state = 1;
  const next = (): number => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff);
  return (list) =>
    list
      .map((one) => [next(), one] as const)
      .sort(([left], [right]) => left - right)
      .map(([, one]) => one);
}

/**
 * Returns different load orders of plugins. For up to five plugins, returns all orders. For more plugins, returns 120
 * orders: the given order, its reverse, an order that starts with each plugin, and shuffled orders.
 */
export function loadOrders(list: readonly string[]): readonly (readonly string[])[] {
  if (list.length <= 5) return permutations(list);
  const shuffled = shuffler();
  const orders = new Map<string, readonly string[]>();
  const add = (order: readonly string[]): void => void (orders.size < MOST && orders.set(order.join("\n"), order));
  add(list);
  add([...list].reverse());
  for (const one of list) add([one, ...list.filter((other) => other !== one)]);
  while (orders.size < MOST) add(shuffled(list));
  return [...orders.values()];
}
