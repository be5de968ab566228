/* The hash of Fowler, Noll and Vo (FNV-1a): `hash = imul(hash ^ byte, FNV_PRIME)` for each byte, from FNV_OFFSET on. */

export const FNV_OFFSET: number = 0x811c9dc5 | 0;
export const FNV_PRIME = 0x01000193;

export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = FNV_OFFSET;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, FNV_PRIME);
  return hash;
}
