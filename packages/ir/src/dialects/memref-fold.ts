import { DYNAMIC } from "../attributes/attribute.ts";
import type { FoldAdaptor, FoldResult } from "../fold/fold-adaptor.ts";
import type { Operation } from "../handles.ts";
import type { OpRewritePattern } from "../rewrite/pattern.ts";
import { knownIndex } from "./memref-slice.ts";

/* Folders and patterns of memref allocations, casts and accesses (`mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`). */

/** Replaces each operand that is the result of a cast by the source of the cast (`foldMemRefCast`). */
export function foldMemRefCast(adaptor: FoldAdaptor): FoldResult {
  let changed = false;
  for (let i = 0; i < adaptor.numOperands; i++) {
    const cast = adaptor.definedBy(i, "memref.cast");
    const source = cast?.getOperand(0);
    if (source === undefined || source.type.kind === "unranked-memref") continue;
    adaptor.op.setOperand(i, source);
    changed = true;
  }
  return changed ? "in-place" : undefined;
}

/** Replaces the memref operand of a store by the source of the cast that defines the memref. */
export function foldStore(adaptor: FoldAdaptor): FoldResult {
  const cast = adaptor.definedBy(1, "memref.cast");
  if (cast === undefined || cast.getOperand(0).type.kind === "unranked-memref") return undefined;
  adaptor.op.setOperand(1, cast.getOperand(0));
  return "in-place";
}

export function foldCast(adaptor: FoldAdaptor): FoldResult {
  const folded = foldMemRefCast(adaptor);
  if (adaptor.operandType(0) === adaptor.resultType()) return adaptor.operand(0);
  return folded;
}

/** Moves constant sizes from the operands of an allocation into its type. */
const constantSizes: OpRewritePattern = {
  name: "(anonymous namespace)::SimplifyAllocConst",
  couldMatch: (store, op) => store.opOperandCount[op] !== 0,
  matchAndRewrite(op, rewriter) {
    const type = op.getResult(0).type;
    const segments = op.getAttr("operandSegmentSizes")?.data;
    if (type.data.kind !== "memref" || segments?.kind !== "dense-array") return false;
    const count = Number(segments.values[0]);
    const sizes = op.operands.slice(0, count);
    const known = sizes.map((value) => {
      const size = knownIndex(value);
      return size === undefined || size < 0n ? undefined : Number(size);
    });
    if (known.every((size) => size === undefined)) return false;
    let next = 0;
    const shape = type.data.shape.map((size) => (size === DYNAMIC ? (known[next++] ?? DYNAMIC) : size));
    const kept = sizes.filter((_, i) => known[i] === undefined);
    const alignment = op.getAttr("alignment");
    const made = rewriter.createAt(op, op.name, {
      operands: [...kept, ...op.operands.slice(count)],
      results: [type.context.internType({ ...type.data, shape })],
      attributes: {
        operandSegmentSizes: rewriter.getDenseI32ArrayAttr([kept.length, Number(segments.values[1])]),
        ...(alignment === undefined ? {} : { alignment }),
      },
    });
    rewriter.replaceOpWithNewOp(op, "memref.cast", { operands: made.results, results: [type] });
    return true;
  },
};

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

export const allocationPatterns: readonly OpRewritePattern[] = [constantSizes, deadAllocation];
