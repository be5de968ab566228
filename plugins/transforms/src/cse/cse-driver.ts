import {
  eraseOp,
  LOCATION_POSITION,
  replaceAllUses,
  resolveLocation,
  setOperand,
  traitBit,
} from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";
import type { DominanceInfo } from "@passwright/ir";
import { effectBit, KEEPS_ALIVE, MemoryEffects } from "../memory-effects.ts";
import { dominatorChildren } from "./dominator-tree.ts";
import { KnownOperations } from "./known-operations.ts";
import { hashOperation, isEquivalent } from "./operation-equivalence.ts";

type Children = ReturnType<typeof dominatorChildren>;

/** Pending task. Tasks are on a stack, because nesting can be deep. Objects are faster here than closures. */
type Task =
  | {
      readonly kind: "after-regions";
      readonly op: number;
      readonly hasDominance: boolean;
      readonly outerEffects: number;
      readonly outerEpoch: number;
    }
  | { readonly kind: "region"; readonly region: number }
  | { readonly kind: "subtree"; readonly children: Children; readonly block: number }
  | { readonly kind: "leave"; readonly mark: number }
  | { readonly kind: "reveal"; readonly barrier: number };

/**
 * Common subexpression elimination as in MLIR (`mlir/lib/Transforms/CSE.cpp`). Refers to operations and values by their
 * ids in the store. Visits operations along the dominator tree, replaces operations by equivalent operations in scope,
 * and erases unused operations without effects. Erases operations only at the end of the run. Until then, dead
 * operations still count as users of their operands, so their operands are not erased in this run.
 */
export class CseDriver {
  readonly store: Store;
  readonly #effects: MemoryEffects;
  readonly #known: KnownOperations;
  readonly #tasks: Task[] = [];
  /** Operations to erase: the first `#doomedCount`. Clearing the list would take most of the time of a small run. */
  readonly #doomed: number[] = [];
  #doomedCount = 0;
  #dominance: DominanceInfo | undefined = undefined;
  #merged = 0;
  #dead = 0;
  /** Combined effects of all operations that were visited in the regions of the current operation. */
  #effectsInside = 0;
  /** Number of operations so far in the block that can write. Equal reads return the same value if it is unchanged. */
  #epoch = 0;

  constructor(store: Store) {
    this.store = store;
    this.#effects = new MemoryEffects(store.context);
    this.#known = new KnownOperations((a, b) => isEquivalent(store, a, b));
  }

  /** Simplifies the contents of an operation. Returns the numbers of merged and of dead operations. */
  run(top: number, dominance: DominanceInfo): { readonly merged: number; readonly dead: number } {
    this.#dominance = dominance;
    this.#merged = 0;
    this.#dead = 0;
    this.#effectsInside = 0;
    this.#epoch = 0;
    this.#doomedCount = 0;
    // Resets the state, in case the last run threw an error.
    while (this.#tasks.pop() !== undefined);
    this.#known.reset();
    this.#pushRegions(top);
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) this.#do(task);
    for (let i = 0; i < this.#doomedCount; i++) eraseOp(this.store, this.#doomed[i]!);
    this.#dominance = undefined;
    return { merged: this.#merged, dead: this.#dead };
  }

  #do(task: Task): void {
    switch (task.kind) {
      case "after-regions":
        return this.#finishRegions(task.op, task.hasDominance, task.outerEffects, task.outerEpoch);
      case "region":
        return this.#enterRegion(task.region);
      case "subtree":
        return this.#enterSubtree(task.children, task.block);
      case "leave":
        return this.#known.leave(task.mark);
      case "reveal":
        return this.#known.reveal(task.barrier);
    }
  }

  #pushRegions(op: number): void {
    const { opFirstRegion, regionNext, regionFirstBlock } = this.store;
    const regions: number[] = [];
    for (let region = opFirstRegion[op]!; region !== 0; region = regionNext[region]!) {
      if (regionFirstBlock[region] !== 0) regions.push(region);
    }
    for (const region of regions.reverse()) this.#tasks.push({ kind: "region", region });
  }

