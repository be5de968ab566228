import { FNV_OFFSET, FNV_PRIME } from "../text/fnv.ts";
import { byteClass, CLASS_WORD, isLetter, suffixEnd } from "./reader.ts";

/** Maximum length of cached lines. Longer lines rarely repeat. */
const LONGEST = 1024;

/** Result of {@link followerAt} for a token that might continue the operation. */
export const NO_FOLLOWER = 0;
/** Code for a word with a dot, which is a qualified operation name. Keywords of formats do not contain dots. */
const DOTTED = 1;

/** Returns a hash of the operation name at the start of a line. */
export function nameHash(bytes: Uint8Array, start: number): number {
  let hash = FNV_OFFSET;
  for (let at = start, c = bytes[at]!; c > 32 && c !== 40; c = bytes[++at]!) hash = Math.imul(hash ^ c, FNV_PRIME);
  return hash ^ (hash >>> 16);
}

/** Returns whether an operation name is in quotes or includes its dialect. */
export function namesDialect(bytes: Uint8Array, start: number): boolean {
  if (bytes[start] === 34) return true;
  let at = start;
  for (let c = bytes[at]!; byteClass[c] === CLASS_WORD && c !== 45 && c !== 46; c = bytes[++at]!);
  return bytes[at] === 46 && byteClass[bytes[at + 1]!] === CLASS_WORD;
}

/** Returns a hash of a line without its value names, or 0 if the line must not be cached. */
export function lineHash(bytes: Uint8Array, start: number): number {
  let hash = FNV_OFFSET;
  let at = start;
  for (let c = bytes[at]!; c !== 10; c = bytes[++at]!) {
    hash = Math.imul(hash ^ c, FNV_PRIME);
    if (c === 37) {
      at = suffixEnd(bytes, at + 1) - 1;
      if (bytes[at + 1] === 35) return 0;
    } else if (c === 34) {
      for (c = bytes[++at]!; c !== 34; c = bytes[++at]!) {
        if (c === 0 || c === 10) return 0;
        hash = Math.imul(hash ^ c, FNV_PRIME);
        if (c === 92) hash = Math.imul(hash ^ bytes[++at]!, FNV_PRIME);
      }
    } else if (c === 94 || c === 0 || (c === 47 && bytes[at + 1] === 47)) return 0;
  }
  return at - start > LONGEST ? 0 : hash | 1;
}

/** Returns a code for the next token: its first byte, {@link DOTTED}, the hash of a word, or {@link NO_FOLLOWER}. */
export function followerAt(bytes: Uint8Array, start: number): number {
  const first = bytes[start]!;
  if (first === 37 || first === 34 || first === 125 || first === 94) return first;
  if (!isLetter(first)) return NO_FOLLOWER;
  let hash = FNV_OFFSET;
  for (let at = start, c = first; byteClass[c] === CLASS_WORD; c = bytes[++at]!) {
    if (c === 46) return DOTTED;
    hash = Math.imul(hash ^ c, FNV_PRIME);
  }
  // The bit 0x100 distinguishes a hash from the code of a byte.
  return hash | 0x100;
}
