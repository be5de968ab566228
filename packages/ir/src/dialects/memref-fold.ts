import { DYNAMIC, DYNAMIC_INDEX } from "../attributes/attribute.ts";
import type { Attribute } from "../attributes/attribute.ts";
import { integerValue, numbersOf } from "../attributes/parts.ts";
import { matchConstant } from "../fold/constants.ts";
import { isZero } from "../fold/elements.ts";
import type { FoldAdaptor, FoldResult } from "../fold/fold-adaptor.ts";
import type { Operation, Value } from "../handles.ts";
import type { OpRewritePattern } from "../rewrite/pattern.ts";
import { attributeOf } from "./arith-patterns/build.ts";
import type { PatternRewriter } from "../rewrite/pattern-rewriter.ts";
import { memrefData, stridesOf } from "./memref-types.ts";
import { dynamicPart, knownIndex, sliceOf } from "./memref-slice.ts";
import type { Speculatability } from "./op-interfaces.ts";

/* Folders and patterns of memref, except reshapes and slices (`mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`). */

/** Replaces operands that casts define by the sources of the casts. Skips the operands before index `first`. */
export function foldMemRefCast(adaptor: FoldAdaptor, first = 0): FoldResult {
  let changed = false;
  for (let i = first; i < adaptor.numOperands; i++) {
    const cast = adaptor.definedBy(i, "memref.cast");
    const source = cast?.getOperand(0);
    if (source === undefined || source.type.kind === "unranked-memref") continue;
    adaptor.op.setOperand(i, source);
    changed = true;
  }
  return changed ? "in-place" : undefined;
}

export function foldCast(adaptor: FoldAdaptor): FoldResult {
  const folded = foldMemRefCast(adaptor);
  if (adaptor.operandType(0) === adaptor.resultType()) return adaptor.operand(0);
  return folded;
}

/** Returns the source of a value's defining cast, unless the cast makes dynamic sizes or layout numbers static. */
export function sourceOfCast(value: Value): Value | undefined {
  const cast = value.definingOp;
  return cast?.name === "memref.cast" && canFoldIntoConsumer(cast) ? cast.getOperand(0) : undefined;
}

/** Returns whether users of a cast can use the source of the cast instead (`CastOp::canFoldIntoConsumerOp`). */
function canFoldIntoConsumer(cast: Operation): boolean {
  const [from, to] = [memrefData(cast.operandTypes[0]!), memrefData(cast.resultTypes[0]!)];
  const [left, right] = [from && stridesOf(from), to && stridesOf(to)];
  if (left === undefined || right === undefined) return false;
  const isLoss = (known: bigint, other: bigint): boolean => known !== DYNAMIC_INDEX || other === DYNAMIC_INDEX;
  return (
    from!.shape.every((size, i) => size !== DYNAMIC || to!.shape[i] === DYNAMIC) &&
    isLoss(left.offset, right.offset) &&
    left.strides.every((stride, i) => isLoss(stride, right.strides[i]!))
  );
}

/** Replaces the result of an operation by a value. Casts the value if its type differs. */
export function castTo(rewriter: PatternRewriter, op: Operation, value: Value): void {
  if (value.type === op.resultTypes[0]) rewriter.replaceOp(op, [value]);
  else rewriter.replaceOpWithNewOp(op, "memref.cast", { operands: [value], results: op.resultTypes });
}

/** Inserts constant sizes into the result type. `first` is the index of the first operand that is a dynamic size. */
function constantSizes(name: string, first: number): OpRewritePattern {
  return {
    name: `(anonymous namespace)::${name}`,
    matchAndRewrite(op, rewriter) {
      // Views do not have segment sizes.
      const isAllocation = first === 0;
      const segments = isAllocation ? numbersOf(op.getAttr("operandSegmentSizes")).map(Number) : [];
      const [end = op.numOperands, symbols = 0] = segments;
      const sizes = op.operands.slice(first, end);
      const known = sizes.map((value) => {
        const size = knownIndex(value);
        return size === undefined || size < 0n ? undefined : Number(size);
      });
      if (known.every((size) => size === undefined)) return false;
      const rest = sizes.filter((_, i) => known[i] === undefined);
      let next = 0;
      const data = memrefData(op.resultTypes[0]!)!;
      const shape = data.shape.map((size) => (size === DYNAMIC ? (known[next++] ?? DYNAMIC) : size));
      const operandSegmentSizes = rewriter.getDenseI32ArrayAttr([rest.length, symbols]);
      const made = rewriter.createAt(op, op.name, {
        operands: [...op.operands.slice(0, first), ...rest, ...op.operands.slice(end)],
        results: [op.context.internType({ ...data, shape })],
        attributes: isAllocation ? { operandSegmentSizes, ...attributeOf(op, "alignment") } : {},
      });
      castTo(rewriter, op, made.getResult(0));
      return true;
    },
  };
}

