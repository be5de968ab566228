import type { IrReduction, ReducibleParts } from "@passwright/core";
import { without } from "../function-signature.ts";
import type { Operation, Region } from "../handles.ts";
import { PatternRewriter } from "../rewrite/pattern-rewriter.ts";
import { blockParts, inliningBlocks, regionParts, terminatorParts } from "./control-flow.ts";
import { eraseResults, eraseYielded, signatureParts } from "./signatures.ts";
import { attributeParts, operandParts, typeParts } from "./simpler-values.ts";
import { substitute } from "./substitute.ts";

/**
 * Edits that make a program smaller. If an edit removes a value, the edit replaces uses of this value by another value
 * of the same type, or by a constant.
 */
export const reduction: IrReduction<Operation> = {
  remove(op) {
    if (op.block === undefined) return false;
    replaceResults(op);
    op.erase();
    return true;
  },
  replaceByChildren(op, children) {
    if (op.block === undefined) return false;
    const isInside = (owner: Operation): boolean => op.isAncestor(owner);
    for (const child of children) child.moveBefore(op);
    for (const value of children.flatMap(({ operands }) => operands)) {
      const owner = value.definingOp ?? value.parentBlock?.parentOp;
      if (owner !== undefined && isInside(owner)) substitute(value, children[0] ?? op, isInside);
    }
    replaceResults(op);
    op.erase();
    return true;
  },
  simplify(op) {
    const { attrs } = op;
    const parts: ReducibleParts[] = [
      ...signatureParts(op),
      ...terminatorParts(op),
      ...blockParts(op),
      regionParts(op),
      ...op.regions.map((region) => (region.blocks.length > 1 ? inliningBlocks(op, region) : inlining(op, region))),
      {
        size: attrs.length,
        drop(indexes) {
          for (const index of indexes) op.removeAttr(attrs[index]?.name ?? "");
        },
      },
      {
        size: op.numOperands,
        drop(indexes) {
          op.operands = without(op.operands, indexes);
        },
      },
      { size: op.name === "func.call" ? 0 : op.numResults, drop: (indexes) => eraseResults(op, indexes) },
      { size: op.regions.length === 0 ? 0 : op.numResults, drop: (indexes) => eraseYielded(op, indexes) },
      ...attributeParts(op),
      operandParts(op),
      ...(op.block === undefined ? typeParts(op) : []),
    ];
    return parts;
  },
};

function replaceResults(op: Operation): void {
  for (const value of op.results) substitute(value, op, (owner) => op.isAncestor(owner));
}

/**
 * Returns an edit that replaces `op` by the contents of its region `region`. The edit is empty unless `region` has
 * exactly one block.
 */
function inlining(op: Operation, region: Region): ReducibleParts {
  const [block, second] = region.blocks;
  const isPossible = op.block !== undefined && block !== undefined && second === undefined && op.parentOp !== undefined;
  return {
    size: isPossible && !op.operationName.hasTrait("IsolatedFromAbove") ? 1 : 0,
    drop() {
      if (block === undefined || op.block === undefined) return;
      const isInside = (owner: Operation): boolean => op.isAncestor(owner);
      for (const argument of block.arguments) substitute(argument, op, isInside);
      const { terminator } = block;
      const rewriter = new PatternRewriter(op.store);
      const yielded = terminator?.operands ?? [];
      for (const inner of block.operations) if (inner !== terminator) inner.moveBefore(op);
      const fits =
        yielded.length === op.numResults && op.results.every(({ type }, index) => type === yielded[index]?.type);
      if (fits) rewriter.replaceOp(op, yielded);
      else {
        replaceResults(op);
        op.erase();
      }
    },
  };
}
