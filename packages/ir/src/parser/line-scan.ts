import { FNV_OFFSET, FNV_PRIME } from "../text/fnv.ts";
import { byteClass, CLASS_WORD } from "./reader.ts";

/** Longer lines are seldom the same twice. */
const LONGEST = 1024;

/** What {@link followerAt} answers if nothing can be said. */
export const NO_FOLLOWER = 0;
/** The name of an operation with its dialect: a word with a dot is no keyword of any format. */
const DOTTED = 1;

/** A number for the first word of a line, its operation's name. */
export function nameHash(bytes: Uint8Array, start: number): number {
  let hash = FNV_OFFSET;
  for (let at = start, c = bytes[at]!; c > 32 && c !== 40; c = bytes[++at]!) hash = Math.imul(hash ^ c, FNV_PRIME);
  return hash ^ (hash >>> 16);
}

/** Whether an operation's name means the same in every region: it is written with its dialect, or in quotes. */
export function saysItsDialect(bytes: Uint8Array, start: number): boolean {
  if (bytes[start] === 34) return true;
  let at = start;
  for (let c = bytes[at]!; byteClass[c] === CLASS_WORD && c !== 45 && c !== 46; c = bytes[++at]!);
  return bytes[at] === 46 && byteClass[bytes[at + 1]!] === CLASS_WORD;
}

/** A number for a line, in which names of values do not count; 0 for what is not to be remembered. */
export function lineHash(bytes: Uint8Array, start: number): number {
  let hash = FNV_OFFSET;
  let at = start;
  for (let c = bytes[at]!; c !== 10; c = bytes[++at]!) {
    hash = Math.imul(hash ^ c, FNV_PRIME);
    if (c === 37) {
      at = behindName(bytes, at + 1) - 1;
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

/** Where the name of a value ends. One that begins with a digit is a number. */
function behindName(bytes: Uint8Array, start: number): number {
  let at = start;
  let c = bytes[at]!;
  if (c >= 48 && c <= 57) while (c >= 48 && c <= 57) c = bytes[++at]!;
  else while (byteClass[c] === CLASS_WORD) c = bytes[++at]!;
  return at;
}

/**
 * What is next, as far as it says whether an operation goes on: a value, a string, a label or the end of a region each as its byte,
 * a word as a number of its own, a word with a dot as {@link DOTTED}. {@link NO_FOLLOWER} for everything else.
 */
export function followerAt(bytes: Uint8Array, start: number): number {
  const first = bytes[start]!;
  if (first === 37 || first === 34 || first === 125 || first === 94) return first;
  if (!(first >= 97 && first <= 122) && !(first >= 65 && first <= 90) && first !== 95) return NO_FOLLOWER;
  let hash = FNV_OFFSET;
  for (let at = start, c = first; byteClass[c] === CLASS_WORD; c = bytes[++at]!) {
    if (c === 46) return DOTTED;
    hash = Math.imul(hash ^ c, FNV_PRIME);
  }
  // Not to be taken for one of the bytes.
  return hash | 0x100;
}
