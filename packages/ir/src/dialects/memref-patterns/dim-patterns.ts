import { DYNAMIC } from "../../attributes/attribute.ts";
import type { FoldAdaptor, FoldResult } from "../../fold/fold-adaptor.ts";
import type { Operation, Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import { foldMemRefCast } from "../memref-fold.ts";
import { dynamicPart, sliceOf } from "../memref-slice.ts";
import { memrefData } from "../memref-types.ts";
import { constantOfValue } from "../../fold/constants.ts";
import type { Speculatability } from "../op-interfaces.ts";

/* Folders and patterns of `memref.dim` (`mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`). */

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
    if (op !== undefined) return sizesOf(op)[data.shape.slice(0, at).filter((one) => one === DYNAMIC).length];
  }
  return foldMemRefCast(adaptor);
}

/** Maps operation names to functions that return the dynamic sizes of the operation's result, in order. */
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
      const type = op.resultTypes[0]!;
      let size = rewriter
        .createAt(op, "memref.load", {
          operands: [shape!, index!],
          results: [memrefData(shape!.type)!.elementType],
          attributes: { nontemporal: rewriter.getBoolAttr(false) },
        })
        .getResult(0);
      if (size.type !== type)
        size = rewriter.createAt(op, "arith.index_cast", { operands: [size], results: [type] }).getResult(0);
      rewriter.replaceOp(op, [size]);
      return true;
    },
  },
];

/** Returns `speculatable` if the dimension is known to exist (`memref::DimOp::getSpeculatability`). */
export function dimSpeculatability(op: Operation): Speculatability {
  const data = constantOfValue(op.store, op.getOperand(1).id)?.data;
  const source = op.operandTypes[0]!.data;
  if (data?.kind !== "integer" || source.kind !== "memref" || source.shape === undefined) return "not-speculatable";
  return source.shape.length > data.value ? "speculatable" : "not-speculatable";
}
