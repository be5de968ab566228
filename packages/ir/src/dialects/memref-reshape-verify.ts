import { DYNAMIC, DYNAMIC_INDEX } from "../attributes/attribute.ts";
import type { Type } from "../attributes/attribute.ts";
import { elementTypeOf } from "../attributes/dense.ts";
import { arrayElements, integerValue, numbersOf } from "../attributes/parts.ts";
import type { Operation } from "../handles.ts";
import type { Complain } from "./define-dialect.ts";
import {
  hasIdentityLayout,
  indexOfSize,
  memrefData,
  saturatedProduct,
  stridesOf,
  withCanonicalLayout,
  withStrides,
} from "./memref-types.ts";
import type { MemRefData } from "./memref-types.ts";
import { shapeOfIndices } from "./memref-slice.ts";

/* Verifiers of operations that reshape a memref: `mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`. */

export type Groups = readonly (readonly number[])[];

export function reassociationOf(op: Operation): Groups {
  const groups = arrayElements(op.getAttr("reassociation"));
  return groups.map((group) => arrayElements(group).map((index) => Number(integerValue(index))));
}

export function verifyExpandShape(op: Operation, complain: Complain): void {
  const [source, result] = [memrefData(op.operandTypes[0]!)!, memrefData(op.resultTypes[0]!)!];
  const groups = reassociationOf(op);
  const [from, to] = [source.shape.length, result.shape.length];
  if (from > to) complain(`has source rank ${from} and result rank ${to}. This is not an expansion (${from} > ${to}).`);
  verifyGroups(source.shape, result.shape, groups, complain);
  const expected = expandedType(op.operandTypes[0]!, result.shape, groups);
  verifyType(expected, op.resultTypes[0]!, "expanded", complain);
  const shape = numbersOf(op.getAttr("static_output_shape"));
  if (shape.length !== result.shape.length) {
    const rank = `equal to the output rank (${result.shape.length})`;
    complain(`expected number of static shape bounds to be ${rank} but found ${shape.length} inputs instead`);
  }
  const dynamic = shape.filter((size) => size === DYNAMIC_INDEX).length;
  if (op.numOperands - 1 !== dynamic) {
    const counts = `static_output_shape has ${dynamic} dynamic dims while output_shape has ${op.numOperands - 1} values`;
    complain(`mismatch in dynamic dims in output_shape and static_output_shape: ${counts}`);
  }
  result.shape.forEach((size, i) => {
    if (size !== DYNAMIC && BigInt(size) !== shape[i]) complain(`invalid output shape provided at pos ${i}`);
  });
}

/** Returns the type of an expanded memref (`ExpandShapeOp::computeExpandedType`). */
export function expandedType(source: Type, shape: readonly number[], groups: Groups): Type {
  return withShape(source, shape, expandedStrides(memrefData(source)!, shape, groups));
}

export function verifyCollapseShape(op: Operation, complain: Complain): void {
  const [source, result] = [memrefData(op.operandTypes[0]!)!, memrefData(op.resultTypes[0]!)!];
  const groups = reassociationOf(op);
  const [from, to] = [source.shape.length, result.shape.length];
  if (from < to) complain(`has source rank ${from} and result rank ${to}. This is not a collapse (${from} < ${to}).`);
  verifyGroups(result.shape, source.shape, groups, complain);
  const expected = collapsedType(op.operandTypes[0]!, groups, result.shape);
  if (expected === undefined) complain("invalid source layout map or collapsing non-contiguous dims");
  else verifyType(expected, op.resultTypes[0]!, "collapsed", complain);
}

/** Returns the type of a collapsed memref, or `undefined` if a group is known not to be contiguous in memory. */
export function collapsedType(source: Type, groups: Groups, shape?: readonly number[]): Type | undefined {
  const data = memrefData(source)!;
  const sizeOf = (group: readonly number[]): bigint =>
    group.reduce((size, dimension) => saturatedProduct(size, indexOfSize(data.shape[dimension]!)), 1n);
  const strides = hasIdentityLayout(data) ? [] : collapsedStrides(data, groups);
  return strides && withShape(source, shape ?? shapeOfIndices(groups.map(sizeOf)), strides);
}

function verifyType(expected: Type, found: Type, what: string, complain: Complain): void {
  if (expected === found) return;
  complain(`expected ${what} type to be '${expected.toString()}' but found '${found.toString()}'`);
}

/** Returns a type with another shape. The strides are used only if the layout of `type` is not the identity. */
function withShape(type: Type, shape: readonly number[], strides: readonly bigint[]): Type {
  const data = memrefData(type)!;
  return withStrides(type, shape, hasIdentityLayout(data) ? undefined : { offset: stridesOf(data)!.offset, strides });
}

