/**
 * Maps addresses of steps to short names without the contributor. If several steps would get the same short name, maps
 * the address of each of these steps to itself.
 */
export function stepNames(addresses: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...new Set(addresses)];
  const counts = new Map<string, number>();
  for (const address of all) counts.set(shortened(address), (counts.get(shortened(address)) ?? 0) + 1);
  return new Map(all.map((address) => [address, counts.get(shortened(address)) === 1 ? shortened(address) : address]));
}

function shortened(address: string): string {
  return address.replace(/^.*::/, "");
}