/** Removes an allocation whose memory is only written and freed. */
export const deadAllocation: OpRewritePattern = {
  name: "(anonymous namespace)::SimplifyDeadAlloc",
  matchAndRewrite(op, rewriter) {
    const memory = op.getResult(0);
    const { uses } = memory;
    const isWrite = ({ owner, index }: { readonly owner: Operation; readonly index: number }): boolean =>
      (owner.name === "memref.store" && index === 1 && owner.getOperand(0) !== memory) ||
      owner.name === "memref.dealloc";
    if (!uses.every(isWrite)) return false;
    for (const { owner } of uses) rewriter.eraseOp(owner);
    rewriter.eraseOp(op);
    return true;
  },
};

export const allocationPatterns: readonly OpRewritePattern[] = [constantSizes("SimplifyAllocConst", 0), deadAllocation];

export function foldRank(adaptor: FoldAdaptor): FoldResult {
  const data = memrefData(adaptor.operandType(0));
  if (data === undefined) return undefined;
  const type = adaptor.resultType();
  return adaptor.context.internAttribute({ kind: "integer", type, value: BigInt(data.shape.length) });
}

/** Removes a cast to the same memory space. In a chain of casts, removes all casts except the last. */
export function foldMemorySpaceCast(adaptor: FoldAdaptor): FoldResult {
  const inner = adaptor.definedBy(0, "memref.memory_space_cast");
  if (inner !== undefined) {
    adaptor.op.setOperand(0, inner.getOperand(0));
    return "in-place";
  }
  return adaptor.operandType(0) === adaptor.resultType() ? adaptor.operand(0) : undefined;
}

export function foldAssumeAlignment(adaptor: FoldAdaptor): FoldResult {
  const inner = adaptor.definedBy(0, "memref.assume_alignment");
  return inner?.getAttr("alignment") === adaptor.attr("alignment") ? adaptor.operand(0) : undefined;
}

/** Removes a transposition with the identity permutation, and combines two consecutive transpositions. */
export function foldTranspose(adaptor: FoldAdaptor): FoldResult {
  const order = permutationOf(adaptor.attr("permutation"));
  const isIdentity = order.every((dimension, i) => dimension === i);
  if (isIdentity && adaptor.operandType(0) === adaptor.resultType()) return adaptor.operand(0);
  const inner = adaptor.definedBy(0, "memref.transpose");
  if (inner === undefined) return undefined;
  const before = permutationOf(inner.getAttr("permutation"));
  const results = order.map((dimension) => ({ kind: "dim", position: before[dimension]! }) as const);
  const map = { dims: before.length, symbols: 0, results };
  adaptor.op.setAttr("permutation", adaptor.context.internAttribute({ kind: "affine-map", map }));
  adaptor.op.setOperand(0, inner.getOperand(0));
  return "in-place";
}

function permutationOf(attribute: Attribute | undefined): readonly number[] {
  if (attribute?.data.kind !== "affine-map") return [];
  return attribute.data.map.results.map((expr) => (expr.kind === "dim" ? expr.position : 0));
}

const copyOfCast: OpRewritePattern = {
  name: "(anonymous namespace)::FoldCopyOfCast",
  matchAndRewrite(op, rewriter) {
    const sources = op.operands.map(sourceOfCast);
    sources.forEach((source, i) => {
      if (source !== undefined) rewriter.setOperand(op, i, source);
    });
    return sources.some((source) => source !== undefined);
  },
};

function removing(name: string, changesNothing: (op: Operation) => boolean): OpRewritePattern {
  return {
    name: `(anonymous namespace)::${name}`,
    matchAndRewrite(op, rewriter) {
      if (!changesNothing(op)) return false;
      rewriter.eraseOp(op);
      return true;
    },
  };
}

const emptyCopy = removing("FoldEmptyCopy", ({ operandTypes }) =>
  operandTypes.some((type) => memrefData(type)?.shape.includes(0) === true),
);
const selfCopy = removing("FoldSelfCopy", (op) => op.getOperand(0) === op.getOperand(1));

