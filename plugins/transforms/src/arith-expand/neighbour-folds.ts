import type { Block, OpBuilder, Operation, Region, Value } from "@passwright/ir";
import { insertBlock, removeBlock } from "@passwright/ir/store";
import { ArithBuilder } from "./arith-builder.ts";
import { findLanes } from "./lanes.ts";

/**
 * Function that folds an operation. Returns a replacement for each result, or `changed` if the operation itself was
 * changed, or `undefined` if the operation cannot be folded.
 */
export type NeighbourFold = (op: Operation, builder: OpBuilder) => readonly Value[] | "changed" | undefined;

/**
 * Folds of operations from other dialects. MLIR's pass folds such operations, because a dialect conversion also folds
 * operations that are neither legal nor illegal. The table contains the folds (not the canonicalizations) of operations
 * that programs with arith operations often contain.
 */
export const neighbourFolds: ReadonlyMap<string, NeighbourFold> = new Map<string, NeighbourFold>([
  ["builtin.unrealized_conversion_cast", foldConversionCast],
  ["memref.dim", foldDim],
  ["scf.if", foldNegatedIf],
]);

/**
 * Folds a cast that does not change types, or that reverts another cast (`UnrealizedConversionCastOp::fold` in
 * `mlir/lib/IR/BuiltinDialect.cpp`).
 */
function foldConversionCast(op: Operation): readonly Value[] | undefined {
  if (haveSameTypes(op.operands, op.results)) return op.operands;
  const [first] = op.operands;
  const inner = first?.definingOp;
  const isBack =
    inner?.name === op.name &&
    inner.numResults === op.numOperands &&
    op.operands.every((value, i) => value === inner.getResult(i)) &&
    haveSameTypes(inner.operands, op.results);
  return isBack ? inner.operands : undefined;
}

function haveSameTypes(left: readonly Value[], right: readonly Value[]): boolean {
  return left.length === right.length && left.every(({ type }, i) => type === right[i]?.type);
}

/**
 * Folds a `memref.dim` whose size is part of the type, or is an operand of the allocation (`DimOp::fold` in
 * `mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`).
 */
function foldDim(op: Operation, builder: OpBuilder): readonly Value[] | undefined {
  const source = op.getOperand(0);
  const { data } = source.type;
  const index = findLanes(op.getOperand(1));
  if (index === undefined || data.kind !== "memref") return undefined;
  const at = Number(BigInt.asIntN(64, index.bits[0] as bigint));
  const size = data.shape[at];
  if (size === undefined) return undefined;
  if (size >= 0) return [new ArithBuilder(builder).constant(op.getResult(0).type, size)];
  const allocation = source.definingOp;
  if (allocation?.name !== "memref.alloc" && allocation?.name !== "memref.alloca") return undefined;
  return [allocation.getOperand(data.shape.slice(0, at).filter((dimension) => dimension < 0).length)];
}

/** Replaces `if (!c) A else B` by `if (c) B else A` (`IfOp::fold` in `mlir/lib/Dialect/SCF/IR/SCF.cpp`). */
function foldNegatedIf(op: Operation): "changed" | undefined {
  const negation = op.getOperand(0).definingOp;
  const [thenRegion, elseRegion] = op.regions;
  if (negation?.name !== "arith.xori" || thenRegion === undefined || elseRegion?.front === undefined) return undefined;
  if (findLanes(negation.getOperand(1))?.bits[0] !== 1n) return undefined;
  op.setOperand(0, negation.getOperand(0));
  const thenBlock = thenRegion.front as Block;
  const elseBlock = elseRegion.front;
  moveBlock(thenBlock, elseRegion);
  moveBlock(elseBlock, thenRegion);
  return "changed";
}

function moveBlock(block: Block, region: Region): void {
  removeBlock(block.store, block.id);
  insertBlock(block.store, block.id, region.id, 0);
}
