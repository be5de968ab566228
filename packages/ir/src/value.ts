import { type Attribute, type Type } from "./attributes/attribute.ts";
import { Block } from "./block.ts";
import { erasedHandle, otherModule } from "./errors.ts";
import { Operation } from "./operation.ts";
import { replaceAllUses, setOperand } from "./store/edit.ts";
import { encodeLocation, resolveLocation } from "./store/location.ts";
import { type Store } from "./store/store.ts";

/** One use of a value: which operand of which operation. */
export interface OpOperand {
  readonly owner: Operation;
  readonly index: number;
}

/**
 * A result of an operation or an argument of a block (`mlir/include/mlir/IR/Value.h`). One object per value, compared
 * with `===`.
 */
export class Value {
  readonly store: Store;
  /** The id in the store; -1 once the value is erased. */
  id: number;

  /** @internal Use {@link Value.of}. */
  constructor(store: Store, id: number) {
    this.store = store;
    this.id = id;
  }

  /** The handle of an id. */
  static of(store: Store, id: number): Value {
    return (
      (store.valueHandles.find(id) as Value | undefined) ??
      (store.valueHandles.add(new Value(store, id), store.valueType.length) as Value)
    );
  }

  /** The id, after a check that the value is alive. */
  get liveId(): number {
    if (this.id < 0) throw erasedHandle("value");
    return this.id;
  }

  get kind(): "result" | "argument" {
    return this.store.valueOwner[this.liveId]! < 0 ? "argument" : "result";
  }

  get type(): Type {
    return this.store.context.types[this.store.valueType[this.liveId]!]!;
  }

  setType(type: Type): void {
    const { store } = this;
    store.valueType[this.liveId] = type.id;
    const owner = store.valueOwner[this.id]!;
    if (owner > 0) store.opSignature[owner] = 0;
    for (let use = store.valueFirstUse[this.id]!; use !== 0; use = store.operandNext[use]!) {
      store.opSignature[store.operandOwner[use]!] = 0;
    }
  }

  /** The operation whose result this is; undefined for an argument. */
  get definingOp(): Operation | undefined {
    const owner = this.store.valueOwner[this.liveId]!;
    return owner > 0 ? Operation.of(this.store, owner) : undefined;
  }

  /** The block that the value is defined in: of its operation, or whose argument it is. */
  get parentBlock(): Block | undefined {
    const owner = this.store.valueOwner[this.liveId]!;
    if (owner < 0) return Block.of(this.store, -owner);
    return Operation.of(this.store, owner).block;
  }

  /** Which result or argument it is. */
  get index(): number {
    const { store } = this;
    const owner = store.valueOwner[this.liveId]!;
    return this.id - (owner < 0 ? store.blockFirstArgument[-owner]! : store.opFirstResult[owner]!);
  }

  /** Of an argument its own; of a result its operation's. */
  get location(): Attribute {
    const { store } = this;
    const owner = store.valueOwner[this.liveId]!;
    return resolveLocation(store, owner > 0 ? store.opLocation[owner]! : store.valueLocation[this.id]!);
  }

  set location(location: Attribute) {
    this.store.valueLocation[this.liveId] = encodeLocation(location);
  }

  get hasUses(): boolean {
    return this.store.valueFirstUse[this.liveId] !== 0;
  }

  get hasOneUse(): boolean {
    const first = this.store.valueFirstUse[this.liveId]!;
    return first !== 0 && this.store.operandNext[first] === 0;
  }

  /** All uses, newest first, as they are now. */
  get uses(): readonly OpOperand[] {
    const { store } = this;
    const uses: OpOperand[] = [];
    for (let use = store.valueFirstUse[this.liveId]!; use !== 0; use = store.operandNext[use]!) {
      const owner = store.operandOwner[use]!;
      uses.push({ owner: Operation.of(store, owner), index: use - store.opFirstOperand[owner]! });
    }
    return uses;
  }

  /** The operation of each use: one that uses the value twice is there twice. */
  get users(): readonly Operation[] {
    return this.uses.map((use) => use.owner);
  }

  replaceAllUsesWith(value: Value): void {
    if (value.store !== this.store) throw otherModule("value");
    replaceAllUses(this.store, this.liveId, value.liveId);
  }

  replaceUsesWithIf(value: Value, condition: (use: OpOperand) => boolean): void {
    if (value.store !== this.store) throw otherModule("value");
    for (const use of this.uses) {
      if (condition(use)) setOperand(this.store, this.store.opFirstOperand[use.owner.id]! + use.index, value.liveId);
    }
  }

  /** Whether any use is in another block than the definition. */
  isUsedOutsideOfBlock(block: Block): boolean {
    return this.users.some((user) => user.block !== block);
  }
}
