import { Block, OpBuilder } from "@passwright/ir";
import type { MemorySlot, Operation, PromotableAllocation, Value } from "@passwright/ir";
import { appendSuccessorOperands, definitionOf, successorOperands } from "@passwright/ir/store";
import { completeSlot } from "./allocations.ts";
import type { RegionBlocks } from "./region-blocks.ts";
import { memoryInterface } from "./slot-accesses.ts";
import type { SlotAccesses } from "./slot-accesses.ts";

export class SlotPromotion {
  readonly #op: Operation;
  readonly #allocation: PromotableAllocation;
  readonly #slot: MemorySlot;
  readonly #accesses: SlotAccesses;
  readonly #builder: OpBuilder;
  /** Maps each load or store in a reachable block to the contents of the slot before this operation. */
  readonly #reaching = new Map<Operation, Value>();
  #default: Value | undefined;

  constructor(op: Operation, slot: MemorySlot, accesses: SlotAccesses) {
    this.#op = op;
    this.#allocation = definitionOf(op.store, op.id)!.promotableAllocation!;
    this.#slot = slot;
    this.#accesses = accesses;
    this.#builder = new OpBuilder(op.store);
    this.#builder.location = op.location;
  }

  /** Promotes the slot. Returns the allocation to promote next, if the dialect created another allocation. */
  run(blocks: RegionBlocks | undefined): readonly Operation[] {
    if (blocks === undefined) this.#visitBlock(this.#slot.pointer.parentBlock!.id, undefined);
    else this.#visitBlocks(blocks);
    this.#removeUses();
    this.#passDefaults();
    if (this.#default?.hasUses === false) this.#default.definingOp?.erase();
    return completeSlot(this.#op, this.#slot, this.#builder, this.#allocation);
  }

  #visitBlocks(blocks: RegionBlocks): void {
    const { store } = this.#op;
    const pending: { readonly block: number; readonly value: Value | undefined }[] = [
      { block: blocks.root, value: undefined },
    ];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { block } = next;
      const isMerge = this.#accesses.mergePoints.has(block);
      const value = this.#visitBlock(block, isMerge ? this.#addArgument(block) : next.value);
      const last = store.blockLastOp[block]!;
      const firstSuccessor = store.opFirstSuccessor[last]!;
      for (let i = 0; i < store.opSuccessorCount[last]!; i++) {
        if (!this.#accesses.mergePoints.has(store.successorBlock[firstSuccessor + i]!)) continue;
        appendSuccessorOperands(store, last, i, [(value ?? this.#defaultValue()).id]);
      }
      for (const child of blocks.children.get(block) ?? []) pending.push({ block: child, value });
    }
  }

  #addArgument(id: number): Value {
    const block = Block.of(this.#op.store, id);
    const { pointer, elementType } = this.#slot;
    const argument = block.addArgument(elementType, pointer.location);
    this.#builder.setInsertionPointToStart(block);
    this.#allocation.handleBlockArgument?.(this.#op, this.#slot, argument, this.#builder);
    return argument;
  }

  #visitBlock(block: number, value: Value | undefined): Value | undefined {
    let reaching = value;
    for (const op of this.#accesses.memory.get(block) ?? []) {
      if (reaching !== undefined) this.#reaching.set(op, reaching);
      const memory = memoryInterface(op)!;
      if (!memory.storesTo(op, this.#slot)) continue;
      const before = reaching ?? this.#defaultValue();
      this.#builder.setInsertionPointAfter(op);
      reaching = memory.stored!(op, this.#slot, before, this.#builder);
    }
    return reaching;
  }

  /** Removes uses in reverse order, because an earlier load can provide the contents for a later load. */
  #removeUses(): void {
    const { blocking, users } = this.#accesses;
    const erased: Operation[] = [];
    for (const op of [...users].reverse()) {
      const uses = blocking.get(op)!;
      const memory = memoryInterface(op);
      const reaching = memory === undefined ? undefined : (this.#reaching.get(op) ?? this.#defaultValue());
      this.#builder.setInsertionPointAfter(op);
      const after =
        reaching === undefined
          ? definitionOf(op.store, op.id)!.promotable!.removeUses(op, uses, this.#builder)
          : memory!.removeUses(op, this.#slot, uses, reaching, this.#builder);
      if (after === "erase") erased.push(op);
    }
    for (const op of erased) op.erase();
  }

  /** Makes branches in unreachable blocks pass the default value to merge points. */
  #passDefaults(): void {
    const { store } = this.#op;
    for (const block of this.#accesses.mergePoints) {
      for (let use = store.blockFirstUse[block]!; use !== 0; use = store.successorNext[use]!) {
        const owner = store.successorOwner[use]!;
        const successor = use - store.opFirstSuccessor[owner]!;
        if (successorOperands(store, owner, successor).count === store.blockArgumentCount[block]) continue;
        appendSuccessorOperands(store, owner, successor, [this.#defaultValue().id]);
      }
    }
  }

  #defaultValue(): Value {
    if (this.#default !== undefined) return this.#default;
    this.#builder.setInsertionPointToStart(this.#slot.pointer.parentBlock!);
    return (this.#default = this.#allocation.defaultValue(this.#op, this.#slot, this.#builder));
  }
}
