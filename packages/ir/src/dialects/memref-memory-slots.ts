import type { Attribute, Type } from "../attributes/attribute.ts";
import { matchConstant } from "../fold/constants.ts";
import type { Operation } from "../handles.ts";
import { eraseOperand } from "../store/edit.ts";
import type {
  DestructurableAccessor,
  DestructurableAllocation,
  DestructurableSlot,
  MemorySlot,
  PromotableAllocation,
  PromotableMemory,
} from "./memory-slot-interfaces.ts";

/* Promotes memrefs to values, and splits them into elements (`mlir/lib/Dialect/MemRef/IR/MemRefMemorySlot.cpp`). */

/** The memory of promoted allocations must have exactly one element. */
export const allocaPromotion: PromotableAllocation = {
  slots(op) {
    const pointer = op.getResult(0);
    const { data } = pointer.type;
    if (data.kind !== "memref" || data.shape.some((size) => size !== 1)) return [];
    return [{ pointer, elementType: data.elementType }];
  },
  defaultValue: (_op, slot, builder) => builder.create("ub.poison", { results: [slot.elementType] }).getResult(0),
};

/** Accepts uses of a slot if the only use is the accessed memory, which is the operand at `index`. */
function onlyAsMemory(index: number): PromotableMemory["canRemoveUses"] {
  return (op, { pointer }, uses) =>
    uses.length === 1 && uses[0]!.index === index && op.getOperand(index) === pointer ? [] : undefined;
}

export const loadPromotion: PromotableMemory = {
  loadsFrom: (op, { pointer }) => op.getOperand(0) === pointer,
  storesTo: () => false,
  canRemoveUses: onlyAsMemory(0),
  removeUses(op, _slot, _uses, reaching) {
    op.getResult(0).replaceAllUsesWith(reaching);
    return "erase";
  },
};

export const storePromotion: PromotableMemory = {
  loadsFrom: () => false,
  storesTo: (op, { pointer }) => op.getOperand(1) === pointer,
  stored: (op) => op.getOperand(0),
  canRemoveUses: onlyAsMemory(1),
  removeUses: () => "erase",
};

const MAX_ELEMENTS = 16;

/** Returns the element types by index, such as `[0, 1]`. Returns no types unless the memory has 2 to 16 elements. */
function elementsOf({ context, data }: Type): ReadonlyMap<Attribute, Type> {
  if (data.kind !== "memref" || data.shape.some((size) => size < 1)) return new Map();
  const count = data.shape.reduce((product, size) => product * size, 1);
  if (count === 1 || count > MAX_ELEMENTS) return new Map();
  const type = context.internType({ kind: "index" });
  let indices: readonly (readonly Attribute[])[] = [[]];
  for (const size of data.shape) {
    const places = Array.from({ length: size }, (_, i) =>
      context.internAttribute({ kind: "integer", type, value: BigInt(i) }),
    );
    indices = indices.flatMap((index) => places.map((place) => [...index, place]));
  }
  return new Map(
    indices.map((elements) => [context.internAttribute({ kind: "array", elements }), data.elementType] as const),
  );
}

export const allocaOfParts: DestructurableAllocation = {
  slots(op) {
    const pointer = op.getResult(0);
    const parts = elementsOf(pointer.type);
    return parts.size === 0 ? [] : [{ pointer, elementType: pointer.type, parts }];
  },
  /** As in MLIR, the new allocations do not keep the layout, the memory space or the alignment. */
  destructure(op, { parts }, indices, builder) {
    builder.setInsertionPointAfter(op);
    const slots = new Map<Attribute, MemorySlot>();
    for (const index of indices) {
      const elementType = parts.get(index)!;
      const made = builder.create("memref.alloca", {
        results: [op.context.internType({ kind: "memref", shape: [], elementType })],
        attributes: { operandSegmentSizes: builder.getDenseI32ArrayAttr([0, 0]) },
      });
      slots.set(index, { pointer: made.getResult(0), elementType });
    }
    return slots;
  },
};

/** Returns the index of the accessed part, if known. If a value is not constant, the index is too short for all parts. */
function indexOf(op: Operation, memory: number, { parts }: DestructurableSlot): Attribute | undefined {
  const elements = op.operands.slice(memory + 1).flatMap((value) => matchConstant(value) ?? []);
  const index = op.context.internAttribute({ kind: "array", elements });
  return parts.has(index) ? index : undefined;
}

/** Interface of accesses to one element. `memory` is the index of the memref operand, which precedes the indices. */
export function accessOfPart(memory: number): DestructurableAccessor {
  return {
    canRewire(op, slot) {
      if (op.operands.some((value, i) => (value === slot.pointer) !== (i === memory))) return undefined;
      const index = indexOf(op, memory, slot);
      return index === undefined ? undefined : { indices: [index] };
    },
    rewire(op, slot, parts) {
      op.setOperand(memory, parts.get(indexOf(op, memory, slot)!)!.pointer);
      for (let i = op.numOperands - 1; i > memory; i--) eraseOperand(op.store, op.id, i);
      return "keep";
    },
  };
}
