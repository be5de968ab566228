import { DYNAMIC } from "../../attributes/attribute.ts";
import type { Groups } from "../memref-reshape-verify.ts";

/*
 * Groups of dimensions. Collapsing each group to one dimension converts a shape to a shape with fewer dimensions
 * (`mlir/lib/Dialect/Utils/ReshapeOpsUtils.cpp`).
 */

interface Range {
  readonly first: number;
  readonly last: number;
}

/** Returns the dimensions from `start` to the next dynamic dimension or, if `isLast` is set, to the last dimension. */
function rangeOfDynamic(shape: readonly number[], start: number, isLast: boolean): Range | undefined {
  const dynamic = shape.indexOf(DYNAMIC, start);
  return dynamic < 0 ? undefined : { first: start, last: isLast ? shape.length - 1 : dynamic };
}

/**
 * Returns the next static dimensions whose product is `size`. If `isLast` is set, also includes the following
 * dimensions of size one.
 */
function rangeOfSize(shape: readonly number[], start: number, size: number, isLast: boolean): Range | undefined {
  let found: Range | undefined;
  let [first, product] = [start, 1];
  for (let last = start; last < shape.length; last++) {
    if (found !== undefined && !isLast) break;
    if (shape[last] === DYNAMIC) {
      if (found !== undefined) break;
      [first, product] = [last + 1, 1];
      continue;
    }
    product *= shape[last]!;
    if (found !== undefined && product > size) break;
    for (; product > size && first < last; first++) product /= shape[first]!;
    if (product === size || found !== undefined) found = { first, last };
  }
  return found;
}

/** Returns, for each dimension of `target`, the range of dimensions of `shape` that are collapsed to this dimension. */
function rangesOf(shape: readonly number[], target: readonly number[]): readonly Range[] | undefined {
  const ranges: Range[] = [];
  let next = 0;
  for (const [i, size] of target.entries()) {
    const isLast = i === target.length - 1;
    const range = size === DYNAMIC ? rangeOfDynamic(shape, next, isLast) : rangeOfSize(shape, next, size, isLast);
    if (range === undefined) return undefined;
    if (range.first > next) {
      // The skipped dimensions can belong only to a preceding dynamic dimension of `target`.
      const before = ranges.pop();
      if (before === undefined || target[i - 1] !== DYNAMIC) return undefined;
      ranges.push({ first: before.first, last: range.first - 1 });
    }
    next = range.last + 1;
    ranges.push(range);
  }
  return next < shape.length ? undefined : ranges;
}

/** Returns the groups that collapse a shape to `target`, or `undefined` if no set of groups or several sets match. */
export function groupsForCollapse(shape: readonly number[], target: readonly number[]): Groups | undefined {
  if (shape.length <= target.length) return undefined;
  const isUnit = (size: number | undefined): boolean => size === 1;
  if (target.length === 0)
    return shape.every((size) => isUnit(size) || size === DYNAMIC) ? [[...shape.keys()]] : undefined;
  const forward = rangesOf(shape, target);
  const reversed = rangesOf([...shape].reverse(), [...target].reverse());
  if (forward === undefined || reversed === undefined) return undefined;
  const end = shape.length - 1;
  const backward = [...reversed].reverse().map(({ first, last }) => ({ first: end - last, last: end - first }));
  const groups = forward.map((range, i) => {
    const other = backward[i]!;
    if (range.first > other.last || other.first > range.last) return undefined;
    const differing = [
      ...shape.slice(Math.min(range.first, other.first), Math.max(range.first, other.first)),
      ...shape.slice(Math.min(range.last, other.last) + 1, Math.max(range.last, other.last) + 1),
    ];
    return differing.every(isUnit)
      ? Array.from({ length: range.last - range.first + 1 }, (_, k) => range.first + k)
      : undefined;
  });
  return groups.includes(undefined) ? undefined : (groups as Groups);
}
