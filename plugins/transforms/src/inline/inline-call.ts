import { Block, Operation, Region, Value } from "@passwright/ir";
import type { Attribute, Type } from "@passwright/ir";
import {
  cloneBlocksBefore,
  definitionOf,
  dialectOf,
  encodeLocation,
  eraseBlock,
  eraseOp,
  insertBlock,
  moveBlocks,
  moveOps,
  resolveLocation,
  setOperand,
  walkIds,
} from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";

/**
 * Inlines a call: inserts the callee's body, or a copy of the body, before the call, and replaces the results of the
 * call (`inlineCall` in `mlir/lib/Transforms/Utils/InliningUtils.cpp`). The call itself remains, but its results do not
 * have uses. Returns false, without a change, if the call cannot be inlined. Calls `processBlocks` with the inlined
 * blocks before their terminators are changed.
 */
export function inlineCall(
  store: Store,
  call: number,
  source: number,
  wouldBeCloned: boolean,
  processBlocks: (blocks: readonly number[]) => void,
): boolean {
  const target = Region.of(store, store.blockRegion[store.opBlock[call]!]!);
  const values = argumentsOf(store, call, source);
  if (values === undefined || !isLegal(store, call, Region.of(store, source), target, wouldBeCloned)) return false;
  const callBlock = store.opBlock[call]!;
  const isSingle = store.blockNext[store.regionFirstBlock[source]!] === 0;
  // Splits the block only for a body with several blocks, because a split moves all operations after the call.
  const behind = isSingle ? store.blockNext[callBlock]! : splitBehind(store, call, target.id);
  if (wouldBeCloned) cloneBlocksBefore(store, source, { region: target.id, before: behind }, values);
  else moveBlocks(store, source, target.id, behind);
  const blocks: number[] = [];
  for (let block = store.blockNext[callBlock]!; block !== behind; block = store.blockNext[block]!) blocks.push(block);
  const location = resolveLocation(store, store.opLocation[call]!);
  if (location.kind !== "unknown-location") remapLocations(store, blocks, location);
  if (!wouldBeCloned) remapOperands(store, blocks, values);
  processBlocks(blocks);
  if (isSingle) {
    const terminator = Operation.of(store, store.blockLastOp[blocks[0]!]!);
    handle(terminator, Operation.of(store, call).results);
    if (!terminator.isErased) eraseOp(store, terminator.id);
  } else finishMany(store, call, blocks, behind);
  moveOps(store, store.blockFirstOp[blocks[0]!]!, callBlock, store.opNext[call]!);
  eraseBlock(store, blocks[0]!);
  return true;
}

/** Maps the arguments of the body to the operands of the call. Returns `undefined` if the types do not match. */
function argumentsOf(store: Store, call: number, source: number): Map<number, number> | undefined {
  const entry = store.regionFirstBlock[source]!;
  if (entry === 0) return undefined;
  const op = Operation.of(store, call);
  const { start, count } = definitionOf(store, call)!.call!.argumentsOf(op);
  if (count !== store.blockArgumentCount[entry] || !returnsTypesOf(op, Region.of(store, source))) return undefined;
  const values = new Map<number, number>();
  const firstOperand = store.opFirstOperand[call]! + start;
  const firstArgument = store.blockFirstArgument[entry]!;
  for (let i = 0; i < count; i++) {
    const value = store.operandValue[firstOperand + i]!;
    if (store.valueType[value] !== store.valueType[firstArgument + i]) return undefined;
    values.set(firstArgument + i, value);
  }
  return values;
}

function returnsTypesOf(call: Operation, source: Region): boolean {
  const types: readonly Type[] = call.resultTypes;
  return source.blocks.every((block) => {
    const last = block.back;
    if (last === undefined || !last.hasTrait("ReturnLike")) return true;
    const returned = last.operandTypes;
    return returned.length === types.length && returned.every((type, i) => type === types[i]);
  });
}

