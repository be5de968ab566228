import { OpBuilder } from "../../builder.ts";
import type { Block, IRMapping, Operation, Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import type { PatternRewriter } from "../../rewrite/pattern-rewriter.ts";
import { operandsOfGroup, constantTripCount } from "./trip-count.ts";

/* Patterns of `scf.parallel` (`mlir/lib/Dialect/SCF/IR/SCF.cpp`). */

interface Dimension {
  readonly lower: Value;
  readonly upper: Value;
  readonly step: Value;
}

function dimensionsOf(op: Operation): readonly Dimension[] {
  const [upper, step] = [operandsOfGroup(op, "upperBound"), operandsOfGroup(op, "step")];
  return operandsOfGroup(op, "lowerBound").map((lower, i) => ({ lower, upper: upper[i]!, step: step[i]! }));
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
  dimensions: readonly Dimension[],
  initial: readonly Value[],
): Operation {
  const n = dimensions.length;
  return rewriter.createAt(at, "scf.parallel", {
    operands: [
      ...dimensions.map(({ lower }) => lower),
      ...dimensions.map(({ upper }) => upper),
      ...dimensions.map(({ step }) => step),
      ...initial,
    ],
    results: initial.map(({ type }) => type),
    attributes: { operandSegmentSizes: rewriter.getDenseI32ArrayAttr([n, n, n, initial.length]) },
    regions: 1,
  });
}

/** Removes dimensions that have one iteration. Removes the whole loop if a dimension has no iterations. */
const collapseDimensions: OpRewritePattern = {
  name: "(anonymous namespace)::ParallelOpSingleOrZeroIterationDimsFolder",
  matchAndRewrite(op, rewriter) {
    const initial = operandsOfGroup(op, "initVals");
    const dimensions = dimensionsOf(op);
    const mapping = emptyMapping();
    const kept: Dimension[] = [];
    for (const [i, dimension] of dimensions.entries()) {
      const count = constantTripCount(dimension.lower, dimension.upper, dimension.step);
      if (count === 0n) {
        rewriter.replaceOp(op, initial);
        return true;
      }
      if (count === 1n) mapping.values.set(body(op).getArgument(i), dimension.lower);
      else kept.push(dimension);
    }
    if (kept.length === dimensions.length) return false;
    if (kept.length === 0) {
      rewriter.replaceOp(op, inlineBody(rewriter, op, initial, mapping));
      return true;
    }
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

/**
 * Inserts clones of the body of `op` and of its reductions. Returns the results of the reductions, which replace the
 * results of `op`.
 */
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

/**
 * Combines two nested loops if the outer body contains only the inner loop. The new loop has the dimensions of both
 * loops.
 */
const mergeNested: OpRewritePattern = {
  name: "(anonymous namespace)::MergeNestedParallelLoops",
  matchAndRewrite(op, rewriter) {
    const outer = body(op);
    const inner = outer.front;
    if (inner?.name !== "scf.parallel" || inner.next !== outer.back) return false;
    const bounds = dimensionsOf(inner).flatMap(({ lower, upper, step }) => [lower, upper, step]);
    if (outer.arguments.some((argument) => bounds.includes(argument))) return false;
    if (operandsOfGroup(op, "initVals").length > 0 || operandsOfGroup(inner, "initVals").length > 0) return false;
    const loop = createParallel(rewriter, op, [...dimensionsOf(op), ...dimensionsOf(inner)], []);
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
