import { OpBuilder } from "../builder.ts";
import type { OperationState } from "../operation-state.ts";
import { kindOf } from "../entity-kind.ts";
import { entityText } from "../entity-text.ts";
import { otherModule, wrongArgument, wrongCount, wrongReplacement } from "../errors.ts";
import { Block, copyWith, Operation, requireUnused } from "../handles.ts";
import type { IRMapping, OpOperand, Region, Value } from "../handles.ts";
import { cloneRegion } from "../store/clone.ts";
import { insertBlock, insertOp, moveBlocks, removeOp, setOperand } from "../store/edit.ts";
import { eraseBlock, eraseOp } from "../store/erase.ts";
import type { Store } from "../store/store.ts";
import { walkRegion } from "../store/walk.ts";
import { postOrder } from "../store/dominance.ts";

/** Listener that receives the changes of a rewriter. Operations are given by id (`RewriterBase::Listener`). */
export interface RewriteListener {
  /** Called after an operation was created or moved. */
  operationInserted(op: number): void;
  /** Called after operands, attributes, successors or regions of an operation changed. */
  operationModified(op: number): void;
  /** Called before an operation is erased, while it is still complete. */
  operationErased(op: number): void;
}

/**
 * Changes a program and notifies a listener of each change (`mlir/include/mlir/IR/PatternMatch.h`, `RewriterBase` and
 * `PatternRewriter`). Patterns must change the program only through the rewriter.
 */
export class PatternRewriter extends OpBuilder {
  readonly #listener: RewriteListener | undefined;

  constructor(store: Store, listener?: RewriteListener) {
    super(store);
    this.#listener = listener;
  }

  /** Notifies the listener of an inserted operation. */
  protected override inserted(op: number): void {
    this.#listener?.operationInserted(op);
  }

  /** Erases an operation and its contents. Throws PWI0002 if a result of the operation has uses. */
  eraseOp(op: Operation): void {
    requireUnused(this.store, op.liveId);
    this.eraseOpId(op.id);
  }

  /** Erases the operation with this id. The results must not have uses, which this function does not check. */
  eraseOpId(op: number): void {
    const { store } = this;
    this.insertBehind(op);
    if (store.opFirstRegion[op] === 0) {
      this.#listener?.operationErased(op);
      eraseOp(store, op);
      return;
    }
    const order = reverseEraseOrder(store, op);
    for (let i = order.length - 1; i >= 0; i--) {
      this.#listener?.operationErased(order[i]!);
      eraseOp(store, order[i]!);
    }
  }

  /** Replaces the uses of an operation's results by these values, which have the same types. Erases the operation. */
  replaceOp(op: Operation, values: Operation | readonly Value[]): void {
    const { store } = this;
    const replacements = kindOf(values) === "operation" ? (values as Operation).results : (values as readonly Value[]);
    checkReplacements(store, op, replacements);
    const first = store.opFirstResult[op.id]!;
    for (let i = 0; i < replacements.length; i++) this.replaceAllUsesId(first + i, replacements[i]!.liveId);
    this.eraseOp(op);
  }

  /** Creates an operation at the insertion point, with the location of `op`, and replaces `op` by the new operation. */
  replaceOpWithNewOp(op: Operation, name: string, state: OperationState): Operation {
    const made = this.createAt(op, name, state);
    this.replaceOp(op, made);
    return made;
  }

  /** Creates an operation at the insertion point, with the location of another operation. */
  createAt(op: Operation, name: string, state: OperationState): Operation {
    this.locateAt(op.liveId);
    return this.create(name, state);
  }

  /** Calls `change`, which can modify any part of the operation, and then notifies the listener. */
  modifyOpInPlace(op: Operation, change: () => void): void {
    change();
    this.#listener?.operationModified(op.liveId);
  }

  /** Replaces all uses of a value by another value, one use at a time, newest first. Takes ids. */
  replaceAllUsesId(from: number, to: number): void {
    if (from === to) return;
    const { store } = this;
    for (let use = store.valueFirstUse[from]!; use !== 0; use = store.valueFirstUse[from]!) {
      setOperand(store, use, to);
      this.#listener?.operationModified(store.operandOwner[use]!);
    }
  }

  /** Replaces all uses of a value by another value. */
  replaceAllUsesWith(from: Value, to: Value): void {
    this.replaceAllUsesId(from.liveId, to.liveId);
  }

  /** Replaces the uses of a value that satisfy a condition. */
  replaceUsesWithIf(from: Value, to: Value, condition: (use: OpOperand) => boolean): void {
    for (const use of from.uses) if (condition(use)) this.setOperand(use.owner, use.index, to);
  }

  /** Replaces the operand at an index of an operation. */
  setOperand(op: Operation, index: number, value: Value): void {
    op.setOperand(index, value);
    this.#listener?.operationModified(op.id);
  }

