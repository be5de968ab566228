import { diffArrays } from "diff";

/** Replacement of items of a list: index of the first item, number of removed items, and the inserted items. */
export type Edit<T> = readonly [index: number, removed: number, ...inserted: readonly T[]];

/**
 * Limit of the search for the shortest list of edits, in items. If the search reaches the limit, one edit replaces
 * everything from the first to the last difference.
 */
const MOST_EDITS = 2000;

/** Returns the changes that convert one list to another. */
export function editsBetween<T extends string | number>(old: readonly T[], now: readonly T[]): readonly Edit<T>[] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const [oldMiddle, newMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  if (oldMiddle.length === 0 && newMiddle.length === 0) return [];
  const parts = diffArrays(oldMiddle, newMiddle, { maxEditLength: MOST_EDITS });
  if (parts === undefined) return [[start, oldMiddle.length, ...newMiddle]];
  const edits: [number, number, ...T[]][] = [];
  let index = start;
  let isOpen = false;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      index += value.length;
      isOpen = false;
      continue;
    }
    if (!isOpen) edits.push([index, 0]);
    const edit = edits.at(-1) as [number, number, ...T[]];
    isOpen = true;
    if (removed) {
      edit[1] += value.length;
      index += value.length;
    } else for (const one of value) edit.push(one);
  }
  return edits;
}

/** Returns the changes between two lists of equal length, item by item. */
export function replacements<T>(old: readonly T[], now: readonly T[]): readonly Edit<T>[] {
  const edits: [number, number, ...T[]][] = [];
  let isOpen = false;
  for (const [index, item] of now.entries()) {
    if (old[index] === item) isOpen = false;
    else if (isOpen) {
      const edit = edits.at(-1) as [number, number, ...T[]];
      edit[1]++;
      edit.push(item);
    } else {
      edits.push([index, 1, item]);
      isOpen = true;
    }
  }
  return edits;
}

/** Applies changes to a list. */
export function withEdits<T>(old: readonly T[], edits: readonly Edit<T>[]): T[] {
  const result: T[] = [];
  let at = 0;
  for (const [index, removed, ...inserted] of edits) {
    for (; at < index; at++) result.push(old[at] as T);
    for (const one of inserted) result.push(one);
    at = index + removed;
  }
  for (; at < old.length; at++) result.push(old[at] as T);
  return result;
}