export const copyPatterns: readonly OpRewritePattern[] = [copyOfCast, emptyCopy, selfCopy];

export function foldView(adaptor: FoldAdaptor): FoldResult {
  const type = adaptor.resultType();
  const isSame = adaptor.operandType(0) === type && !memrefData(type)!.shape.includes(DYNAMIC);
  return isSame && isZero(adaptor.constant(1)) ? adaptor.operand(0) : undefined;
}

/** Unlike in MLIR, the source of the cast must have a rank, because a view of unranked memory is invalid. */
const viewOfCast: OpRewritePattern = {
  name: "(anonymous namespace)::ViewOpMemrefCastFolder",
  matchAndRewrite(op, rewriter) {
    const cast = op.getOperand(0).definingOp;
    if (cast?.name !== "memref.cast" || memrefData(cast.operandTypes[0]!) === undefined) return false;
    const operands = [cast.getOperand(0), ...op.operands.slice(1)];
    rewriter.replaceOpWithNewOp(op, op.name, { operands, results: op.resultTypes });
    return true;
  },
};

export const viewPatterns: readonly OpRewritePattern[] = [constantSizes("ViewOpShapeFolder", 2), viewOfCast];

/** Folds `memref.dim` if the size is in the type, or is an operand of the operation that creates the memref. */
export function foldDim(adaptor: FoldAdaptor): FoldResult {
  const index = adaptor.constant(1)?.data;
  const data = memrefData(adaptor.operandType(0));
  if (index?.kind !== "integer" || data === undefined) return undefined;
  const at = Number(index.value);
  const size = data.shape[at];
  if (size === undefined) return undefined;
  const type = adaptor.resultType();
  if (size !== DYNAMIC) return type.context.internAttribute({ kind: "integer", type, value: BigInt(size) });
  for (const [name, sizesOf] of Object.entries(DYNAMIC_SIZES)) {
    const op = adaptor.definedBy(0, name);
    if (op !== undefined)
      return sizesOf(op)[data.shape.slice(0, at).filter((dimension) => dimension === DYNAMIC).length];
  }
  return foldMemRefCast(adaptor);
}

const DYNAMIC_SIZES: Readonly<Record<string, (op: Operation) => readonly Value[]>> = {
  "memref.alloc": (op) => op.operands,
  "memref.alloca": (op) => op.operands,
  "memref.view": (op) => op.operands.slice(2),
  "memref.subview": (op) => dynamicPart(sliceOf(op).sizes),
};

/** Returns whether a value that `user` uses is also available at `op`. Does not compute dominance. */
function isAvailableAt(value: Value, op: Operation, user: Operation): boolean {
  if (value.parentBlock === op.block) {
    const { definingOp } = value;
    return definingOp === undefined || !op.isBeforeInBlock(definingOp);
  }
  if (user.block === op.block) return true;
  const around = value.parentBlock!.parentRegion!;
  return around !== op.parentRegion && around.isAncestor(op.parentRegion!);
}

/** Loads the size of a reshaped memref from the shape operand of the reshape. */
export const dimPatterns: readonly OpRewritePattern[] = [
  {
    name: "(anonymous namespace)::DimOfMemRefReshape",
    matchAndRewrite(op, rewriter) {
      const [source, index] = op.operands;
      const reshape = source!.definingOp;
      if (reshape?.name !== "memref.reshape" || !isAvailableAt(index!, reshape, op)) return false;
      const [, shape] = reshape.operands;
      // Loads right after the reshape, because later operations can change the shape.
      rewriter.setInsertionPointAfter(reshape);
      const [type] = op.resultTypes;
      const { elementType } = memrefData(shape!.type)!;
      const attributes = { nontemporal: rewriter.getBoolAttr(false) };
      const operands = [shape!, index!];
      const load = rewriter.createAt(op, "memref.load", { operands, results: [elementType], attributes });
      if (elementType === type) rewriter.replaceOp(op, load);
      else rewriter.replaceOpWithNewOp(op, "arith.index_cast", { operands: load.results, results: op.resultTypes });
      return true;
    },
  },
];

/** Returns `speculatable` if the dimension is known to exist (`memref::DimOp::getSpeculatability`). */
export function dimSpeculatability(op: Operation): Speculatability {
  const index = integerValue(matchConstant(op.getOperand(1)));
  const rank = memrefData(op.operandTypes[0]!)?.shape.length;
  return index !== undefined && rank !== undefined && rank > index ? "speculatable" : "not-speculatable";
}
