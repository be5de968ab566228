import type { IrReduction } from "@passwright/core";
import { without } from "../function-signature.ts";
import type { Block, Operation, Region } from "../handles.ts";
import { PatternRewriter } from "../rewrite/pattern-rewriter.ts";
import { blockParts, inlineBlocks, regionParts, terminatorParts } from "./control-flow.ts";
import { eraseResults, eraseYielded, signatureParts } from "./signatures.ts";
import { attributeParts, operandParts, typeParts } from "./simpler-values.ts";
import { substitute } from "./substitute.ts";

/** Edits that make a program smaller. Uses of a removed value get another value of the same type, or a constant. */
export const reduction: IrReduction<Operation> = {
  remove(op) {
    if (op.block === undefined) return false;
    erase(op);
    return true;
  },
  replaceByChildren(op, children) {
    if (op.block === undefined) return false;
    for (const child of children) child.moveBefore(op);
    for (const value of children.flatMap(({ operands }) => operands)) {
      const owner = value.definingOp ?? value.parentBlock?.parentOp;
      if (owner !== undefined && op.isAncestor(owner)) substitute(value, children[0] ?? op, op);
    }
    erase(op);
    return true;
  },
  simplify(op) {
    const { attrs } = op;
    return [
      ...signatureParts(op),
      ...terminatorParts(op),
      ...blockParts(op),
      regionParts(op),
      ...op.regions.map((region) => ({
        size: op.parentOp !== undefined && !region.isEmpty && !op.hasTrait("IsolatedFromAbove") ? 1 : 0,
        drop: () => (region.hasOneBlock ? inlineBlock : inlineBlocks)(op, region),
      })),
      { size: attrs.length, drop: (indexes) => indexes.forEach((index) => op.removeAttr(attrs[index]?.name ?? "")) },
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
  },
};

/** Erases an operation, and replaces the uses of its results. */
function erase(op: Operation): void {
  for (const value of op.results) substitute(value, op, op);
  op.erase();
}

function inlineBlock(op: Operation, { front }: Region): void {
  const { terminator, operations, arguments: values } = front as Block;
  for (const argument of values) substitute(argument, op, op);
  const yielded = terminator?.operands ?? [];
  for (const inner of operations) if (inner !== terminator) inner.moveBefore(op);
  const fits = yielded.length === op.numResults && op.results.every(({ type }, index) => type === yielded[index]?.type);
  if (fits) new PatternRewriter(op.store).replaceOp(op, yielded);
  else erase(op);
}