/** Checks that each collapsed dimension matches a group of expanded dimensions (`verifyCollapsedShape`). */
function verifyGroups(
  collapsed: readonly number[],
  expanded: readonly number[],
  groups: Groups,
  complain: Complain,
): void {
  if (collapsed.length !== groups.length)
    complain(`invalid number of reassociation groups: found ${groups.length}, expected ${collapsed.length}`);
  let next = 0;
  groups.forEach((group, i) => {
    for (const dimension of group) {
      if (dimension !== next++) complain("reassociation indices must be contiguous");
      if (dimension >= expanded.length) complain(`reassociation index ${dimension} is out of bounds`);
    }
    const sizes = group.map((dimension) => expanded[dimension]!);
    const isDynamic = sizes.includes(DYNAMIC);
    if ((collapsed[i] === DYNAMIC) !== isDynamic)
      complain(`collapsed dim (${i}) must be dynamic if and only if reassociation group is dynamic`);
    const size = sizes.reduce((product, factor) => product * factor, 1);
    if (!isDynamic && size !== collapsed[i])
      complain(`collapsed dim size (${collapsed[i]}) must equal reassociation group size (${size})`);
  });
  if (collapsed.length === 0) {
    if (expanded.some((size) => size !== 1)) complain("rank 0 memrefs can only be extended/collapsed with/from ones");
  } else if (next !== expanded.length) {
    complain(`expanded rank (${expanded.length}) inconsistent with number of reassociation indices (${next})`);
  }
}

/** The last dimension of a group gets the stride of the group (`computeExpandedLayoutMap`). */
function expandedStrides(source: MemRefData, shape: readonly number[], groups: Groups): readonly bigint[] {
  const { strides } = stridesOf(source)!;
  const expanded = shape.map(() => 1n);
  groups.forEach((group, i) => {
    let stride = strides[i]!;
    for (const dimension of [...group].reverse()) {
      expanded[dimension] = stride;
      stride = saturatedProduct(stride, indexOfSize(shape[dimension]!));
    }
  });
  return expanded;
}

/** Returns `undefined` if a group is known not to be contiguous in memory (`computeCollapsedLayoutMap`). */
function collapsedStrides(source: MemRefData, groups: Groups): readonly bigint[] | undefined {
  const { shape } = source;
  const { strides } = stridesOf(source)!;
  const collapsed = groups.map((group) => {
    // Skips dimensions of size one, whose strides have no effect.
    const last = [...group].reverse().find((dimension) => shape[dimension] !== 1) ?? group[0]!;
    return shape[last] !== DYNAMIC || last === group[0] ? (strides[last] ?? 1n) : DYNAMIC_INDEX;
  });
  const isContiguous = groups.every((group, i) => {
    let stride = collapsed[i]!;
    return group
      .slice(1)
      .reverse()
      .every((dimension) => {
        stride = saturatedProduct(stride, indexOfSize(shape[dimension]!));
        const before = strides[dimension - 1]!;
        const isKnown = shape[dimension - 1] !== 1 && stride !== DYNAMIC_INDEX && before !== DYNAMIC_INDEX;
        return !isKnown || stride === before;
      });
  });
  return isContiguous ? collapsed : undefined;
}

export function verifyTranspose(op: Operation, complain: Complain): void {
  const [source, result] = [op.operandTypes[0]!, op.resultTypes[0]!];
  const data = memrefData(source)!;
  const attribute = op.getAttr("permutation")?.data;
  const map = attribute?.kind === "affine-map" ? attribute.map : { dims: 0, results: [] };
  const order = map.results.map((expr) => (expr.kind === "dim" ? expr.position : -1));
  const isPermutation = order.length === map.dims && map.dims === new Set(order).size && !order.includes(-1);
  if (!isPermutation) complain("expected a permutation map");
  if (map.dims !== data.shape.length) complain("expected a permutation map of same rank as the input");
  const { offset, strides } = stridesOf(data)!;
  const permuted = <T>(list: readonly T[]): T[] => order.map((dimension) => list[dimension]!);
  const layout = { offset, strides: permuted(strides) };
  const expected = withCanonicalLayout(withStrides(source, permuted(data.shape), layout));
  if (withCanonicalLayout(result) === expected) return;
  const canonical = `the canonical transposed input type '${expected.toString()}'`;
  complain(`result type '${result.toString()}' is not equivalent to ${canonical}`);
}

export function verifyReshape(op: Operation, complain: Complain): void {
  const [source, shape] = op.operandTypes as [Type, Type];
  const [result] = op.resultTypes as [Type];
  if (elementTypeOf(source) !== elementTypeOf(result))
    complain("element types of source and destination memref types should be the same");
  const from = memrefData(source);
  if (from !== undefined && !hasIdentityLayout(from)) complain("source memref type should have identity affine map");
  const data = memrefData(result);
  if (data === undefined) return;
  if (!hasIdentityLayout(data)) complain("result memref type should have identity affine map");
  const [length] = memrefData(shape)!.shape;
  if (length === DYNAMIC)
    complain("cannot use shape operand with dynamic length to reshape to statically-ranked memref type");
  if (length !== data.shape.length) complain("length of shape operand differs from the result's memref rank");
}

interface Range {
  readonly first: number;
  readonly last: number;
}

/** Returns the dimensions from `start` to the next dynamic dimension or, if `isLast` is set, to the last dimension. */
function rangeOfDynamic(shape: readonly number[], start: number, isLast: boolean): Range | undefined {
  const dynamic = shape.indexOf(DYNAMIC, start);
  return dynamic < 0 ? undefined : { first: start, last: isLast ? shape.length - 1 : dynamic };
}

/** Finds the next static dimensions with this product. With `isLast`, includes dimensions of size one after them. */
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

/** Returns the groups for a collapse, unless none or several match (`mlir/lib/Dialect/Utils/ReshapeOpsUtils.cpp`). */
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
