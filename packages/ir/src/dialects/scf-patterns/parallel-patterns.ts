import { OpBuilder } from "../../builder.ts";
import type { Block, IRMapping, Operation, Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import type { PatternRewriter } from "../../rewrite/pattern-rewriter.ts";
import { BOUNDS } from "../scf-assembly.ts";
import { operandsOfGroup, tripCounts } from "./trip-count.ts";

/* Patterns of `scf.parallel` (`mlir/lib/Dialect/SCF/IR/SCF.cpp`). */

/** Returns the lower bounds, the upper bounds and the steps. */
function boundsOf(op: Operation): (readonly Value[])[] {
  return BOUNDS.map((group) => operandsOfGroup(op, group));
}

function body(op: Operation): Block {
  return op.getRegion(0).front!;
}

function emptyMapping(): IRMapping {
  return { values: new Map(), blocks: new Map() };
}

function createParallel(
  rewriter: PatternRewriter,
  at: Operation,
  bounds: readonly (readonly Value[])[],
  initial: readonly Value[],
): Operation {
  const groups = [...bounds, initial];
  return rewriter.createAt(at, "scf.parallel", {
    operands: groups.flat(),
    results: initial.map(({ type }) => type),
    attributes: { operandSegmentSizes: rewriter.getDenseI32ArrayAttr(groups.map(({ length }) => length)) },
    regions: 1,
  });
}

/** Removes dimensions that have one iteration. Removes the whole loop if a dimension has no iterations. */
const collapseDimensions: OpRewritePattern = {
  name: "(anonymous namespace)::ParallelOpSingleOrZeroIterationDimsFolder",
  matchAndRewrite(op, rewriter) {
    const initial = operandsOfGroup(op, "initVals");
    const bounds = boundsOf(op);
    const counts = tripCounts(bounds);
    if (counts.includes(0n)) {
      rewriter.replaceOp(op, initial);
      return true;
    }
    if (!counts.includes(1n)) return false;
    const mapping = emptyMapping();
    bounds[0]!.forEach((lower, i) => {
      if (counts[i] === 1n) mapping.values.set(body(op).getArgument(i), lower);
    });
    if (mapping.values.size === counts.length) {
      rewriter.replaceOp(op, inlineBody(rewriter, op, initial, mapping));
      return true;
    }
    const kept = bounds.map((list) => list.filter((_, i) => counts[i] !== 1n));
    const loop = createParallel(rewriter, op, kept, initial);
    cloneBody(rewriter, op, loop, mapping.values);
    rewriter.replaceOp(op, loop);
    return true;
  },
};

/** Clones the body of a loop. Replaces the block arguments in `known` by values, and erases these arguments. */
export function cloneBody(rewriter: PatternRewriter, op: Operation, loop: Operation, known: IRMapping["values"]): void {
  rewriter.cloneRegion(op.getRegion(0), loop.getRegion(0), emptyMapping());
  for (const argument of [...body(op).arguments].reverse()) {
    const value = known.get(argument);
    if (value === undefined) continue;
    body(loop).getArgument(argument.index).replaceAllUsesWith(value);
    body(loop).eraseArgument(argument.index);
  }
}

/** Clones the body of `op` and of its reductions. Returns the results of the reductions. */
function inlineBody(
  rewriter: PatternRewriter,
  op: Operation,
  initial: readonly Value[],
  mapping: IRMapping,
): readonly Value[] {
  const copyAll = (block: Block): void => {
    for (const inner of block.operations) if (inner !== block.back) rewriter.clone(inner, mapping);
  };
  const valueOf = (value: Value): Value => mapping.values.get(value) ?? value;
  copyAll(body(op));
  const reduce = body(op).back!;
  return reduce.regions.map((region, i) => {
    const block = region.front!;
    mapping.values.set(block.getArgument(0), initial[i]!);
    mapping.values.set(block.getArgument(1), valueOf(reduce.getOperand(i)));
    copyAll(block);
    return valueOf(block.back!.getOperand(0));
  });
}

/** Combines the dimensions of two nested loops if the outer body contains only the inner loop. */
const mergeNested: OpRewritePattern = {
  name: "(anonymous namespace)::MergeNestedParallelLoops",
  matchAndRewrite(op, rewriter) {
    const outer = body(op);
    const inner = outer.front;
    if (inner?.name !== "scf.parallel" || inner.next !== outer.back) return false;
    const bounds = boundsOf(inner);
    if (outer.arguments.some((argument) => bounds.flat().includes(argument))) return false;
    if (operandsOfGroup(op, "initVals").length > 0 || operandsOfGroup(inner, "initVals").length > 0) return false;
    const merged = boundsOf(op).map((list, i) => [...list, ...bounds[i]!]);
    const loop = createParallel(rewriter, op, merged, []);
    const block = loop.getRegion(0).addBlock();
    const mapping = emptyMapping();
    for (const argument of [...outer.arguments, ...body(inner).arguments])
      mapping.values.set(argument, block.addArgument(argument.type, op.location));
    // Uses a builder without a listener, because MLIR builds the body before it inserts the loop.
    const builder = OpBuilder.atEnd(block);
    for (const each of body(inner).operations) if (each !== body(inner).back) builder.clone(each, mapping);
    builder.create("scf.reduce", { location: op.location });
    rewriter.replaceOp(op, loop);
    return true;
  },
};

export const parallelPatterns: readonly OpRewritePattern[] = [collapseDimensions, mergeNested];
