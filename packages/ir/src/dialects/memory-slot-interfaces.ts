import type { Attribute, Type } from "../attributes/attribute.ts";
import type { OpBuilder } from "../builder.ts";
import type { Operation, OpOperand, Value } from "../handles.ts";

/* Interfaces of memory that passes can replace with values (`mlir/include/mlir/Interfaces/MemorySlotInterfaces.td`). */

/** Local memory to which a value points (`MemorySlot`). */
export interface MemorySlot {
  /** Value that points to the slot. */
  readonly pointer: Value;
  /** Type of the value that the memory contains. */
  readonly elementType: Type;
}

/** Whether the caller must erase an operation after the operation's uses of a slot were removed (`DeletionKind`). */
export type SlotUser = "erase" | "keep";

/** Interface of allocations whose memory can be replaced by values (`PromotableAllocationOpInterface`). */
export interface PromotableAllocation {
  /** Returns the slots of an allocation that can become values. */
  slots(op: Operation): readonly MemorySlot[];
  /** Creates the initial value of a slot, at the insertion point and location of the builder. */
  defaultValue(op: Operation, slot: MemorySlot, builder: OpBuilder): Value;
  /** Called for each block argument that was added to receive the contents of the slot. */
  handleBlockArgument?(op: Operation, slot: MemorySlot, argument: Value, builder: OpBuilder): void;
  /** Completes the promotion. Can return an allocation whose slots are promoted next. Default: erases the operation. */
  complete?(op: Operation, slot: MemorySlot, builder: OpBuilder): Operation | undefined;
}

/** Interface of operations that load from slots or store to them (`PromotableMemOpInterface`). */
export interface PromotableMemory {
  /** Returns whether the operation loads from a slot. */
  loadsFrom(op: Operation, slot: MemorySlot): boolean;
  /** Returns whether the operation stores to a slot. */
  storesTo(op: Operation, slot: MemorySlot): boolean;
  /** Returns the value that the slot contains after a store. `reaching` is the value before the store. */
  stored?(op: Operation, slot: MemorySlot, reaching: Value, builder: OpBuilder): Value;
  /** Returns uses of results that must also be removed, or `undefined` if `uses` cannot be removed. Changes nothing. */
  canRemoveUses(op: Operation, slot: MemorySlot, uses: readonly OpOperand[]): readonly OpOperand[] | undefined;
  /** Removes the given uses of the slot. `reaching` is the value that the slot contains before the operation. */
  removeUses(
    op: Operation,
    slot: MemorySlot,
    uses: readonly OpOperand[],
    reaching: Value,
    builder: OpBuilder,
  ): SlotUser;
}

/** Interface of operations, such as casts, that use a slot but do not access its memory (`PromotableOpInterface`). */
export interface Promotable {
  /** Returns the same information as {@link PromotableMemory.canRemoveUses}. */
  canRemoveUses(op: Operation, uses: readonly OpOperand[]): readonly OpOperand[] | undefined;
  /** Removes these uses of the slot. */
  removeUses(op: Operation, uses: readonly OpOperand[], builder: OpBuilder): SlotUser;
}

/** A slot whose memory consists of parts (`DestructurableMemorySlot`). */
export interface DestructurableSlot extends MemorySlot {
  /** Types of the parts by index. Each index is an interned attribute. */
  readonly parts: ReadonlyMap<Attribute, Type>;
}

/** Interface of allocations whose memory can be split into parts (`DestructurableAllocationOpInterface`). */
export interface DestructurableAllocation {
  /** Returns the slots of an allocation that can be split into smaller slots. */
  slots(op: Operation): readonly DestructurableSlot[];
  /** Allocates the parts with these indices at the position of the builder, and returns their slots by index. */
  destructure(
    op: Operation,
    slot: DestructurableSlot,
    indices: readonly Attribute[],
    builder: OpBuilder,
  ): ReadonlyMap<Attribute, MemorySlot>;
  /** Completes the splitting, like {@link PromotableAllocation.complete}. */
  complete?(op: Operation, slot: DestructurableSlot, builder: OpBuilder): Operation | undefined;
}

/** Interface of operations that access parts of slots (`DestructurableAccessorOpInterface`). */
export interface DestructurableAccessor {
  /**
   * Returns the indices of the accessed parts, or `undefined` if the operation cannot access the slots of the parts.
   * All users of the slots in `safely` must access these slots as {@link SafeSlotAccess} requires.
   */
  canRewire(
    op: Operation,
    slot: DestructurableSlot,
  ): { readonly indices: readonly Attribute[]; readonly safely?: readonly MemorySlot[] } | undefined;
  /** Replaces the uses of the slot by uses of the parts' slots. */
  rewire(
    op: Operation,
    slot: DestructurableSlot,
    parts: ReadonlyMap<Attribute, MemorySlot>,
    builder: OpBuilder,
  ): SlotUser;
}

/** Interface of operations that access slots within their bounds and type (`SafeMemorySlotAccessOpInterface`). */
export interface SafeSlotAccess {
  /** Returns other slots that all users must access safely, or `undefined` if `op` does not access `slot` safely. */
  ensureOnlySafeAccesses(op: Operation, slot: MemorySlot): readonly MemorySlot[] | undefined;
}

/** Interfaces of operations that allocate or use memory slots. */
export interface MemorySlotInterfaces {
  /** Implemented by allocations that can be split, such as `memref.alloca` of an array. */
  readonly destructurableAllocation?: DestructurableAllocation;
  /** Implemented by operations that access a part of a slot, such as `memref.load`. */
  readonly destructurableAccessor?: DestructurableAccessor;
  /** Implemented by operations that access a slot only within its bounds. */
  readonly safeSlotAccess?: SafeSlotAccess;
  /** Implemented by allocations whose slots can become values. */
  readonly promotableAllocation?: PromotableAllocation;
  /** Implemented by operations that load from or store to a slot. */
  readonly promotableMemory?: PromotableMemory;
  /** Implemented by operations that use a slot and can be removed when the slot becomes a value. */
  readonly promotable?: Promotable;
}
