import type { Type } from "../attributes/attribute.ts";
import { integerValue } from "../attributes/parts.ts";
import { isMemoryEffectFree } from "../effects.ts";
import type { Operation } from "../handles.ts";
import { ATOMIC_KINDS } from "./memref-assembly.ts";
import type { Complain } from "./define-dialect.ts";
import { memrefData } from "./memref-layout.ts";

/* Verifiers of operations that read and write memory: `mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`. */

/** Verifies an operation as `AtomicRMWOp::verify` in MLIR does. */
export function verifyAtomicRmw(op: Operation, complain: Complain): void {
  const [value, target] = op.operandTypes as [Type, Type];
  if (memrefData(target)!.shape.length !== op.numOperands - 2)
    complain("expects the number of subscripts to be equal to memref rank");
  const kind = ATOMIC_KINDS[Number(integerValue(op.getAttr("kind")))] ?? "";
  if (/^(add|maximum|minimum|mul)f$/.test(kind) && value.kind !== "float") {
    complain(`with kind '${kind}' expects a floating-point type`);
  } else if (/([ius])$/.test(kind) && value.kind !== "integer") {
    complain(`with kind '${kind}' expects an integer type`);
  }
}

/** Verifies an operation as `GenericAtomicRMWOp::verify` in MLIR does. */
export function verifyGenericAtomicRmw(op: Operation, complain: Complain): void {
  const args = op.getRegion(0).front?.arguments ?? [];
  if (args.length !== 1) complain("expected single number of entry block arguments");
  if (args[0]?.type !== op.resultTypes[0]) complain("expected block argument of the same type result type");
  for (const inner of op.getRegion(0).front?.operations ?? []) {
    if (isMemoryEffectFree(inner)) continue;
    const message = "body of 'memref.generic_atomic_rmw' should contain only operations with no side effects";
    complain(message, { bare: true, at: inner });
  }
}

/** Verifies an operation as `AtomicYieldOp::verify` in MLIR does. */
export function verifyAtomicYield(op: Operation, complain: Complain): void {
  const [given, wanted] = [op.operandTypes[0]!, op.parentOp!.resultTypes[0]!];
  if (given === wanted) return;
  complain(`types mismatch between yield op: '${given.toString()}' and its parent: '${wanted.toString()}'`);
}

/**
 * Verifies an operation as `DmaStartOp::verify` in MLIR does. The ranks of the memrefs determine how many operands are
 * indices of each memref, because no attribute stores these numbers.
 */
export function verifyDmaStart(op: Operation, complain: Complain): void {
  const types = op.operandTypes;
  if (types.length < 4) complain("expected at least 4 operands");
  let next = 0;
  const readMemRef = (what: string, indices: string, others: number): void => {
    const rank = memrefData(types[next++]!)?.shape.length;
    if (rank === undefined) {
      complain(`expected ${what} to be of memref type`);
      return;
    }
    next += rank;
    if (types.length < next + others) complain(`expected at least ${next + others} operands`);
    const isIndexed = types.slice(next - rank, next).every(({ kind }) => kind === "index");
    if (!isIndexed) complain(`expected ${indices} to be of index type`);
  };
  readMemRef("source", "source indices", 3);
  readMemRef("destination", "destination indices", 2);
  if (types[next++]!.kind !== "index") complain("expected num elements to be of index type");
  readMemRef("tag", "tag indices", 0);
  // The stride and the number of elements per stride are optional.
  const rest = types.slice(next);
  if (rest.length !== 0 && rest.length !== 2) complain("incorrect number of operands");
  if (rest.some(({ kind }) => kind !== "index"))
    complain("expected stride and num elements per stride to be of type index");
}

/** Verifies an operation as `DmaWaitOp::verify` in MLIR does. */
export function verifyDmaWait(op: Operation, complain: Complain): void {
  const rank = memrefData(op.operandTypes[0]!)!.shape.length;
  const found = op.numOperands - 2;
  if (found === rank) return;
  const counts = `expected ${rank}, but got ${found}`;
  complain(`expected tagIndices to have the same number of elements as the tagMemRef rank, ${counts}`);
}

/** Verifies an operation as `PrefetchOp::verify` in MLIR does. */
export function verifyPrefetch(op: Operation, complain: Complain): void {
  if (op.numOperands !== 1 + memrefData(op.operandTypes[0]!)!.shape.length) complain("too few indices");
}

/**
 * Returns a verifier for the number of indices. `memref` is the index of the memref operand. All operands after the
 * memref are indices.
 */
export function verifySubscripts(
  memref: number,
  describe: (rank: number, found: number) => string,
): (op: Operation, complain: Complain) => void {
  return (op, complain) => {
    const rank = memrefData(op.operandTypes[memref]!)!.shape.length;
    const found = op.numOperands - memref - 1;
    if (found !== rank) complain(describe(rank, found));
  };
}
