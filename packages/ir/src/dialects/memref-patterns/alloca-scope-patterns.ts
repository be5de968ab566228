import type { Operation } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import { replaceOpWithRegion } from "../scf-patterns/inline-patterns.ts";

/* Patterns of `memref.alloca_scope` (`mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`). */

function isScope(op: Operation | undefined): boolean {
  return op?.hasTrait("AutomaticAllocationScope") === true;
}

/** Returns whether an operation itself, without its regions, can allocate memory that the enclosing scope frees. */
function mayAllocate(op: Operation): boolean {
  if (op.hasTrait("RecursiveMemoryEffects")) return false;
  const isKnown = op.hasTrait("NoMemoryEffect") || op.operationName.definition?.effects !== undefined;
  return !isKnown || op.name === "memref.alloca";
}

/** Returns whether only a terminator follows an operation in its region, which must have one block. */
function isLastOfRegion(op: Operation): boolean {
  const { next } = op;
  return next !== undefined && next === op.block!.terminator && op.parentRegion!.hasOneBlock;
}

/** Inlines a scope, if the scope does not contain allocations, or if it is at the end of another scope. */
const inline: OpRewritePattern = {
  name: "AllocaScopeInliner",
  matchAndRewrite(op, rewriter) {
    const visit = (inner: Operation): "advance" | "interrupt" | "skip" => {
      if (inner === op) return "advance";
      if (mayAllocate(inner)) return "interrupt";
      return isScope(inner) ? "skip" : "advance";
    };
    const allocates = op.walk(visit, { order: "pre" }) === "interrupt";
    if (allocates && !(isScope(op.parentOp) && isLastOfRegion(op))) return false;
    return replaceOpWithRegion(rewriter, op, op.getRegion(0));
  },
};

/** Returns the ancestor of `op` directly in the closest scope, if all ancestors up to it are last in their regions. */
function lastBeforeScope(op: Operation): Operation | undefined {
  const { parentOp } = op;
  if (parentOp === undefined || isScope(parentOp)) return op;
  return isLastOfRegion(parentOp) ? lastBeforeScope(parentOp) : undefined;
}

/** Moves allocations from a scope to the enclosing scope, if all operations in between are last in their regions. */
const hoist: OpRewritePattern = {
  name: "AllocaScopeHoister",
  matchAndRewrite(op, rewriter) {
    const around = lastBeforeScope(op);
    if (around === op || around === undefined || !isLastOfRegion(op)) return false;
    const region = around.regions.find((one) => one.isAncestor(op.parentRegion!))!;
    const moved: Operation[] = [];
    op.walk((inner) => {
      const isInside = inner.operands.some((value) => region.isAncestor(value.parentBlock!.parentRegion!));
      if (inner.name === "memref.alloca" && !isInside) moved.push(inner);
    });
    if (moved.length === 0) return false;
    rewriter.setInsertionPoint(around);
    for (const allocation of moved) rewriter.replaceOp(allocation, rewriter.clone(allocation));
    return true;
  },
};

export const allocaScopePatterns: readonly OpRewritePattern[] = [inline, hoist];