  #enterRegion(region: number): void {
    const store = this.store;
    const entry = store.regionFirstBlock[region]!;
    const hasDominance = !store.nameOf(store.regionOwner[region]!).hasTrait("GraphRegion");
    // Skips graph regions with several blocks, because dominance does not order the blocks of a graph region.
    if (store.blockNext[entry] === 0) {
      this.#tasks.push({ kind: "leave", mark: this.#known.enter() });
      this.#enterBlock(entry, hasDominance);
    } else if (hasDominance) this.#enterSubtree(dominatorChildren(store, this.#dominance!.treeOf(region)), entry);
  }

  #enterSubtree(children: Children, block: number): void {
    this.#tasks.push({ kind: "leave", mark: this.#known.enter() });
    const dominated = children.get(block) ?? [];
    for (let i = dominated.length - 1; i >= 0; i--)
      this.#tasks.push({ kind: "subtree", children, block: dominated[i]! });
    this.#enterBlock(block, true);
  }

  #enterBlock(block: number, hasDominance: boolean): void {
    this.#epoch = 0;
    this.#simplifyFrom(this.store.blockFirstOp[block]!, hasDominance);
  }

  /** Simplifies `op` and the operations after it, up to the first operation with regions, which is visited next. */
  #simplifyFrom(op: number, hasDominance: boolean): void {
    const { opNext, opFirstRegion, opName } = this.store;
    for (; op !== 0; op = opNext[op]!) {
      if (opFirstRegion[op] !== 0) {
        this.#enterOperation(op, hasDominance);
        return;
      }
      this.#simplify(op, this.#effects.own(opName[op]!), hasDominance);
    }
  }

  #enterOperation(op: number, hasDominance: boolean): void {
    const outerEffects = this.#effectsInside;
    this.#tasks.push({ kind: "after-regions", op, hasDominance, outerEffects, outerEpoch: this.#epoch });
    this.#effectsInside = 0;
    // Hides outer operations from regions that are isolated, or might be, as in an unregistered operation.
    const name = this.store.nameOf(op);
    if (!name.isRegistered || name.isIsolatedFromAbove)
      this.#tasks.push({ kind: "reveal", barrier: this.#known.hide() });
    this.#pushRegions(op);
  }

  #finishRegions(op: number, hasDominance: boolean, outerEffects: number, outerEpoch: number): void {
    const effects = this.#effectsWithRegions(op);
    this.#effectsInside = outerEffects;
    this.#epoch = outerEpoch;
    this.#simplify(op, effects, hasDominance);
    this.#simplifyFrom(this.store.opNext[op]!, hasDominance);
  }

  /** Returns the effects of `op`. Walks regions with several blocks, because unreachable blocks are not visited. */
  #effectsWithRegions(op: number): number {
    const name = this.store.opName[op]!;
    if (!this.#effects.isRecursive(name)) return this.#effects.own(name);
    return this.#hasSingleBlocks(op)
      ? this.#effects.own(name) | this.#effectsInside
      : this.#effects.all(this.store, op);
  }

  #simplify(op: number, effects: number, hasDominance: boolean): void {
    this.#effectsInside |= effects;
    const isPure = effects === 0;
    if ((effects & (effectBit.write | effectBit.unknown)) !== 0) this.#epoch++;
    const { traitBits } = this.store.nameOf(op);
    if ((traitBits & traitBit.Terminator) !== 0) return;
    if (!this.#hasUses(op) && (effects & KEEPS_ALIVE) === 0 && (traitBits & traitBit.Symbol) === 0) {
      this.#doomed[this.#doomedCount++] = op;
      this.#dead++;
      return;
    }
    if (!isPure && effects !== effectBit.read) return;
    if (this.store.opFirstRegion[op] !== 0 && (!isPure || !this.#hasSingleBlocks(op))) return;
    this.#merge(op, isPure, hasDominance);
  }

  /** Replaces an operation by an equivalent known operation, or adds the operation to the table of known operations. */
  #merge(op: number, isPure: boolean, hasDominance: boolean): void {
    const known = this.#known;
    const hash = hashOperation(this.store, op);
    const entry = known.find(op, hash);
    if (entry !== 0) {
      const existing = known.opOf(entry);
      const isSameBlock = this.store.opBlock[existing] === this.store.opBlock[op];
      if (isPure || (isSameBlock && known.epochOf(entry) === this.#epoch)) {
        this.#replace(op, existing, hasDominance);
        return;
      }
    }
    known.insert(op, hash, this.#epoch, entry);
  }

  #replace(op: number, existing: number, hasDominance: boolean): void {
    const store = this.store;
    const first = store.opFirstResult[op]!;
    const replacement = store.opFirstResult[existing]!;
    const count = store.opResultCount[op]!;
    for (let i = 0; i < count; i++) {
      if (hasDominance) replaceAllUses(store, first + i, replacement + i);
      else this.#replaceUsesAhead(first + i, replacement + i);
    }
    if (!this.#hasUses(op)) this.#doomed[this.#doomedCount++] = op;
    if (!isLocationKnown(store, existing) && isLocationKnown(store, op))
      store.opLocation[existing] = store.opLocation[op]!;
    this.#merged++;
  }

  /** Replaces uses in a graph region, except uses in operations of the table, which depends on their operands. */
  #replaceUsesAhead(value: number, replacement: number): void {
    const store = this.store;
    for (let use = store.valueFirstUse[value]!, next; use !== 0; use = next) {
      next = store.operandNext[use]!;
      const user = store.operandOwner[use]!;
      if (this.#known.find(user, hashOperation(store, user)) === 0) setOperand(store, use, replacement);
    }
  }

  #hasUses(op: number): boolean {
    const { opFirstResult, opResultCount, valueFirstUse } = this.store;
    const first = opFirstResult[op]!;
    for (let i = opResultCount[op]! - 1; i >= 0; i--) if (valueFirstUse[first + i] !== 0) return true;
    return false;
  }

  #hasSingleBlocks(op: number): boolean {
    const { opFirstRegion, regionNext, regionFirstBlock, blockNext } = this.store;
    for (let region = opFirstRegion[op]!; region !== 0; region = regionNext[region]!) {
      const entry = regionFirstBlock[region]!;
      if (entry !== 0 && blockNext[entry] !== 0) return false;
    }
    return true;
  }
}

function isLocationKnown(store: Store, op: number): boolean {
  const encoded = store.opLocation[op]!;
  // Fast path: most locations are positions in the source, which are always known.
  if ((encoded & 3) === LOCATION_POSITION) return true;
  return encoded !== 0 && resolveLocation(store, encoded).kind !== "unknown-location";
}
