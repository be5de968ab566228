import { Block } from "./block.ts";
import { erasedHandle, otherModule } from "./errors.ts";
import { Operation } from "./operation.ts";
import { insertBlock, removeBlock } from "./store/edit.ts";
import { type Store } from "./store/store.ts";

/** A list of blocks that belongs to an operation (`mlir/include/mlir/IR/Region.h`). */
export class Region {
  readonly store: Store;
  /** The id in the store; -1 once the region is erased. */
  id: number;

  /** @internal Use {@link Region.of}. */
  constructor(store: Store, id: number) {
    this.store = store;
    this.id = id;
  }

  /** The handle of an id. */
  static of(store: Store, id: number): Region {
    return (
      (store.regionHandles.find(id) as Region | undefined) ??
      (store.regionHandles.add(new Region(store, id), store.regionOwner.length) as Region)
    );
  }

  get liveId(): number {
    if (this.id < 0) throw erasedHandle("region");
    return this.id;
  }

  get parentOp(): Operation {
    return Operation.of(this.store, this.store.regionOwner[this.liveId]!);
  }

  get blocks(): readonly Block[] {
    const { store } = this;
    const blocks: Block[] = [];
    for (let block = store.regionFirstBlock[this.liveId]!; block !== 0; block = store.blockNext[block]!) {
      blocks.push(Block.of(store, block));
    }
    return blocks;
  }

  get isEmpty(): boolean {
    return this.store.regionFirstBlock[this.liveId] === 0;
  }

  /** The entry block. */
  get front(): Block | undefined {
    const block = this.store.regionFirstBlock[this.liveId]!;
    return block === 0 ? undefined : Block.of(this.store, block);
  }

  get hasOneBlock(): boolean {
    const block = this.store.regionFirstBlock[this.liveId]!;
    return block !== 0 && this.store.blockNext[block] === 0;
  }

  /** A new block at the end. */
  addBlock(): Block {
    const block = this.store.newBlock();
    insertBlock(this.store, block, this.liveId, 0);
    return Block.of(this.store, block);
  }

  /** Takes the blocks of another region, behind those that are here (`Region::takeBody` where this one is empty). */
  takeBody(other: Region): void {
    const { store } = this;
    if (other.store !== store) throw otherModule("region");
    for (let block = store.regionFirstBlock[other.liveId]!; block !== 0; block = store.regionFirstBlock[other.id]!) {
      removeBlock(store, block);
      insertBlock(store, block, this.liveId, 0);
    }
  }

  /** Whether `region` is this one or nested in it. */
  isAncestor(region: Region): boolean {
    let at: Region | undefined = region;
    while (at !== undefined && at !== this) at = at.parentOp.parentRegion;
    return at === this;
  }
}
