import { DYNAMIC } from "../../attributes/attribute.ts";
import { shapeOf } from "../../attributes/dense.ts";
import { numbersOf } from "../../attributes/parts.ts";
import type { Attribute, Type } from "../../attributes/attribute.ts";
import type { FoldAdaptor, FoldResult } from "../../fold/fold-adaptor.ts";
import type { Operation, Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import type { PatternRewriter } from "../../rewrite/pattern-rewriter.ts";
import { binary } from "../arith-patterns/build.ts";
import { castTo, sourceOfCast } from "../memref-fold.ts";
import { areMemRefCastCompatible, dynamicCount, hasIdentityLayout, memrefData } from "../memref-types.ts";
import { collapsedType, expandedType, groupsForCollapse, reassociationOf } from "../memref-reshape-verify.ts";
import type { Groups } from "../memref-reshape-verify.ts";
import { dynamicPart, knownIndex, mixedIndices, shapeOfIndices, staticPart, valueOfIndex } from "../memref-slice.ts";
import type { MixedIndex } from "../memref-slice.ts";

/* Folders and patterns of reshapes (`mlir/include/mlir/Dialect/Utils/ReshapeOpsUtils.h`). */

const EXPAND = "memref.expand_shape";
const COLLAPSE = "memref.collapse_shape";

/** Removes reshapes that do not change anything, or that undo the operation `inverse` (`foldReshapeOp`). */
export function reshapeFolder(inverse: string): (adaptor: FoldAdaptor) => FoldResult {
  return (adaptor) => {
    const result = adaptor.resultType();
    if (adaptor.operandType(0) === result) return adaptor.operand(0);
    const inner = adaptor.definedBy(0, inverse);
    const source = inner?.getOperand(0);
    if (inner === undefined || source?.type !== result) return undefined;
    const { shape } = memrefData(result)!;
    if (dynamicCount(shape) < 2) return source;
    // If at most one size of a group is dynamic, the product of all sizes of the group determines this size.
    const isClear =
      inverse === EXPAND ||
      reassociationOf(inner).every((group) => dynamicCount(group.map((index) => shape[index])) < 2);
    return isClear && inner.getAttr("reassociation") === adaptor.attr("reassociation") ? source : undefined;
  };
}

function haveIdentityLayouts(...values: readonly Value[]): boolean {
  return values.every(({ type }) => hasIdentityLayout(memrefData(type)!));
}

function outputShape(op: Operation): readonly MixedIndex[] {
  return mixedIndices(numbersOf(op.getAttr("static_output_shape")), op.operands.slice(1));
}

/** Replaces `op` by a reshape of `source`. Casts the result if necessary. `shape` is set only for `expand_shape`. */
function replaceByReshape(
  rewriter: PatternRewriter,
  op: Operation,
  source: Value,
  groups: Groups,
  shape?: readonly MixedIndex[],
  type: Type = op.resultTypes[0]!,
): void {
  const indices = groups.map((group) =>
    rewriter.getArrayAttr(group.map((index) => rewriter.getIntegerAttr(rewriter.getI64Type(), index))),
  );
  const attributes: Record<string, Attribute> = { reassociation: rewriter.getArrayAttr(indices) };
  if (shape !== undefined) attributes["static_output_shape"] = rewriter.getDenseI64ArrayAttr(staticPart(shape));
  const operands = [source, ...dynamicPart(shape ?? [])];
  const name = shape === undefined ? COLLAPSE : EXPAND;
  castTo(rewriter, op, rewriter.createAt(op, name, { operands, results: [type], attributes }).getResult(0));
}

const composedReshape: OpRewritePattern = {
  name: "ComposeReassociativeReshapeOps",
  matchAndRewrite(op, rewriter) {
    const inner = op.getOperand(0).definingOp;
    if (inner?.name !== op.name) return false;
    const source = inner.getOperand(0);
    if (!haveIdentityLayouts(source, inner.getResult(0), op.getResult(0))) return false;
    // Merges the groups of the reshape with more dimensions according to the groups of the other reshape.
    const ordered = op.name === COLLAPSE ? [inner, op] : [op, inner];
    const [fine, coarse] = ordered.map(reassociationOf) as [Groups, Groups];
    if (coarse.length > 0 && coarse.flat().length !== fine.length) return false;
    const groups = coarse.map((group) => group.flatMap((index) => fine[index]!));
    replaceByReshape(rewriter, op, source, groups, op.name === EXPAND ? outputShape(op) : undefined);
    return true;
  },
};

/** Returns, for each group of `coarse`, the indices of the groups of `fine` that form this group. */
function coveringGroups(fine: Groups, coarse: Groups): Groups | undefined {
  const composed: number[][] = [];
  let next = 0;
  for (const group of coarse) {
    const end = group.at(-1)!;
    const parts: number[] = [];
    for (let last = -1; next < fine.length && last !== end;) {
      last = fine[next]!.at(-1)!;
      if (last > end) return undefined;
      parts.push(next++);
    }
    composed.push(parts);
  }
  return composed;
}

/** Returns the product of sizes. Creates operations if a size is not a known number. */
function productOf(rewriter: PatternRewriter, op: Operation, sizes: readonly MixedIndex[]): MixedIndex {
  const known = sizes.map(knownIndex);
  const factor = known.reduce<bigint>((product, size) => product * (size ?? 1n), 1n);
  const values = sizes.filter((size, i): size is Value => known[i] === undefined && typeof size !== "bigint");
  if (values.length === 0) return factor;
  if (factor !== 1n) values.push(valueOfIndex(rewriter, op, factor));
  rewriter.locateAt(op.liveId);
  return values.reduce((left, right) => binary(rewriter, "muli", left, right));
}

const collapseOfExpand: OpRewritePattern = {
  name: "ComposeCollapseOfExpandOp",
  matchAndRewrite(op, rewriter) {
    const expand = op.getOperand(0).definingOp;
    if (expand?.name !== EXPAND) return false;
    const source = expand.getOperand(0);
    if (!haveIdentityLayouts(source, expand.getResult(0)) || source.type === op.resultTypes[0]) return false;
    const [from, to] = [shapeOf(source.type)!.length, shapeOf(op.resultTypes[0]!)!.length];
    const ordered = from > to ? [expand, op] : [op, expand];
    const groups = coveringGroups(...(ordered.map(reassociationOf) as [Groups, Groups]));
    if (groups === undefined) return false;
    if (from === to) castTo(rewriter, op, source);
    else if (from > to) replaceByReshape(rewriter, op, source, groups);
    else {
      const sizes = outputShape(expand);
      const factors = reassociationOf(op).map((group) => group.map((index) => sizes[index]!));
      const shape = factors.map((list) => productOf(rewriter, op, list));
      replaceByReshape(rewriter, op, source, groups, shape);
    }
    return true;
  },
};

/** Returns the groups that collapse `shape` to `target`, computed separately for each group of `fine`. */
function composedGroups(
  fine: Groups,
  coarse: Groups,
  shape: readonly number[],
  target: readonly number[],
): Groups | undefined {
  if (fine.length === 0) return groupsForCollapse(shape, target);
  const composed: (readonly number[])[] = [];
  for (const [i, group] of fine.entries()) {
    const from = group.map((index) => shape[index]!);
    const to = coarse[i]!.map((index) => target[index]!);
    if (dynamicCount(from) >= 2 && dynamicCount(to) >= 2) return undefined;
    const isSame = from.length === to.length && from.every((size, k) => size === to[k]);
    const parts = isSame ? from.map((_, k) => [k]) : groupsForCollapse(from, to);
    if (parts === undefined) return undefined;
    for (const part of parts) composed.push(part.map((index) => group[0]! + index));
  }
  return composed;
}

const expandOfCollapse: OpRewritePattern = {
  name: "ComposeExpandOfCollapseOp",
  matchAndRewrite(op, rewriter) {
    const collapse = op.getOperand(0).definingOp;
    if (collapse?.name !== COLLAPSE) return false;
    const source = collapse.getOperand(0);
    const [from, to] = [shapeOf(source.type)!, shapeOf(op.resultTypes[0]!)!];
    if (!haveIdentityLayouts(source, collapse.getResult(0))) {
      if (dynamicCount(from) > 0 || !areMemRefCastCompatible(source.type, op.resultTypes[0]!)) return false;
      rewriter.replaceOpWithNewOp(op, "memref.cast", { operands: [source], results: op.resultTypes });
      return true;
    }
    if (from.length === to.length) return false;
    const [collapsing, expanding] = [reassociationOf(collapse), reassociationOf(op)];
    const isCollapse = from.length > to.length;
    const groups = isCollapse
      ? composedGroups(collapsing, expanding, from, to)
      : composedGroups(expanding, collapsing, to, from);
    if (groups === undefined) return false;
    replaceByReshape(rewriter, op, source, groups, isCollapse ? undefined : outputShape(op));
    return true;
  },
};

/** Moves a cast of the source after the `collapse_shape`. */
const collapseOfCast: OpRewritePattern = {
  name: "CollapseShapeOpMemRefCastFolder",
  matchAndRewrite(op, rewriter) {
    const source = sourceOfCast(op.getOperand(0));
    const groups = reassociationOf(op);
    const type = source && collapsedType(source.type, groups);
    if (type === undefined) return false;
    if (type === op.resultTypes[0]) rewriter.setOperand(op, 0, source!);
    else replaceByReshape(rewriter, op, source!, groups, undefined, type);
    return true;
  },
};

/** Moves a cast of the source after the `expand_shape`, if the known sizes fit the source. */
const expandOfCast: OpRewritePattern = {
  name: "ExpandShapeOpMemRefCastFolder",
  matchAndRewrite(op, rewriter) {
    const source = sourceOfCast(op.getOperand(0));
    if (source === undefined) return false;
    const shape = outputShape(op).map((size) => knownIndex(size) ?? size);
    const sizes = shapeOfIndices(staticPart(shape));
    const groups = reassociationOf(op);
    const isDynamic = groups.map((group) => group.some((index) => sizes[index] === DYNAMIC));
    if (shapeOf(source.type)!.some((size, i) => (size === DYNAMIC) !== isDynamic[i])) return false;
    const type = expandedType(source.type, sizes, groups);
    if (type === op.resultTypes[0]) rewriter.setOperand(op, 0, source);
    else replaceByReshape(rewriter, op, source, groups, shape, type);
    return true;
  },
};

export const collapsePatterns: readonly OpRewritePattern[] = [composedReshape, collapseOfExpand, collapseOfCast];
export const expandPatterns: readonly OpRewritePattern[] = [composedReshape, expandOfCollapse, expandOfCast];
