/** As many as all orders of five plugins. */
const MOST = 120;

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length <= 1) return [[...list]];
  return list.flatMap((first, index) =>
    permutations([...list.slice(0, index), ...list.slice(index + 1)]).map((rest) => [first, ...rest]),
  );
}

/** A generator of numbers below `bound`, the same ones every time. */
function sequence(): (bound: number) => number {
  let state = 1;
  return (bound) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state % bound;
  };
}

function shuffled<T>(list: readonly T[], below: (bound: number) => number): T[] {
  const result = [...list];
  for (let index = result.length - 1; index > 0; index--) {
    const other = below(index + 1);
    [result[index], result[other]] = [result[other] as T, result[index] as T];
  }
  return result;
}

/**
 * Orders in which to load plugins to see that it makes no difference, no two of them the same: all up to five plugins; for more, as many as for five, namely
 * forwards, backwards, each plugin first as far as there is room, and shuffles.
 */
export function loadOrders(list: readonly string[]): readonly (readonly string[])[] {
  if (list.length <= 5) return permutations(list);
  const below = sequence();
  const orders = new Map<string, readonly string[]>();
  const add = (order: readonly string[]): void => void (orders.size < MOST && orders.set(order.join("\n"), order));
  add(list);
  add([...list].reverse());
  for (const one of list) add([one, ...list.filter((other) => other !== one)]);
  while (orders.size < MOST) add(shuffled(list, below));
  return [...orders.values()];
}