  #move(op: number, block: number, before: number): void {
    removeOp(this.store, op);
    insertOp(this.store, op, block, before);
    this.#listener?.operationInserted(op);
  }

  /** Replaces an operation by a copy without the results for which `isErased` returns true, which must be unused. */
  eraseOpResults(op: Operation, isErased: (index: number) => boolean): Operation {
    const { results } = op;
    const { block, before } = this.insertionPoint;
    this.setInsertionPoint(op);
    const kept = results.filter((_, i) => !isErased(i));
    const made = this.createLike(op, { results: kept.map((value) => value.type), regions: op.regions.length });
    made.regions.forEach((region, i) => this.inlineRegionBefore(op.getRegion(i), region));
    kept.forEach((value, i) => this.replaceAllUsesWith(value, made.getResult(i)));
    this.insertAt(block, before === op.id ? made.id : before);
    this.eraseOp(op);
    return made;
  }

  /** Creates an operation with the name, location, attributes and, by default, operands of `op`. */
  createLike(op: Operation, state: Pick<OperationState, "operands" | "results" | "regions">): Operation {
    const { store } = this;
    const made = this.createAt(op, op.name, {
      operands: op.operands,
      results: op.resultTypes,
      successors: op.successors,
      ...state,
    });
    store.opProperties[made.id] = store.opProperties[op.id]!;
    store.opAttributes[made.id] = store.opAttributes[op.id]!;
    return made;
  }

  /** Erases a block and its contents. The block must not have uses. */
  eraseBlock(block: Block): void {
    const { store } = this;
    for (let op = store.blockLastOp[block.liveId]!; op !== 0; op = store.blockLastOp[block.id]!)
      this.eraseOp(Operation.of(store, op));
    eraseBlock(store, block.id);
  }

  /** Moves operations before `before` or to the end of `target`, with `values` for arguments. Erases `source`. */
  inlineBlockBefore(source: Block, target: Block, before: Operation | undefined, values: readonly Value[] = []): void {
    const ids = values.map((value) => value.liveId);
    this.inlineBlockId(source.liveId, target.liveId, before?.liveId ?? 0, ids);
  }

  /** Moves operations like {@link inlineBlockBefore}, but takes ids. `before` is 0 for the end of `target`. */
  inlineBlockId(source: number, target: number, before: number, values: readonly number[]): void {
    const { store } = this;
    const count = store.blockArgumentCount[source]!;
    if (values.length !== count)
      throw wrongCount(`${count} block arguments cannot be replaced with ${values.length} values`);
    for (let i = 0; i < count; i++) this.replaceAllUsesId(store.blockFirstArgument[source]! + i, values[i]!);
    for (let op = store.blockFirstOp[source]!; op !== 0; op = store.blockFirstOp[source]!)
      this.#move(op, target, before);
    const at = this.insertionPoint;
    if (at.block === source) this.insertAt(target, at.before === 0 ? before : at.before);
    eraseBlock(store, source);
  }

  /** Moves operations like {@link inlineBlockBefore}, but to the end of `target`. */
  mergeBlocks(source: Block, target: Block, values: readonly Value[] = []): void {
    this.inlineBlockBefore(source, target, undefined, values);
  }

  /** Moves the operations from `op` on into a new block after the block of `op`. */
  splitBlock(op: Operation): Block {
    const { store } = this;
    const from = store.opBlock[op.liveId]!;
    const block = store.newBlock();
    insertBlock(store, block, store.blockRegion[from]!, store.blockNext[from]!);
    while (store.opBlock[op.id] !== block) this.#move(store.blockLastOp[from]!, block, store.blockFirstOp[block]!);
    return Block.of(store, block);
  }

  /** Moves the blocks of a region to another region, before `before` or to the end. */
  inlineRegionBefore(source: Region, target: Region, before?: Block): void {
    moveBlocks(this.store, source.liveId, target.liveId, before?.liveId ?? 0);
  }

  /** Appends copies of the blocks of a region to another region. */
  cloneRegion(source: Region, target: Region, mapping: IRMapping): void {
    const { store } = this;
    copyWith(mapping, store, store, (ids) => cloneRegion(store, source.liveId, target.liveId, ids));
    walkRegion(store, target.liveId, (op) => this.#listener?.operationInserted(op));
  }
}

/** Checks the values that replace the results of an operation. As in MLIR, unused results can have other types. */
function checkReplacements(store: Store, op: Operation, values: readonly Value[]): void {
  const call = "`replaceOp`";
  if (!Array.isArray(values)) throw wrongArgument(call, `got ${entityText(values)}`, "a list of values");
  const first = store.opFirstResult[op.liveId]!;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as Value;
    if (kindOf(value) !== "value") throw wrongArgument(call, `got ${entityText(value)}`, "a list of values");
    if (value.store !== store) throw otherModule("value");
    const isSame = store.valueType[value.liveId] === store.valueType[first + i];
    if (isSame || i >= op.numResults || store.valueFirstUse[first + i] === 0) continue;
    const type = entityText(op.getResult(i).type);
    const expected = `a value of ${type}, or call \`replaceAllUsesWith\` and \`eraseOp\` to change the type`;
    throw wrongArgument(call, `got ${entityText(value)} for a result of ${type}`, expected);
  }
  if (values.length !== op.numResults) throw wrongReplacement(op.numResults, values.length);
}

/** Returns the operations of a tree, definitions before uses: the reverse order of MLIR's `RewriterBase::eraseOp`. */
function reverseEraseOrder(store: Store, top: number): number[] {
  const order: number[] = [];
  const work = [top];
  while (work.length > 0) {
    const op = work.pop()!;
    order.push(op);
    const inner: number[] = [];
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
      for (const block of reverseOrderOfBlocks(store, region)) {
        for (let at = store.blockFirstOp[block]!; at !== 0; at = store.opNext[at]!) inner.push(at);
      }
    }
    for (let i = inner.length - 1; i >= 0; i--) work.push(inner[i]!);
  }
  return order;
}

/** Sorts blocks before the blocks that are reached only through them. Unreachable blocks come first. */
function reverseOrderOfBlocks(store: Store, region: number): readonly number[] {
  const first = store.regionFirstBlock[region]!;
  if (first === 0) return [];
  if (store.blockNext[first] === 0) return [first];
  const seen = new Set<number>();
  const order: number[] = [];
  for (let block = first; block !== 0; block = store.blockNext[block]!) postOrder(store, block, seen, order);
  return order.reverse();
}
