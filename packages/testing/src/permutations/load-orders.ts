/** As many lists as all orders of five things. */
const MOST = 120;

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length <= 1) return [[...list]];
  return list.flatMap((first, index) =>
    permutations([...list.slice(0, index), ...list.slice(index + 1)]).map((rest) => [first, ...rest]),
  );
}

/** All orders of up to five things; of more: forwards, backwards, and each turned round to every start. */
export function ordersOf<T>(list: readonly T[]): readonly (readonly T[])[] {
  if (list.length <= 5) return permutations(list);
  const turned = (of: readonly T[]): T[][] => of.map((_, index) => [...of.slice(index), ...of.slice(0, index)]);
  return [...turned(list), ...turned([...list].reverse())].slice(0, MOST);
}
