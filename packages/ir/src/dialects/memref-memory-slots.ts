import type { Operation, OpOperand } from "../handles.ts";
import type { MemorySlot, PromotableAllocation, PromotableMemory } from "./memory-slot-interfaces.ts";

/* Memory slots of memref (`mlir/lib/Dialect/MemRef/IR/MemRefMemorySlot.cpp`). */

/** Interface of allocations whose memory can be replaced by values. The memory must have exactly one element. */
export const allocaPromotion: PromotableAllocation = {
  slots(op) {
    const pointer = op.getResult(0);
    const { data } = pointer.type;
    if (data.kind !== "memref" || data.shape.some((size) => size !== 1)) return [];
    return [{ pointer, elementType: data.elementType }];
  },
  defaultValue: (_op, slot, builder) => builder.create("ub.poison", { results: [slot.elementType] }).getResult(0),
};

/**
 * Returns an empty list if the operation uses the slot only as the accessed memory, which is the operand at `index`.
 * Otherwise, returns `undefined`.
 */
function onlyAsMemory(uses: readonly OpOperand[], index: number): readonly OpOperand[] | undefined {
  return uses.length === 1 && uses[0]!.index === index ? [] : undefined;
}

function accesses(op: Operation, index: number, { pointer }: MemorySlot): boolean {
  return op.getOperand(index) === pointer;
}

export const loadPromotion: PromotableMemory = {
  loadsFrom: (op, slot) => accesses(op, 0, slot),
  storesTo: () => false,
  canRemoveUses: (op, slot, uses) => (accesses(op, 0, slot) ? onlyAsMemory(uses, 0) : undefined),
  removeUses(op, _slot, _uses, reaching) {
    op.getResult(0).replaceAllUsesWith(reaching);
    return "erase";
  },
};

export const storePromotion: PromotableMemory = {
  loadsFrom: () => false,
  storesTo: (op, slot) => accesses(op, 1, slot),
  stored: (op) => op.getOperand(0),
  canRemoveUses: (op, slot, uses) => (accesses(op, 1, slot) ? onlyAsMemory(uses, 1) : undefined),
  removeUses: () => "erase",
};
