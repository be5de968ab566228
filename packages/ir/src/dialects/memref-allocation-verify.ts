import { DYNAMIC } from "../attributes/attribute.ts";
import type { Type } from "../attributes/attribute.ts";
import { elementTypeOf } from "../attributes/dense.ts";
import { numbersOf } from "../attributes/parts.ts";
import type { Operation } from "../handles.ts";
import { traitBit } from "./traits.ts";
import type { Complain } from "./define-dialect.ts";
import { hasIdentityLayout, memorySpaceOf, memrefData, symbolCount } from "./memref-layout.ts";
import type { MemRefData } from "./memref-layout.ts";

/* Verifiers of operations that allocate memory or change its type: `mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`. */

const bare = { bare: true };

export function dynamicSizes({ shape }: MemRefData): number {
  return shape.filter((size) => size === DYNAMIC).length;
}

function verifySizeCount(found: number, type: MemRefData, complain: Complain): void {
  const wanted = dynamicSizes(type);
  if (found !== wanted) complain(`incorrect number of dynamic sizes, has ${found}, expected ${wanted}`);
}

/** Verifies an allocation as `verifyAllocLikeOp` in MLIR does. */
export function verifyAllocation(op: Operation, complain: Complain): void {
  const data = memrefData(op.resultTypes[0]!)!;
  const [sizes = 0, symbols = 0] = numbersOf(op.getAttr("operandSegmentSizes")).map(Number);
  verifySizeCount(sizes, data, complain);
  const wanted = symbolCount(data);
  if (symbols === wanted) return;
  const counts = `expected ${wanted}, got ${symbols}`;
  complain(`symbol operand count does not equal memref symbol count: ${counts}`);
}

/**
 * Verifies an operation as `AllocaOp::verify` in MLIR does. The allocation must be nested in an operation that frees
 * the memory when control leaves the operation.
 */
export function verifyAlloca(op: Operation, complain: Complain): void {
  let around = op.parentOp;
  while (around !== undefined && (around.operationName.traitBits & traitBit.AutomaticAllocationScope) === 0)
    around = around.parentOp;
  if (around === undefined) complain("requires an ancestor op with AutomaticAllocationScope trait");
  verifyAllocation(op, complain);
}

function quoted(type: Type): string {
  return `'${type.toString()}'`;
}

/** Verifies an operation as `ReallocOp::verify` in MLIR does. */
export function verifyRealloc(op: Operation, complain: Complain): void {
  const [source, result] = [op.operandTypes[0]!, op.resultTypes[0]!];
  const both = `source memref type ${quoted(source)} and result memref type ${quoted(result)}`;
  const data = memrefData(result)!;
  if (!hasIdentityLayout(memrefData(source)!))
    complain(`unsupported layout for source memref type ${quoted(source)}`, bare);
  if (!hasIdentityLayout(data)) complain(`unsupported layout for result memref type ${quoted(result)}`, bare);
  if (memorySpaceOf(source) !== memorySpaceOf(result)) complain(`different memory spaces specified for ${both}`, bare);
  if (elementTypeOf(source) !== elementTypeOf(result)) complain(`different element types specified for ${both}`, bare);
  const [wanted, found] = [dynamicSizes(data), op.numOperands - 1];
  if (wanted > 0 && found === 0) complain(`missing dimension operand for result type ${quoted(result)}`, bare);
  if (wanted === 0 && found > 0) complain(`unnecessary dimension operand for result type ${quoted(result)}`, bare);
}

/** Verifies an operation as `ViewOp::verify` in MLIR does. */
export function verifyView(op: Operation, complain: Complain): void {
  const [source, result] = [op.operandTypes[0]!, op.resultTypes[0]!];
  const data = memrefData(result)!;
  if (!hasIdentityLayout(memrefData(source)!)) complain(`unsupported map for base memref type ${quoted(source)}`, bare);
  if (!hasIdentityLayout(data)) complain(`unsupported map for result memref type ${quoted(result)}`, bare);
  if (memorySpaceOf(source) !== memorySpaceOf(result)) {
    const types = `${quoted(source)} and view memref type ${quoted(result)}`;
    complain(`different memory spaces specified for base memref type ${types}`, bare);
  }
  verifySizeCount(op.numOperands - 2, data, complain);
}

/** Verifies an operation as `DistinctObjectsOp::verify` in MLIR does. */
export function verifyDistinctObjects(op: Operation, complain: Complain): void {
  if (op.numOperands === 0) complain("expected at least one operand");
  const { operandTypes, resultTypes } = op;
  const isSame = operandTypes.length === resultTypes.length && operandTypes.every((type, i) => type === resultTypes[i]);
  if (!isSame) complain("operand types and result types must match");
}

/**
 * Returns the result types of `memref.extract_strided_metadata`: base, offset, then the size and the stride of each
 * dimension.
 */
export function metadataTypes(source: Type): readonly Type[] {
  const { context } = source;
  const data = memrefData(source)!;
  const { memorySpace } = data;
  const space = memorySpace === undefined ? {} : { memorySpace };
  const index = context.internType({ kind: "index" });
  const base = context.internType({ kind: "memref", shape: [], elementType: data.elementType, ...space });
  return [base, ...Array.from({ length: 1 + 2 * data.shape.length }, () => index)];
}

/** Returns whether two types differ at most in their memory spaces (`MemorySpaceCastOp::areCastCompatible`). */
export function differInMemorySpace(from: Type, to: Type): boolean {
  const [a, b] = [memrefData(from), memrefData(to)];
  if (elementTypeOf(from) !== elementTypeOf(to) || (a === undefined) !== (b === undefined)) return false;
  if (a === undefined || b === undefined) return true;
  return a.layout === b.layout && a.shape.join() === b.shape.join();
}