function isLegal(store: Store, call: number, source: Region, target: Region, wouldBeCloned: boolean): boolean {
  const inlinerOf = (op: Operation) => dialectOf(store, op.liveId)?.inliner;
  const callOp = Operation.of(store, call);
  const callable = source.parentOp;
  if (inlinerOf(callOp)?.isLegalToInlineCall?.(callOp, callable, wouldBeCloned) !== true) return false;
  if (inlinerOf(target.parentOp)?.isLegalToInlineRegion?.(target, source, wouldBeCloned) !== true) return false;
  const canContinue = ({ back }: Block): boolean =>
    back !== undefined && (back.successors.length > 0 || inlinerOf(back)?.handleTerminator !== undefined);
  if (!source.blocks.every(canContinue)) return false;
  let legal = true;
  walkIds(store, callable.id, (at) => {
    if (!legal || at === callable.id) return;
    const allows = store.nameOf(at).isRegistered ? dialectOf(store, at)?.inliner?.isLegalToInline : undefined;
    legal = allows === true || (allows?.(Operation.of(store, at), target, wouldBeCloned) ?? false);
  });
  return legal;
}

function splitBehind(store: Store, call: number, region: number): number {
  const block = store.opBlock[call]!;
  const behind = store.newBlock();
  insertBlock(store, behind, region, store.blockNext[block]!);
  moveOps(store, store.opNext[call]!, behind, 0);
  return behind;
}

function eachOperation(store: Store, blocks: readonly number[], visit: (op: number) => void): void {
  for (const block of blocks) {
    for (let op = store.blockFirstOp[block]!; op !== 0; op = store.opNext[op]!) walkIds(store, op, visit);
  }
}

/** Adds the location of the call to the locations of all inlined operations and block arguments. */
function remapLocations(store: Store, blocks: readonly number[], caller: Attribute): void {
  const known = new Map<number, number>();
  const remap = (encoded: number): number => {
    const mapped = known.get(encoded) ?? encodeLocation(stackLocations(resolveLocation(store, encoded), caller));
    known.set(encoded, mapped);
    return mapped;
  };
  const remapArguments = (block: number): void => {
    const first = store.blockFirstArgument[block]!;
    for (let i = first; i < first + store.blockArgumentCount[block]!; i++) {
      store.valueLocation[i] = remap(store.valueLocation[i]!);
    }
  };
  blocks.forEach(remapArguments);
  eachOperation(store, blocks, (op) => {
    store.opLocation[op] = remap(store.opLocation[op]!);
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
      for (const { id } of Region.of(store, region).blocks) remapArguments(id);
    }
  });
}

function remapOperands(store: Store, blocks: readonly number[], values: ReadonlyMap<number, number>): void {
  eachOperation(store, blocks, (op) => {
    const first = store.opFirstOperand[op]!;
    for (let i = first; i < first + store.opOperandCount[op]!; i++) {
      const value = values.get(store.operandValue[i]!);
      if (value !== undefined) setOperand(store, i, value);
    }
  });
}

/** Passes the returned values to new arguments of the block after the call, which replace the results of the call. */
function finishMany(store: Store, call: number, blocks: readonly number[], behind: number): void {
  const target = Block.of(store, behind);
  const first = store.opFirstResult[call]!;
  for (let i = 0; i < store.opResultCount[call]!; i++) {
    const result = Value.of(store, first + i);
    result.replaceAllUsesWith(target.addArgument(result.type, result.location));
  }
  for (const block of blocks) handle(Operation.of(store, store.blockLastOp[block]!), target);
}

function handle(terminator: Operation, to: Block | readonly Value[]): void {
  if (terminator.successors.length > 0) return;
  dialectOf(terminator.store, terminator.liveId)?.inliner?.handleTerminator?.(terminator, to);
}

/** Appends `caller` to the location of an inlined operation, after the calls through which it was inlined before. */
function stackLocations(callee: Attribute, caller: Attribute): Attribute {
  const { context } = callee;
  const callees: Attribute[] = [];
  let last = callee;
  while (last.data.kind === "call-site-location") {
    callees.push(last.data.callee);
    last = last.data.caller;
  }
  return [...callees, last].reduceRight(
    (stack, inner) => context.internAttribute({ kind: "call-site-location", callee: inner, caller: stack }),
    caller,
  );
}
