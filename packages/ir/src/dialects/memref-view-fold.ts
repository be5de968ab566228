import { DYNAMIC } from "../attributes/attribute.ts";
import type { Attribute } from "../attributes/attribute.ts";
import { integerValue } from "../attributes/parts.ts";
import type { FoldAdaptor, FoldResult } from "../fold/fold-adaptor.ts";
import type { Operation } from "../handles.ts";
import type { OpRewritePattern } from "../rewrite/pattern.ts";
import { hasIdentityLayout, memrefData } from "./memref-layout.ts";
import type { MemRefData } from "./memref-layout.ts";

/*
 * Folders and patterns of operations that view memory as a different type (`mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`).
 */

/** Folds the rank of a ranked memref. */
export function foldRank(adaptor: FoldAdaptor): FoldResult {
  const data = memrefData(adaptor.operandType(0));
  if (data === undefined) return undefined;
  const type = adaptor.resultType();
  return adaptor.context.internAttribute({ kind: "integer", type, value: BigInt(data.shape.length) });
}

/** Removes a cast to the same memory space, and all but the last of several casts. */
export function foldMemorySpaceCast(adaptor: FoldAdaptor): FoldResult {
  const inner = adaptor.definedBy(0, "memref.memory_space_cast");
  if (inner !== undefined) {
    adaptor.op.setOperand(0, inner.getOperand(0));
    return "in-place";
  }
  return adaptor.operandType(0) === adaptor.resultType() ? adaptor.operand(0) : undefined;
}

/** Removes a repeated assumption. */
export function foldAssumeAlignment(adaptor: FoldAdaptor): FoldResult {
  const inner = adaptor.definedBy(0, "memref.assume_alignment");
  return inner?.getAttr("alignment") === adaptor.attr("alignment") ? adaptor.operand(0) : undefined;
}

/** Folds identity permutations, and permutations of permutations. */
export function foldTranspose(adaptor: FoldAdaptor): FoldResult {
  const order = permutationOf(adaptor.attr("permutation"));
  const isIdentity = order.every((dimension, i) => dimension === i);
  if (isIdentity && adaptor.operandType(0) === adaptor.resultType()) return adaptor.operand(0);
  const inner = adaptor.definedBy(0, "memref.transpose");
  if (inner === undefined) return undefined;
  const before = permutationOf(inner.getAttr("permutation"));
  const results = order.map((dimension) => ({ kind: "dim", position: before[dimension]! }) as const);
  const map = { dims: before.length, symbols: 0, results };
  adaptor.op.setAttr("permutation", adaptor.context.internAttribute({ kind: "affine-map", map }));
  adaptor.op.setOperand(0, inner.getOperand(0));
  return "in-place";
}

function permutationOf(attribute: Attribute | undefined): readonly number[] {
  if (attribute?.data.kind !== "affine-map") return [];
  return attribute.data.map.results.map((expr) => (expr.kind === "dim" ? expr.position : 0));
}

/** Returns the folder of a reshape that changes nothing, or undoes `inverse` (`foldReshapeOp`). */
export function reshapeFolder(inverse: string): (adaptor: FoldAdaptor) => FoldResult {
  return (adaptor) => {
    const result = adaptor.resultType();
    if (adaptor.operandType(0) === result) return adaptor.operand(0);
    const inner = adaptor.definedBy(0, inverse);
    const source = inner?.getOperand(0);
    if (inner === undefined || source?.type !== result) return undefined;
    const { shape } = memrefData(result)!;
    const dynamicOf = (sizes: readonly (number | undefined)[]): number =>
      sizes.filter((size) => size === DYNAMIC).length;
    if (dynamicOf(shape) < 2) return source;
    // If each group has at most one dynamic size, the groups determine which size is which.
    const isCollapse = inverse === "memref.expand_shape";
    const isClear =
      isCollapse || groupsOf(inner).every((group) => dynamicOf(group.map((index) => shape[Number(index)])) < 2);
    return isClear && inner.getAttr("reassociation") === adaptor.attr("reassociation") ? source : undefined;
  };
}

type Groups = readonly (readonly bigint[])[];

function groupsOf(op: Operation): Groups {
  const elements = (attribute: Attribute | undefined): readonly Attribute[] =>
    attribute?.data.kind === "array" ? attribute.data.elements : [];
  return elements(op.getAttr("reassociation")).map((group) => elements(group).map((index) => integerValue(index)!));
}

/** Combines two reshapes of the same kind (`ComposeReassociativeReshapeOps`). */
const composedReshape: OpRewritePattern = {
  name: "ComposeReassociativeReshapeOps",
  matchAndRewrite(op, rewriter) {
    const inner = op.getOperand(0).definingOp;
    if (inner?.name !== op.name) return false;
    const types = [inner.getOperand(0).type, inner.getResult(0).type, op.getResult(0).type];
    if (!types.every((type) => hasIdentityLayout(memrefData(type)!))) return false;
    // The groups of the shape with more dimensions, merged by the groups of the other shape.
    const [fine, coarse] =
      op.name === "memref.collapse_shape" ? [groupsOf(inner), groupsOf(op)] : [groupsOf(op), groupsOf(inner)];
    if (coarse.length > 0 && coarse.flat().length !== fine.length) return false;
    const groups = coarse.map((group) => group.flatMap((index) => fine[Number(index)]!));
    const made = rewriter.createLike(op, {
      operands: [inner.getOperand(0), ...op.operands.slice(1)],
      results: op.resultTypes,
    });
    made.setAttr(
      "reassociation",
      op.context.parseAttribute(`[${groups.map((group) => `[${group.join(", ")}]`).join(", ")}]`),
    );
    rewriter.replaceOp(op, made);
    return true;
  },
};

export const reshapePatterns: readonly OpRewritePattern[] = [composedReshape];

/** Returns the source of a cast to a ranked memref. */
function castSource(op: Operation, index: number): ReturnType<Operation["getOperand"]> | undefined {
  const cast = op.getOperand(index).definingOp;
  if (cast?.name !== "memref.cast") return undefined;
  const source = cast.getOperand(0);
  return memrefData(source.type) && memrefData(op.getOperand(index).type) ? source : undefined;
}

const copyOfCast: OpRewritePattern = {
  name: "(anonymous namespace)::FoldCopyOfCast",
  matchAndRewrite(op, rewriter) {
    const sources = [castSource(op, 0), castSource(op, 1)];
    sources.forEach((source, i) => {
      if (source !== undefined) rewriter.setOperand(op, i, source);
    });
    return sources.some((source) => source !== undefined);
  },
};

function isEmpty(data: MemRefData | undefined): boolean {
  return data?.shape.includes(0) === true;
}

/** Removes a copy of an empty memref. */
const emptyCopy: OpRewritePattern = {
  name: "(anonymous namespace)::FoldEmptyCopy",
  matchAndRewrite(op, rewriter) {
    if (!op.operandTypes.some((type) => isEmpty(memrefData(type)))) return false;
    rewriter.eraseOp(op);
    return true;
  },
};

/** Removes a copy of a memref to itself. */
const selfCopy: OpRewritePattern = {
  name: "(anonymous namespace)::FoldSelfCopy",
  matchAndRewrite(op, rewriter) {
    if (op.getOperand(0) !== op.getOperand(1)) return false;
    rewriter.eraseOp(op);
    return true;
  },
};

export const copyPatterns: readonly OpRewritePattern[] = [copyOfCast, emptyCopy, selfCopy];
