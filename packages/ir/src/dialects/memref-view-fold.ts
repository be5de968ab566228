import type { Attribute } from "../attributes/attribute.ts";
import type { FoldAdaptor, FoldResult } from "../fold/fold-adaptor.ts";
import type { Operation } from "../handles.ts";
import type { OpRewritePattern } from "../rewrite/pattern.ts";
import { sourceOfCast } from "./memref-cast.ts";
import { memrefData } from "./memref-layout.ts";

/*
 * Folders and patterns of operations that view memory as a different type (`mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`).
 */

/** Folds `memref.rank` of a memref with a known rank to a constant. */
export function foldRank(adaptor: FoldAdaptor): FoldResult {
  const data = memrefData(adaptor.operandType(0));
  if (data === undefined) return undefined;
  const type = adaptor.resultType();
  return adaptor.context.internAttribute({ kind: "integer", type, value: BigInt(data.shape.length) });
}

/** Removes a cast to the same memory space. In a chain of casts, removes all casts except the last. */
export function foldMemorySpaceCast(adaptor: FoldAdaptor): FoldResult {
  const inner = adaptor.definedBy(0, "memref.memory_space_cast");
  if (inner !== undefined) {
    adaptor.op.setOperand(0, inner.getOperand(0));
    return "in-place";
  }
  return adaptor.operandType(0) === adaptor.resultType() ? adaptor.operand(0) : undefined;
}

/** Removes an alignment assumption if its operand is the result of the same assumption. */
export function foldAssumeAlignment(adaptor: FoldAdaptor): FoldResult {
  const inner = adaptor.definedBy(0, "memref.assume_alignment");
  return inner?.getAttr("alignment") === adaptor.attr("alignment") ? adaptor.operand(0) : undefined;
}

/** Removes a transposition with the identity permutation, and combines two consecutive transpositions. */
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

const copyOfCast: OpRewritePattern = {
  name: "(anonymous namespace)::FoldCopyOfCast",
  matchAndRewrite(op, rewriter) {
    const sources = op.operands.map(sourceOfCast);
    sources.forEach((source, i) => {
      if (source !== undefined) rewriter.setOperand(op, i, source);
    });
    return sources.some((source) => source !== undefined);
  },
};

/** Makes a pattern that removes copies that change nothing. */
function removing(name: string, changesNothing: (op: Operation) => boolean): OpRewritePattern {
  return {
    name: `(anonymous namespace)::${name}`,
    matchAndRewrite(op, rewriter) {
      if (!changesNothing(op)) return false;
      rewriter.eraseOp(op);
      return true;
    },
  };
}

/** Removes a copy of an empty memref. */
const emptyCopy = removing("FoldEmptyCopy", ({ operandTypes }) =>
  operandTypes.some((type) => memrefData(type)?.shape.includes(0) === true),
);
/** Removes a copy of a memref to itself. */
const selfCopy = removing("FoldSelfCopy", (op) => op.getOperand(0) === op.getOperand(1));

export const copyPatterns: readonly OpRewritePattern[] = [copyOfCast, emptyCopy, selfCopy];
